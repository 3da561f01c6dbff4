"""Accounts, clubs and what lets people in, in the administration."""

from accounts.admin import access, clubs, users

__all__ = ["access", "clubs", "users"]
