"""A season's book in words, changes in seasons by an evening's correction, and versions of the result."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from itertools import groupby, zip_longest
from typing import Any

from django.utils.translation import gettext

from accounts.answers import answers
from accounts.names import one_stop
from tournaments.base.words import discreetly, pointed, worded
from tournaments.core.leagues.rules import Rules, SeasonStage, from_json
from tournaments.core.reasons import Reason
from tournaments.core.record import Stage
from tournaments.evening.selectors.access import player_names, seasons_counting
from tournaments.models import Award, Evening, Season, SeasonLine, SeasonResult, SeasonSettlement
from tournaments.prizes.presenters.prize_standings import season_titles
from tournaments.prizes.presenters.prizes import PrizeDisplay, Winner
from tournaments.seasons.presenters.row import closed_seasons
from tournaments.seasons.presenters.rules import describe_rules
from tournaments.seasons.presenters.table import (
    DivisionDisplay,
    DivisionTable,
    TableRow,
    Zone,
    division_written,
)
from tournaments.seasons.selectors.access import book_lines
from tournaments.seasons.selectors.closing import rows_in_order, versions_of
from tournaments.seasons.selectors.counting import count_season
from tournaments.standings.selectors.standings import awards_written, newest_result
from tournaments.undo.presenters import (
    Changes,
    ClosedSeason,
    EveningState,
    Figures,
    SeasonChange,
    changes,
    evening_state,
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


def season_book(season: Season, before: int | None = None) -> BookPage:
    """Return a hundred lines, the newest or those before the number ``before``, in one query."""
    page = book_lines(season, before, LINES + 1)
    lines = describe_lines(page[:LINES])
    return BookPage(lines, lines[-1].seq if len(page) > LINES else None)


def describe_lines(rows: Iterable[SeasonLine]) -> tuple[BookLine, ...]:
    """Return these lines in words. The caller has read their actors already."""
    return tuple(_line(row) for row in rows)


def _line(row: SeasonLine) -> BookLine:
    sentence = SENTENCES.get(row.verb)
    text, more = sentence(row.payload) if sentence else (row.verb.replace("_", " "), "")
    return BookLine(row.seq, row.at, row.actor_id, row.author, one_stop(text), more, row.reason)


def _planned(payload: Payload) -> tuple[str, str]:
    return gettext("The season was set up."), ""


def _followed(payload: Payload) -> tuple[str, str]:
    text = gettext("The season follows the one before. Going up: %(up)s. Going down: %(down)s.")
    if otherwise := payload.get("otherwise"):
        more = gettext("Not as proposed: %(n)s.") % {"n": otherwise}
        return text % payload, more
    return text % payload, ""


def _season_imported(payload: Payload) -> tuple[str, str]:
    text = gettext("The season was imported from %(club)s, with its players and evenings.")
    return text % payload, gettext("Evenings: %(evenings)s.") % payload


def _season_changed(payload: Payload) -> tuple[str, str]:
    """Return what was done, and each changed rule with its old and its new value."""
    was, now = (dict(describe_rules(from_json(payload[key]))) for key in ("before", "after"))
    changes = [f"{rule}: {was[rule]} → {now[rule]}" for rule in now if was[rule] != now[rule]]
    if renamed := payload.get("name"):
        changes.insert(0, gettext("Name: %(was)s → %(now)s") % {"was": renamed[0], "now": renamed[1]})
    if not changes:
        return gettext("The rules were saved without a change."), ""
    return gettext("The season’s rules were changed."), "; ".join(changes)


def _evening_counts(payload: Payload) -> tuple[str, str]:
    return gettext("%(name)s counts for the season.") % payload, _weight(payload)


def _evening_weighed(payload: Payload) -> tuple[str, str]:
    return gettext("%(name)s has a new weight.") % payload, _weight(payload)


def _weight(payload: Payload) -> str:
    sentences = [gettext("Weight: %(weight)s %%.") % payload]
    if payload.get("division"):
        sentences.append(gettext("For division “%(division)s” only.") % payload)
    return " ".join(sentences)


def _evening_counts_not(payload: Payload) -> tuple[str, str]:
    text = gettext("%(name)s no longer counts for the season.") % payload
    return text, gettext("The evening was removed.") if payload.get("deleted") else ""


def _divisions_set(payload: Payload) -> tuple[str, str]:
    names = ", ".join(payload["names"])
    return (gettext("Divisions: %(names)s.") % {"names": names} if names else gettext("No divisions.")), ""


def _player_placed(payload: Payload) -> tuple[str, str]:
    if payload["guest"]:
        return gettext("%(name)s is a guest and does not count.") % payload, ""
    if payload["division"]:
        return gettext("%(name)s plays in division “%(division)s”.") % payload, ""
    return gettext("%(name)s is on the season’s player list, without a division.") % payload, ""


def _people_placed(payload: Payload) -> tuple[str, str]:
    sentences = [_stands(person) for person in payload["people"]]
    if len(sentences) == 1:
        return sentences[0], ""
    return gettext("Players with a new division or role: %(n)s.") % {"n": len(sentences)}, " ".join(sentences)


def _stands(person: Payload) -> str:
    if person["listed"]:
        return _player_placed(person)[0]
    return gettext("%(name)s is no longer on the season’s player list.") % person


def _season_closed(payload: Payload) -> tuple[str, str]:
    text = gettext("The season is closed. Evenings that count: %(n)s.") % {"n": len(payload["versions"])}
    return text, " ".join((*_replaced(payload), _moves(payload))).strip()


def _rewritten(payload: Payload) -> tuple[str, str]:
    text = gettext("The standings were written anew: version %(version)s.") % payload
    return text, " ".join((*_replaced(payload), _moves(payload))).strip()


def _replaced(payload: Payload) -> Iterator[str]:
    """Yield the prizes with other winners than in the version before: "Champion: Ann, instead of Bob."."""
    for prize in payload.get("replaced", ()):
        now, was = (", ".join(player["name"] for player in prize[side]) for side in ("now", "was"))
        nobody = gettext("nobody")
        yield one_stop(
            gettext("%(prize)s: %(now)s, instead of %(was)s.")
            % {"prize": gettext(prize["title"]), "now": now or nobody, "was": was or nobody}
        )


def _moves(payload: Payload) -> str:
    """Return the names of players who move up and down. Older lines contain only their numbers."""
    if people := payload.get("people"):
        return " ".join(map(_move, people))
    moves = len(payload["moves"])
    return gettext("Proposed changes of division: %(n)s.") % {"n": moves} if moves else ""


def _move(move: Payload) -> str:
    if move["up"]:
        return gettext("%(name)s goes up from %(from)s to %(to)s.") % move
    return gettext("%(name)s goes down from %(from)s to %(to)s.") % move


def _reopened(payload: Payload) -> tuple[str, str]:
    return gettext("The season is open again."), ""


def _question_asked(payload: Payload) -> tuple[str, str]:
    return gettext("%(name)s: there is a question about this row.") % payload, ""


def _question_answered(payload: Payload) -> tuple[str, str]:
    return gettext("%(name)s: the question about this row has an answer.") % payload, ""


def _question_closed(payload: Payload) -> tuple[str, str]:
    return gettext("%(name)s: the question about this row is closed.") % payload, ""


def _prize_given(payload: Payload) -> tuple[str, str]:
    return gettext("“%(prize)s” was given to %(who)s.") % _gift(payload), ""


def _prize_taken_back(payload: Payload) -> tuple[str, str]:
    return gettext("“%(prize)s” was taken back from %(who)s.") % _gift(payload), ""


def _gift(payload: Payload) -> dict[str, str]:
    return {"prize": payload["title"], "who": ", ".join(player["name"] for player in payload["people"])}


SENTENCES: Mapping[str, Callable[[Payload], tuple[str, str]]] = {
    "season_planned": _planned,
    "season_followed": _followed,
    "season_imported": _season_imported,
    "season_changed": _season_changed,
    "evening_counts": _evening_counts,
    "evening_weighed": _evening_weighed,
    "evening_counts_not": _evening_counts_not,
    "divisions_set": _divisions_set,
    "player_placed": _player_placed,
    "people_placed": _people_placed,
    "season_closed": _season_closed,
    "season_rewritten": _rewritten,
    "season_reopened": _reopened,
    "question_asked": _question_asked,
    "question_answered": _question_answered,
    "question_closed": _question_closed,
    "season_prize_given": _prize_given,
    "season_prize_taken_back": _prize_taken_back,
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

    ``closed``: closed seasons with this evening that would differ today.
    """

    evening: EveningState
    seasons: tuple[SeasonStand, ...]
    closed: tuple[ClosedSeason, ...] = ()


