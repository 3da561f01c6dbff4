"""The prizes with their reasons: as they would be if it ended now, and as they were announced.

Who runs the evening sees all of them. From the last bell on others see those that were revealed to the
hall, and once all were, everything.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext

from tournaments.base.words import discreetly, figured, prize_title, worded
from tournaments.core.evening import Facts, Play
from tournaments.core.ranking.metrics import METRICS, Figure
from tournaments.core.reasons import Reason
from tournaments.core.record import Stage
from tournaments.core.results.may_win import PlayedLittle
from tournaments.core.results.prizes import Award as Reckoned
from tournaments.core.results.prizes import prize_list, without_roles
from tournaments.core.settings import Settings
from tournaments.models import Award, EntryRow, Evening, Result, Season
from tournaments.standings.selectors.results import reckoning
from tournaments.standings.selectors.season_winners import winners_by_prize
from tournaments.standings.selectors.written import given_by_hand, hides_prizes, results_of


@dataclass(frozen=True)
class Considered:
    """Somebody in the ranking for a prize; ``values``: the figures as numbers."""

    place: int
    who: int
    name: str
    figures: tuple[str, ...]
    values: tuple[Figure | None, ...]
    won: bool


@dataclass(frozen=True)
class Excluded:
    """Somebody such as the prize is for who cannot win it, and why."""

    who: int
    name: str
    figures: tuple[str, ...]
    values: tuple[Figure | None, ...]
    why: str


@dataclass(frozen=True)
class PrizeShown:
    """A prize with its winners and why; ``who`` are their numbers; ``ranking`` by the ``steps``, in words.

    ``out``: the others that it is for. ``told``: the reader may know who won it. ``revealed``: the hall
    knows. ``discreet`` is why, without those who have another prize; ``reason`` is what was typed for a prize
    by hand. ``removed``: former winners whose entry was removed, by number and name.
    """

    key: str
    title: str
    who: tuple[int, ...]
    winners: tuple[str, ...]
    why: str
    steps: tuple[str, ...] = ()
    ranking: tuple[Considered, ...] = ()
    out: tuple[Excluded, ...] = ()
    revealed: bool = False
    told: bool = True
    discreet: str = ""
    reason: str = ""
    removed: tuple[tuple[int, str], ...] = ()

    @property
    def removed_names(self) -> tuple[str, ...]:
        return tuple(name for _who, name in self.removed)

    def for_others(self) -> "PrizeShown":
        """The prize for those who may know no more than the hall: nothing that tells of a hidden one."""
        if not self.revealed:
            return PrizeShown(self.key, self.title, (), (), "", told=False)
        return replace(self, why=self.discreet, steps=(), ranking=(), out=())


def titles_of(settings: Settings, play: Play) -> dict[str, str]:
    """Return the titles of the evening's prizes by key, and of one for everybody in place of roles."""
    listed = (*prize_list(without_roles(settings), play), *prize_list(settings, play))
    return {prize.key: prize_title(prize) for prize in listed}


def prizes_shown(names: Mapping[int, str], awards: Iterable[Reckoned]) -> tuple[PrizeShown, ...]:
    """Prizes as they are reckoned."""
    return tuple(
        PrizeShown(
            award.prize.key,
            prize_title(award.prize),
            tuple(award.winners),
            tuple(names[entry] for entry in award.winners),
            worded(award.why, names),
            tuple(gettext(METRICS[step.metric].title) for step in award.prize.steps),
            tuple(
                Considered(
                    line.place,
                    line.who,
                    names[line.who],
                    tuple(map(figured, line.figures)),
                    tuple(line.figures),
                    line.who in award.winners,
                )
                for line in award.ranking
            ),
            tuple(
                Excluded(
                    one.who,
                    names[one.who],
                    tuple(map(figured, one.figures)),
                    tuple(one.figures),
                    worded(one.why, names),
                )
                for one in award.out
            ),
            discreet=discreetly(award.why, names),
        )
        for award in awards
    )


def of_deals(names: Mapping[int, str], little: Iterable[PlayedLittle]) -> tuple[str, ...]:
    """Who would win a prize of an evening after less than half of the deals."""
    return _told(gettext("%(who)s would win “%(prize)s” after %(played)s of %(most)s deals."), names, little)


def of_evenings(names: Mapping[int, str], little: Iterable[PlayedLittle]) -> tuple[str, ...]:
    """Who would win a prize of a season after less than half of the evenings."""
    return _told(
        gettext("%(who)s would win “%(prize)s” after %(played)s of %(most)s evenings."), names, little
    )


def _told(words: str, names: Mapping[int, str], little: Iterable[PlayedLittle]) -> tuple[str, ...]:
    return tuple(
        words
        % {
            "who": names[one.who],
            "prize": prize_title(one.prize),
            "played": one.played,
            "most": one.most,
        }
        for one in little
    )


