"""A person's own account: its name, address and password, and the tokens of programs.

Begin with `services.py`. `services.py` and `services.py` are what an administrator
does.
"""
