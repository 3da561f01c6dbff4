"""The prizes with their reasons, as announced or as of now; and notes on prizes that few can win.

Organisers see all prizes. From the last bell on, others see only the revealed prizes until all are revealed.
Notes are shown before prizes are awarded.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext, ngettext

from accounts.answers import CALCULATORS, STRANGERS, answers
from tournaments.base.words import Worded, discreetly, figured, for_whom, prize_called, prize_title, worded
from tournaments.core.evening import Facts, Play
from tournaments.core.movement.seating import presences
from tournaments.core.ranking.metrics import METRICS, Figure
from tournaments.core.ranking.prize_list import given
from tournaments.core.reasons import Reason
from tournaments.core.record import Presence, Stage
from tournaments.core.results.prizes import (
    ANYBODY,
    Belongs,
    PlayedLittle,
    prize_list,
    roles_undecided,
    without_roles,
)
from tournaments.core.results.prizes import Prize as ListedPrize
from tournaments.core.results.prizes import PrizeAward as Reckoned
from tournaments.core.settings import Settings
from tournaments.evening.selectors.access import Comer
from tournaments.evening.selectors.evening import load_facts
from tournaments.models import Award, EntryRow, Evening, Result, Season
from tournaments.standings.selectors.people import belonging, groups_of, winners_by_prize
from tournaments.standings.selectors.standings import given_by_hand, hides_prizes, reckoning, results_of

OF_SEASONS = "members, of a season"
"""Members as readers of a season: its people are players, not entries of an evening."""
TWO_NAMES, LONG_NAME = 24, 70
"""Lengths in letters."""


class Winner(NamedTuple):
    """A winner of a prize: an entry of the evening, or a player of the season."""

    # ``who``: in a season, below 0 for a person who is no longer on the club's list.

    who: int
    name: str

    def __str__(self) -> str:
        return self.name

    @property
    def entry(self) -> int:
        return self.who

    @property
    def player(self) -> int | None:
        return self.who if self.who > 0 else None


@dataclass(frozen=True)
class _Compared:
    """A person for whom the prize is, with a figure for each of its steps."""

    who: int
    name: str
    figures: tuple[Figure | None, ...]

    @property
    def entry(self) -> int:
        return self.who

    @property
    def player(self) -> int | None:
        return self.who if self.who > 0 else None

    @property
    def shown(self) -> tuple[str, ...]:
        """Return the figures as a page shows them."""
        return tuple(map(figured, self.figures))


@answers("place", "name", "figures", "won", "entry", component="EntryConsidered")
@answers("place", "name", "figures", "won", "player", to=OF_SEASONS, component="PlayerConsidered")
@answers("place", "name", "figures", to=CALCULATORS)
@dataclass(frozen=True)
class Considered(_Compared):
    """A person in the ranking for a prize, with a figure for each of its steps."""

    place: int
    won: bool


@answers("name", "figures", "why", "entry", component="EntryExcluded")
@answers("name", "figures", "why", "player", to=OF_SEASONS, component="PlayerExcluded")
@answers("name", "figures", "why", to=CALCULATORS, component="ExcludedPlayer")
@dataclass(frozen=True)
class ExcludedPlayer(_Compared):
    """A person for whom the prize is, and why they cannot win it."""

    why: Worded


OF_A_PRIZE = (
    *("key", "title", "revealed", "visible", "why", "steps", "winners", "removed_winners", "ranking"),
    "out",
)


@answers(*OF_A_PRIZE, component="EveningPrize")
@answers(*OF_A_PRIZE, to=OF_SEASONS, component="SeasonPrize")
@answers(
    *("key", "title", "role", "winners", "why", "steps", "ranking", "out"),
    to=CALCULATORS,
    component="Prize",
    description="A prize; ``ranking`` has everybody who was considered, with a figure for each of "
    "``steps``.\n\n"
    "``out``: the others that the prize is for, and why they cannot win it.",
)
@answers(
    *("title", "whom", "revealed", "winners", "why"),
    to=STRANGERS,
    component="PublicPrize",
    description="A prize, and for whom it is; who won it and why, once it is ``revealed``.",
)
@dataclass(frozen=True)
class PrizeDisplay:
    """A prize; ``ranking``: everybody who was considered, with a figure for each of ``steps``.

    ``out``: other people for whom the prize is, and why they cannot win it. ``removed_winners``: former
    winners who no longer take part. A prize that is not ``visible`` to the reader contains only its title.
    """

    # ``whom``: the people the prize is for, if the title does not say so. ``revealed``: announced in the hall
    # by this ``line`` of the journal. ``discreet``: the reason, without people who have another prize.
    # ``reason``: the typed reason of a prize by hand.

    key: str
    title: str
    winners: tuple[Winner, ...] = ()
    why: Worded | None = None
    steps: tuple[str, ...] = ()
    ranking: tuple[Considered, ...] = ()
    out: tuple[ExcludedPlayer, ...] = ()
    revealed: bool = False
    visible: bool = True
    discreet: Worded | None = None
    reason: str = ""
    removed_winners: tuple[Winner, ...] = ()
    role: str | None = None
    whom: str = ""
    line: int = 0

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(winner.name for winner in self.winners)

    @property
    def listed(self) -> str:
        return ", ".join(self.names)

    @property
    def crowd(self) -> str:
        """Return the size class of the names on the hall's screen; empty for one or two usual names."""
        letters = len(self.listed)
        return "" if letters <= TWO_NAMES else "some" if letters <= LONG_NAME else "many"

    def for_others(self) -> "PrizeDisplay":
        """Return the prize for readers who may see only what the hall has seen."""
        if not self.revealed:
            return PrizeDisplay(self.key, self.title, visible=False)
        return replace(self, why=self.discreet, steps=(), ranking=(), out=())


