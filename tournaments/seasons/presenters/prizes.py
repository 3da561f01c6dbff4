"""A season's prizes with reasons and certificates, the cache of counted seasons, and a season's pictures.

The cache keeps a counted season until something of it changes, for pages that show one row. Pictures show
everybody's place after each evening, by division.
"""

from collections import OrderedDict, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from threading import Lock

from django.utils.formats import date_format
from django.utils.translation import gettext

from accounts.answers import answers
from tournaments.base.words import prize_title
from tournaments.core.leagues.moves import few_evenings
from tournaments.core.leagues.rules import SeasonStage
from tournaments.core.leagues.standing import season_standing
from tournaments.core.results.prizes import PrizeAward
from tournaments.models import Season
from tournaments.prizes.presenters.prize_lists import Certificate, Won, certificates_of
from tournaments.prizes.presenters.prizes import Prize, gifts_of, of_evenings, prizes_shown
from tournaments.prizes.presenters.won_by import Table, next_after, won_by, won_by_place
from tournaments.results.presenters.pictures import Picture, Shown, season_picture
from tournaments.seasons.presenters.rules import short_days
from tournaments.seasons.selectors.access import season_tag
from tournaments.seasons.selectors.closing import awards_of
from tournaments.seasons.selectors.counting import Counted, count_season


@answers("prizes", "evenings_hidden", "from_", "until", component="SeasonPrizesAnswer")
@dataclass(frozen=True)
class SeasonPrizes:
    """The prizes, the highest first. ``from`` and ``until``: the first and the last day that counts.

    ``evenings_hidden``: some do not count for the reader until their prizes are announced.
    """

    # ``listed``: in the order of their list; ``gifts``: by hand. ``little``: who would win after few
    # evenings, while the season is open.

    listed: tuple[Prize, ...]
    gifts: tuple[Prize, ...]
    from_: date | None
    until: date | None
    evenings_hidden: bool
    little: tuple[str, ...] = ()

    @property
    def prizes(self) -> tuple[Prize, ...]:
        return (*self.listed, *self.gifts)

    @property
    def by_key(self) -> Mapping[str, Prize]:
        return {prize.key: prize for prize in self.listed}


def season_prizes(season: Season, *, all_known: bool) -> SeasonPrizes:
    """Return who wins what by the evenings that count. ``all_known``: those with hidden prizes, too."""
    return prizes_of(season, count_season(season, all_known=all_known))


def prizes_of(season: Season, counted: Counted) -> SeasonPrizes:
    """Return the prizes of a season that is counted."""
    awards = awards_of(season, counted)
    open_still = season.stage == SeasonStage.OPEN
    little = of_evenings(counted.names, few_evenings(awards, counted.rows)) if open_still else ()
    prizes = prizes_shown(counted.names, awards)
    first, last = _days(counted) or (None, None)
    return SeasonPrizes(prizes, gifts_of(season), first, last, _waits(counted), little)


def season_certificates(season: Season, *, runs: bool) -> tuple[Certificate, ...]:
    """Return a certificate for each winner; before the season is closed only for those who run it."""
    if not runs and season.stage != SeasonStage.CLOSED:
        return ()
    counted = count_season(season, all_known=runs)
    if _waits(counted):
        return ()
    league, rows = season.league, counted.rows
    table = Table(
        {row.player: row.total for row in rows}, {row.player: row.why for row in rows}, counted.rules.lowest
    )
    won = [_won(made, counted, table) for made in awards_of(season, counted)]
    won += [
        Won(gift.title, tuple((one.name, gift.reason) for one in gift.winners)) for gift in gifts_of(season)
    ]
    return certificates_of(won, league.club.name, f"{league.name} · {season.name}", _when(counted))


def _won(made: PrizeAward, counted: Counted, table: Table) -> Won:
    """Return a prize with the words for its certificates."""
    names, after = counted.names, next_after(made, counted.rules.good)
    by_place = made.prize.steps[0].metric == "place"
    return Won(
        prize_title(made.prize),
        tuple(
            (
                names[who],
                won_by_place(who, made.winners, names, after, table)
                if by_place
                else won_by(made.why, made.winners, who, names, after),
            )
            for who in made.winners
        ),
    )


def _waits(counted: Counted) -> bool:
    """Return whether the reader has to wait for evenings whose prizes are hidden."""
    return any(evening.secret for evening in counted.evenings)


def _days(counted: Counted) -> tuple[date, date] | None:
    """Return the first and the last day of the evenings that count; None if none counts."""
    days = sorted(evening.held_on for evening in counted.evenings if evening.counts)
    return (days[0], days[-1]) if days else None


