"""A season's book in words, changes in seasons by an evening's correction, and versions of the result."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from itertools import groupby, zip_longest
from typing import Any

from django.utils.translation import gettext

from accounts.answers import answers
from accounts.names import drop_double_stop
from tournaments.base.words import describe_discreetly, describe_reason, format_points
from tournaments.core.leagues.rules import Rules, SeasonStage, from_json
from tournaments.core.reasons import Reason
from tournaments.core.record import Stage
from tournaments.evening.selectors.access import load_counting_seasons, load_player_names
from tournaments.models import Award, Evening, Season, SeasonLine, SeasonResult, SeasonSettlement
from tournaments.prizes.presenters.prize_standings import get_season_titles
from tournaments.prizes.presenters.prizes import PrizeDisplay, Winner
from tournaments.seasons.presenters.row import find_altered_seasons
from tournaments.seasons.presenters.rules import describe_rules
from tournaments.seasons.presenters.table import (
    DivisionDisplay,
    DivisionTable,
    TableRow,
    Zone,
    build_written_division,
)
from tournaments.seasons.selectors.access import load_book_lines
from tournaments.seasons.selectors.closing import load_ordered_rows, load_versions
from tournaments.seasons.selectors.counting import count_season
from tournaments.standings.selectors.standings import find_newest_result, load_written_awards
from tournaments.undo.presenters import (
    Changes,
    ClosedSeason,
    EveningState,
    Figures,
    SeasonChange,
    compare_states,
    load_evening_state,
)

LINES = 100
Payload = Mapping[str, Any]


@answers("seq", "at", "actor", "who", "words", "more", "reason", component="BookLineAnswer")
@dataclass(frozen=True)
class BookLine:
    """A line in words. ``actor``: the member's number. ``more``: details of the change, if they are long."""

    seq: int
    at: datetime
    actor: int | None
    who: str
    words: str
    more: str
    reason: str


@dataclass(frozen=True)
class BookPage:
    """A page of the book, the newest line first; ``older``: the line before which the next page begins."""

    lines: tuple[BookLine, ...]
    older: int | None


def load_book(season: Season, before: int | None = None) -> BookPage:
    """Return a hundred lines, the newest or those before the number ``before``, in one query."""
    page = load_book_lines(season, before, LINES + 1)
    lines = describe_lines(page[:LINES])
    return BookPage(lines, lines[-1].seq if len(page) > LINES else None)


def describe_lines(rows: Iterable[SeasonLine]) -> tuple[BookLine, ...]:
    """Return these lines in words. The caller has read their actors already."""
    return tuple(_describe_line(row) for row in rows)


def _describe_line(row: SeasonLine) -> BookLine:
    sentence = SENTENCES.get(row.verb)
    text, more = sentence(row.payload) if sentence else (row.verb.replace("_", " "), "")
    return BookLine(row.seq, row.at, row.actor_id, row.author, drop_double_stop(text), more, row.reason)


def _describe_planning(payload: Payload) -> tuple[str, str]:
    return gettext("The season was set up."), ""


def _describe_following(payload: Payload) -> tuple[str, str]:
    text = gettext("The season follows the one before. Going up: %(up)s. Going down: %(down)s.")
    if otherwise := payload.get("otherwise"):
        more = gettext("Not as proposed: %(n)s.") % {"n": otherwise}
        return text % payload, more
    return text % payload, ""


def _describe_import(payload: Payload) -> tuple[str, str]:
    text = gettext("The season was imported from %(club)s, with its players and evenings.")
    return text % payload, gettext("Evenings: %(evenings)s.") % payload


def _describe_change(payload: Payload) -> tuple[str, str]:
    """Return what was done, and each changed rule with its old and its new value."""
    was, now = (dict(describe_rules(from_json(payload[key]))) for key in ("before", "after"))
    changes = [f"{rule}: {was[rule]} → {now[rule]}" for rule in now if was[rule] != now[rule]]
    if renamed := payload.get("name"):
        changes.insert(0, gettext("Name: %(was)s → %(now)s") % {"was": renamed[0], "now": renamed[1]})
    if not changes:
        return gettext("The rules were saved without a change."), ""
    return gettext("The season’s rules were changed."), "; ".join(changes)