def titles_of(settings: Settings, play: Play) -> dict[str, str]:
    """Return the titles of the evening's prizes by key, also of the prize for everybody instead of roles."""
    listed = (*prize_list(without_roles(settings), play), *prize_list(settings, play))
    return {prize.key: prize_title(prize) for prize in listed}


def prizes_shown(
    names: Mapping[int, str], awards: Iterable[Reckoned], *, parted: bool = False
) -> tuple[PrizeDisplay, ...]:
    """Return the calculated prizes. ``parted``: their titles do not contain the people they are for."""
    return tuple(
        PrizeDisplay(
            award.prize.key,
            prize_called(award.prize) if parted else prize_title(award.prize),
            winners_named(award.winners, names),
            worded(award.why, names),
            tuple(gettext(METRICS[step.metric].title) for step in award.prize.steps),
            tuple(
                Considered(
                    line.who, names[line.who], tuple(line.figures), line.place, line.who in award.winners
                )
                for line in award.ranking
            ),
            tuple(
                ExcludedPlayer(
                    person.who, names[person.who], tuple(person.figures), worded(person.why, names)
                )
                for person in award.out
            ),
            discreet=discreetly(award.why, names),
            role=award.prize.role,
            whom=for_whom(award.prize) if parted else "",
        )
        for award in awards
    )


def winners_named(winners: Iterable[int], names: Mapping[int, str]) -> tuple[Winner, ...]:
    """Return the winners under these names."""
    return tuple(Winner(winner, names[winner]) for winner in winners)


def of_deals(names: Mapping[int, str], little: Iterable[PlayedLittle]) -> tuple[str, ...]:
    """Return sentences on winners of an evening's prize who played less than half of the deals."""
    return _little_in_words(
        gettext("%(who)s would win “%(prize)s” after %(played)s of %(most)s deals."), names, little
    )


def of_evenings(names: Mapping[int, str], little: Iterable[PlayedLittle]) -> tuple[str, ...]:
    """Return sentences on winners of a season's prize who played less than half of the evenings."""
    return _little_in_words(
        gettext("%(who)s would win “%(prize)s” after %(played)s of %(most)s evenings."), names, little
    )


def _little_in_words(words: str, names: Mapping[int, str], little: Iterable[PlayedLittle]) -> tuple[str, ...]:
    return tuple(
        words
        % {
            "who": names[person.who],
            "prize": prize_title(person.prize),
            "played": person.played,
            "most": person.most,
        }
        for person in little
    )


