"""A user's own account: name, address, password, and tokens for programs.

Begin with `services.py`. It also has what administrators do with accounts.
"""
