"""Evenings, results and seasons for readers without an account, with the names that the club has chosen.

They are shown in the hall, on phones there, or on published pages. A result has only the revealed part of its
newest version.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby, takewhile

from django.utils.translation import gettext

from accounts.answers import STRANGERS, answers
from accounts.names import name_key
from tournaments.base.pictures.own import PHONE, PROJECTOR, Floor
from tournaments.base.words import (
    Worded,
    describe_discreetly,
    describe_eligible,
    describe_reason,
    describe_standing,
    get_prize_name,
)
from tournaments.console.presenters import load_console
from tournaments.core.evening import Facts
from tournaments.core.formats.preview import Preview
from tournaments.core.leagues.rules import SeasonStage
from tournaments.core.reasons import Reason
from tournaments.core.record import Stage
from tournaments.core.results import prizes
from tournaments.evening.presenters.evening_view import EveningView, KeptViews
from tournaments.evening.presenters.table import Table
from tournaments.evening.selectors.access import public_names_of
from tournaments.evening.selectors.evening import cached_answer, find_newest_line
from tournaments.hall.presenters.layout import Fitted
from tournaments.models import Award, Evening, Result, Season
from tournaments.prizes.presenters.prizes import PrizeDisplay, build_prizes, load_gifts, name_winners
from tournaments.results.presenters.pictures import floor_of
from tournaments.seasons.presenters.table import DivisionTable, SeasonTable, build_season_table
from tournaments.seasons.selectors.access import load_public_addresses, players_called
from tournaments.seasons.selectors.closing import compute_season_awards
from tournaments.seasons.selectors.counting import EveningOf, SeasonCount, count_season
from tournaments.standings.selectors.standings import find_newest_result, load_all_awards, load_settlements


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
    prizes: tuple[PrizeDisplay, ...] = ()


PODIUM = 3
ON_A_STEP = 4
"""The most people on a step of the podium. If more are equal, there is no podium."""


@dataclass(frozen=True)
class PodiumStep:
    """The people at a place, with the figure that all of them have."""

    place: int
    names: tuple[str, ...]
    figure: str


def build_podium(people: Iterable[tuple[int, str, str]]) -> tuple[PodiumStep, ...]:
    """Return the first three places, up to one that too many people share. Empty for fewer than two.

    ``people``: place, name and figure of each, in the order of places.
    """
    best = groupby(takewhile(lambda one: one[0] <= PODIUM, people), key=lambda one: one[0])
    steps = [
        PodiumStep(place, tuple(name for _, name, _ in equal), equal[0][2])
        for place, equal in ((place, list(equal)) for place, equal in best)
    ]
    podium = tuple(takewhile(lambda step: len(step.names) <= ON_A_STEP, steps))
    return podium if len(podium) > 1 else ()


@dataclass(frozen=True)
class Announcement:
    """The prizes, highest first, then those given by hand. The standings follow when all are revealed."""

    lines: tuple[PublicLine, ...] = ()
    prizes: tuple[PrizeDisplay, ...] = ()
    podium: tuple[PodiumStep, ...] = ()

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

    def list_prizes(self, entry: int) -> tuple[PrizeDisplay, ...]:
        return tuple(prize for prize in self.prizes if any(entry == winner.who for winner in prize.winners))


def load_announcement(evening: Evening, names_shown: str = "") -> Announcement:
    """Return the revealed part of the result, in at most five queries. Empty before anything is announced.

    ``names_shown``: the form of names on a published page.
    """
    result = find_newest_result(evening)
    if result is None:
        return Announcement()
    names = public_names_of(evening, names_shown=names_shown)
    listed = {prize.key: prize for prize in prizes.list_prizes(result.settings, result.play)}
    awards = load_all_awards(result)
    all_revealed = all(award.revealed for award in awards)
    say = describe_reason if all_revealed else describe_discreetly
    shown = tuple(_present_prize(award, listed.get(award.prize), names, say) for award in awards)
    if not all_revealed:
        return Announcement(prizes=shown)
    lines = _load_lines(result, names)
    podium = build_podium((line.place, line.name, describe_standing(result.play, line)) for line in lines)
    won = Announcement(prizes=shown).list_prizes
    return Announcement(tuple(replace(line, prizes=won(line.entry)) for line in lines), shown, podium)


def _load_lines(result: Result, names: Mapping[int, str]) -> tuple[PublicLine, ...]:
    return tuple(
        PublicLine(
            row.place, row.entry_id, names[row.entry_id], row.net, row.yellow or 0, row.score, row.hands
        )
        for row in load_settlements(result, "entry__name")
    )


def _present_prize(
    award: Award, prize: prizes.Prize | None, names: Mapping[int, str], say: Callable[..., Worded]
) -> PrizeDisplay:
    """Return the prize as the hall shows it. ``say`` puts its reason into words."""
    title, winner_group = (
        (get_prize_name(prize), describe_eligible(prize)) if prize else (gettext(award.title), "")
    )
    if award.revealed is None:
        return PrizeDisplay(award.prize, title, whom=winner_group)
    return PrizeDisplay(
        award.prize,
        title,
        name_winners((winner.pk for winner in award.current_winners), names),
        say(Reason(award.why, award.figures), names),
        revealed=True,
        whom=winner_group,
        line=award.revealed.seq,
    )


AT_MOST = 16


class PublicView(EveningView):
    """The evening with public names. ``shown``: the form of names on a published page."""

    def __init__(self, evening: Evening, names_shown: str = "") -> None:
        super().__init__(evening, load_console(evening))
        self.shown = names_shown

    @cached_answer
    def tables(self) -> tuple[Table, ...]:
        return tuple(table.replace_names(self.names) for table in self.members.tables)

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
        line = find_newest_line(self.evening, "seats_drawn")
        return line is not None and bool(line.payload.get("season"))

    @cached_answer
    def floor(self) -> Floor | None:
        """Return the background for the pictures of people's paths through the tables, on a phone."""
        return floor_of(self.facts, PHONE)

    @cached_answer
    def hall_floor(self) -> Floor | None:
        """Return the same for the projector."""
        return floor_of(self.facts, PROJECTOR)

    @cached_answer
    def announcement(self) -> Announcement:
        """Return the part of the result that was announced."""
        return load_announcement(self.evening, self.shown) if self.stage is Stage.FINISHED else Announcement()


