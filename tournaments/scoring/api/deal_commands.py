"""A pool is recorded, corrected or taken back; a table counts at the bell, or ends early."""

from typing import Any

from accounts.shared.api.fields import Body, Flag, OneOf, Several, Text, Whole
from tournaments.base.api.command import Command, Sent
from tournaments.base.api.command_fields import AtDeal, ByNumber, Replayed, counters, entry
from tournaments.base.arguments import MOST_AT_A_TABLE
from tournaments.scoring.selectors.conflicts import deal_standing, table_standing
from tournaments.scoring.services.counts import Tally, TallyKind, Three
from tournaments.scoring.services.deals import deal_correct, deal_record
from tournaments.scoring.services.table_end import table_count, table_end
from tournaments.scoring.services.withdraw import deal_withdraw

LONGEST_HAND = 30
MOST_HANDS = MOST_AT_A_TABLE


def _people(**how: Any) -> Several:
    return Several(child=entry(), max_length=MOST_AT_A_TABLE, **how)


class TallyBody(Body):
    """The counters of a deal, in one of the ways in which they can be told."""

    kind = OneOf(
        choices=[kind.value for kind in TallyKind],
        default=TallyKind.NONE.value,
        help_text=(
            "stakes: counters put in; counts: counters after the deal; net: counters won or lost; "
            "three: a game with three stakes; none: not counted."
        ),
    )
    amounts = ByNumber(child=counters(-1_000_000), most=MOST_AT_A_TABLE, default=dict)
    first = counters(
        default=0, help_text="In games with three stakes: counters from each player for the first stake."
    )
    second = counters(default=0, help_text="The same for the second stake. Its bets are in “amounts”.")
    third = counters(default=0, help_text="The same for the third stake.")
    won = Several(
        child=Whole(min_value=1, max_value=2**53 - 1, allow_null=True),
        min_length=3,
        max_length=3,
        required=False,
        help_text="Winners of the three stakes. The third is null if nobody won it. Not with cards.",
    )


class DealRecordBody(AtDeal):
    """Who won, who called, and the counters in whichever way the evening counts them."""

    winners = _people(default=list)
    in_call = _people(default=list, help_text="Players who called, without the winners.")
    tally = TallyBody(default=dict)
    shown = ByNumber(
        child=Text(max_length=LONGEST_HAND),
        most=MOST_HANDS,
        default=dict,
        help_text="The cards of each player who showed, such as “AS KD TC”. They decide who won.",
    )
    sure = Flag(
        default=False,
        help_text="Confirm that players did not call who put in as much as the winner, or all they had.",
    )


class CorrectedPoolBody(DealRecordBody, Replayed):
    """The whole pool as it should have been written."""

    base_version = Whole(min_value=1, help_text="Version of the result that you saw.")


def _pool(_of: Any, sent: Sent) -> dict[str, Any]:
    return {**sent, "tally": _tally(sent["tally"])}


def _tally(told: Sent) -> Tally | Three:
    kind, amounts = TallyKind(told.get("kind", TallyKind.NONE)), told.get("amounts", {})
    if kind is not TallyKind.THREE:
        return Tally(kind, amounts)
    won = told.get("won")
    return Three(told["first"], told["second"], told["third"], amounts, tuple(won) if won else None)


AT = {"counters": "tally.amounts", "broke": "tally.amounts", "cards": "shown", "won": "tally.won"}
COMMANDS = (
    Command(deal_record, DealRecordBody, _pool, at=AT, stands=deal_standing),
    Command(deal_correct, CorrectedPoolBody, _pool, at=AT, stands=deal_standing),
    Command(deal_withdraw, stands=deal_standing),
    Command(table_count, at={"counters": "counts"}),
    Command(table_end, stands=table_standing),
)
