"""A season's book for a reader: who did what to it when, each line in one plain sentence."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext

from accounts.answers import answers
from accounts.names import one_stop
from tournaments.core.leagues.rules import from_json
from tournaments.models import Season, SeasonLine
from tournaments.seasons.presenters.rules import rules_said
from tournaments.seasons.selectors.access import book_lines

LINES = 100
Payload = Mapping[str, Any]


@answers("seq", "at", "actor", "who", "words", "more", "reason", component="BookLineAnswer")
@dataclass(frozen=True)
class BookLine:
    """A line in words. ``actor``: the member’s number; ``more``: what became of what, where that is long."""

    seq: int
    at: datetime
    actor: int | None
    who: str
    words: str
    more: str
    reason: str


@dataclass(frozen=True)
class Book:
    """A page of the book, the newest line first; ``older``: the line before which the next page begins."""

    lines: tuple[BookLine, ...]
    older: int | None


def season_book(season: Season, before: int | None = None) -> Book:
    """A hundred lines, the newest or those before line ``before``, in one query."""
    page = book_lines(season, before, LINES + 1)
    lines = lines_told(page[:LINES])
    return Book(lines, lines[-1].seq if len(page) > LINES else None)


def lines_told(rows: Iterable[SeasonLine]) -> tuple[BookLine, ...]:
    """These lines in words; their actors are read already."""
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


def _imported(payload: Payload) -> tuple[str, str]:
    text = gettext("The season was imported from %(club)s, with its players and evenings.")
    return text % payload, gettext("Evenings: %(evenings)s.") % payload


def _changed(payload: Payload) -> tuple[str, str]:
    """Each rule that was set otherwise, as it was and as it is."""
    was, now = (dict(rules_said(from_json(payload[key]))) for key in ("before", "after"))
    changes = [f"{about}: {was[about]} → {now[about]}" for about in now if was[about] != now[about]]
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
    said = [gettext("Weight: %(weight)s %%.") % payload]
    if payload.get("division"):
        said.append(gettext("For division “%(division)s” only.") % payload)
    return " ".join(said)


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
    said = [_stands(person) for person in payload["people"]]
    if len(said) == 1:
        return said[0], ""
    return gettext("Players with a new division or role: %(n)s.") % {"n": len(said)}, " ".join(said)


def _stands(person: Payload) -> str:
    if person["listed"]:
        return _player_placed(person)[0]
    return gettext("%(name)s is no longer on the season’s player list.") % person


def _closed(payload: Payload) -> tuple[str, str]:
    text = gettext("The season is closed. Evenings that count: %(n)s.") % {"n": len(payload["versions"])}
    return text, " ".join((*_replaced(payload), _moves(payload))).strip()


def _rewritten(payload: Payload) -> tuple[str, str]:
    text = gettext("The standings were written anew: version %(version)s.") % payload
    return text, " ".join((*_replaced(payload), _moves(payload))).strip()


def _replaced(payload: Payload) -> Iterator[str]:
    """Which prizes others win than in the version before: "Champion: Ann, instead of Bob."."""
    for one in payload.get("replaced", ()):
        now, was = (", ".join(who["name"] for who in one[side]) for side in ("now", "was"))
        nobody = gettext("nobody")
        yield one_stop(
            gettext("%(prize)s: %(now)s, instead of %(was)s.")
            % {"prize": gettext(one["title"]), "now": now or nobody, "was": was or nobody}
        )


def _moves(payload: Payload) -> str:
    """Who goes up and down, by name; older lines have only how many."""
    if people := payload.get("people"):
        return " ".join(map(_move, people))
    moves = len(payload["moves"])
    return gettext("Proposed changes of division: %(n)s.") % {"n": moves} if moves else ""


def _move(one: Payload) -> str:
    if one["up"]:
        return gettext("%(name)s goes up from %(from)s to %(to)s.") % one
    return gettext("%(name)s goes down from %(from)s to %(to)s.") % one


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
    return {"prize": payload["title"], "who": ", ".join(one["name"] for one in payload["people"])}


SENTENCES: Mapping[str, Callable[[Payload], tuple[str, str]]] = {
    "season_planned": _planned,
    "season_followed": _followed,
    "season_imported": _imported,
    "season_changed": _changed,
    "evening_counts": _evening_counts,
    "evening_weighed": _evening_weighed,
    "evening_counts_not": _evening_counts_not,
    "divisions_set": _divisions_set,
    "player_placed": _player_placed,
    "people_placed": _people_placed,
    "season_closed": _closed,
    "season_rewritten": _rewritten,
    "season_reopened": _reopened,
    "question_asked": _question_asked,
    "question_answered": _question_answered,
    "question_closed": _question_closed,
    "season_prize_given": _prize_given,
    "season_prize_taken_back": _prize_taken_back,
}
"""The sentence of each verb, and what is said further."""
