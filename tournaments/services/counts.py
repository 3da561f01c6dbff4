"""What counters can be counted to, for the services that take counts."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import Case, F, IntegerField, Sum, When

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from tournaments.core import checks
from tournaments.core.facts import StakeKind
from tournaments.models import StakeRow
from tournaments.services.journal import Act


def whole(amounts: Mapping[int, object], field: str = "counters") -> None:
    """Refuse what is no whole number, at its person."""
    for entry, amount in amounts.items():
        if type(amount) is not int:
            raise RuleError(f"{field}-{entry}", _("Counters are whole numbers."))


def refuse_wrong_counts(act: Act, counts: Mapping[int, int]) -> None:
    """Refuse counts that are no numbers, below nothing, or together more than all there are."""
    whole(counts)
    checks.check_counts(counts)
    if sum(counts.values()) > (most := _given_out(act)):
        raise RuleError("counters", _("There are only %(most)s counters on the tables."), most=most)


def _given_out(act: Act) -> int:
    """All counters that are on the tables: what the banker gave less what was taken away."""
    signed = Case(
        When(kind=StakeKind.DEPARTURE, then=-F("counters")),
        default=F("counters"),
        output_field=IntegerField(),
    )
    stakes = StakeRow.objects.filter(round__evening=act.evening, void=None)
    return int(stakes.aggregate(sum=Sum(signed))["sum"] or 0)
