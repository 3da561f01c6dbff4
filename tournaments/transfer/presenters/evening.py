"""One evening as a document from which an outsider can replay and check it: docs/export.md.

People are numbered in the order of coming, so that nothing in the document depends on a database.
Words are English, whatever the reader's language.
"""

from collections.abc import Mapping
from typing import Any

from django.utils import translation

from accounts.errors import ForbiddenError
from accounts.errors import gettext_noop as _
from games.rules.registry import ruleset
from tournaments.core.evening import Facts
from tournaments.core.files.documents import ordered
from tournaments.core.record import CountKind
from tournaments.core.results.prizes import Prize, prize_list
from tournaments.core.results.standings import COLUMNS
from tournaments.core.settings import to_json
from tournaments.evening.selectors.deals import load_draw, load_history
from tournaments.evening.selectors.evening import load_facts, newest_line
from tournaments.evening.selectors.moves import cards_cut, made_moves
from tournaments.journal.selectors import lines_of
from tournaments.models import Award, Evening, Result
from tournaments.standings.selectors.standings import (
    awards_written,
    counting_result,
    given_by_hand,
    settled_in,
)
from tournaments.transfer.presenters.evening_rounds import Rounds
from tournaments.transfer.presenters.tables import Words

FORMAT, FORMAT_VERSION = "headtable-evening", 1


def refuse_rehearsal(evening: Evening) -> None:
    """Refuse a rehearsal with ForbiddenError: there is nothing to take away."""
    if evening.rehearsal_of_id is not None:
        raise ForbiddenError("evening", _("A rehearsal counts nowhere and cannot be exported."))


def export(evening: Evening) -> dict[str, Any]:
    """Return the evening as plain values for JSON, read in a fixed number of queries."""
    with translation.override("en"):
        return _document(evening)


def _document(evening: Evening) -> dict[str, Any]:
    facts, history = load_facts(evening.pk), load_history(evening)
    words = Words.of(facts.entries)
    result = counting_result(evening)
    gifts = [_prize(award, None, words) for award in given_by_hand(evening)]
    moves, cards = made_moves(evening), cards_cut(evening, "entry")
    rounds = Rounds(facts, history, words, moves, cards, facts.chips.taken)
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "evening": _evening(evening),
        "players": [
            {"player": words.numbers[entry.id], "name": entry.name, "role": entry.role}
            for entry in facts.entries
        ],
        "draw": _draw(evening, words.numbers),
        "rounds": [rounds.document(log) for log in history.rounds],
        "final_counts": _final_counts(facts, words),
        "result_version": result.version if result else None,
        "settlement": _settlement(result, words.numbers) if result else [],
        "prizes": [*(_prizes(result, words) if result else ()), *gifts],
        "journal": _journal(evening, words),
    }


def _evening(evening: Evening) -> dict[str, Any]:
    game = ruleset(evening.game)
    return {
        "id": evening.pk,
        "club": evening.club.name,
        "name": evening.name,
        "date": evening.held_on.isoformat(),
        "format": evening.format,
        "game": game.title,
        "ruleset": game.key,
        "options": ordered(evening.options),
        "house_rules": evening.rules_name,
        "settings": to_json(evening.settings),
        "stage": str(evening.stage),
    }


def _draw(evening: Evening, numbers: Mapping[int, int]) -> dict[str, Any] | None:
    """Return the seat draw that stands, with the seats as they were drawn, before any change by hand."""
    line = newest_line(evening, "seats_drawn")
    if line is None:
        return None
    people, seats, dealers = load_draw(line)
    return {
        "seed": line.payload["seed"],
        "season": line.payload.get("season"),
        "sizes": line.payload["sizes"],
        "players": [numbers.get(entry) for entry in people],
        "seats": [
            {"table": table, "seat": chair, "player": numbers.get(entry)} for table, chair, entry in seats
        ],
        "dealers": dealers,
    }


def _final_counts(facts: Facts, words: Words) -> list[dict[str, Any]]:
    return [
        {"player": words.numbers[count.entry], "counters": count.counters}
        for count in facts.counts
        if count.kind is CountKind.FINAL
    ]


def _settlement(result: Result, numbers: Mapping[int, int]) -> list[dict[str, Any]]:
    return [
        {
            "place": row.place,
            "player": numbers[row.entry_id],
            **{column.name: _figure(row, column.key) for column in COLUMNS},
        }
        for row in settled_in(result, "entry_id")
    ]


def _prizes(result: Result, words: Words) -> list[dict[str, Any]]:
    listed = {prize.key: prize for prize in prize_list(result.settings, result.play)}
    return [_prize(award, listed.get(award.prize), words) for award in awards_written(result)]


def _prize(award: Award, prize: Prize | None, words: Words) -> dict[str, Any]:
    return {
        "key": award.prize,
        "title": award.title,
        **_for_whom(prize),
        "winners": sorted(words.numbers[row.pk] for row in award.winners.all() if row.pk in words.numbers),
        "reason": words.reason(award.why, award.figures),
    }


def _for_whom(prize: Prize | None) -> dict[str, Any]:
    if prize is None:
        return {"role": None, "group": None, "place": None}
    return {"role": prize.role, "group": prize.group, "place": prize.place or None}


def _journal(evening: Evening, words: Words) -> list[dict[str, Any]]:
    return [
        {
            "seq": line.seq,
            "at": line.at.isoformat(),
            "verb": line.verb,
            "actor": line.actor.called if line.actor else None,
            "phone": line.link.table if line.link else None,
            "reason": line.reason,
            "payload": words.payload(line.payload),
        }
        for line in lines_of(evening)
    ]


def _figure(row: Any, key: str) -> int | None:
    """Return a figure; this format tells fresh stakes and chips as 0 where nobody knows them."""
    figure: int | None = getattr(row, key)
    return figure or 0 if key in ("fresh", "yellow") else figure
