"""Recorded results beside recalculated ones, the tiles of the administration's first page, and what waits.

A comparison recalculates a result from its facts and changes nothing. What waits is shown over all clubs.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from typing import Any

from django.db.models import Model
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from accounts.models import Claim, Club, User
from tournaments.checks.selectors import MOST as MOST_ROWS
from tournaments.checks.selectors import (
    UNDER_WAY,
    count_rows,
    find_waiting_kinds,
    load_decisions,
    load_waiting,
)
from tournaments.core.leagues.rules import SeasonStage
from tournaments.core.record import Stage
from tournaments.core.results.prizes import PrizeAward as Reckoned
from tournaments.core.results.standings import FIGURES
from tournaments.evening.selectors.evening import load_facts
from tournaments.models import (
    Award,
    Comparison,
    Evening,
    Result,
    RowQuestion,
    Season,
    SeasonEvening,
    SeasonResult,
    WaitingDecision,
)
from tournaments.seasons.selectors.closing import (
    build_row_figures,
    compute_season_awards,
    find_moves,
    load_result_rows,
)
from tournaments.seasons.selectors.counting import SeasonCount, count_season, find_season_result
from tournaments.standings.selectors.standings import (
    BY_DEEDS,
    awaits_cut,
    build_figures,
    compute_reckoning,
    find_newest_result,
    load_settlements,
    load_written_awards,
)

NOT_FINISHED = _("The evening is not finished yet.")
NOT_PLAYED_HERE = _("The evening was played elsewhere. It has no deals to calculate a result from.")
AWAITS_CUT = _("A correction needs a cut first. Until then the earlier result counts.")
OPEN_STAGES = _("The season is not closed yet.")
NOT_WRITTEN = _("This season was closed by an earlier version, which did not write its standings.")
MOST_LINES = 100
"""The most differences shown of one evening."""


@dataclass(frozen=True)
class Difference:
    """A recorded figure that differs from the figure calculated now."""

    subject: str
    figure: str
    stored: str
    computed: str


@dataclass(frozen=True)
class ComparedResult:
    """The comparison of a result. ``not_now``: why it is impossible. Only the first differences are kept.

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
        """Return the name of the site's page."""
        return self.row._meta.model_name or ""

    @property
    def admin_page(self) -> str:
        return f"admin:tournaments_{self.page}_change"

    @property
    def equal(self) -> bool:
        return not self.not_now and not self.differences


def compare_evening(evening: Evening, in_force: Result | None = None) -> ComparedResult:
    """Compare the newest version of the result, by its own settings. ``in_force``: this version, if known."""
    compared = partial(ComparedResult, f"{date_format(evening.held_on)} {evening}", evening, evening.club)
    if not evening.play.format.planned:
        return compared(not_now=gettext(NOT_PLAYED_HERE))
    result = in_force or find_newest_result(evening)
    if evening.stage == Stage.CALLED_OFF:
        return compared(not_now=gettext("This evening was called off."))
    if evening.stage != Stage.FINISHED or result is None:
        return compared(not_now=gettext(NOT_FINISHED))
    if in_force is None and awaits_cut(evening):
        return compared(result.version, not_now=gettext(AWAITS_CUT))
    facts = replace(load_facts(evening.pk), settings=result.settings)
    now = compute_reckoning(facts)
    figures = {row.entry: build_figures(row, facts.play) for row in now.standing}
    differences = [
        *_compare_settings(evening, result),
        *_compare_people(result, figures, facts.names),
        *_compare_prizes(load_written_awards(result), now.awards, facts.names),
    ]
    rows = len(figures) + len(now.awards)
    return compared(result.version, rows, differences=tuple(differences[:MOST_LINES]))


def _compare_settings(evening: Evening, result: Result) -> Iterator[Difference]:
    for figure in ("game", "format", "options", "chosen"):
        yield from _differ(gettext("Settings"), figure, getattr(result, figure), getattr(evening, figure))


def _compare_people(
    result: Result, computed: Mapping[int, Mapping[str, Any]], names: Mapping[int, str]
) -> Iterator[Difference]:
    stored = {row.entry_id: row for row in load_settlements(result)}
    for entry, row in stored.items():
        if entry not in computed:
            yield Difference(row.entry.name, gettext("line"), gettext("recorded"), gettext("none"))
            continue
        for figure in FIGURES:
            value = getattr(row, figure)
            # older results do not have these figures
            if value is not None or figure not in BY_DEEDS:
                yield from _differ(row.entry.name, figure, value, computed[entry][figure])
    for entry in computed:
        if entry not in stored:
            yield Difference(names[entry], gettext("line"), gettext("none"), gettext("calculated"))


