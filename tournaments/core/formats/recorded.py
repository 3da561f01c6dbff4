"""Recorded: played elsewhere or before; only its result is known."""

from dataclasses import replace

from accounts.errors import gettext_noop as _
from games.rules.ruleset import Ruleset
from tournaments.core.formats.fixed import few_tables
from tournaments.core.formats.progressive import PROGRESSIVE


def _anything(game: Ruleset) -> None:
    """Any game can have been played."""


def _no_booby(tables: int) -> int:
    return 0


RECORDED = replace(
    PROGRESSIVE,
    key="recorded",
    terms=(),
    columns=(),
    head=0,
    booby=_no_booby,
    title=_("Recorded"),
    sentence=_("Played elsewhere or earlier. Only the result is kept."),
    planned=False,
    refuse=_anything,
    tables=few_tables,
)
