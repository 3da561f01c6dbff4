"""Evenings, their facts, leagues and groups in the administration.

Facts are read only: what happened is changed by the services alone, also from here.
"""

from tournaments.admin import awards, evenings, facts, groups, journal, leagues

__all__ = ["awards", "evenings", "facts", "groups", "journal", "leagues"]
