"""What was written of an evening's result, beside what its facts come to now. Nothing is changed."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournaments.core.facts import Stage
from tournaments.core.leagues.rules import SeasonStage
from tournaments.core.results.columns import FIGURES
from tournaments.core.results.prizes import Award as Reckoned
from tournaments.core.settings import from_json
from tournaments.facts.results.results import BY_DEEDS, cut_awaited, figures_of, reckoning
from tournaments.facts.running.evening import load_facts
from tournaments.facts.seasons.closing import moves_of
from tournaments.facts.seasons.counting import count_season
from tournaments.models import Award, Evening, Result, Season, SeasonEvening, SeasonLine, Settlement

NOT_FINISHED = _("The evening is not finished yet.")
RECORDED = _("The evening was played elsewhere. It has no deals to calculate a result from.")
AWAITS_CUT = _("A correction needs a cut first. Until then the earlier result counts.")
OPEN = _("The season is not closed yet.")
BROUGHT = _("The journal has no line about the closing of the season.")
MOST = 100
"""Differences that are shown of one evening."""


@dataclass(frozen=True)
class Difference:
    """A figure that was written otherwise than it is worked out now."""

    where: str
    what: str
    stored: str
    computed: str


@dataclass(frozen=True)
class Compared:
    """A result compared; ``not_now`` says why it could not be. Only the first differences are kept."""

    title: str
    version: int = 0
    rows: int = 0
    not_now: str = ""
    differences: tuple[Difference, ...] = ()

    @property
    def equal(self) -> bool:
        return not self.not_now and not self.differences


def compare_evening(evening: Evening) -> Compared:
    """The newest version of the result, by the settings that it was written with."""
    title = f"{date_format(evening.held_on)} {evening}"
    if not evening.play.format.planned:
        return Compared(title, not_now=gettext(RECORDED))
    result = Result.objects.filter(evening=evening).order_by("-version").first()
    if evening.stage != Stage.FINISHED or result is None:
        return Compared(title, not_now=gettext(NOT_FINISHED))
    if cut_awaited(evening.pk).exists():
        return Compared(title, result.version, not_now=gettext(AWAITS_CUT))
    facts, settings = load_facts(evening.pk), from_json(result.chosen)
    now = reckoning(settings, facts)
    figures = {row.entry: figures_of(row, facts.play) for row in now.standing}
    found = [
        *_of_settings(evening, result),
        *_of_people(result, figures, facts.names),
        *_of_prizes(result, now.awards, facts.names),
    ]
    rows = len(figures) + len(now.awards)
    return Compared(title, result.version, rows, differences=tuple(found[:MOST]))


def _of_settings(evening: Evening, result: Result) -> Iterator[Difference]:
    for what in ("game", "format", "options", "chosen"):
        yield from _differ(gettext("Settings"), what, getattr(result, what), getattr(evening, what))


def _of_people(
    result: Result, computed: Mapping[int, Mapping[str, Any]], names: Mapping[int, str]
) -> Iterator[Difference]:
    rows = Settlement.objects.filter(result=result).select_related("entry").order_by("place", "id")
    stored = {row.entry_id: row for row in rows}
    for entry, row in stored.items():
        if entry not in computed:
            yield Difference(row.entry.name, gettext("line"), gettext("recorded"), gettext("none"))
            continue
        for what in FIGURES:
            value = getattr(row, what)
            # Results of before these figures were kept do not have them.
            if value is not None or what not in BY_DEEDS:
                yield from _differ(row.entry.name, what, value, computed[entry][what])
    for entry in computed:
        if entry not in stored:
            yield Difference(names[entry], gettext("line"), gettext("none"), gettext("calculated"))


def _of_prizes(
    result: Result, computed: tuple[Reckoned, ...], names: Mapping[int, str]
) -> Iterator[Difference]:
    rows = Award.objects.filter(result=result).prefetch_related("winners").order_by("rank")
    stored = {row.prize: row for row in rows}
    now = {award.prize.key: (rank, award) for rank, award in enumerate(computed, start=1)}
    for key in [*stored, *(key for key in now if key not in stored)]:
        row, (rank, award) = stored.get(key), now.get(key, (0, None))
        if row is None or award is None:
            there, none = gettext("recorded"), gettext("none")
            yield Difference(key, gettext("Prize"), there if row else none, none if row else there)
            continue
        won = sorted(winner.pk for winner in row.winners.all())
        yield from _differ(row.title, "rank", row.rank, rank)
        yield from _differ(row.title, "winners", _named(won, names), _named(sorted(award.winners), names))
        yield from _differ(row.title, "why", row.why, award.why.code)
        yield from _differ(row.title, "figures", row.figures, dict(award.why.figures))


def _named(entries: list[int], names: Mapping[int, str]) -> str:
    return ", ".join(f"{names.get(entry, '?')} ({entry})" for entry in entries)


def _differ(where: str, what: str, stored: Any, computed: Any) -> Iterator[Difference]:
    was, now = _plain(stored), _plain(computed)
    if was != now:
        yield Difference(where, what, was, now)


def _plain(value: Any) -> str:
    """As the database keeps it: of JSON with its keys in one order."""
    return value if isinstance(value, str) else json.dumps(value, sort_keys=True, ensure_ascii=False)


def compare_season(season: Season) -> Compared:
    """A closed season: what its closing noted, beside the versions that are pinned and who would move."""
    title = f"{season.league}: {season}"
    closed = SeasonLine.objects.filter(season=season, verb="season_closed").order_by("-seq").first()
    if season.stage != SeasonStage.CLOSED:
        return Compared(title, not_now=gettext(OPEN))
    if closed is None:
        return Compared(title, not_now=gettext(BROUGHT))
    counted, names = count_season(season, all_known=True), dict[str, str]()
    pinned = {}
    for row in SeasonEvening.objects.filter(season=season).select_related("evening", "pinned"):
        pinned[str(row.evening_id)] = row.pinned.version if row.pinned else 0
        names[str(row.evening_id)] = str(row.evening)
    noted = {str(key): value for key, value in closed.payload.get("versions", {}).items()}
    found = [
        difference
        for evening in {**noted, **pinned}
        for difference in _differ(
            names.get(evening, evening), gettext("Version"), noted.get(evening), pinned.get(evening)
        )
    ]
    moves = [[move.player, move.division, move.to] for move in moves_of(season, counted)]
    found += _differ(gettext("going up and down"), "moves", closed.payload.get("moves", []), moves)
    return Compared(title, closed.seq, len(pinned) + len(moves), differences=tuple(found[:MOST]))