@dataclass(frozen=True)
class Announced:
    """A version of the result as it was written: when, by whom, and why it was written again."""

    version: int
    at: datetime
    who: str
    reason: str
    prizes: tuple[PrizeShown, ...]


def announced(evening: Evening, facts: Facts) -> tuple[Announced, ...]:
    """Every version of the result, the one that counts first; no ranking but the figures as written."""
    names = facts.names
    return tuple(
        Announced(
            result.version,
            result.journal.at,
            result.journal.author,
            result.journal.reason,
            tuple(as_written(award, titles_in(result), names) for award in result.awards.all()),
        )
        for result in results_of(evening, "awards__winners")
    )


def as_written(award: Award, titles: Mapping[str, str], names: Mapping[int, str]) -> PrizeShown:
    """A prize of a result; ``titles`` are those of the evening's list, by key."""
    rows = award.current_winners
    title, why = titles.get(award.prize, gettext(award.title)), Reason(award.why, award.figures)
    return PrizeShown(
        award.prize,
        title,
        tuple(row.pk for row in rows),
        tuple(row.name for row in rows),
        worded(why, names),
        revealed=award.revealed_id is not None,
        discreet=discreetly(why, names),
        removed=_removed(award),
    )


def _removed(award: Award) -> tuple[tuple[int, str], ...]:
    return _named(award.removed_winners)


def _named(entries: Iterable[EntryRow]) -> tuple[tuple[int, str], ...]:
    return tuple((row.pk, row.name) for row in entries)


def gifts_of(holder: Evening | Season) -> tuple[PrizeShown, ...]:
    """The prizes that were given by hand and not taken back, in order of time."""
    awards = given_by_hand(holder)
    if isinstance(holder, Evening):
        return tuple(_given(award, _named(award.current_winners), _removed(award)) for award in awards)
    found = winners_by_prize(awards)
    return tuple(
        _given(
            award,
            [(one.player, one.name) for one in found.get(award.pk, ()) if not one.removed],
            [(one.player, one.name) for one in found.get(award.pk, ()) if one.removed],
        )
        for award in awards
    )


def _given(
    award: Award, winners: Sequence[tuple[int, str]], removed: Sequence[tuple[int, str]]
) -> PrizeShown:
    """A prize by hand: nobody needs to be kept from knowing it."""
    why = worded(Reason(award.why, award.figures), {})
    return PrizeShown(
        award.prize,
        award.title,
        tuple(who for who, _name in winners),
        tuple(name for _who, name in winners),
        why,
        revealed=True,
        discreet=why,
        reason=award.figures["reason"],
        removed=tuple(removed),
    )


@dataclass(frozen=True)
class PrizeList:
    """The prizes: announced as they were written, or as they would be if it ended now.

    ``hidden``: how many the hall does not know yet. ``little``: who would win after few deals.
    """

    prizes: tuple[PrizeShown, ...]
    announced: Announced | None = None
    earlier: tuple[Announced, ...] = ()
    little: tuple[str, ...] = ()

    @property
    def hidden(self) -> int:
        return sum(not prize.revealed for prize in self.prizes)

    @property
    def next(self) -> PrizeShown | None:
        """The prize to be revealed next: the lowest first, so that the highest comes last."""
        return next((prize for prize in reversed(self.prizes) if not prize.revealed), None)

    def for_others(self) -> "PrizeList":
        """The list for those who may know no more than the hall."""
        if not self.hidden:
            return self
        secret = {prize.key for prize in self.prizes if not prize.revealed}
        return PrizeList(
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
    """The titles of the prizes by which the result was written, by key."""
    return titles_of(result.settings, result.play)


def keeps_secrets(evening: Evening) -> bool:
    """Whether the hall does not know yet how the evening ended: the last bell has rung, prizes are hidden."""
    if evening.stage == Stage.FINISHED:
        return hides_prizes(evening)
    return evening.stage == Stage.SETTLING


def prize_page(evening: Evening, facts: Facts, *, runs: bool) -> PrizeList:
    """What the prizes page shows at this stage to who ``runs`` the evening, or to others.

    The ranking behind an announced prize is computed again.
    """
    if evening.stage == Stage.CALLED_OFF:
        return PrizeList(())
    reckoned = reckoning(facts)
    now = prizes_shown(facts.names, reckoned.awards)
    if evening.stage != Stage.FINISHED:
        shown = PrizeList(now, little=of_deals(facts.names, reckoned.little) if runs else ())
        return shown.for_others() if evening.stage == Stage.SETTLING and not runs else shown
    current, *earlier = announced(evening, facts)
    waiting = facts.chips.needs  # a corrected result that waits for its cut: what is ranked now is not it
    rankings = {} if waiting else {prize.key: prize for prize in now}
    shown = PrizeList(
        tuple(
            replace(prize, steps=ranked.steps, ranking=ranked.ranking, out=ranked.out)
            if (ranked := rankings.get(prize.key))
            else prize
            for prize in current.prizes
        ),
        current,
        tuple(earlier),
    )
    return shown if runs else shown.for_others()