@dataclass(frozen=True)
class AnnouncedResult:
    """A written version of the result: its time, its author, and the reason for a later version."""

    version: int
    at: datetime
    who: str
    reason: str
    prizes: tuple[PrizeDisplay, ...]


def announced(evening: Evening, facts: Facts) -> tuple[AnnouncedResult, ...]:
    """Return every version of the result, the counting one first, with the written figures and no ranking."""
    names = facts.names
    return tuple(
        AnnouncedResult(
            result.version,
            result.journal.at,
            result.journal.author,
            result.journal.reason,
            tuple(as_written(award, titles_in(result), names) for award in result.awards.all()),
        )
        for result in results_of(evening, "awards__winners")
    )


def as_written(award: Award, titles: Mapping[str, str], names: Mapping[int, str]) -> PrizeDisplay:
    """Return a prize of a result; ``titles``: the titles of the evening's list, by key."""
    reason = Reason(award.why, award.figures)
    return PrizeDisplay(
        award.prize,
        titles.get(award.prize, gettext(award.title)),
        _winners_of(award.current_winners),
        worded(reason, names),
        revealed=award.revealed_id is not None,
        discreet=discreetly(reason, names),
        removed_winners=_winners_of(award.removed_winners),
    )


def _winners_of(entries: Iterable[EntryRow]) -> tuple[Winner, ...]:
    return tuple(Winner(row.pk, row.name) for row in entries)


def gifts_of(holder: Evening | Season) -> tuple[PrizeDisplay, ...]:
    """Return the prizes that were given by hand and not taken back, in order of time."""
    awards = given_by_hand(holder)
    if isinstance(holder, Evening):
        return tuple(
            _gift(award, _winners_of(award.current_winners), _winners_of(award.removed_winners))
            for award in awards
        )
    winners = winners_by_prize(awards)
    return tuple(
        _gift(
            award,
            tuple(
                Winner(winner.player, winner.name)
                for winner in winners.get(award.pk, ())
                if not winner.removed
            ),
            tuple(
                Winner(winner.player, winner.name) for winner in winners.get(award.pk, ()) if winner.removed
            ),
        )
        for award in awards
    )


def _gift(award: Award, winners: tuple[Winner, ...], removed_winners: tuple[Winner, ...]) -> PrizeDisplay:
    """Return a prize given by hand. It is never hidden."""
    reason = worded(Reason(award.why, award.figures), {})
    return PrizeDisplay(
        award.prize,
        award.title,
        winners,
        reason,
        revealed=True,
        discreet=reason,
        reason=award.figures["reason"],
        removed_winners=removed_winners,
    )


@dataclass(frozen=True)
class PrizesPage:
    """The prizes: as announced, or as if the evening ended now.

    ``hidden``: the number of prizes not yet revealed. ``little``: players who would win after few deals.
    """

    prizes: tuple[PrizeDisplay, ...]
    announced: AnnouncedResult | None = None
    earlier: tuple[AnnouncedResult, ...] = ()
    little: tuple[str, ...] = ()

    @property
    def hidden(self) -> int:
        return sum(not prize.revealed for prize in self.prizes)

    @property
    def next(self) -> PrizeDisplay | None:
        """Return the next prize to reveal: the lowest first, so that the highest comes last."""
        return next((prize for prize in reversed(self.prizes) if not prize.revealed), None)

    def for_others(self) -> "PrizesPage":
        """Return the list for readers who may see only what the hall has seen."""
        if not self.hidden:
            return self
        secret = {prize.key for prize in self.prizes if not prize.revealed}
        return PrizesPage(
            tuple(prize.for_others() for prize in self.prizes),
            self.announced,
            tuple(
                replace(
                    version,
                    prizes=tuple(replace(p, why=p.discreet) for p in version.prizes if p.key not in secret),
                )
                for version in self.earlier
            ),
        )


def titles_in(result: Result) -> dict[str, str]:
    """Return the prize titles by key that were valid when the result was written."""
    return titles_of(result.settings, result.play)


