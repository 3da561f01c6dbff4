"""Signing in, signing up and forgotten passwords: our pages and forms over allauth.

Begin with `views.py`. The adapter for allauth is `accounts/adapter.py`.
"""
