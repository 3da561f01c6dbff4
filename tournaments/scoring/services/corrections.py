"""What goes with the correction of a deal, and what a table's phone may do with its own last result.

The phone may correct a slip (decision 42). A second phone that sends the same entry confirms it.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from accounts.errors import RuleError, SameError, StaleError, StateError
from accounts.errors import gettext_noop as _
from tournaments.core.formats.preview import build_preview
from tournaments.core.movement.cuts import find_idle
from tournaments.core.record import Cut, DealPart, Stage, StakeKind
from tournaments.core.refusals import DEAL_RECORDED
from tournaments.core.settings import Counting
from tournaments.evening.selectors.evening import load_facts
from tournaments.evening.selectors.tables import ScorerTable
from tournaments.evening.services.journal import PLAIN_STAGE, Act
from tournaments.models import CutRow, Deal, DealVersion, RoundRow, StakeRow
from tournaments.scoring.services.counts import (
    DecidedDeal,
    Tally,
    find_stakes_given,
    refuse_closed,
    stake_again,
)

UNCHANGED = _("You changed nothing. Change what is wrong.")


def refuse_late_correction(act: Act, state: ScorerTable, record: Deal, version: int) -> None:
    """Refuse a table's phone that corrects anything but its own last result, before the moves.

    Members with the right may correct any result.
    """
    if act.line.link_id is None:
        return
    if act.stage is not Stage.PLAYING:
        raise StateError("stage", PLAIN_STAGE[act.stage])
    refuse_closed(state)
    if record.number != state.deals:
        raise StaleError(
            "deal", _("The next deal already has a result. Only the organiser can correct this one.")
        )
    if not DealVersion.objects.filter(deal=record, version=version, journal__link__isnull=False).exists():
        raise StaleError("deal", _("An organiser recorded this result. Only the organiser can correct it."))


def refuse_unchanged(
    act: Act,
    record: Deal,
    before: Sequence[DealPart],
    now: Sequence[DealPart],
    call: Mapping[str, object],
    trump: str = "",
) -> None:
    """Refuse a table's correction that changes nothing."""
    if act.line.link_id is not None and sorted(before) == sorted(now):
        version = record.versions.latest("version")
        if (version.call, version.trump) == (dict(call), trump):
            raise RuleError("", UNCHANGED)


def do_stakes_follow(act: Act, record: Deal, now: DecidedDeal) -> None:
    """Give a fresh stake to players whom a correction of the table's last deal makes broke.

    Earlier fresh stakes stay. If a player was not broke after all, the organiser removes the stake in the
    ledger.
    """
    staked = set(find_stakes_given(record).values_list("entry", flat=True))
    stake_again(act, record.round, [entry for entry in now.find_broke(act) if entry not in staked])


def withdraw_stakes(act: Act, record: Deal, now: DecidedDeal) -> None:
    """Void the fresh stakes that only the corrected versions gave, as nobody has played with them yet.

    The stake of a player who has left with it is not void. Without counts, only the winners' stakes are:
    nothing is known of the other players.
    """
    if act.line.link_id is None:
        return
    given = StakeRow.objects.filter(
        round=record.round_id,
        kind=StakeKind.FRESH,
        journal__in=record.versions.values("journal"),
        void=None,
    )
    gone = StakeRow.objects.filter(
        round=record.round_id, kind=StakeKind.DEPARTURE, journal__seq__gt=record.journal.seq, void=None
    )
    broke = now.find_broke(act)
    if act.settings.counting is Counting.AT_THE_END and now.tally == Tally():
        broke = [line.entry for line in now.lines if not line.won]
    given = given.exclude(entry__in=broke).exclude(entry__in=gone.values("entry"))
    if entries := list(given.values_list("entry", flat=True)):
        given.update(void=act.line)
        act.note(stakes_voided=entries)


def void_idle_cuts(act: Act, row: RoundRow) -> None:
    """Void the cuts of the round that a table's correction makes needless. They decide nothing any more."""
    if act.line.link_id is None or not CutRow.objects.filter(round=row, void=None).exists():
        return
    facts = load_facts(act.evening.pk)
    others = tuple(cut for cut in facts.cuts if cut.round != row.number)
    mine = [cut for cut in facts.cuts if cut.round == row.number]

    def needs(cuts: Sequence[Cut]) -> list[object]:
        preview = build_preview(replace(facts, cuts=(*others, *cuts)), row.number)
        return [*preview.bell.needs, *(need for number, need in preview.chips.needs if number == row.number)]

    chains = [cut.chain for cut in find_idle(mine, needs)]
    CutRow.objects.filter(round=row, chain__in=chains, void=None).update(void=act.line)


def is_repeated(act: Act, state: ScorerTable, deal: int) -> bool:
    """Return whether a table's phone sends a deal that is recorded already."""
    return act.line.link_id is not None and 1 <= deal <= state.deals


@contextmanager
def refuse_as_stale() -> Iterator[None]:
    """Turn a refusal into a StaleError: an impossible entry is not the recorded one."""
    try:
        yield
    except RuleError as error:
        raise StaleError("deal", DEAL_RECORDED) from error


def accept_repeated(
    act: Act,
    record: Deal,
    before: Sequence[DealPart],
    now: Sequence[DealPart],
    call: Mapping[str, object],
    trump: str = "",
) -> None:
    """Confirm a phone's result by the same entry from a second phone, or raise SameError.

    StaleError if the entries differ. A detail that only one of them has makes no difference: cards shown, a
    trump, the stakes behind the counters.
    """
    newest = record.versions.latest("version")
    if (
        sorted(_drop_cards(before)) != sorted(_drop_cards(now))
        or any(call[key] != value for key, value in newest.call.items() if key in call)
        or (trump and newest.trump and trump != newest.trump)
    ):
        raise StaleError("deal", DEAL_RECORDED)
    if newest.confirmed_id is not None:
        raise SameError("deal", CONFIRMED_ALREADY)
    if newest.journal.link_id is None or not act.settings.confirm:
        raise SameError("deal", DEAL_RECORDED)
    act.line.verb = CONFIRMED
    act.line.save(update_fields=["verb"])
    DealVersion.objects.filter(pk=newest.pk).update(confirmed=act.line)
    act.note(round=record.round.number, table=record.position, deal=record.number)


CONFIRMED = "deal_confirmed"
CONFIRMED_ALREADY = _("This result is already confirmed.")


def _drop_cards(lines: Sequence[DealPart]) -> list[DealPart]:
    """Return the lines without the cards: one phone may have entered them, and the other not."""
    return [line._replace(cards="") for line in lines]
