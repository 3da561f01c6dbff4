"""Signing in and up, by allauth: its pages and forms, and forgotten passwords.

Begin with `views.py`. What allauth asks of us is in `accounts/adapter.py`.
"""
