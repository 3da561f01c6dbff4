"""Evenings, prizes, leagues and groups in the administration.

What happened is changed by the services alone, also from here.
"""

from tournaments.admin import awards, evenings, leagues

__all__ = ["awards", "evenings", "groups", "leagues"]
