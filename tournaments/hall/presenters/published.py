"""Evenings, results and seasons for readers without an account, with the names that the club has chosen.

They are shown in the hall, on phones there, or on published pages. A result has only the revealed part of its
newest version.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext

from accounts.answers import STRANGERS, answers
from accounts.names import name_key
from tournaments.base.pictures.own import Floor
from tournaments.base.words import Worded, discreetly, for_whom, prize_called, worded
from tournaments.console.presenters import view_of
from tournaments.core.evening import Facts
from tournaments.core.formats.preview import Preview
from tournaments.core.leagues.rules import SeasonStage
from tournaments.core.reasons import Reason
from tournaments.core.record import Stage
from tournaments.core.results import prizes
from tournaments.evening.presenters.evening_view import EveningView, KeptViews
from tournaments.evening.presenters.table import Table
from tournaments.evening.selectors.access import public_names_of
from tournaments.evening.selectors.evening import cached_answer, newest_line
from tournaments.hall.presenters.tables import Fitted
from tournaments.models import Award, Evening, Result, Season
from tournaments.prizes.presenters.prizes import PrizeDisplay, gifts_of, prizes_shown, winners_named
from tournaments.results.presenters.pictures import floor_of
from tournaments.seasons.presenters.table import DivisionTable, SeasonTable, table_of
from tournaments.seasons.selectors.access import players_called, public_addresses
from tournaments.seasons.selectors.closing import awards_of
from tournaments.seasons.selectors.counting import EveningOf, SeasonCount, count_season
from tournaments.standings.selectors.standings import all_given, newest_result, settled_in


@answers(
    "place",
    "name",
    "net",
    "yellow_chips",
    "score",
    "hands",
    to=STRANGERS,
    component="PublicLine",
    description="",
)
@dataclass(frozen=True)
class PublicLine:
    place: int
    entry: int
    name: str
    net: int | None
    yellow_chips: int
    score: int | None = None
    hands: int | None = None
    fitted: Fitted | None = None


@dataclass(frozen=True)
class Announcement:
    """The prizes, highest first, then those given by hand. The standings follow when all are revealed."""

    lines: tuple[PublicLine, ...] = ()
    prizes: tuple[PrizeDisplay, ...] = ()

    @property
    def places(self) -> dict[int, int]:
        return {line.entry: line.place for line in self.lines}

    @property
    def hidden(self) -> int:
        """Return how many prizes are still to be revealed."""
        return sum(not prize.revealed for prize in self.prizes)

    @property
    def newest(self) -> PrizeDisplay | None:
        """Return the prize revealed last. Of several revealed together, return the highest."""
        return max((p for p in self.prizes if p.revealed), key=lambda p: p.line, default=None)

    def prizes_of(self, entry: int) -> tuple[PrizeDisplay, ...]:
        return tuple(prize for prize in self.prizes if any(entry == winner.who for winner in prize.winners))


def announced(evening: Evening, shown: str = "") -> Announcement:
    """Return the revealed part of the result, in at most five queries. Empty before anything is announced.

    ``shown``: the form of names on a published page.
    """
    result = newest_result(evening)
    if result is None:
        return Announcement()
    names = public_names_of(evening, names_shown=shown)
    listed = {prize.key: prize for prize in prizes.prize_list(result.settings, result.play)}
    awards = all_given(result)
    all_revealed = all(award.revealed for award in awards)
    say = worded if all_revealed else discreetly
    lines = _lines(result, names) if all_revealed else ()
    return Announcement(lines, tuple(_prize(award, listed.get(award.prize), names, say) for award in awards))


def _lines(result: Result, names: Mapping[int, str]) -> tuple[PublicLine, ...]:
    return tuple(
        PublicLine(
            row.place, row.entry_id, names[row.entry_id], row.net, row.yellow or 0, row.score, row.hands
        )
        for row in settled_in(result, "entry__name")
    )


def _prize(
    award: Award, prize: prizes.Prize | None, names: Mapping[int, str], say: Callable[..., Worded]
) -> PrizeDisplay:
    """Return the prize as the hall shows it. ``say`` puts its reason into words."""
    title, winner_group = (prize_called(prize), for_whom(prize)) if prize else (gettext(award.title), "")
    if award.revealed is None:
        return PrizeDisplay(award.prize, title, whom=winner_group)
    return PrizeDisplay(
        award.prize,
        title,
        winners_named((winner.pk for winner in award.current_winners), names),
        say(Reason(award.why, award.figures), names),
        revealed=True,
        whom=winner_group,
        line=award.revealed.seq,
    )


AT_MOST = 16


class PublicView(EveningView):
    """The evening with public names. ``shown``: the form of names on a published page."""

    def __init__(self, evening: Evening, shown: str = "") -> None:
        super().__init__(evening, view_of(evening))
        self.shown = shown

    @cached_answer
    def tables(self) -> tuple[Table, ...]:
        return tuple(table.with_names(self.names) for table in self.members.tables)

    @cached_answer
    def facts(self) -> Facts:
        names, facts = self.public_names, self.at_line.facts
        entries = tuple(replace(entry, name=names[entry.id]) for entry in facts.entries)
        return replace(facts, entries=entries)

    @cached_answer
    def public_names(self) -> Mapping[int, str]:
        return public_names_of(self.evening, names_shown=self.shown)

    @cached_answer
    def banker(self) -> str:
        """Return the banker's name. If the banker is a player, return the public name."""
        name = self.settings.banker
        players = {name_key(entry.name): entry.id for entry in self.at_line.facts.entries}
        return self.public_names.get(players.get(name_key(name), 0), name)

    @property
    def after_bell(self) -> Preview | None:
        """Return the result of the present round's bell, once it has rung."""
        return self.preview if self.rung else None

    @cached_answer
    def seated_by_season(self) -> bool:
        """Return whether the first seats come from the standings of a season, and not from the lot."""
        line = newest_line(self.evening, "seats_drawn")
        return line is not None and bool(line.payload.get("season"))

    @cached_answer
    def floor(self) -> Floor | None:
        """Return the background for the pictures of people's paths through the tables."""
        return floor_of(self.facts)

    @cached_answer
    def announcement(self) -> Announcement:
        """Return the part of the result that was announced."""
        return announced(self.evening, self.shown) if self.stage is Stage.FINISHED else Announcement()