_views = KeptViews[PublicView](AT_MOST)


def load_public_view(evening: Evening, names_shown: str = "") -> PublicView:
    """Return the evening at its newest journal line, with names in the form ``names_shown``."""
    return _views.get(evening, lambda: PublicView(evening, names_shown), names_shown)


def compute_until_ms(view: PublicView, now: datetime) -> int | None:
    """Return the time of the next change by clock alone, in milliseconds since 1970; None without one."""
    until = view.new_seats.find_end(now)
    return None if until is None else round(until.timestamp() * 1000)


def load_published_view(evening: Evening, names_shown: str = "") -> PublicView:
    """Return the evening as visitors see it. ``names_shown``: the form of names in a preview."""
    return load_public_view(evening, names_shown or evening.names_shown)


@answers(
    *("id", "league", "club", "name", "open", "divisions", "evenings", "prizes"),
    to=STRANGERS,
    component="PublicSeasonAnswer",
)
@dataclass(frozen=True)
class PublicSeason:
    """A season of a published league."""

    # ``count``: the season under public names. ``prizes``: set once the season is closed.

    season: Season
    table: SeasonTable
    evenings: tuple[EveningOf, ...]
    count: SeasonCount
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

    @property
    def podium(self) -> tuple[PodiumStep, ...]:
        """Return the first three of a closed season without divisions."""
        if self.open or self.table.has_divisions:
            return ()
        rows = self.divisions[0].rows
        return build_podium((row.place, row.name, row.total) for row in rows if row.place and not row.too_few)


def load_public_season(season: Season, names_shown: str = "") -> PublicSeason:
    """Return the season for the public. Evenings with hidden prizes do not count yet.

    ``names_shown``: the form of names in a preview.
    """
    count = count_season(season, all_known=False)
    gifts = load_gifts(season) if season.stage == SeasonStage.CLOSED else ()
    people = {row.player for row in count.rows}.union(one.who for gift in gifts for one in gift.winners)
    names = players_called(season, people, names_shown or season.league.names_shown)
    count = replace(count, names=names)
    table = build_season_table(count)
    address = load_public_addresses(season)
    evenings = tuple(replace(one, public_address=address.get(one.id)) for one in table.evenings)
    return PublicSeason(season, table, evenings, count, _list_prizes(season, count, gifts))


def _list_prizes(
    season: Season, count: SeasonCount, gifts: tuple[PrizeDisplay, ...]
) -> tuple[PrizeDisplay, ...]:
    """Return the prizes of a closed season; those given by hand are last. None while it is open."""
    if season.stage != SeasonStage.CLOSED:
        return ()
    prizes = (*build_prizes(count.names, compute_season_awards(season, count)), *gifts)
    return tuple(
        replace(
            prize, revealed=True, winners=name_winners((winner.who for winner in prize.winners), count.names)
        )
        for prize in prizes
    )