def _describe_counting(payload: Payload) -> tuple[str, str]:
    return gettext("%(name)s counts for the season.") % payload, _describe_weight(payload)


def _describe_weighing(payload: Payload) -> tuple[str, str]:
    return gettext("%(name)s has a new weight.") % payload, _describe_weight(payload)


def _describe_weight(payload: Payload) -> str:
    sentences = [gettext("Weight: %(weight)s %%.") % payload]
    if payload.get("division"):
        sentences.append(gettext("For division “%(division)s” only.") % payload)
    return " ".join(sentences)


def _describe_removal(payload: Payload) -> tuple[str, str]:
    text = gettext("%(name)s no longer counts for the season.") % payload
    return text, gettext("The evening was removed.") if payload.get("deleted") else ""


def _describe_divisions(payload: Payload) -> tuple[str, str]:
    names = ", ".join(payload["names"])
    return (gettext("Divisions: %(names)s.") % {"names": names} if names else gettext("No divisions.")), ""


def _describe_placing(payload: Payload) -> tuple[str, str]:
    if payload["guest"]:
        return gettext("%(name)s is a guest and does not count.") % payload, ""
    if payload["division"]:
        return gettext("%(name)s plays in division “%(division)s”.") % payload, ""
    return gettext("%(name)s is on the season’s player list, without a division.") % payload, ""


def _describe_placings(payload: Payload) -> tuple[str, str]:
    sentences = [_describe_stand(person) for person in payload["people"]]
    if len(sentences) == 1:
        return sentences[0], ""
    return gettext("Players with a new division or role: %(n)s.") % {"n": len(sentences)}, " ".join(sentences)


def _describe_stand(person: Payload) -> str:
    if person["listed"]:
        return _describe_placing(person)[0]
    return gettext("%(name)s is no longer on the season’s player list.") % person


def _describe_closing(payload: Payload) -> tuple[str, str]:
    text = gettext("The season is closed. Evenings that count: %(n)s.") % {"n": len(payload["versions"])}
    return text, " ".join((*_describe_replaced(payload), _describe_moves(payload))).strip()


def _describe_rewriting(payload: Payload) -> tuple[str, str]:
    text = gettext("The standings were written anew: version %(version)s.") % payload
    return text, " ".join((*_describe_replaced(payload), _describe_moves(payload))).strip()


def _describe_replaced(payload: Payload) -> Iterator[str]:
    """Yield the prizes with other winners than in the version before: "Champion: Ann, instead of Bob."."""
    for prize in payload.get("replaced", ()):
        now, was = (", ".join(player["name"] for player in prize[side]) for side in ("now", "was"))
        nobody = gettext("nobody")
        yield drop_double_stop(
            gettext("%(prize)s: %(now)s, instead of %(was)s.")
            % {"prize": gettext(prize["title"]), "now": now or nobody, "was": was or nobody}
        )


def _describe_moves(payload: Payload) -> str:
    """Return the names of players who move up and down. Older lines contain only their numbers."""
    if people := payload.get("people"):
        return " ".join(map(_describe_move, people))
    moves = len(payload["moves"])
    return gettext("Proposed changes of division: %(n)s.") % {"n": moves} if moves else ""


def _describe_move(move: Payload) -> str:
    if move["up"]:
        return gettext("%(name)s goes up from %(from)s to %(to)s.") % move
    return gettext("%(name)s goes down from %(from)s to %(to)s.") % move


def _describe_reopening(payload: Payload) -> tuple[str, str]:
    return gettext("The season is open again."), ""


def _describe_question(payload: Payload) -> tuple[str, str]:
    return gettext("%(name)s: there is a question about this row.") % payload, ""


def _describe_answer(payload: Payload) -> tuple[str, str]:
    return gettext("%(name)s: the question about this row has an answer.") % payload, ""


