"""The records of a deal in any game, the cards shown at a table, and the service to take back a deal."""

from collections.abc import Collection, Mapping, Sequence

from accounts.errors import RuleError, StaleError, StateError
from accounts.errors import gettext_noop as _
from accounts.refusals import CHANGED
from games.rules import pool, showing, three_stakes
from games.rules.brag import HAND_SIZE
from games.rules.cards import Card, parse_cards
from tournaments.base.arguments import DealNo, RoundNo, TableNo
from tournaments.base.selectors import write_row, write_rows
from tournaments.core.record import CountKind, Line, Stage, StakeKind
from tournaments.core.refusals import DEAL_RECORDED, GAME_OVER, NO_DEAL, ROUND_OVER, RUNG
from tournaments.evening.selectors.evening import LINE
from tournaments.evening.selectors.tables import AtTable, Version, versions_of
from tournaments.evening.services.journal import Act, journaled
from tournaments.models import CountRow, CutRow, Deal, DealLine, DealVersion, OpenDeal, RoundRow, StakeRow
from tournaments.scoring.services.counts import given_since


def open_table(act: Act, number: int, table: int) -> AtTable:
    """Return the table in a round that is not closed. RuleError at ``round`` or ``table``."""
    at = act.table(number, table)
    refuse_closed(at)
    return at


def refuse_closed(at: AtTable) -> None:
    """Refuse, with a RuleError at ``round``, once people have moved on from it."""
    if at.round.closed_id:
        raise StateError("round", ROUND_OVER, round=at.round.number)


OVER = _("Table %(table)s has played all its deals of this round.")


def refuse_out_of_turn(at: AtTable, deal: int, awaited: int, over: str = OVER) -> None:
    """Refuse unless the table plays this deal next: the one ``awaited``; 0: none, for it is ``over``."""
    if 1 <= deal <= at.deals:
        raise StaleError("deal", DEAL_RECORDED)
    if not awaited:
        raise StateError("deal", over, table=at.table)
    if deal != awaited:
        raise StateError("deal", _("This table plays deal %(n)s next."), n=awaited)


def recorded(act: Act, round: int, table: int, deal: int, base: int) -> tuple[Deal, Version]:
    """Return a recorded deal, and its result as it stands. RuleError if there is none, or it changed."""
    record = (
        Deal.objects.filter(
            round__evening=act.evening, round__number=round, position=table, number=deal, void=None
        )
        .select_related("journal")
        .first()
    )
    if record is None:
        raise RuleError("deal", NO_DEAL)
    standing = versions_of(record)[-1]
    if standing.version != base:
        raise StaleError("version", CHANGED)
    return record, standing


def write_deal(act: Act, round: RoundRow, table: int, number: int) -> Deal:
    """Write a deal that the table decided."""
    record = Deal(round=round, position=table, number=number, journal=act.line)
    write_row(record)
    return record


def write_lines(
    act: Act,
    record: Deal,
    version: int,
    lines: Sequence[Line],
    call: Mapping[str, object] | None = None,
    trump: str = "",
) -> None:
    """Write a version of a deal's result."""
    made = DealVersion(deal=record, version=version, journal=act.line, call=dict(call or {}), trump=trump)
    write_row(made)
    rows = ((*line[:6], list(line.took), *line[7:]) for line in lines)
    write_rows(DealLine, COLUMNS, rows, version=made)


COLUMNS = ("entry_id", *LINE[1:])
"""A line's columns, in the order of ``Line``."""


OTHERS_WON = _("By the cards shown, %(others)s won. Correct the winner or the cards.")

ShownHand = tuple[Card, ...]


def hands_of(shown: Mapping[int, str]) -> dict[int, ShownHand]:
    """Return the cards that were typed, by entry. RuleError at ``cards-<entry>``."""
    return {entry: parse_cards(_texts(text), f"cards-{entry}") for entry, text in shown.items()}


def _texts(text: str) -> list[str]:
    """Split cards as people type them, with spaces between or without."""
    packed = "".join(text.split())
    return [packed[at : at + 2] for at in range(0, len(packed), 2)]


def as_typed(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))


def winners_by(
    at: AtTable, deal: int, hands: Mapping[int, ShownHand], called: Collection[int], told: Collection[int]
) -> tuple[int, ...]:
    """Return who won by the cards of all who called. RuleError where another was told to have won."""
    for entry in (*called, *told):
        if entry not in hands:
            raise RuleError(
                f"cards-{entry}",
                _(
                    "%(who)s is among the players who called. Enter the cards of %(who)s too, or "
                    "remove the cards of all players."
                ),
                who=entry,
            )
    seats = _chairs(at)
    clockwise = pool.clockwise((seats[entry] for entry in at.playing), at.dealer(deal))
    try:
        order = showing.staking_order(at.play.game, clockwise, [seats[entry] for entry in hands])
        won = showing.judge(at.play.game, {seats[entry]: cards for entry, cards in hands.items()}, order)
    except RuleError as error:
        raise _at_person(error, at) from None
    winners = tuple(at.chairs[chair] for chair in won)
    if told and set(told) != set(winners):
        raise RuleError(
            "winners",
            OTHERS_WON,
            others=winners,
        )
    return winners


