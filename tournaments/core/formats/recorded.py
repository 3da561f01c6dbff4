"""Recorded: played elsewhere or before; only its result is known."""

from dataclasses import replace

from accounts.errors import gettext_noop as _
from tournaments.core.formats.progressive import PROGRESSIVE
from tournaments.core.variants import few_tables

RECORDED = replace(
    PROGRESSIVE,
    key="recorded",
    terms=(),
    columns=(),
    head=0,
    title=_("Imported result"),
    sentence=_("Played elsewhere or earlier. Only the result is kept."),
    planned=False,
    metrics=lambda of_kind: frozenset(),
    refuse=lambda game: None,
    tables=few_tables,
)
