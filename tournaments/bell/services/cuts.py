"""Cuts are made at the table, or drawn by the program."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any

from django.db.models import Max

from accounts.errors import RuleError, StaleError, StateError
from accounts.errors import gettext_noop as _
from accounts.permissions import Right
from tournaments.base.arguments import MOST_AT_A_TABLE, EntryNo, Limits, RoundNo, Seed, TableNo
from tournaments.core.formats.preview import preview_of
from tournaments.core.movement import cuts
from tournaments.core.movement.cuts import NONE_NEEDED, Attempt, CutNeed
from tournaments.core.record import Purpose, Stage
from tournaments.evening.selectors.evening import load_facts
from tournaments.evening.services.journal import Act, journaled
from tournaments.models import CutRow, Journal, RoundRow
from tournaments.standings.services.result_versions import result_when_cut

CardCut = Annotated[str, Limits(most=3)]
CardsCut = Annotated[
    Mapping[int, CardCut],
    Limits("The card of each player: K, or with its suit KS.", most=MOST_AT_A_TABLE),
]
DividedDeal = Annotated[int, Limits("For a yellow chip: the deal whose pool was divided.", least=0)]
AttemptNo = Annotated[int, Limits("The number of this attempt. Refused if it is recorded already.", least=1)]
Among = Annotated[
    Collection[EntryNo],
    Limits("The players who cut. Refused if other players cut by now.", most=MOST_AT_A_TABLE),
]

NEEDED_NO_MORE = _("This cut is already recorded, or it is no longer needed.")


@journaled("cut_made", Stage.PLAYING, Stage.SETTLING, Stage.FINISHED, right=Right.SCORE, title="Record a cut")
def cut_record(
    act: Act,
    *,
    round: RoundNo,
    purpose: Purpose,
    table: TableNo,
    cards: CardsCut,
    deal: DividedDeal = 0,
    attempt: AttemptNo = 0,
) -> None:
    """Record a cut made at the table: one card for each player who had to cut.

    ``attempt``: its number, as the caller saw it. StaleError at ``cards`` if it was made since.
    """
    needs = _needs(act, round, purpose, table, deal)
    need = next((need for need in needs if cards.keys() == set(need.among)), needs[0])
    if attempt and attempt != len(need.attempts) + 1:
        raise StaleError("cards", NEEDED_NO_MORE)
    _write_attempt(act, act.line, round, need, cuts.check_attempt(need, cards), "")
    result_when_cut(act)


@journaled("cut_drawn", Stage.PLAYING, Stage.SETTLING, Stage.FINISHED, title="Draw a cut by lot")
def cut_draw(
    act: Act,
    *,
    round: RoundNo,
    purpose: Purpose,
    table: TableNo,
    deal: DividedDeal = 0,
    among: Among = (),
    seed: Seed = "",
) -> None:
    """Draw the cards of a cut with a recorded seed. Equal cuts are drawn again.

    ``among``: the players who cut, as the caller saw. StaleError at ``cards`` if other players cut by now.
    """
    seed = act.seed(seed)
    needs = _needs(act, round, purpose, table, deal)
    meant = [need for need in needs if not among or set(among) == set(need.among)]
    if not meant:
        raise StaleError("cards", NEEDED_NO_MORE)
    if len(meant) > 1:
        raise RuleError("cards", _("Several cuts are needed here. Say who cuts."))
    (need,) = meant
    act.note(**_lot(round, need, seed))
    _draw(act, act.line, round, need, seed)
    result_when_cut(act)


@journaled("cut_drawn", Stage.PLAYING, Stage.SETTLING, Stage.FINISHED, title="Draw all cuts by lot")
def cuts_draw(act: Act, *, seed: Seed = "") -> None:
    """Draw every cut that is open, and those that open by that, with one seed. Each has its line."""
    seed, drawn = act.seed(seed), 0
    while waited := _waited(act):
        round, need = waited[0]
        line = act.also("cut_drawn", **_lot(round, need, seed)) if drawn else act.line
        if not drawn:
            act.note(**_lot(round, need, seed))
        _draw(act, line, round, need, seed)
        drawn += 1
    if not drawn:
        raise StateError("cards", NONE_NEEDED)
    result_when_cut(act)


def _lot(round: int, need: CutNeed, seed: str) -> dict[str, Any]:
    """What the line of a drawn cut tells."""
    of = {"round": round, "table": need.table, "purpose": need.purpose, "seed": seed}
    return {**of, "among": list(need.among)}


def _draw(act: Act, line: Journal, round: int, need: CutNeed, seed: str) -> None:
    while True:
        attempt = _drawn(act, need, seed)
        chain = _write_attempt(act, line, round, need, attempt, seed)
        left = cuts.equal_highest(attempt)
        if len(left) == 1:
            return
        need = replace(need, among=left, attempts=(*need.attempts, attempt), chain=chain)


def _waited(act: Act) -> Sequence[tuple[int, CutNeed]]:
    """The cuts that are waited for. A chip's may be of an earlier round, after a correction."""
    preview = preview_of(load_facts(act.evening.pk), act.round().number)
    return preview.cuts if act.stage is Stage.PLAYING else preview.chips.needs


def _needs(act: Act, round: int, purpose: Purpose, table: int, deal: int) -> list[CutNeed]:
    """Return the cuts that are waited for there, of several groups of equal people. RuleError if none is."""
    key = (round, purpose, table, deal)
    needs = [need for at, need in _waited(act) if (at, need.purpose, need.table, need.deal) == key]
    if not needs:
        raise StateError("cards", NONE_NEEDED)
    return needs


def _write_attempt(
    act: Act, line: Journal, round: int, need: CutNeed, cards: Iterable[tuple[int, str]], seed: str
) -> int:
    """Write the cards of an attempt. Return the number of the cut."""
    row = RoundRow.objects.get(evening=act.evening, number=round, void=None)
    last = CutRow.objects.filter(round=row).aggregate(last=Max("chain"))["last"] or 0
    chain = need.chain if need.attempts else last + 1
    CutRow.objects.bulk_create(
        CutRow(
            round=row,
            position=need.table,
            purpose=need.purpose,
            deal=need.deal,
            chain=chain,
            attempt=len(need.attempts) + 1,
            entry_id=entry,
            card=card,
            seed=seed,
            journal=line,
        )
        for entry, card in cards
    )
    return chain


def _drawn(act: Act, need: CutNeed, seed: str) -> Attempt:
    """The program's cut, by people's numbers in the order of coming: a seed repeats it anywhere."""
    people = list(act.evening.entries.filter(void=None).order_by("id").values_list("id", flat=True))
    numbers = {entry: number for number, entry in enumerate(people, start=1)}
    numbered = replace(need, among=tuple(numbers[entry] for entry in need.among))
    return tuple((people[number - 1], card) for number, card in cuts.drawn(numbered, seed))
