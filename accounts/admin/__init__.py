"""Accounts, clubs and what lets people in, in the administration."""

from accounts.admin import access, clubs, log, users

__all__ = ["access", "clubs", "log", "users"]