def _describe_question_closing(payload: Payload) -> tuple[str, str]:
    return gettext("%(name)s: the question about this row is closed.") % payload, ""


def _describe_giving(payload: Payload) -> tuple[str, str]:
    return gettext("“%(prize)s” was given to %(who)s.") % _read_gift(payload), ""


def _describe_withdrawal(payload: Payload) -> tuple[str, str]:
    return gettext("“%(prize)s” was taken back from %(who)s.") % _read_gift(payload), ""


def _read_gift(payload: Payload) -> dict[str, str]:
    return {"prize": payload["title"], "who": ", ".join(player["name"] for player in payload["people"])}


SENTENCES: Mapping[str, Callable[[Payload], tuple[str, str]]] = {
    "season_planned": _describe_planning,
    "season_followed": _describe_following,
    "season_imported": _describe_import,
    "season_changed": _describe_change,
    "evening_counts": _describe_counting,
    "evening_weighed": _describe_weighing,
    "evening_counts_not": _describe_removal,
    "divisions_set": _describe_divisions,
    "player_placed": _describe_placing,
    "people_placed": _describe_placings,
    "season_closed": _describe_closing,
    "season_rewritten": _describe_rewriting,
    "season_reopened": _describe_reopening,
    "question_asked": _describe_question,
    "question_answered": _describe_answer,
    "question_closed": _describe_question_closing,
    "season_prize_given": _describe_giving,
    "season_prize_taken_back": _describe_withdrawal,
}
"""The sentence of each verb, and its details."""


@dataclass(frozen=True)
class SeasonStand:
    """Every player's place and points in a season, by player."""

    season: int
    name: str
    stand: EveningState


@dataclass(frozen=True)
class EveningStands:
    """An evening's standings, and those of the open seasons for which its result counts.

    ``closed_seasons``: closed seasons with this evening that would differ today.
    """

    evening: EveningState
    seasons: tuple[SeasonStand, ...]
    closed_seasons: tuple[ClosedSeason, ...] = ()


def load_evening_stands(evening: Evening) -> EveningStands:
    """Read the standings of the evening and its open seasons. Each season takes equally many queries."""
    # A season does not change during the evening, unless the evening was reopened.
    reopened = evening.stage == Stage.SETTLING and find_newest_result(evening) is not None
    if evening.stage != Stage.FINISHED and not reopened:
        return EveningStands(load_evening_state(evening), ())
    seasons_closed = find_altered_seasons(load_counting_seasons([evening.pk], SeasonStage.CLOSED))
    return EveningStands(load_evening_state(evening), load_season_stands([evening.pk]), seasons_closed)


def load_season_stands(evenings: Collection[int]) -> tuple[SeasonStand, ...]:
    """Return the standings of the open seasons for which at least one of these evenings counts."""
    return tuple(map(_load_season_stand, load_counting_seasons(evenings, SeasonStage.OPEN)))


def _load_season_stand(season: Season) -> SeasonStand:
    count = count_season(season, all_known=True)
    figures: dict[int, Figures] = {
        row.player: {"place": row.place, "points": Fraction(row.total)} for row in count.rows
    }
    return SeasonStand(season.pk, f"{season.league} · {season}", EveningState(count.names, figures, {}))


def compare_stands(before: EveningStands, after: EveningStands) -> Changes:
    """Return the differences in ``after``, in the evening and in its seasons."""
    seasons = compare_seasons(before.seasons, after.seasons)
    seasons_closed = tuple(season for season in after.closed_seasons if season not in before.closed_seasons)
    return replace(
        compare_states(before.evening, after.evening), seasons=seasons, closed_seasons=seasons_closed
    )


def compare_seasons(before: Iterable[SeasonStand], after: Iterable[SeasonStand]) -> tuple[SeasonChange, ...]:
    """Return the seasons that differ in ``after``; none while a reopened evening is played."""
    return tuple(
        SeasonChange(now.season, now.name, differences)
        for was, now in zip(before, after, strict=False)
        if (differences := compare_states(was.stand, now.stand))
    )


