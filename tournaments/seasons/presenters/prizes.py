"""A season's prizes with reasons and certificates, the cache of counted seasons, and a season's pictures.

The cache keeps a counted season until the season changes, for pages that show one row. Pictures show every
player's place after each evening, by division.
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
from tournaments.base.words import describe_prize_title
from tournaments.core.leagues.moves import find_few_evenings
from tournaments.core.leagues.rules import SeasonStage
from tournaments.core.leagues.standing import rank_season
from tournaments.core.results.prizes import PrizeAward
from tournaments.models import Season
from tournaments.prizes.presenters.prize_lists import Certificate, CertificatePrize, build_certificates
from tournaments.prizes.presenters.prizes import PrizeDisplay, build_prizes, describe_few_evenings, load_gifts
from tournaments.prizes.presenters.won_by import StandingTotals, describe_place_win, describe_win, find_next
from tournaments.results.presenters.pictures import Picture, PictureStyle, draw_season_places
from tournaments.seasons.presenters.rules import shorten_days
from tournaments.seasons.selectors.access import load_season_tag
from tournaments.seasons.selectors.closing import compute_season_awards
from tournaments.seasons.selectors.counting import SeasonCount, count_season


@answers("prizes", "evenings_hidden", "from_", "until", component="SeasonPrizesAnswer")
@dataclass(frozen=True)
class SeasonPrizes:
    """The prizes, the highest first. ``from`` and ``until``: the first and the last day that counts.

    ``evenings_hidden``: some evenings do not count for this reader until their prizes are announced.
    """

    # ``listed_prizes``: prizes in the order of the list. ``gifts``: prizes given by hand. ``little``: players
    # who would win after few evenings, while the season is open.

    listed_prizes: tuple[PrizeDisplay, ...]
    gifts: tuple[PrizeDisplay, ...]
    from_: date | None
    until: date | None
    evenings_hidden: bool
    little: tuple[str, ...] = ()

    @property
    def prizes(self) -> tuple[PrizeDisplay, ...]:
        return (*self.listed_prizes, *self.gifts)

    @property
    def by_key(self) -> Mapping[str, PrizeDisplay]:
        return {prize.key: prize for prize in self.listed_prizes}


def load_season_prizes(season: Season, *, all_known: bool) -> SeasonPrizes:
    """Return the winner of each prize by the evenings that count. ``all_known``: include hidden prizes."""
    return build_season_prizes(season, count_season(season, all_known=all_known))


def build_season_prizes(season: Season, count: SeasonCount) -> SeasonPrizes:
    """Return the prizes of a counted season."""
    awards = compute_season_awards(season, count)
    open_still = season.stage == SeasonStage.OPEN
    little = describe_few_evenings(count.names, find_few_evenings(awards, count.rows)) if open_still else ()
    prizes = build_prizes(count.names, awards)
    first, last = _find_days(count) or (None, None)
    return SeasonPrizes(prizes, load_gifts(season), first, last, _has_hidden_evenings(count), little)


def list_season_certificates(season: Season, *, runs: bool) -> tuple[Certificate, ...]:
    """Return a certificate for each winner. Before the closing only members who run the season get them."""
    if not runs and season.stage != SeasonStage.CLOSED:
        return ()
    count = count_season(season, all_known=runs)
    if _has_hidden_evenings(count):
        return ()
    league, rows = season.league, count.rows
    table = StandingTotals(
        {row.player: row.total for row in rows}, {row.player: row.why for row in rows}, count.rules.lowest
    )
    prizes = [_build_certificate_prize(award, count, table) for award in compute_season_awards(season, count)]
    prizes += [
        CertificatePrize(gift.title, tuple((winner.name, gift.reason) for winner in gift.winners))
        for gift in load_gifts(season)
    ]
    return build_certificates(
        prizes, league.club.name, f"{league.name} · {season.name}", _describe_period(count)
    )


def _build_certificate_prize(
    award: PrizeAward, count: SeasonCount, table: StandingTotals
) -> CertificatePrize:
    """Return a prize with the words for its certificates."""
    names, after = count.names, find_next(award, count.rules.find_best)
    by_place = award.prize.steps[0].metric == "place"
    return CertificatePrize(
        describe_prize_title(award.prize),
        tuple(
            (
                names[player],
                describe_place_win(player, award.winners, names, after, table)
                if by_place
                else describe_win(award.why, award.winners, player, names, after),
            )
            for player in award.winners
        ),
    )


def _has_hidden_evenings(count: SeasonCount) -> bool:
    """Return whether evenings with hidden prizes do not count for the reader yet."""
    return any(evening.secret for evening in count.evenings)


def _find_days(count: SeasonCount) -> tuple[date, date] | None:
    """Return the first and the last day of the evenings that count; None if none counts."""
    days = sorted(evening.held_on for evening in count.evenings if evening.counts)
    return (days[0], days[-1]) if days else None


def _describe_period(count: SeasonCount) -> str:
    days = _find_days(count)
    if days is None:
        return ""
    first, last = (date_format(day, "SHORT_DATE_FORMAT") for day in days)
    return first if first == last else gettext("%(first)s to %(last)s") % {"first": first, "last": last}


# Counting 52 evenings of 1,000 people takes 190 ms of CPU. Showing a row of a kept count takes 15 ms.
MOST_CELLS = 100_000
"""Evenings of people that a process keeps at most: about 7 MB."""

Reader = tuple[int, bool]
"""A season's number, and whether the reader may see prizes that are not yet revealed."""