def won_by(
    at: AtTable, deal: int, hands: Mapping[int, ShownHand], still_in: Collection[int]
) -> tuple[int, int, int | None]:
    """Return who won each of three stakes: a hand's first card was turned up, a fourth one drawn."""
    for entry in at.playing:
        if len(hands.get(entry, ())) not in (HAND_SIZE, HAND_SIZE + 1):
            raise RuleError(
                f"cards-{entry}",
                _(
                    "Enter three cards for each player, the card turned up first. Add the drawn card if "
                    "there was one."
                ),
            )
    seats = _chairs(at)
    by_chair = {seats[entry]: hands[entry] for entry in at.playing}
    try:
        won = three_stakes.winners_of_three(
            at.play.game,
            dealer=at.dealer(deal),
            hands={chair: cards[:HAND_SIZE] for chair, cards in by_chair.items()},
            turned_up={chair: cards[0] for chair, cards in by_chair.items()},
            drawn={chair: cards[HAND_SIZE] for chair, cards in by_chair.items() if cards[HAND_SIZE:]},
            still_in=[seats[entry] for entry in still_in],
        )
    except RuleError as error:
        raise _at_person(error, at) from None
    third = None if won.third is None else at.chairs[won.third]
    return at.chairs[won.first], at.chairs[won.second], third


def _chairs(at: AtTable) -> dict[int, int]:
    return {entry: chair for chair, entry in at.chairs.items()}


def _at_person(error: RuleError, at: AtTable) -> RuleError:
    """Move the judge's refusal from a chair to that person's cards; or to who called."""
    _field, _dot, chair = error.field.rpartition(".")
    if chair == "still_in":
        error.field = "in_call"
    if chair.isdigit():
        error.field = f"cards-{at.chairs[int(chair)]}"
    return error


@journaled(
    "deal_withdrawn",
    Stage.PLAYING,
    asks_reason=True,
    title="Undo a table’s last deal",
    looks=True,
    replays=True,
)
def deal_withdraw(act: Act, *, round: RoundNo, table: TableNo, deal: DealNo) -> None:
    """Undo a table's last deal, with its counts, fresh stakes, cuts and later bids."""
    at = open_table(act, round, table)
    if at.round.rung_id:
        raise StateError("round", RUNG)
    if at.ending is not None:
        raise StateError("table", GAME_OVER, table=table)
    here = {"round": at.round, "position": table, "void": None}
    last = Deal.objects.filter(**here).select_related("journal").order_by("-number").first()
    if last is None or last.number != deal:
        raise StateError("deal", _("Only the last deal of a table can be undone."))
    if at.play.game.stakes:
        _give_back(act, last)
    OpenDeal.objects.filter(**here).update(void=act.line)
    CutRow.objects.filter(**here, journal__seq__gt=last.journal.seq).update(void=act.line)
    Deal.objects.filter(pk=last.pk).update(void=act.line)
    act.note(round=round, table=table, deal=deal)


def _give_back(act: Act, last: Deal) -> None:
    """Give everybody the counters from before the deal."""
    people = set(DealLine.objects.filter(version__deal=last).values_list("entry", flat=True))
    _refuse_taken_along(last, people)
    given_since(last).update(void=act.line)
    _count_as_before(act, last, people)


def _refuse_taken_along(last: Deal, people: Collection[int]) -> None:
    """Refuse if anybody has gone since, and took along what the deal brought."""
    gone = StakeRow.objects.filter(
        round=last.round_id,
        kind=StakeKind.DEPARTURE,
        entry__in=people,
        void=None,
        journal__seq__gt=last.journal.seq,
    )
    if (name := gone.values_list("entry__name", flat=True).first()) is not None:
        raise StateError(
            "deal",
            _("%(name)s left after this deal and took counters of it along. Undo that first."),
            name=name,
        )


def _count_as_before(act: Act, last: Deal, people: Collection[int]) -> None:
    """Void counts at the bell that the deal brought, or that were made since; those before stand again.

    What a correction of an earlier deal says of them meanwhile holds.
    """
    counts = CountRow.objects.filter(round=last.round_id, kind=CountKind.BELL, entry__in=people)
    since = counts.filter(journal__seq__gt=last.journal.seq, journal__verb="table_counted")
    lines = {*last.versions.values_list("journal", flat=True), *since.values_list("journal", flat=True)}
    counts.filter(journal__in=lines, void=None).update(void=act.line)
    gone = counts.filter(void__in=lines).exclude(journal__in=lines).order_by("journal__seq")
    newest = dict(gone.exclude(entry__in=counts.filter(void=None).values("entry")).values_list("entry", "pk"))
    CountRow.objects.filter(pk__in=newest.values()).update(void=None)
