"""Evenings, their facts and leagues in the administration.

Facts are read only: what happened is changed by the services alone, also from here.
"""

from tournaments.admin import evenings, facts, journal, leagues

__all__ = ["evenings", "facts", "journal", "leagues"]
