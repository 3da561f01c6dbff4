"""Prizes over all clubs, each as a line: who won what, where, when and why."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cache
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from accounts.models import Club
from accounts.names import name_order
from tournaments.base.words import prize_title, worded
from tournaments.core.leagues import rules as season_rules
from tournaments.core.leagues.moves import season_prize_list
from tournaments.core.reasons import PEOPLE, Reason
from tournaments.core.record import Stage
from tournaments.evening.selectors.access import entry_names, player_names
from tournaments.models import Award, Evening, Season, SeasonResult
from tournaments.prizes.presenters.prizes import titles_in
from tournaments.standings.selectors.people import SeasonWinner, winners_by_prize


class State(StrEnum):
    """What became of a prize."""

    ANNOUNCED = "announced"
    HIDDEN = "hidden"
    REOPENED = "reopened"
    CALLED_OFF = "called_off"
    BY_HAND = "by_hand"
    TAKEN_BACK = "taken_back"
    REPLACED = "replaced"


STATES: Mapping[State, str] = {
    State.ANNOUNCED: _("announced"),
    State.HIDDEN: _("not announced yet"),
    State.REOPENED: _("reopened"),
    State.CALLED_OFF: _("called off"),
    State.BY_HAND: _("given by hand"),
    State.TAKEN_BACK: _("taken back"),
    State.REPLACED: _("replaced"),
}


@dataclass(frozen=True)
class Winner:
    """Somebody who won; ``player`` None: on no list any more."""

    name: str
    player: int | None


@dataclass(frozen=True)
class PrizeLine:
    """A prize in the list. ``of``: the evening or the season; ``version`` None: given by hand."""

    winners: tuple[Winner, ...]
    title: str
    of: Evening | Season
    club: Club
    day: date | None
    reason: str
    version: int | None
    state: State

    @property
    def state_said(self) -> str:
        return gettext(STATES[self.state])

    @property
    def of_evening(self) -> bool:
        return isinstance(self.of, Evening)

    @property
    def occasion(self) -> str:
        return str(self.of) if isinstance(self.of, Evening) else f"{self.of.league} · {self.of}"

    @property
    def off(self) -> bool:
        """Return whether it does not count any more."""
        return self.state in (State.REPLACED, State.TAKEN_BACK, State.REOPENED, State.CALLED_OFF)


def prize_lines(awards: Sequence[Award]) -> dict[int, PrizeLine]:
    """Return a line for each award, by its number; three queries more than the awards took.

    The awards come with their sources, winners and whether they are ``replaced``.
    """
    names = _names(awards)
    of_seasons = winners_by_prize([award for award in awards if award.season_id])
    evening_titles, of_season = cache(titles_in), cache(season_titles)

    def line(award: Award) -> PrizeLine:
        of, title, version = _source(award), award.title, None
        if award.result is not None:
            title, version = (
                evening_titles(award.result).get(award.prize, gettext(title)),
                award.result.version,
            )
        elif award.season_result is not None:
            title = of_season(award.season_result).get(award.prize, title)
            version = award.season_result.version
        of_evening = isinstance(of, Evening)
        return PrizeLine(
            _winners(award, of_seasons.get(award.pk, ())),
            title,
            of,
            of.club if of_evening else of.league.club,
            of.held_on if of_evening else _day_of(award),
            _why(award, names[0] if of_evening else names[1]),
            version,
            _state(award),
        )

    return {award.pk: line(award) for award in awards}


def _source(award: Award) -> Any:
    """Return the evening or the season that the prize belongs to."""
    if award.result is not None:
        return award.result.evening
    if award.season_result is not None:
        return award.season_result.season
    return award.evening or award.season


def _winners(award: Award, by_hand: Iterable[SeasonWinner]) -> tuple[Winner, ...]:
    """Return the winners who were not removed; ``by_hand``: who won a prize of a season that was given so."""
    if award.season_id:
        return tuple(Winner(one.name, one.player) for one in by_hand if not one.removed)
    if award.season_result_id:
        return tuple(Winner(player.name, player.pk) for player in award.players.all())
    return tuple(Winner(entry.name, entry.player_id) for entry in award.current_winners)


def _day_of(award: Any) -> date | None:
    """Return the day on which the season was closed, or on which its prize was given by hand."""
    at = award.season_result.journal.at if award.season_result else award.given_at
    return timezone.localdate(at) if at else None


def sums_of(lines: Iterable[PrizeLine]) -> list[tuple[Club, Winner, int]]:
    """Return how many prizes each person has won in each club, most first; those that count."""
    won = Counter((line.club, winner) for line in lines if not line.off for winner in line.winners)
    order = sorted(won.items(), key=lambda one: (-one[1], name_order(one[0][1].name), one[0][0].pk))
    return [(club, winner, times) for (club, winner), times in order]


def _why(award: Award, names: Mapping[int, str]) -> str:
    if award.evening_id or award.season_id:
        return str(award.figures.get("reason", ""))
    return worded(Reason(award.why, award.figures), names)


def _state(award: Any) -> State:
    if award.replaced:
        return State.REPLACED
    if award.withdrawn:
        return State.TAKEN_BACK
    if _source(award).stage == Stage.CALLED_OFF:
        return State.CALLED_OFF
    if award.evening_id or award.season_id:
        return State.BY_HAND
    if award.is_reopened:
        return State.REOPENED
    return State.HIDDEN if award.result_id and not award.revealed_id else State.ANNOUNCED


def _names(awards: Iterable[Award]) -> tuple[Mapping[int, str], Mapping[int, str]]:
    """Return the names of the people in the reasons: entries of evenings, players of seasons."""
    entries, players = set[int](), set[int]()
    for award in awards:
        found = entries if award.result_id else players
        for key in PEOPLE & award.figures.keys():
            who = award.figures[key]
            found.update(who if isinstance(who, list) else [who])
    return entry_names(entries), player_names(pk__in=players)


def season_titles(result: SeasonResult) -> Mapping[str, str]:
    """Return the titles of the prizes by which a season's result was written, by key."""
    rules = season_rules.from_json(result.rules)
    return {prize.key: prize_title(prize) for prize in season_prize_list(rules.prizes)}
