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
from tournaments.base.words import (
    Worded,
    describe_discreetly,
    describe_eligible,
    describe_prize_title,
    describe_reason,
    format_metric,
    get_prize_name,
)
from tournaments.core.evening import Facts, Play
from tournaments.core.movement.seating import list_presences
from tournaments.core.ranking.metrics import METRICS, Figure
from tournaments.core.ranking.prize_list import list_enabled_prizes
from tournaments.core.reasons import Reason
from tournaments.core.record import Presence, Stage
from tournaments.core.results.prizes import (
    ANYBODY,
    Belongs,
    PlayedLittle,
    are_roles_undecided,
    drop_roles,
    list_prizes,
)
from tournaments.core.results.prizes import Prize as ListedPrize
from tournaments.core.results.prizes import PrizeAward as Reckoned
from tournaments.core.settings import Settings
from tournaments.evening.selectors.access import Comer
from tournaments.evening.selectors.evening import load_facts
from tournaments.models import Award, EntryRow, Evening, Result, Season
from tournaments.standings.selectors.people import find_belonging, load_groups, load_winners
from tournaments.standings.selectors.standings import (
    compute_reckoning,
    hides_prizes,
    load_gift_awards,
    query_results,
)

OF_SEASONS = "members, of a season"
"""Members as readers of a season: its people are players, not entries of an evening."""
TWO_NAMES, LONG_NAME = 24, 70
"""Lengths in letters."""


class Winner(NamedTuple):
    """A winner of a prize: an entry of the evening, or a player of the season."""

    # ``person``: in a season, below 0 for a person who is no longer on the club's list.

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
        return tuple(map(format_metric, self.figures))


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


def get_prize_titles(settings: Settings, play: Play) -> dict[str, str]:
    """Return the titles of the evening's prizes by key, also of the prize for everybody instead of roles."""
    listed = (*list_prizes(drop_roles(settings), play), *list_prizes(settings, play))
    return {prize.key: describe_prize_title(prize) for prize in listed}


def build_prizes(
    names: Mapping[int, str], awards: Iterable[Reckoned], *, parted: bool = False
) -> tuple[PrizeDisplay, ...]:
    """Return the calculated prizes. ``parted``: their titles do not contain the people they are for."""
    return tuple(
        PrizeDisplay(
            award.prize.key,
            get_prize_name(award.prize) if parted else describe_prize_title(award.prize),
            name_winners(award.winners, names),
            describe_reason(award.why, names),
            tuple(gettext(METRICS[step.metric].title) for step in award.prize.steps),
            tuple(
                Considered(
                    line.who, names[line.who], tuple(line.figures), line.place, line.who in award.winners
                )
                for line in award.ranking
            ),
            tuple(
                ExcludedPlayer(
                    person.who, names[person.who], tuple(person.figures), describe_reason(person.why, names)
                )
                for person in award.out
            ),
            discreet=describe_discreetly(award.why, names),
            role=award.prize.role,
            whom=describe_eligible(award.prize) if parted else "",
        )
        for award in awards
    )


def name_winners(winners: Iterable[int], names: Mapping[int, str]) -> tuple[Winner, ...]:
    """Return the winners under these names."""
    return tuple(Winner(winner, names[winner]) for winner in winners)


def describe_few_deals(names: Mapping[int, str], little: Iterable[PlayedLittle]) -> tuple[str, ...]:
    """Return sentences on winners of an evening's prize who played less than half of the deals."""
    return _describe_few(
        gettext("%(who)s would win “%(prize)s” after %(played)s of %(most)s deals."), names, little
    )


def describe_few_evenings(names: Mapping[int, str], little: Iterable[PlayedLittle]) -> tuple[str, ...]:
    """Return sentences on winners of a season's prize who played less than half of the evenings."""
    return _describe_few(
        gettext("%(who)s would win “%(prize)s” after %(played)s of %(most)s evenings."), names, little
    )


def _describe_few(words: str, names: Mapping[int, str], little: Iterable[PlayedLittle]) -> tuple[str, ...]:
    return tuple(
        words
        % {
            "who": names[person.who],
            "prize": describe_prize_title(person.prize),
            "played": person.played,
            "most": person.most,
        }
        for person in little
    )


@dataclass(frozen=True)
class AnnouncedResult:
    """A written version of the result: its time, its author, and the reason for a later version."""

    version: int
    written_at: datetime
    author: str
    reason: str
    prizes: tuple[PrizeDisplay, ...]


def load_announcements(evening: Evening, facts: Facts) -> tuple[AnnouncedResult, ...]:
    """Return every version of the result, the counting one first, with the written figures and no ranking."""
    names = facts.names
    return tuple(
        AnnouncedResult(
            result.version,
            result.journal.at,
            result.journal.author,
            result.journal.reason,
            tuple(
                build_written_prize(award, get_result_titles(result), names) for award in result.awards.all()
            ),
        )
        for result in query_results(evening, "awards__winners")
    )


