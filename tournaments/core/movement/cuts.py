"""Cutting the pack, and picking one person of several: by counters, and among equals by a cut.

The person with the highest card is picked. Only the rank counts, and the ace is low. People with equal
highest cards cut again, each time from a full pack (docs/rules.md#cuts). Cuts that decide nothing are
refused.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from games.rules.cards import ACE, PACK, RANK_OF, SUITS, parse_card, refuse_repeats
from tournaments.core.chance import order_by_lot
from tournaments.core.movement.seating import SeatedPlayer
from tournaments.core.reasons import Reason
from tournaments.core.record import Cut, Purpose

NONE_NEEDED = _("No cut is needed here.")

Attempt = tuple[tuple[int, str], ...]
Figure = int | str | tuple[int, ...]
NO_SUIT = "WXYZ"
"""Letters in place of a suit that nobody noted: the first king of a cut is KW, the second KX."""


FOUR_OF_A_RANK = _("A pack has only four cards of each rank. Check the cards.")


@dataclass(frozen=True)
class CutNeed:
    """A cut that ``among`` must make now, after ``attempts`` in which their cards were equal.

    ``code``: the purpose of the cut. ``whom``: the broke player of an exchange. ``chain``: the number of
    the recorded cut that this attempt continues.
    """

    purpose: Purpose
    table: int
    among: tuple[int, ...]
    deal: int = 0
    attempts: tuple[Attempt, ...] = ()
    code: str = field(default="", compare=False)
    whom: int = field(default=0, compare=False)
    chain: int = field(default=0, compare=False)

    def explain(self, round: int) -> Reason:
        """Return who cuts in the round, for what, and what the highest card does."""
        figures: dict[str, Figure] = {
            "others": self.among,
            "table": self.table,
            "round": round,
            "deal": self.deal,
        }
        figures |= {"whom": self.whom} if self.whom else {}
        if self.purpose is Purpose.CHIP:
            return Reason("cut_chip_later" if self.deal > 1 else "cut_chip", figures)
        return Reason(self.code or "cut_place", figures)


def settle(
    purpose: Purpose, table: int, among: Collection[int], deal: int, recorded: Iterable[Cut]
) -> int | CutNeed:
    """Return who cut highest of ``among`` in the recorded cut, or the cut that is still needed."""
    attempts, equal, chain = walk(purpose, table, among, deal, recorded)
    return equal[0] if len(equal) == 1 else CutNeed(purpose, table, equal, deal, attempts, chain=chain)


def walk(
    purpose: Purpose, table: int, among: Collection[int], deal: int, recorded: Iterable[Cut]
) -> tuple[tuple[Attempt, ...], tuple[int, ...], int]:
    """Return the attempts of these people for the purpose, people who are still equal, the cut's number."""
    equal, made = frozenset(among), list[Attempt]()
    key = (purpose, table, deal, equal)
    cuts = (cut for cut in recorded if cut.attempts)
    found = next((cut for cut in cuts if (cut.purpose, cut.table, cut.deal, cut.among) == key), None)
    for attempt in found.attempts if found else ():
        if len(equal) == 1 or {entry for entry, _card in attempt} != equal:
            break
        made.append(tuple(sorted(attempt)))
        equal = frozenset(find_highest_people(attempt))
    return tuple(made), tuple(sorted(equal)), found.chain if found else 0


def order_by_cut(
    purpose: Purpose, table: int, among: Collection[int], recorded: Sequence[Cut]
) -> tuple[tuple[int, ...], CutNeed | None]:
    """Return these people by their cards, the highest first, and the next cut needed for the order.

    People with equal cards, high or low, cut again among themselves. Until then they stay in the given
    order.
    """
    if len(among) < 2:
        return tuple(among), None
    attempts, highest, chain = walk(purpose, table, among, 0, recorded)
    if len(highest) > 1:
        return tuple(among), CutNeed(purpose, table, highest, 0, attempts, chain=chain)
    cut: dict[int, tuple[int, ...]] = dict.fromkeys(among, ())
    for entry, card in (one for attempt in attempts for one in attempt):
        cut[entry] += (_find_height(card),)
    order, need = list[int](), None
    for height in sorted(set(cut.values()), reverse=True):
        equal = [entry for entry in among if cut[entry] == height]
        in_order, missing = order_by_cut(purpose, table, equal, recorded)
        order += in_order
        need = need or missing
    return tuple(order), need