def _compare_prizes(
    awards: Iterable[Award], computed: tuple[Reckoned, ...], names: Mapping[int, str]
) -> Iterator[Difference]:
    stored = {row.prize: row for row in awards}
    now = {award.prize.key: (rank, award) for rank, award in enumerate(computed, start=1)}
    for key in [*stored, *(key for key in now if key not in stored)]:
        row, (rank, award) = stored.get(key), now.get(key, (0, None))
        if row is None or award is None:
            present, none = gettext("recorded"), gettext("none")
            yield Difference(key, gettext("Prize"), present if row else none, none if row else present)
            continue
        winners = sorted(winner.pk for winner in (row.winners if row.result_id else row.players).all())
        yield from _differ(row.title, "rank", row.rank, rank)
        yield from _differ(
            row.title, "winners", _list_names(winners, names), _list_names(sorted(award.winners), names)
        )
        yield from _differ(row.title, "why", row.why, award.why.code)
        yield from _differ(row.title, "figures", row.figures, dict(award.why.figures))


def _list_names(entries: list[int], names: Mapping[int, str]) -> str:
    return ", ".join(f"{names.get(entry, '?')} ({entry})" for entry in entries)


def _differ(subject: str, figure: str, stored: Any, computed: Any) -> Iterator[Difference]:
    was, now = _normalise(stored), _normalise(computed)
    if was != now:
        yield Difference(subject, figure, was, now)


def _normalise(value: Any) -> str:
    """Return the value in the database's form: JSON with its keys in one order."""
    return value if isinstance(value, str) else json.dumps(value, sort_keys=True, ensure_ascii=False)


def compare_season(season: Season) -> ComparedResult:
    """Compare the recorded table of a closed season with one calculated now from its pinned results."""
    compared = partial(ComparedResult, f"{season.league}: {season}", season, season.league.club)
    if season.stage != SeasonStage.CLOSED:
        return compared(not_now=gettext(OPEN_STAGES))
    result = find_season_result(season)
    if result is None:
        return compared(not_now=gettext(NOT_WRITTEN))
    season_count = count_season(season, all_known=True)
    moves, awards = find_moves(season, season_count), compute_season_awards(season, season_count)
    differences = [
        *_differ(gettext("Rules"), "rules", result.rules, season.rules),
        *_compare_versions(season_count, result),
        *_compare_rows(result, season_count, {move.player: move.to for move in moves}),
        *_compare_prizes(load_written_awards(result, "players"), awards, season_count.names),
    ]
    rows = len(season_count.rows) + len(awards)
    return compared(result.version, rows, differences=tuple(differences[:MOST_LINES]))


def _compare_versions(season_count: SeasonCount, result: SeasonResult) -> Iterator[Difference]:
    """Yield differences between the versions in the journal line of the closing and the pinned versions."""
    versions = result.journal.payload["versions"]
    for evening in season_count.evenings:
        yield from _differ(
            evening.name, gettext("Version"), versions.get(str(evening.id)), evening.version or 0
        )


def _compare_rows(
    result: SeasonResult, season_count: SeasonCount, to: Mapping[int, int]
) -> Iterator[Difference]:
    stored = {row.player_id: row for row in load_result_rows(result)}
    now = {row.player: build_row_figures(row, to.get(row.player)) for row in season_count.rows}
    for player in [*stored, *(player for player in now if player not in stored)]:
        name = season_count.names.get(player or 0, "?")
        if player not in now:
            yield Difference(name, gettext("line"), gettext("recorded"), gettext("none"))
        elif player not in stored:
            yield Difference(name, gettext("line"), gettext("none"), gettext("calculated"))
        else:
            for figure, value in now[player].items():
                yield from _differ(name, figure, getattr(stored[player], figure), value)


WAITING_PAGE, OPEN = "tournaments_evening_waiting", "?stage__in=" + ",".join(UNDER_WAY)
TILES = (
    ("waiting", "tournaments.evening", _("What waits"), WAITING_PAGE),
    ("today", "tournaments.evening", _("Evenings today"), "?held_on={today}"),
    ("under_way", "tournaments.evening", _("Evenings under way"), OPEN),
    ("evenings", "tournaments.evening", _("Evenings"), ""),
    ("", "tournaments.award", _("Prize standings"), ""),
    ("seasons", "tournaments.season", _("Open seasons"), "?stage__exact=open"),
    ("leagues", "tournaments.league", _("Leagues"), ""),
    ("clubs", "accounts.club", _("All clubs"), ""),
    ("players", "accounts.player", _("Players"), "?active__exact=1"),
    ("users", "accounts.user", _("Users"), "?is_active__exact=1"),
    ("looks", "admin.logentry", _("Visits of administrators"), ""),
)
"""Tuples: the key of the count, the model, the title, and the filter of the model's list."""


@dataclass(frozen=True)
class Tile:
    """``count``: how many there are; empty if nobody counts them."""

    count: str
    title: str
    address: str


def list_tiles(user: User, today: date) -> Iterator[Tile]:
    """Return the tiles that the user may look at."""
    for key, model, title, query in TILES:
        app, _dot, name = model.partition(".")
        if not user.has_perm(f"{app}.view_{name}"):
            continue
        n = count_rows(key, today) if key else 0
        count = "" if not key else f"{MOST_ROWS}+" if n > MOST_ROWS else str(n)
        if query == WAITING_PAGE:
            address = reverse(f"admin:{WAITING_PAGE}")
        else:
            address = reverse(f"admin:{app}_{name}_changelist") + query.format(today=today)
        yield Tile(count, gettext(title), address)