_views = KeptViews[PublicView](AT_MOST)


def public_view(evening: Evening, shown: str = "") -> PublicView:
    """Return the evening at its newest journal line, with names in the form ``shown``."""
    return _views.get(evening, lambda: PublicView(evening, shown), shown)


def until_ms(view: PublicView, now: datetime) -> int | None:
    """Return the time of the next change by clock alone, in milliseconds since 1970; None without one."""
    until = view.new_seats.until(now)
    return None if until is None else round(until.timestamp() * 1000)


def published_view(evening: Evening, shown: str = "") -> PublicView:
    """Return the evening as visitors see it. ``shown``: the form of names in a preview."""
    return public_view(evening, shown or evening.names_shown)


@answers(
    *("id", "league", "club", "name", "open", "divisions", "evenings", "prizes"),
    to=STRANGERS,
    component="PublicSeasonAnswer",
)
@dataclass(frozen=True)
class PublicSeason:
    """A season of a published league."""

    # ``counted``: the season under public names. ``prizes``: set once the season is closed.

    season: Season
    table: SeasonTable
    evenings: tuple[EveningOf, ...]
    counted: SeasonCount
    prizes: tuple[PrizeDisplay, ...]

    @property
    def id(self) -> int:
        return self.season.pk

    @property
    def league(self) -> int:
        return self.season.league_id

    @property
    def club(self) -> str:
        return self.season.league.club.name

    @property
    def name(self) -> str:
        return self.season.name

    @property
    def open(self) -> bool:
        return self.season.stage == SeasonStage.OPEN

    @property
    def divisions(self) -> tuple[DivisionTable, ...]:
        return self.table.divisions


def public_season(season: Season, shown: str = "") -> PublicSeason:
    """Return the season for the public. Evenings with hidden prizes do not count yet.

    ``shown``: the form of names in a preview.
    """
    count = count_season(season, all_known=False)
    gifts = gifts_of(season) if season.stage == SeasonStage.CLOSED else ()
    people = {row.player for row in count.rows}.union(one.who for gift in gifts for one in gift.winners)
    names = players_called(season, people, shown or season.league.names_shown)
    count = replace(count, names=names)
    table = table_of(count)
    address = public_addresses(season)
    evenings = tuple(replace(one, public_address=address.get(one.id)) for one in table.evenings)
    return PublicSeason(season, table, evenings, count, _prizes(season, count, gifts))


def _prizes(season: Season, count: SeasonCount, gifts: tuple[PrizeDisplay, ...]) -> tuple[PrizeDisplay, ...]:
    """Return the prizes of a closed season; those given by hand are last. None while it is open."""
    if season.stage != SeasonStage.CLOSED:
        return ()
    prizes = (*prizes_shown(count.names, awards_of(season, count)), *gifts)
    return tuple(
        replace(
            prize, revealed=True, winners=winners_named((winner.who for winner in prize.winners), count.names)
        )
        for prize in prizes
    )
