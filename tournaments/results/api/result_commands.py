"""The end of an evening and its result; the result anew where the evening was played elsewhere."""

from typing import Any

from accounts.errors import RuleError
from accounts.names import LONGEST, LONGEST_ROLE
from accounts.shared.api.fields import Body, Several, Text, Whole
from tournaments.base.api.command import Command, Sent
from tournaments.base.api.command_fields import Plain
from tournaments.base.arguments import MOST_PEOPLE
from tournaments.core.ranking.prize_list import MOST_PRIZES
from tournaments.core.results.columns import CALLED, COLUMNS, Column
from tournaments.core.results.elsewhere import Line, PrizeTold, judged
from tournaments.models import Evening
from tournaments.results.services.results import (
    evening_call_off,
    evening_finish,
    evening_reopen,
    evening_settle,
    final_count,
)
from tournaments.transfer.services.imported_results import result_record

ENDING = (
    Command(evening_settle),
    Command(final_count, at={"counters": "counts"}),
    Command(evening_finish, at={"cards": "body", "counters": "body"}),
    Command(evening_reopen, at={"format": "body"}),
    Command(evening_call_off),
)


class ResultLineBody(Body):
    """One person’s result: what is told beside the name. A place that is not told is found by the figures."""

    name = Text(max_length=LONGEST)
    role = Text(max_length=LONGEST_ROLE, allow_blank=True, default="")

    def get_fields(self) -> dict[str, Any]:
        figures = {CALLED.get(column.key, column.key): _figure(column) for column in COLUMNS}
        return {**super().get_fields(), **figures}


def _figure(column: Column) -> Whole:
    column_of = {"source": column.key} if column.key in CALLED else {}
    return Whole(min_value=min(column.least, 0), max_value=column.most, required=False, **column_of)


class PrizeToldBody(Body):
    """A prize with the names of its winners."""

    title = Text(max_length=LONGEST)
    winners = Several(child=Text(max_length=LONGEST), max_length=MOST_PEOPLE)


class ResultRecordBody(Plain):
    """Everybody’s result; who is not named did not take part."""

    lines = Several(child=ResultLineBody(), min_length=1, max_length=MOST_PEOPLE)
    prizes = Several(
        child=PrizeToldBody(), max_length=MOST_PRIZES, required=False, help_text="Default: the prizes stay."
    )
    not_removed = Several(
        child=Text(max_length=LONGEST),
        max_length=MOST_PEOPLE,
        default=list,
        help_text="New names with the place and figures of a removed player, but of somebody else. Other "
        "such lines stay without the name.",
    )


def _lines(evening: Evening, sent: Sent) -> dict[str, Any]:
    """Everybody’s line. RuleError at ``lines.<place>.<figure>``."""
    lines = [Line(**line) for line in sent["lines"]]
    for wrong in () if evening.play.format.planned else judged(lines, evening.play)[1]:
        field = f"lines.{wrong.index}.{CALLED.get(wrong.error.field, wrong.error.field)}"
        raise RuleError(field, wrong.error.message, **wrong.error.figures)
    told = sent.get("prizes")
    prizes = None if told is None else [PrizeTold(one["title"], tuple(one["winners"])) for one in told]
    return {"lines": lines, "prizes": prizes, "not_removed": sent["not_removed"]}


COMMANDS = (Command(result_record, ResultRecordBody, _lines),)
