"""Prizes of all clubs, one line each: winner, prize, place, time and reason."""

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
from accounts.names import make_sort_key
from tournaments.base.words import describe_prize_title, describe_reason
from tournaments.core.leagues import rules as season_rules
from tournaments.core.leagues.moves import list_season_prizes
from tournaments.core.reasons import PEOPLE, Reason
from tournaments.core.record import Stage
from tournaments.evening.selectors.access import load_entry_names, load_player_names
from tournaments.models import Award, Evening, Season, SeasonResult
from tournaments.prizes.presenters.prizes import get_result_titles
from tournaments.standings.selectors.people import SeasonWinner, load_winners


class PrizeState(StrEnum):
    """The state of a prize."""

    ANNOUNCED = "announced"
    HIDDEN = "hidden"
    REOPENED = "reopened"
    CALLED_OFF = "called_off"
    BY_HAND = "by_hand"
    TAKEN_BACK = "taken_back"
    REPLACED = "replaced"


STATES: Mapping[PrizeState, str] = {
    PrizeState.ANNOUNCED: _("announced"),
    PrizeState.HIDDEN: _("not announced yet"),
    PrizeState.REOPENED: _("reopened"),
    PrizeState.CALLED_OFF: _("called off"),
    PrizeState.BY_HAND: _("given by hand"),
    PrizeState.TAKEN_BACK: _("taken back"),
    PrizeState.REPLACED: _("replaced"),
}


@dataclass(frozen=True)
class NamedWinner:
    """A winner; ``player`` is None if they are on no list any more."""

    name: str
    player: int | None


@dataclass(frozen=True)
class PrizeLine:
    """A prize in the list. ``source``: the evening or the season; ``version`` None: given by hand."""

    winners: tuple[NamedWinner, ...]
    title: str
    source: Evening | Season
    club: Club
    day: date | None
    reason: str
    version: int | None
    state: PrizeState

    @property
    def state_said(self) -> str:
        return gettext(STATES[self.state])

    @property
    def of_evening(self) -> bool:
        return isinstance(self.source, Evening)

    @property
    def occasion(self) -> str:
        return (
            str(self.source) if isinstance(self.source, Evening) else f"{self.source.league} · {self.source}"
        )

    @property
    def is_off(self) -> bool:
        """Return whether the prize does not count any more."""
        return self.state in (
            PrizeState.REPLACED,
            PrizeState.TAKEN_BACK,
            PrizeState.REOPENED,
            PrizeState.CALLED_OFF,
        )


def load_prize_lines(awards: Sequence[Award]) -> dict[int, PrizeLine]:
    """Return a line for each award, by its number; three queries more than the awards took.

    The caller has read the awards with their sources, winners and whether they are ``replaced``.
    """
    names = _load_names(awards)
    of_seasons = load_winners([award for award in awards if award.season_id])
    evening_titles, of_season = cache(get_result_titles), cache(get_season_titles)

    def line(award: Award) -> PrizeLine:
        source, title, version = _get_source(award), award.title, None
        if award.result is not None:
            title, version = (
                evening_titles(award.result).get(award.prize, gettext(title)),
                award.result.version,
            )
        elif award.season_result is not None:
            title = of_season(award.season_result).get(award.prize, title)
            version = award.season_result.version
        of_evening = isinstance(source, Evening)
        return PrizeLine(
            _list_winners(award, of_seasons.get(award.pk, ())),
            title,
            source,
            source.club if of_evening else source.league.club,
            source.held_on if of_evening else _find_day(award),
            _describe_reason(award, names[0] if of_evening else names[1]),
            version,
            _find_state(award),
        )

    return {award.pk: line(award) for award in awards}


def _get_source(award: Award) -> Any:
    """Return the evening or the season that the prize belongs to."""
    if award.result is not None:
        return award.result.evening
    if award.season_result is not None:
        return award.season_result.season
    return award.evening or award.season


def _list_winners(award: Award, by_hand: Iterable[SeasonWinner]) -> tuple[NamedWinner, ...]:
    """Return the winners who were not removed; ``by_hand``: the winners of a season's prizes by hand."""
    if award.season_id:
        return tuple(NamedWinner(winner.name, winner.player) for winner in by_hand if not winner.is_removed)
    if award.season_result_id:
        return tuple(NamedWinner(player.name, player.pk) for player in award.players.all())
    return tuple(NamedWinner(entry.name, entry.player_id) for entry in award.current_winners)


def _find_day(award: Any) -> date | None:
    """Return the day on which the season was closed, or on which its prize was given by hand."""
    time = award.season_result.journal.at if award.season_result else award.given_at
    return timezone.localdate(time) if time else None


def sum_prizes(lines: Iterable[PrizeLine]) -> list[tuple[Club, NamedWinner, int]]:
    """Return how many valid prizes each person has won in each club, the most first."""
    counts = Counter((line.club, winner) for line in lines if not line.is_off for winner in line.winners)
    order = sorted(counts.items(), key=lambda item: (-item[1], make_sort_key(item[0][1].name), item[0][0].pk))
    return [(club, winner, times) for (club, winner), times in order]


def _describe_reason(award: Award, names: Mapping[int, str]) -> str:
    if award.evening_id or award.season_id:
        return str(award.figures.get("reason", ""))
    return describe_reason(Reason(award.why, award.figures), names)


def _find_state(award: Any) -> PrizeState:
    if award.replaced:
        return PrizeState.REPLACED
    if award.withdrawn:
        return PrizeState.TAKEN_BACK
    if _get_source(award).stage == Stage.CALLED_OFF:
        return PrizeState.CALLED_OFF
    if award.evening_id or award.season_id:
        return PrizeState.BY_HAND
    if award.is_reopened:
        return PrizeState.REOPENED
    return PrizeState.HIDDEN if award.result_id and not award.revealed_id else PrizeState.ANNOUNCED


def _load_names(awards: Iterable[Award]) -> tuple[Mapping[int, str], Mapping[int, str]]:
    """Return the names of the people in the reasons: entries of evenings, players of seasons."""
    entries, players = set[int](), set[int]()
    for award in awards:
        people = entries if award.result_id else players
        for key in PEOPLE & award.figures.keys():
            entry = award.figures[key]
            people.update(entry if isinstance(entry, list) else [entry])
    return load_entry_names(entries), load_player_names(pk__in=players)


def get_season_titles(result: SeasonResult) -> Mapping[str, str]:
    """Return the prize titles by key that were valid when the season's result was written."""
    rules = season_rules.from_json(result.rules)
    return {prize.key: describe_prize_title(prize) for prize in list_season_prizes(rules.prizes)}
