"""Links for the tables' phones: made for all tables in one go, and revoked one by one."""

from __future__ import annotations

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from tournaments.core.facts import Stage
from tournaments.facts.running.links import tables_without
from tournaments.models import ScorerLink
from tournaments.services.journal import Act, journaled

WHILE_SCORED = (Stage.SEATED, Stage.PLAYING, Stage.SETTLING)


@journaled("links_made", *WHILE_SCORED)
def links_make(act: Act) -> None:
    """A link for each table that has none."""
    tables = tables_without(act.evening.pk)
    if not tables:
        raise RuleError("links", _("Every table has its code."))
    ScorerLink.objects.bulk_create(
        ScorerLink(evening=act.evening, table=table, journal=act.line) for table in tables
    )
    act.note(tables=tables)


@journaled("link_revoked", *WHILE_SCORED)
def link_revoke(act: Act, *, table: int, renew: bool = False) -> None:
    """The table's phone writes no more; with ``renew`` there is a new link in the old one's place."""
    if not ScorerLink.objects.filter(evening=act.evening, table=table, void=None).update(void=act.line):
        raise RuleError("table", _("Table %(table)s has no code."), table=table)
    if renew:
        ScorerLink.objects.create(evening=act.evening, table=table, journal=act.line)
    act.note(table=table, renewed=renew)