MOST_OF_A_KIND, A_PAGE = 20, 50
"""The most lines of a kind on the page of all kinds, and on the page of one kind."""


@dataclass(frozen=True)
class WaitingLine:
    """A line that waits: its row, its club, and the day since when, if it has one.

    ``pk`` and ``mark`` identify it in its kind. ``decision``: the decision to leave it as it is.
    """

    row: Model
    club: Club
    day: date | None = None
    name: str = ""
    pk: int = 0
    mark: int = 0
    decision: WaitingDecision | None = None


@dataclass(frozen=True)
class WaitingSection:
    """One kind of lines that wait, the oldest first. ``number``: of the page. ``count``: of all its lines."""

    key: str
    title: str
    help: str
    lines: tuple[WaitingLine, ...]
    count: int
    number: int = 1
    older: bool = False


def load_waiting_sections(today: date) -> tuple[WaitingSection, ...]:
    """Return the first lines of each kind that waits: one query, and one more per kind with lines."""
    kinds = find_waiting_kinds(today)
    return tuple(
        load_waiting_section(key, today, MOST_OF_A_KIND)
        if key in kinds
        else WaitingSection(key, title, help, (), 0)
        for key, (title, help, _line) in SECTIONS.items()
    )


def load_waiting_section(
    key: str, today: date, most: int = A_PAGE, number: int = 1, *, dismissed: bool = False
) -> WaitingSection:
    """Return a page of one kind of lines that wait; or of those left as they are (``dismissed``)."""
    title, help, line = SECTIONS[key]
    rows, count = load_waiting(key, today, most, (number - 1) * most, dismissed=dismissed)
    if not rows and number > 1:
        return load_waiting_section(key, today, most, dismissed=dismissed)
    decided = load_decisions(key, rows) if dismissed else {}
    lines = (replace(line(row), pk=row.pk, mark=row.mark, decision=decided.get(row.pk)) for row in rows)
    return WaitingSection(key, title, help, tuple(lines), count, number, count > number * most)


def _present_evening(evening: Evening) -> WaitingLine:
    return WaitingLine(evening, evening.club, evening.held_on, evening.name)


def _present_gift(award: Any) -> WaitingLine:
    if award.season:
        season = award.season
        return WaitingLine(season, season.league.club, name=f"{season.league} · {season}: {award.title}")
    evening = award.result.evening if award.result else award.evening
    return replace(_present_evening(evening), name=f"{evening}: {award.title}")


def _present_comparison(row: Comparison) -> WaitingLine:
    return _present_evening(row.result.evening)


def _present_season(row: SeasonEvening) -> WaitingLine:
    name = f"{row.season.league} · {row.season}: {row.evening}"
    return WaitingLine(row.season, row.season.league.club, row.evening.held_on, name)


def _present_closing(row: SeasonResult) -> WaitingLine:
    season = row.season
    return WaitingLine(season, season.league.club, row.journal.at.date(), f"{season.league} · {season}")


def _present_claim(claim: Claim) -> WaitingLine:
    return WaitingLine(claim, claim.player.club, name=claim.player.name)


def _present_question(row: RowQuestion) -> WaitingLine:
    season = row.season
    return WaitingLine(
        row, season.league.club, row.asked.at.date(), f"{season.league} · {season}: {row.player}"
    )


def _present_club(club: Club) -> WaitingLine:
    return WaitingLine(club, club, name=club.name)


SECTIONS: Mapping[str, tuple[str, str, Callable[[Any], WaitingLine]]] = {
    "unsettled": (
        _("Evenings not finished"),
        _("Of an earlier day, or after the last bell."),
        _present_evening,
    ),
    "hidden": (
        _("Prizes not announced"),
        _("The evening is finished, but not everybody may see who won."),
        _present_evening,
    ),
    "gifts": (
        _("Prizes of removed winners"),
        _("Choose again who wins, or leave it."),
        _present_gift,
    ),
    "cuts": (_("Cuts awaited"), _("A correction counts when the players have cut."), _present_evening),
    "corrected": (
        _("Corrections after a season was closed"),
        _("The season’s page says what would be different today."),
        _present_season,
    ),
    "merged": (
        _("Players merged after a season was closed"),
        _("The season’s page says what would be different today."),
        _present_closing,
    ),
    "differing": (
        _("Results that differ"),
        _("The recorded result differs from a new calculation. Compare it in the list of evenings."),
        _present_comparison,
    ),
    "claims": (_("“This is me” without an answer"), _("An organiser says yes or no."), _present_claim),
    "questions": (
        _("Questions without an answer"),
        _("Members asked about a row of a season."),
        _present_question,
    ),
    "ownerless": (
        _("Clubs without an owner"),
        _("Make somebody an owner, or nobody can manage the members."),
        _present_club,
    ),
}
"""By kind: the title of its section, the explanation, and the function that makes a line from a row."""