LINE = ("seq", "at", "actor", "who", "words", "more", "reason", "version")


@answers(*LINE, component="SeasonVersionAnswer")
@dataclass(frozen=True)
class SeasonVersion(BookLine):
    """A version of the result, and the line of the book that wrote it: time, author and reason."""

    version: int


@answers(*LINE, "divisions", "prizes", component="SeasonWrittenAnswer")
@dataclass(frozen=True)
class SeasonVersionDetails(SeasonVersion):
    """Standings and prizes that a closing wrote, under today's names. A removed name does not appear."""

    # ``shown``: the divisions as pages show them. ``rules``: the rules on the day of the closing.

    rules: Rules
    displays: Sequence[DivisionDisplay]
    prizes: Sequence[PrizeDisplay]

    @property
    def divisions(self) -> tuple[DivisionTable, ...]:
        return tuple(display.division for display in self.displays)

    @property
    def has_divisions(self) -> bool:
        """Return whether there are divisions."""
        return any(division.name for division in self.divisions)


def load_season_versions(season: Season) -> tuple[SeasonVersion, ...]:
    """Return every version, the newest first; in one query."""
    return describe_versions(load_versions(season))


def describe_versions(results: Sequence[SeasonResult]) -> tuple[SeasonVersion, ...]:
    """Return these versions with their lines in words. The caller has read lines and actors already."""
    lines = describe_lines(result.journal for result in results)
    return tuple(
        SeasonVersion(**vars(line), version=of.version) for of, line in zip(results, lines, strict=True)
    )


def find_season_version(season: Season, version: int) -> SeasonVersionDetails | None:
    """Return the contents of this version, in five queries; None if there is no such version."""
    result = next((row for row in load_versions(season) if row.version == version), None)
    if result is None:
        return None
    names = load_player_names(club=season.league.club_id)
    (line,) = describe_versions([result])
    return SeasonVersionDetails(
        **vars(line),
        rules=from_json(result.rules),
        displays=_build_divisions(result, names),
        prizes=[
            _build_prize(award, get_season_titles(result), names)
            for award in load_written_awards(result, "players")
        ],
    )


def _build_divisions(result: SeasonResult, names: Mapping[int, str]) -> list[DivisionDisplay]:
    rows = load_ordered_rows(result)
    is_ranked = any(row.played for row in rows)
    divisions = []
    for division, its in groupby(rows, key=lambda row: row.division):
        lines = list(its)
        table = DivisionTable(
            division.pk if division else None,
            division.name if division else "",
            tuple(_build_row(row, after, names, is_ranked) for row, after in zip_longest(lines, lines[1:])),
        )
        divisions.append(build_written_division(table, _find_zones(lines)))
    return divisions


def _build_row(
    row: SeasonSettlement, after: SeasonSettlement | None, names: Mapping[int, str], is_ranked: bool
) -> TableRow:
    points, player = Fraction(row.points), row.player_id or 0
    return TableRow(
        person=player,
        name=names[player],
        place=row.place if is_ranked else None,
        total=format_points(points),
        points=points,
        played=row.played,
        counted=row.counted,
        too_few=row.below,
        reason=Reason(row.why, row.figures) if row.why else None,
        equal_points=after is not None and after.points == row.points,
        names=names,
    )


def _find_zones(rows: Sequence[SeasonSettlement]) -> Mapping[int, Zone]:
    moves = ((row.player_id or 0, row.division, row.moves_to) for row in rows)
    return {
        player: Zone("rises" if to.rank < division.rank else "falls", to.name)
        for player, division, to in moves
        if division and to
    }


def _build_prize(award: Award, titles: Mapping[str, str], names: Mapping[int, str]) -> PrizeDisplay:
    players, reason = award.players.all(), Reason(award.why, award.figures)
    return PrizeDisplay(
        award.prize,
        titles.get(award.prize, award.title),
        tuple(Winner(player.pk, player.name) for player in players),
        describe_reason(reason, names),
        revealed=True,
        discreet=describe_discreetly(reason, names),
    )
