"""The administration of accounts, clubs, memberships, tokens, invitations and claims."""

from accounts.admin import base, clubs, users

__all__ = ["base", "clubs", "users"]
