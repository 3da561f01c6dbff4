"""A person's own account: its name, address and password, and the tokens of programs.

Begin with `services/accounts.py`. `services/users.py` and `services/access.py` are what an administrator
does.
"""
