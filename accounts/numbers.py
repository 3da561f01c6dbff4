"""The numbers of what is stored."""

LARGEST_ID = 2**53 - 1
"""Every program can read a number up to this one, and every database can look for it.

It bounds numbers in addresses (``accounts/addresses.py``), in forms (``NumberField``) and in bodies of the
API (``accounts.api.fields.Id``).
"""