class SeasonCache:
    """The most recently used counted seasons. The least recently used season is removed first."""

    def __init__(self, most: int) -> None:
        self.most, self._kept, self._lock = most, OrderedDict[Reader, tuple[str, SeasonCount]](), Lock()

    def get(self, season: Season, *, all_known: bool) -> SeasonCount:
        """Return the season without its lines. Read the tag in one query; count again only after a change."""
        reader, tag = (season.pk, all_known), _add_seed(season, load_season_tag(season))
        with self._lock:
            was, count = self._kept.get(reader, ("", None))
            if count is not None and was == tag:
                self._kept.move_to_end(reader)
                return count
        return self._keep(reader, tag, count_season(season, all_known=all_known))

    def count(self, season: Season, tag: str, *, all_known: bool) -> SeasonCount:
        """Count the season again and return it with its lines. Keep it without them.

        ``tag``: the season's tag, read before counting. A change during the count gives another tag.
        """
        count = count_season(season, all_known=all_known)
        self._keep((season.pk, all_known), _add_seed(season, tag), count)
        return count

    def _keep(self, reader: Reader, tag: str, count: SeasonCount) -> SeasonCount:
        light, (season, all_known) = count.drop_lines(), reader
        has_hidden = any(evening.unrevealed for evening in count.evenings)
        with self._lock:
            for reads_all in (all_known,) if has_hidden else (True, False):
                self._kept[season, reads_all] = tag, light
                self._kept.move_to_end((season, reads_all))
            while self.cells > self.most:
                self._kept.popitem(last=False)
        return light

    @property
    def cells(self) -> int:
        """Return the number of evenings of people in the cache."""
        seasons = {id(count): count for _tag, count in self._kept.values()}
        return sum(len(count.rows) * len(count.lines) for count in seasons.values())


def _add_seed(season: Season, tag: str) -> str:
    """Return the tag with the season's seed: after a restore another season can have the same number."""
    return f"{season.seed}.{tag}"


KEPT_SEASONS = SeasonCache(MOST_CELLS)


MOST = 24
"""Evenings in a picture at most: the table is counted again after each evening."""


@dataclass(frozen=True)
class SeasonPictures:
    """A season with the values that its pictures show."""

    season: Season
    count: SeasonCount

    @cached_property
    def names(self) -> Mapping[int, str]:
        """Return the names of all players in the season's table."""
        return {row.player: self.count.names[row.player] for row in self.count.rows}

    @property
    def left_out(self) -> int:
        """Return how many evenings are before the first one in the picture."""
        return max(len(self.count.lines) - MOST, 0)

    def draw_pictures(self, picture_style: PictureStyle) -> tuple[Picture, ...]:
        """Return a picture for each division that has people and evenings."""
        ways, held_on = self._trace_places(), {evening.id: evening.held_on for evening in self.count.evenings}
        evenings = shorten_days([held_on[line.event] for line in self.count.lines[self.left_out :]])
        pictures = []
        for number, (division, title) in enumerate(self._list_titles()):
            rows = self.count.list_rows(division)
            people = [(row.player, self.names[row.player], ways[row.player]) for row in rows]
            pictures.append(draw_season_places(f"division-{number}", title, evenings, people, picture_style))
        return tuple(picture for picture in pictures if picture)

    def _list_titles(self) -> list[tuple[int | None, str]]:
        divisions = self.count.divisions
        rest = gettext("No division") if divisions else gettext("The season’s standings after each evening")
        return [*divisions.items(), (None, rest)]

    def _trace_places(self) -> Mapping[int, Sequence[int | None]]:
        """Return each player's place after each evening in the picture, from their first evening on."""
        count = self.count
        many = len(count.lines) - self.left_out
        ways: dict[int, list[int | None]] = defaultdict(lambda: [None] * many)
        for column in range(many):
            lines = count.lines[: self.left_out + column + 1]
            divisions = tuple(count.divisions)
            for row in rank_season(count.rules, lines, count.people, divisions, self.season.seed):
                if row.played:
                    ways[row.player][column] = row.place
        return ways


def load_pictures(season: Season, *, all_known: bool) -> SeasonPictures:
    """Return the season, in at most six queries. ``all_known``: the reader may see hidden prizes."""
    return SeasonPictures(season, count_season(season, all_known=all_known))
