"""Evenings, prizes, leagues and groups in the administration.

The administration also changes recorded facts only through the services.
"""

from tournaments.admin import awards, evenings, leagues

__all__ = ["awards", "evenings", "groups", "leagues"]
