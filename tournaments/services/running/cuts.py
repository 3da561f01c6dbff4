"""Cuts are made at the table, or drawn by the program."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db.models import Max, QuerySet

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from accounts.permissions import Right
from tournaments.core.formats.preview import preview_of
from tournaments.core.movement import cuts
from tournaments.core.movement.cuts import Attempt, CutNeed
from tournaments.core.record import Purpose, Stage
from tournaments.facts.running.evening import load_facts
from tournaments.models import CutRow, Journal, RoundRow
from tournaments.services.journal import Act, journaled
from tournaments.services.result_versions import result_when_cut


@journaled("cut_made", Stage.PLAYING, Stage.SETTLING, Stage.FINISHED, right=Right.SCORE)
def cut_record(
    act: Act, *, round: int, purpose: Purpose, table: int, cards: Mapping[int, str], deal: int = 0
) -> None:
    """Record a cut made at the table: one card for each player who had to cut."""
    need = _needed(act, round, purpose, table, deal, frozenset(cards))
    _write_attempt(act, act.line, round, need, cuts.check_attempt(need, cards), "")
    result_when_cut(act)


@journaled("cut_drawn", Stage.PLAYING, Stage.SETTLING, Stage.FINISHED)
def cut_draw(act: Act, *, round: int, purpose: Purpose, table: int, deal: int = 0, seed: str = "") -> None:
    """Draw the cards of a cut with a recorded seed. Equal cuts are drawn again."""
    seed = act.seed(seed)
    need = _needed(act, round, purpose, table, deal, None)
    act.note(**_lot(round, need, seed))
    _draw(act, act.line, round, need, seed)
    result_when_cut(act)


@journaled("cut_drawn", Stage.PLAYING, Stage.SETTLING, Stage.FINISHED)
def cuts_draw(act: Act, *, seed: str = "") -> None:
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
        raise RuleError("cards", _("No cut is needed here."))
    result_when_cut(act)


def _lot(round: int, need: CutNeed, seed: str) -> dict[str, Any]:
    """What the line of a drawn cut tells."""
    of = {"round": round, "table": need.position, "purpose": need.purpose, "seed": seed}
    return {**of, "among": list(need.among)}


def _draw(act: Act, line: Journal, round: int, need: CutNeed, seed: str) -> None:
    while True:
        attempt = _drawn(act, need, seed)
        _write_attempt(act, line, round, need, attempt, seed)
        left = cuts.equal_highest(attempt)
        if len(left) == 1:
            return
        need = replace(need, among=left, attempts=(*need.attempts, attempt))


def _waited(act: Act) -> Sequence[tuple[int, CutNeed]]:
    """The cuts that are waited for. A chip's may be of an earlier round, after a correction."""
    preview = preview_of(load_facts(act.evening.pk), act.round().number)
    return preview.cuts if act.stage is Stage.PLAYING else preview.chips.needs


def _needed(
    act: Act, round: int, purpose: Purpose, table: int, deal: int, among: frozenset[int] | None
) -> CutNeed:
    key = (round, purpose, table, deal)
    needs = [n for at, n in _waited(act) if (at, n.purpose, n.position, n.deal) == key]
    if not needs:
        raise RuleError("cards", _("No cut is needed here."))
    return next((need for need in needs if among == frozenset(need.among)), needs[0])


def _write_attempt(
    act: Act, line: Journal, round: int, need: CutNeed, cards: Iterable[tuple[int, str]], seed: str
) -> None:
    row = RoundRow.objects.get(evening=act.evening, number=round, void=None)
    rows = CutRow.objects.filter(round=row)
    last = rows.aggregate(last=Max("chain"))["last"] or 0
    chain = _chain(rows, need) if need.attempts else last + 1
    CutRow.objects.bulk_create(
        CutRow(
            round=row,
            position=need.position,
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


def _chain(rows: QuerySet[CutRow], need: CutNeed) -> int:
    """The number of the cut whose first attempt was made by just these people, for the same purpose."""
    made: dict[int, set[int]] = defaultdict(set)
    first = rows.filter(purpose=need.purpose, position=need.position, deal=need.deal, attempt=1, void=None)
    for chain, entry in first.values_list("chain", "entry"):
        made[chain].add(entry)
    return next(chain for chain, people in sorted(made.items()) if people == set(dict(need.attempts[0])))


def _drawn(act: Act, need: CutNeed, seed: str) -> Attempt:
    """The program's cut, by people's numbers in the order of coming: a seed repeats it anywhere."""
    people = list(act.evening.entries.filter(void=None).order_by("id").values_list("id", flat=True))
    numbers = {entry: number for number, entry in enumerate(people, start=1)}
    numbered = replace(need, among=tuple(numbers[entry] for entry in need.among))
    return tuple((people[number - 1], card) for number, card in cuts.drawn(numbered, seed))
