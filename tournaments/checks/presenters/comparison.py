"""What was written of an evening's result, beside what its facts come to now. Nothing is changed."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from accounts.models import Club
from tournaments.core.leagues.rules import SeasonStage
from tournaments.core.record import Stage
from tournaments.core.results.columns import FIGURES
from tournaments.core.results.prizes import Award as Reckoned
from tournaments.evening.selectors.evening import load_facts
from tournaments.models import Award, Evening, Result, Season, SeasonResult
from tournaments.seasons.selectors.closing import moves_of, row_figures, rows_written
from tournaments.seasons.selectors.counting import Counted, count_season, newest_of_season
from tournaments.seasons.selectors.prizes import awards_of
from tournaments.standings.selectors.results import BY_DEEDS, awaits_cut, figures_of, reckoning
from tournaments.standings.selectors.written import awards_written, newest_result, settled_in

NOT_FINISHED = _("The evening is not finished yet.")
RECORDED = _("The evening was played elsewhere. It has no deals to calculate a result from.")
AWAITS_CUT = _("A correction needs a cut first. Until then the earlier result counts.")
OPEN = _("The season is not closed yet.")
NOT_WRITTEN = _("This season was closed by an earlier version, which did not write its standings.")
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
    """A result compared; ``not_now`` says why it could not be. Only the first differences are kept.

    ``row``: the evening or the season.
    """

    title: str
    row: Evening | Season
    club: Club
    version: int = 0
    rows: int = 0
    not_now: str = ""
    differences: tuple[Difference, ...] = ()

    @property
    def page(self) -> str:
        """The name of the page on the site."""
        return self.row._meta.model_name or ""

    @property
    def admin_page(self) -> str:
        return f"admin:tournaments_{self.page}_change"

    @property
    def equal(self) -> bool:
        return not self.not_now and not self.differences


def compare_evening(evening: Evening, in_force: Result | None = None) -> Compared:
    """Compare the newest version of the result, by its own settings; ``in_force`` is it, if known to be."""
    compared = partial(Compared, f"{date_format(evening.held_on)} {evening}", evening, evening.club)
    if not evening.play.format.planned:
        return compared(not_now=gettext(RECORDED))
    result = in_force or newest_result(evening)
    if evening.stage == Stage.CALLED_OFF:
        return compared(not_now=gettext("This evening was called off."))
    if evening.stage != Stage.FINISHED or result is None:
        return compared(not_now=gettext(NOT_FINISHED))
    if in_force is None and awaits_cut(evening):
        return compared(result.version, not_now=gettext(AWAITS_CUT))
    facts = replace(load_facts(evening.pk), settings=result.settings)
    now = reckoning(facts)
    figures = {row.entry: figures_of(row, facts.play) for row in now.standing}
    found = [
        *_of_settings(evening, result),
        *_of_people(result, figures, facts.names),
        *_of_prizes(awards_written(result), now.awards, facts.names),
    ]
    rows = len(figures) + len(now.awards)
    return compared(result.version, rows, differences=tuple(found[:MOST]))


def _of_settings(evening: Evening, result: Result) -> Iterator[Difference]:
    for what in ("game", "format", "options", "chosen"):
        yield from _differ(gettext("Settings"), what, getattr(result, what), getattr(evening, what))


def _of_people(
    result: Result, computed: Mapping[int, Mapping[str, Any]], names: Mapping[int, str]
) -> Iterator[Difference]:
    stored = {row.entry_id: row for row in settled_in(result)}
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
    awards: Iterable[Award], computed: tuple[Reckoned, ...], names: Mapping[int, str]
) -> Iterator[Difference]:
    stored = {row.prize: row for row in awards}
    now = {award.prize.key: (rank, award) for rank, award in enumerate(computed, start=1)}
    for key in [*stored, *(key for key in now if key not in stored)]:
        row, (rank, award) = stored.get(key), now.get(key, (0, None))
        if row is None or award is None:
            there, none = gettext("recorded"), gettext("none")
            yield Difference(key, gettext("Prize"), there if row else none, none if row else there)
            continue
        won = sorted(one.pk for one in (row.winners if row.result_id else row.players).all())
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
    """Compare what was written of a closed season with what its pinned results come to now."""
    compared = partial(Compared, f"{season.league}: {season}", season, season.league.club)
    if season.stage != SeasonStage.CLOSED:
        return compared(not_now=gettext(OPEN))
    result = newest_of_season(season)
    if result is None:
        return compared(not_now=gettext(NOT_WRITTEN))
    counted = count_season(season, all_known=True)
    moves, awards = moves_of(season, counted), awards_of(season, counted)
    found = [
        *_differ(gettext("Rules"), "rules", result.rules, season.rules),
        *_of_versions(counted, result),
        *_of_rows(result, counted, {move.player: move.to for move in moves}),
        *_of_prizes(awards_written(result, "players"), awards, counted.names),
    ]
    rows = len(counted.rows) + len(awards)
    return compared(result.version, rows, differences=tuple(found[:MOST]))


def _of_versions(counted: Counted, result: SeasonResult) -> Iterator[Difference]:
    """The versions that closing noted in the journal, and those that are pinned."""
    noted = result.journal.payload["versions"]
    for one in counted.evenings:
        yield from _differ(one.name, gettext("Version"), noted.get(str(one.id)), one.version or 0)


def _of_rows(result: SeasonResult, counted: Counted, to: Mapping[int, int]) -> Iterator[Difference]:
    written = {row.player_id: row for row in rows_written(result)}
    now = {row.player: row_figures(row, to.get(row.player)) for row in counted.rows}
    for player in [*written, *(player for player in now if player not in written)]:
        name = counted.names.get(player or 0, "?")
        if player not in now:
            yield Difference(name, gettext("line"), gettext("recorded"), gettext("none"))
        elif player not in written:
            yield Difference(name, gettext("line"), gettext("none"), gettext("calculated"))
        else:
            for what, value in now[player].items():
                yield from _differ(name, what, getattr(written[player], what), value)