def keeps_secrets(evening: Evening) -> bool:
    """Return whether the last bell has rung and some prizes are still hidden from the hall."""
    if evening.stage == Stage.FINISHED:
        return hides_prizes(evening)
    return evening.stage == Stage.SETTLING


def prize_page(evening: Evening, facts: Facts, *, runs: bool) -> PrizesPage:
    """Return the prizes page at this stage, for members who run the evening (``runs``) or for others.

    The ranking behind an announced prize is computed again.
    """
    if evening.stage == Stage.CALLED_OFF:
        return PrizesPage(())
    reckoned = reckoning(facts)
    now = prizes_shown(facts.names, reckoned.awards)
    if evening.stage != Stage.FINISHED:
        prizes_page = PrizesPage(now, little=of_deals(facts.names, reckoned.little) if runs else ())
        return prizes_page.for_others() if evening.stage == Stage.SETTLING and not runs else prizes_page
    current, *earlier = announced(evening, facts)
    needs_cut = facts.chips.needs  # a correction waits for its cut: the ranking differs
    rankings = {} if needs_cut else {prize.key: prize for prize in now}
    prizes_page = PrizesPage(
        tuple(
            replace(prize, steps=ranking.steps, ranking=ranking.ranking, out=ranking.out)
            if (ranking := rankings.get(prize.key))
            else prize
            for prize in current.prizes
        ),
        current,
        tuple(earlier),
    )
    return prizes_page if runs else prizes_page.for_others()


FEW = 4
"""A prize is for few if fewer than one in this many players can win it."""


@dataclass(frozen=True)
class PrizeNote:
    """``undecided``: prizes are for roles, but nobody has a role.

    ``lines``: the few people who can win a prize.
    """

    undecided: bool = False
    lines: tuple[str, ...] = ()


def note_at_check_in(evening: Evening, comers: Collection[Comer]) -> PrizeNote:
    """Return the note for the people present before the draw."""
    if any(prize.group for prize in given(evening.settings.prizes)):
        return note_of(load_facts(evening.pk))
    belongs = {person.id: Belongs(person.role) for person in comers}
    return _note(evening.settings, evening.play, {person.id: person.name for person in comers}, belongs)


def note_of(facts: Facts) -> PrizeNote:
    """Return the note for people who have not left, or for all if people who left can win, too."""
    last = presences(facts, (facts.now.number or 1) + 1)
    entries_left = {entry for entry, state in last.items() if state is Presence.LEFT}
    able = {
        entry: name
        for entry, name in facts.names.items()
        if facts.settings.leavers_win or entry not in entries_left
    }
    return _note(facts.settings, facts.play, able, belonging(facts, groups_of(facts)))


def _note(
    settings: Settings, play: Play, names: Mapping[int, str], belongs: Mapping[int, Belongs]
) -> PrizeNote:
    roles = [belongs.get(entry, ANYBODY).role for entry in names]
    undecided = roles_undecided(settings, play, roles)
    closed_prizes = [
        prize
        for prize in prize_list(settings, play)
        if (prize.group or (prize.role and not undecided)) and prize.place <= 1
    ]
    return PrizeNote(undecided, tuple(_lines(closed_prizes, names, belongs)) if names else ())


def _lines(
    prizes: Collection[ListedPrize], names: Mapping[int, str], belongs: Mapping[int, Belongs]
) -> Iterator[str]:
    """Yield one sentence for all prizes that the same people can win."""
    titles: dict[tuple[str, ...], list[str]] = {}
    for prize in prizes:
        able = tuple(name for entry, name in names.items() if belongs.get(entry, ANYBODY).to(prize))
        titles.setdefault(able, []).append(prize_title(prize))
    for able, titles_won in titles.items():
        figures = {"names": ", ".join(able), "prizes": ", ".join(titles_won)}
        if not able:
            yield gettext("Nobody can win: %(prizes)s.") % figures
        elif FEW * len(able) < len(names):
            yield (
                ngettext(
                    "Only %(names)s can win: %(prizes)s.",
                    "Only these players can win %(prizes)s: %(names)s.",
                    len(able),
                )
                % figures
            )