def build_written_prize(award: Award, titles: Mapping[str, str], names: Mapping[int, str]) -> PrizeDisplay:
    """Return a prize of a result; ``titles``: the titles of the evening's list, by key."""
    reason = Reason(award.why, award.figures)
    return PrizeDisplay(
        award.prize,
        titles.get(award.prize, gettext(award.title)),
        _build_winners(award.current_winners),
        describe_reason(reason, names),
        revealed=award.revealed_id is not None,
        discreet=describe_discreetly(reason, names),
        removed_winners=_build_winners(award.removed_winners),
    )


def _build_winners(entries: Iterable[EntryRow]) -> tuple[Winner, ...]:
    return tuple(Winner(row.pk, row.name) for row in entries)


def load_gifts(holder: Evening | Season) -> tuple[PrizeDisplay, ...]:
    """Return the prizes that were given by hand and not taken back, in order of time."""
    awards = load_gift_awards(holder)
    if isinstance(holder, Evening):
        return tuple(
            _build_gift(award, _build_winners(award.current_winners), _build_winners(award.removed_winners))
            for award in awards
        )
    winners = load_winners(awards)
    return tuple(
        _build_gift(
            award,
            tuple(
                Winner(winner.player, winner.name)
                for winner in winners.get(award.pk, ())
                if not winner.is_removed
            ),
            tuple(
                Winner(winner.player, winner.name)
                for winner in winners.get(award.pk, ())
                if winner.is_removed
            ),
        )
        for award in awards
    )


def _build_gift(
    award: Award, winners: tuple[Winner, ...], removed_winners: tuple[Winner, ...]
) -> PrizeDisplay:
    """Return a prize given by hand. It is never hidden."""
    reason = describe_reason(Reason(award.why, award.figures), {})
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


def get_result_titles(result: Result) -> dict[str, str]:
    """Return the prize titles by key that were valid when the result was written."""
    return get_prize_titles(result.settings, result.play)


def keeps_secrets(evening: Evening) -> bool:
    """Return whether the last bell has rung and some prizes are still hidden from the hall."""
    if evening.stage == Stage.FINISHED:
        return hides_prizes(evening)
    return evening.stage == Stage.SETTLING


def build_prizes_page(evening: Evening, facts: Facts, *, runs: bool) -> PrizesPage:
    """Return the prizes page at this stage, for members who run the evening (``runs``) or for others.

    The ranking behind an announced prize is computed again.
    """
    if evening.stage == Stage.CALLED_OFF:
        return PrizesPage(())
    reckoned = compute_reckoning(facts)
    now = build_prizes(facts.names, reckoned.awards)
    if evening.stage != Stage.FINISHED:
        prizes_page = PrizesPage(now, little=describe_few_deals(facts.names, reckoned.little) if runs else ())
        return prizes_page.for_others() if evening.stage == Stage.SETTLING and not runs else prizes_page
    current, *earlier = load_announcements(evening, facts)
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


def build_check_in_note(evening: Evening, comers: Collection[Comer]) -> PrizeNote:
    """Return the note for the people present before the draw."""
    if any(prize.group for prize in list_enabled_prizes(evening.settings.prizes)):
        return build_note(load_facts(evening.pk))
    belongs = {person.id: Belongs(person.role) for person in comers}
    return _compose_note(
        evening.settings, evening.play, {person.id: person.name for person in comers}, belongs
    )


def build_note(facts: Facts) -> PrizeNote:
    """Return the note for people who have not left, or for all if people who left can win, too."""
    last = list_presences(facts, (facts.now.number or 1) + 1)
    entries_left = {entry for entry, state in last.items() if state is Presence.LEFT}
    able = {
        entry: name
        for entry, name in facts.names.items()
        if facts.settings.leavers_win or entry not in entries_left
    }
    return _compose_note(facts.settings, facts.play, able, find_belonging(facts, load_groups(facts)))


def _compose_note(
    settings: Settings, play: Play, names: Mapping[int, str], belongs: Mapping[int, Belongs]
) -> PrizeNote:
    roles = [belongs.get(entry, ANYBODY).role for entry in names]
    undecided = are_roles_undecided(settings, play, roles)
    closed_prizes = [
        prize
        for prize in list_prizes(settings, play)
        if (prize.group or (prize.role and not undecided)) and prize.place <= 1
    ]
    return PrizeNote(undecided, tuple(_describe_lines(closed_prizes, names, belongs)) if names else ())


def _describe_lines(
    prizes: Collection[ListedPrize], names: Mapping[int, str], belongs: Mapping[int, Belongs]
) -> Iterator[str]:
    """Yield one sentence for all prizes that the same people can win."""
    titles: dict[tuple[str, ...], list[str]] = {}
    for prize in prizes:
        able = tuple(name for entry, name in names.items() if belongs.get(entry, ANYBODY).may_win(prize))
        titles.setdefault(able, []).append(describe_prize_title(prize))
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
