"""Accounts, clubs and what lets people in, in the administration."""

from accounts.admin import base, clubs, users

__all__ = ["base", "clubs", "users"]