def stands_now(evening: Evening) -> EveningStands:
    """Read the standings of the evening and its open seasons. Each season takes equally many queries."""
    # A season does not change during the evening, unless the evening was reopened.
    reopened = evening.stage == Stage.SETTLING and newest_result(evening) is not None
    if evening.stage != Stage.FINISHED and not reopened:
        return EveningStands(evening_state(evening), ())
    seasons_closed = closed_seasons(seasons_counting([evening.pk], SeasonStage.CLOSED))
    return EveningStands(evening_state(evening), seasons_now([evening.pk]), seasons_closed)


def seasons_now(evenings: Collection[int]) -> tuple[SeasonStand, ...]:
    """Return the standings of the open seasons for which at least one of these evenings counts."""
    return tuple(map(_stand, seasons_counting(evenings, SeasonStage.OPEN)))


def _stand(season: Season) -> SeasonStand:
    count = count_season(season, all_known=True)
    figures: dict[int, Figures] = {
        row.player: {"place": row.place, "points": Fraction(row.total)} for row in count.rows
    }
    return SeasonStand(season.pk, f"{season.league} · {season}", EveningState(count.names, figures, {}))


def stands_changed(before: EveningStands, after: EveningStands) -> Changes:
    """Return the differences in ``after``, in the evening and in its seasons."""
    seasons = seasons_changed(before.seasons, after.seasons)
    seasons_closed = tuple(season for season in after.closed if season not in before.closed)
    return replace(changes(before.evening, after.evening), seasons=seasons, closed_seasons=seasons_closed)