def _when(counted: Counted) -> str:
    days = _days(counted)
    if days is None:
        return ""
    first, last = (date_format(day, "SHORT_DATE_FORMAT") for day in days)
    return first if first == last else gettext("%(first)s to %(last)s") % {"first": first, "last": last}


# Counting 52 evenings of 1,000 people takes 190 ms of CPU; showing a row that is counted takes 15 ms.
MOST_CELLS = 100_000
"""So many evenings of people are kept in a process at most, in about 7 MB."""

Reader = tuple[int, bool]
"""A season, and whether who reads it may know of prizes not revealed."""


class KeptSeasons:
    """The seasons that were counted last; those of longest ago are forgotten first."""

    def __init__(self, most: int) -> None:
        self.most, self._kept, self._lock = most, OrderedDict[Reader, tuple[str, Counted]](), Lock()

    def get(self, season: Season, *, all_known: bool) -> Counted:
        """Return the season without its lines: read in one query if nothing has changed, else counted."""
        reader, tag = (season.pk, all_known), _tag(season, season_tag(season))
        with self._lock:
            was, counted = self._kept.get(reader, ("", None))
            if counted is not None and was == tag:
                self._kept.move_to_end(reader)
                return counted
        return self._keep(reader, tag, count_season(season, all_known=all_known))

    def count(self, season: Season, tag: str, *, all_known: bool) -> Counted:
        """Count the season anew and return it with its lines; it is kept without them.

        ``tag``: the season's, read before: what changes while it is counted has another one.
        """
        counted = count_season(season, all_known=all_known)
        self._keep((season.pk, all_known), _tag(season, tag), counted)
        return counted

    def _keep(self, reader: Reader, tag: str, counted: Counted) -> Counted:
        light, (season, all_known) = counted.without_lines(), reader
        hidden = any(evening.unrevealed for evening in counted.evenings)
        with self._lock:
            for known in (all_known,) if hidden else (True, False):
                self._kept[season, known] = tag, light
                self._kept.move_to_end((season, known))
            while self.cells > self.most:
                self._kept.popitem(last=False)
        return light

    @property
    def cells(self) -> int:
        """Return how many evenings of people are kept."""
        seasons = {id(counted): counted for _tag, counted in self._kept.values()}
        return sum(len(counted.rows) * len(counted.lines) for counted in seasons.values())


def _tag(season: Season, tag: str) -> str:
    """Return the tag with the season's seed: after a restore another season can have its number."""
    return f"{season.seed}.{tag}"


KEPT = KeptSeasons(MOST_CELLS)


MOST = 24
"""So many evenings are drawn: the table is counted anew after each of them."""


@dataclass(frozen=True)
class Drawn:
    """A season as it is drawn."""

    season: Season
    counted: Counted

    @cached_property
    def names(self) -> Mapping[int, str]:
        """Return the names of everybody in the season's table."""
        return {row.player: self.counted.names[row.player] for row in self.counted.rows}

    @property
    def left_out(self) -> int:
        """Return how many evenings there were before the first that is drawn."""
        return max(len(self.counted.lines) - MOST, 0)

    def pictures(self, shown: Shown) -> tuple[Picture, ...]:
        """Return a picture for each division that has people and evenings."""
        ways, held_on = self._ways(), {one.id: one.held_on for one in self.counted.evenings}
        evenings = short_days([held_on[line.event] for line in self.counted.lines[self.left_out :]])
        found = []
        for number, (division, title) in enumerate(self._titles()):
            rows = self.counted.rows_of(division)
            people = [(row.player, self.names[row.player], ways[row.player]) for row in rows]
            found.append(season_picture(f"division-{number}", title, evenings, people, shown))
        return tuple(picture for picture in found if picture)

    def _titles(self) -> list[tuple[int | None, str]]:
        divisions = self.counted.divisions
        rest = gettext("No division") if divisions else gettext("The season’s standings after each evening")
        return [*divisions.items(), (None, rest)]

    def _ways(self) -> Mapping[int, Sequence[int | None]]:
        """Return everybody's place after each evening that is drawn, from the first that they played."""
        counted = self.counted
        many = len(counted.lines) - self.left_out
        ways: dict[int, list[int | None]] = defaultdict(lambda: [None] * many)
        for column in range(many):
            known = counted.lines[: self.left_out + column + 1]
            divisions = tuple(counted.divisions)
            for row in season_standing(counted.rules, known, counted.people, divisions, self.season.seed):
                if row.played:
                    ways[row.player][column] = row.place
        return ways


def season_drawn(season: Season, *, all_known: bool) -> Drawn:
    """Return the season, in at most six queries. ``all_known``: the reader may know of hidden prizes."""
    return Drawn(season, count_season(season, all_known=all_known))