def find_highest_people(attempt: Iterable[tuple[int, str]]) -> tuple[int, ...]:
    """Return people with the highest card. One person is the result; several cut again."""
    heights = {entry: _find_height(card) for entry, card in attempt}
    return tuple(sorted(entry for entry, high in heights.items() if high == max(heights.values())))


def _find_height(card: str) -> int:
    """Return how high a card is in a cut: by rank alone, with the ace low in every game."""
    rank = RANK_OF[card[0]]
    return 1 if rank == ACE else rank


def check_attempt(need: CutNeed, cards: Mapping[int, str]) -> Attempt:
    """Return the attempt in capitals, ready to be recorded. RuleError at ``cards`` if it is impossible.

    Everybody who is still equal cuts, and nobody else. One full pack has each card once. A rank without a
    suit is enough.
    """
    for entry in need.among:
        if entry not in cards:
            raise RuleError("cards", _("%(who)s must cut too. Enter their card."), who=entry)
    for entry in cards:
        if entry not in need.among:
            raise RuleError(
                "cards", _("%(who)s does not cut here. Enter the cards of the players who cut."), who=entry
            )
    return tuple(zip(sorted(cards), _normalise_cards(cards[e] for e in sorted(cards)), strict=True))


def _normalise_cards(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the cards in capitals, all different, even if only their ranks were noted."""
    cards, bare_ranks = list[str](), Counter[str]()
    for text in texts:
        rank = text.strip().upper()
        if rank not in RANK_OF:
            cards.append(str(parse_card(text)))
            continue
        if bare_ranks[rank] == len(SUITS):
            raise RuleError("cards", FOUR_OF_A_RANK)
        cards.append(rank + NO_SUIT[bare_ranks[rank]])
        bare_ranks[rank] += 1
    refuse_repeats(cards)
    if any(many > len(SUITS) for many in Counter(card[0] for card in cards).values()):
        raise RuleError("cards", FOUR_OF_A_RANK)
    return tuple(cards)


def draw_cut(need: CutNeed, seed: str) -> Attempt:
    """Return the program's cut: the pack in the order drawn by the seed, one card each, lowest id first.

    The lots' seed is ``seed/purpose/table/deal/attempt/ids`` (``hall/up/3/0/1/12-14``). So one seed is
    enough for a whole bell, and no cut predicts another.
    """
    attempt, entries = len(need.attempts) + 1, sorted(need.among)
    ids = "-".join(map(str, entries))
    lots = f"{seed}/{need.purpose}/{need.table}/{need.deal}/{attempt}/{ids}"
    return tuple(zip(entries, order_by_lot(map(str, PACK), lots), strict=False))


@dataclass(frozen=True)
class Rule:
    """A sentence of the rules that picks one of several people, and the codes of its reasons.

    ``by`` is ``max`` for most counters, ``min`` for fewest, None if only a cut decides. ``due``: the code
    of a cut that is still to be made.
    """

    purpose: Purpose
    by: Callable[[Iterable[int]], int] | None
    only: str
    count_code: str
    cut: str
    due_code: str


@dataclass(frozen=True)
class Choice:
    """People of whom ``rule`` picks one. ``figures`` are for the reason."""

    rule: Rule
    table: int
    among: tuple[SeatedPlayer, ...]
    figures: Mapping[str, Figure]


@dataclass(frozen=True)
class Pick:
    """The result of a choice: ``entry`` and ``why``, or what is still missing."""

    choice: Choice
    entry: int | None = None
    why: Reason | None = None
    attempts: tuple[Attempt, ...] = ()
    need: CutNeed | None = None
    uncounted: tuple[int, ...] = ()

    def explain_passed_over(self, player: SeatedPlayer) -> Reason | None:
        """Return why ``player`` was not picked, or not yet; None if the choice has no reason for this."""
        if self.need is not None and player.entry in self.need.among:
            return Reason("must_cut", {"others": self.need.among})
        if self.attempts and player.entry in dict(self.attempts[0]):
            return Reason("cut_lower", list_cards(self.attempts, player.entry))
        if self.uncounted and player in self.choice.among:
            return Reason("must_count", {"others": self.uncounted})
        return None


def pick(choice: Choice, cuts: Iterable[Cut]) -> Pick:
    """Pick one person: the only one, else by counters if the rule uses them, else by the cut."""
    rule, equal, figures = choice.rule, choice.among, dict(choice.figures)
    if len(equal) == 1:
        return Pick(choice, equal[0].entry, Reason(rule.only, figures))
    if rule.by is not None:
        if uncounted := tuple(sorted(p.entry for p in equal if p.counters is None)):
            return Pick(choice, uncounted=uncounted)
        best = rule.by(p.counters for p in equal if p.counters is not None)
        figures["counters"] = best
        equal = tuple(p for p in equal if p.counters == best)
        if len(equal) == 1:
            return Pick(choice, equal[0].entry, Reason(rule.count_code, figures))
    among = {player.entry for player in equal}
    attempts, highest, chain = walk(rule.purpose, choice.table, among, 0, cuts)
    if len(highest) > 1:
        need = CutNeed(rule.purpose, choice.table, highest, 0, attempts, rule.due_code, chain=chain)
        whom = choice.figures.get("whom")
        need = replace(need, whom=whom) if isinstance(whom, int) else need
        return Pick(choice, attempts=attempts, need=need)
    figures |= list_cards(attempts, highest[0])
    return Pick(choice, highest[0], Reason(rule.cut, figures), attempts)


def list_cards(attempts: Sequence[Attempt], entry: int) -> dict[str, Figure]:
    """Return who cut, their cards ("KD 4S", a slash between attempts), and ``entry``'s last card."""
    mine = [card for attempt in attempts for person, card in attempt if person == entry]
    return {
        "others": tuple(person for person, _card in attempts[0]),
        "cards": " / ".join(" ".join(card for _who, card in attempt) for attempt in attempts),
        "card": mine[-1],
    }


Needs = Callable[[Sequence[Cut]], Iterable[object]]
"""Return what a bell still needs, given the cuts that were made."""


def refuse_idle(cuts: Sequence[Cut], needs: Needs) -> None:
    """Refuse the first attempt that was not needed. RuleError at ``cuts.<index>.attempts.<attempt>``."""
    for index, cut in enumerate(cuts):
        if _is_idle(cut, [*cuts[:index], *cuts[index + 1 :]], needs):
            raise RuleError(f"cuts.{index}.attempts.0", NONE_NEEDED)
        equal = frozenset(cut.among)
        for number, attempt in enumerate(cut.attempts):
            if len(equal) == 1 or {entry for entry, _card in attempt} != equal:
                raise RuleError(
                    f"cuts.{index}.attempts.{number}", _("Only players with equal cards cut again.")
                )
            equal = frozenset(find_highest_people(attempt))


def find_idle(cuts: Sequence[Cut], needs: Needs) -> list[Cut]:
    """Return the cuts that decide nothing, and the further cuts of those who were equal in them."""
    standing, idle = list(cuts), list[Cut]()
    while found := [cut for cut in standing if _is_idle(cut, [c for c in standing if c is not cut], needs)]:
        idle.append(found[0])
        standing.remove(found[0])
    return idle


def _is_idle(cut: Cut, others: Sequence[Cut], needs: Needs) -> bool:
    return not any(_is_cut_for(need, cut) for need in needs(others))


def _is_cut_for(need: object, cut: Cut) -> bool:
    if not isinstance(need, CutNeed) or need.attempts:
        return False
    return (need.purpose, need.table, frozenset(need.among)) == (cut.purpose, cut.table, cut.among)