def seasons_changed(before: Iterable[SeasonStand], after: Iterable[SeasonStand]) -> tuple[SeasonChange, ...]:
    """Return the seasons that differ in ``after``; none while a reopened evening is played."""
    return tuple(
        SeasonChange(now.season, now.name, differences)
        for was, now in zip(before, after, strict=False)
        if (differences := changes(was.stand, now.stand))
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


def season_versions(season: Season) -> tuple[SeasonVersion, ...]:
    """Return every version, the newest first; in one query."""
    return describe_versions(versions_of(season))


def describe_versions(results: Sequence[SeasonResult]) -> tuple[SeasonVersion, ...]:
    """Return these versions with their lines in words. The caller has read lines and actors already."""
    lines = describe_lines(result.journal for result in results)
    return tuple(
        SeasonVersion(**vars(line), version=of.version) for of, line in zip(results, lines, strict=True)
    )


def season_written(season: Season, version: int) -> SeasonVersionDetails | None:
    """Return the contents of this version, in five queries; None if there is no such version."""
    result = next((row for row in versions_of(season) if row.version == version), None)
    if result is None:
        return None
    names = player_names(club=season.league.club_id)
    (line,) = describe_versions([result])
    return SeasonVersionDetails(
        **vars(line),
        rules=from_json(result.rules),
        displays=_divisions(result, names),
        prizes=[_prize(award, season_titles(result), names) for award in awards_written(result, "players")],
    )


def _divisions(result: SeasonResult, names: Mapping[int, str]) -> list[DivisionDisplay]:
    rows = rows_in_order(result)
    is_ranked = any(row.played for row in rows)
    divisions = []
    for division, its in groupby(rows, key=lambda row: row.division):
        lines = list(its)
        table = DivisionTable(
            division.pk if division else None,
            division.name if division else "",
            tuple(_row(row, after, names, is_ranked) for row, after in zip_longest(lines, lines[1:])),
        )
        divisions.append(division_written(table, _zones(lines)))
    return divisions


def _row(
    row: SeasonSettlement, after: SeasonSettlement | None, names: Mapping[int, str], is_ranked: bool
) -> TableRow:
    points, player = Fraction(row.points), row.player_id or 0
    return TableRow(
        who=player,
        name=names[player],
        place=row.place if is_ranked else None,
        total=pointed(points),
        points=points,
        played=row.played,
        counted=row.counted,
        too_few=row.below,
        reason=Reason(row.why, row.figures) if row.why else None,
        equal_points=after is not None and after.points == row.points,
        names=names,
    )


def _zones(rows: Sequence[SeasonSettlement]) -> Mapping[int, Zone]:
    moves = ((row.player_id or 0, row.division, row.moves_to) for row in rows)
    return {
        player: Zone("rises" if to.rank < division.rank else "falls", to.name)
        for player, division, to in moves
        if division and to
    }


def _prize(award: Award, titles: Mapping[str, str], names: Mapping[int, str]) -> PrizeDisplay:
    players, reason = award.players.all(), Reason(award.why, award.figures)
    return PrizeDisplay(
        award.prize,
        titles.get(award.prize, award.title),
        tuple(Winner(player.pk, player.name) for player in players),
        worded(reason, names),
        revealed=True,
        discreet=discreetly(reason, names),
    )
