"""The journal's sentences about the evening, and about results.

The evening: stages, settings, the clock, the bell, the prizes. Results: deals, bids, corrections, counts,
cuts.
"""

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import groupby

from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_noop, ngettext

from accounts.models import NamesShown
from games.rules.registry import KNOWN
from tournaments.base.phrases import phrase
from tournaments.base.words import cards, clocked, in_round, quoted, round_title
from tournaments.core.record import DealPart, Ending
from tournaments.core.settings import Settings, from_json
from tournaments.evening.presenters.kinds import kind_pages
from tournaments.evening.presenters.movers import cut_for
from tournaments.journal.presenters.phrases import (
    LineContext,
    Sentence,
    discarded,
    fresh_between,
    missing_details,
    sentences,
    shorten_names,
)
from tournaments.journal.selectors import ResultVersion


def evening_planned(context: LineContext) -> Sentence:
    return Sentence(gettext("The evening was planned."))


def evening_recorded(context: LineContext) -> Sentence:
    return Sentence(gettext("The result of an evening played elsewhere was recorded."))


def result_recorded(context: LineContext) -> Sentence:
    return Sentence(
        gettext("The result was recorded again: version %(n)s.") % {"n": context.payload.get("version", "?")}
    )


def check_in_opened(context: LineContext) -> Sentence:
    return Sentence(gettext("Check-in is open."))


def play_begun(context: LineContext) -> Sentence:
    return Sentence(gettext("Play began."))


def evening_changed(context: LineContext) -> Sentence:
    """Describe the changed settings, each with its old and new value."""
    changes = [f"{title}: {was} → {now}" for title, was, now in _changes(context)]
    changes = [*_game_changed(context), *changes]
    if not changes:
        return Sentence(gettext("Name and date were saved."))
    return Sentence(gettext("The settings were changed."), more="; ".join(changes))


def evening_corrected(context: LineContext) -> Sentence:
    """Describe the changed name, day and game, each with its old and new value."""
    return Sentence(
        gettext("The evening was corrected."),
        more="; ".join((*_called_and_held(context), *_game_changed(context))),
    )


def _called_and_held(context: LineContext) -> Iterator[str]:
    was, now = context.payload.get("name", ("", ""))
    if was != now:
        yield gettext("Name: %(was)s → %(now)s") % {"was": was, "now": now}
    was, now = context.payload.get("held_on", ("", ""))
    if was != now:
        was, now = (date_format(date.fromisoformat(day)) for day in (was, now))
        yield gettext("Date: %(was)s → %(now)s") % {"was": was, "now": now}


def _game_changed(context: LineContext) -> Iterator[str]:
    if choices := context.payload.get("played"):
        was, now = (_game(choice) for choice in choices)
        yield gettext("Game: %(was)s → %(now)s") % {"was": was, "now": now}


def _changes(context: LineContext) -> list[tuple[str, str, str]]:
    before, after = (_settings(context.payload.get(key)) for key in ("before", "after"))
    was, now = (
        dict(context.describe_settings(before, context.play)),
        dict(context.describe_settings(after, context.play)),
    )
    return [(title, was[title], now[title]) for title in now if was.get(title, now[title]) != now[title]]


def _settings(document: object) -> Settings:
    return from_json(document) if isinstance(document, dict) else Settings()


def _game(choice: dict[str, str]) -> str:
    title = KNOWN[choice["game"]].title if choice["game"] in KNOWN else choice["game"]
    return choice.get("rules_name") or gettext(title)


def clock_started(context: LineContext) -> Sentence:
    return Sentence(gettext("The clock was started. Time left: %(left)s.") % _time_left(context))


def clock_paused(context: LineContext) -> Sentence:
    if "left" not in context.payload:
        return Sentence(_hold_words(context, True))
    return Sentence(gettext("The clock was paused. Time left: %(left)s.") % _time_left(context))


def clock_resumed(context: LineContext) -> Sentence:
    if "left" not in context.payload:
        return Sentence(_hold_words(context, False))
    return Sentence(gettext("The clock runs again. Time left: %(left)s.") % _time_left(context))


def clock_extended(context: LineContext) -> Sentence:
    figures = {"more": clocked(context.payload.get("seconds", 0)), **_time_left(context)}
    return Sentence(gettext("The clock got %(more)s more. Time left: %(left)s.") % figures)


def clock_set(context: LineContext) -> Sentence:
    seconds = context.payload.get("seconds", 0)
    by = f"{'−' if seconds < 0 else '+'}{clocked(abs(seconds))}"
    words = gettext("The computer’s clock changed by %(by)s. The round keeps its remaining time.")
    return Sentence(words % {"by": by})


def _time_left(context: LineContext) -> dict[str, str]:
    return {"left": clocked(context.payload.get("left", 0))}


def _hold_words(context: LineContext, is_held: bool) -> str:
    if is_held:
        return gettext("The automatic start was stopped.")
    return gettext("The automatic start was allowed again.")


def last_round(context: LineContext) -> Sentence:
    if context.payload["last"]:
        return Sentence(gettext("Round %(round)s is the last round.") % {"round": context.payload["round"]})
    return Sentence(gettext("This is no longer the last round."))


def round_begun(context: LineContext) -> Sentence:
    return Sentence(gettext("%(round)s begins.") % {"round": _round_title(context)})


def minute_left(context: LineContext) -> Sentence:
    return Sentence(gettext("%(round)s: the last minute.") % {"round": _round_title(context)})


def time_up(context: LineContext) -> Sentence:
    return Sentence(gettext("The time is up."))


def moves_announced(context: LineContext) -> Sentence:
    seconds = context.payload.get("seconds", 0)
    words = ngettext(
        "All results are in. Play goes on in %(n)s second.",
        "All results are in. Play goes on in %(n)s seconds.",
        seconds,
    )
    return Sentence(words % {"n": seconds})


def bell_asked(context: LineContext) -> Sentence:
    return Sentence(phrase(context.play, "The bell was rung by hand."))


def bell_rung(context: LineContext) -> Sentence:
    """Describe the bell with its cause, from the line just before."""
    verb = context.before.verb if context.before else ""
    sentence = phrase(
        context.play, BELL_CAUSES.get(verb, "%(round)s ended because the head table had its result.")
    )
    return Sentence(sentence % {"round": _round_title(context)})


BELL_CAUSES = {
    "time_up": gettext_noop("%(round)s ended because the time was up."),
    "bell_asked": gettext_noop("%(round)s was ended by hand."),
}
"""Causes of a bell that no table's result rang, by the verb of the line before."""


def last_bell(context: LineContext) -> Sentence:
    return Sentence(gettext("Play is over."))


def bell_undone(context: LineContext) -> Sentence:
    words = gettext("%(round)s was opened again.") % {"round": _round_title(context)}
    return Sentence(sentences(words, discarded(context), fresh_between(context)))


def evening_finished(context: LineContext) -> Sentence:
    return Sentence(gettext("The evening was finished and its result recorded."))


def evening_reopened(context: LineContext) -> Sentence:
    return Sentence(gettext("The evening was reopened. It settles up again."))


def evening_called_off(context: LineContext) -> Sentence:
    return Sentence(gettext("This evening was called off."))


def evening_published(context: LineContext) -> Sentence:
    if names := dict(NamesShown.choices).get(context.payload.get("names", "")):
        return Sentence(gettext("The evening is public now. Names: %(names)s.") % {"names": names})
    if context.payload.get("published"):
        return Sentence(gettext("The evening is public now. Visitors see public names."))
    return Sentence(gettext("The evening is no longer public."))


def prizes_changed(context: LineContext) -> Sentence:
    """Describe changed prizes, or their changed order."""
    return Sentence(
        gettext("The prizes were changed."),
        more="; ".join(f"{title}: {was} → {now}" for title, was, now in _changes(context)),
    )


def prizes_revealed(context: LineContext) -> Sentence:
    """Describe the reveal of one prize or of all remaining ones. The winners are on the result's page."""
    prizes = "; ".join(context.prize(key) for key in context.payload.get("prizes", ()))
    return Sentence(gettext("Announced in the hall: %(prizes)s.") % {"prizes": prizes})


def prize_given(context: LineContext) -> Sentence:
    return Sentence(gettext("“%(prize)s” was given to %(who)s.") % _gift(context))


def prize_taken_back(context: LineContext) -> Sentence:
    return Sentence(gettext("“%(prize)s” was taken back from %(who)s.") % _gift(context))


def _gift(context: LineContext) -> dict[str, str]:
    return {
        "prize": context.payload.get("title", "?"),
        "who": context.people(context.payload.get("winners", ())),
    }


def _round_title(context: LineContext) -> str:
    return round_title(context.play, context.payload.get("round", context.round))


def deal_recorded(context: LineContext) -> Sentence:
    result = _result(context)
    if result is None:
        return missing_details()
    figures = {"where": _deal_title(context, result), "result": _in_words(context, result.lines)}
    return Sentence(
        sentences(
            gettext("%(where)s recorded: %(result)s.") % figures,
            fresh_between(context),
        )
    )


def deal_corrected(context: LineContext) -> Sentence:
    result = _result(context)
    if result is None:
        return missing_details()
    return Sentence(
        sentences(
            gettext("%(where)s corrected.") % {"where": _deal_title(context, result)}, fresh_between(context)
        ),
        more=_written_anew(context),
        was=_in_words(context, result.before),
        now=_in_words(context, result.lines),
    )


def deal_withdrawn(context: LineContext) -> Sentence:
    return Sentence(gettext("%(where)s was undone.") % {"where": _payload_deal(context)})


def deal_confirmed(context: LineContext) -> Sentence:
    return Sentence(
        gettext("%(where)s confirmed by %(who)s.") % {"where": _payload_deal(context), "who": context.person}
    )


def bids_recorded(context: LineContext) -> Sentence:
    for round, table, deal, bids in context.facts.values_of("bids"):
        figures = {
            "where": context.table_title(round, table, deal),
            "bids": ", ".join(f"{context.name(entry)} {bid}" for entry, bid in bids),
        }
        return Sentence(gettext("%(where)s, bids: %(bids)s.") % figures)
    return missing_details()


def table_ended(context: LineContext) -> Sentence:
    payload = context.payload
    figures = {"where": context.table_title(payload["round"], payload["table"])}
    words = "%(where)s could not finish its deal. Stakes went back."
    if payload["ending"] == Ending.EARLY:
        words = "%(where)s had no deal in play. Its last result counts."
    return Sentence(phrase(context.play, words) % figures)


def table_counted(context: LineContext) -> Sentence:
    payload = context.payload
    figures = {"where": context.table_title(payload["round"], payload["table"]), "counts": _counts(context)}
    return Sentence(gettext("%(where)s, counted: %(counts)s.") % figures)


def counters_counted(context: LineContext) -> Sentence:
    return Sentence(gettext("Counted: %(counts)s.") % {"counts": _counts(context)})


def cut_made(context: LineContext) -> Sentence:
    """Describe every attempt of a cut; for a cut drawn by the program, also the seed that repeats it."""
    rows = context.facts.values_of("cut")
    if not rows:
        return missing_details()
    round, table, purpose, deal, *_rest, seed = rows[0]
    attempts = [
        ", ".join(f"{context.name(entry)} {cards(card)}" for *_table, entry, card, _seed in attempt)
        for _number, attempt in groupby(rows, key=lambda row: row[4])
    ]
    if len(attempts) > 1:
        attempts = [
            gettext("cut %(n)s: %(cards)s") % {"n": n, "cards": drawn} for n, drawn in enumerate(attempts, 1)
        ]
    figures = {
        "where": context.table_title(round, table),
        "purpose": cut_for(purpose, deal),
        "cards": "; ".join(attempts),
    }
    drawn = gettext("Drawn by the program, seed “%(seed)s”.") % {"seed": seed} if seed else ""
    return Sentence(
        gettext("%(where)s, cut (%(purpose)s): %(cards)s.") % figures,
        more=sentences(drawn, _written_anew(context)),
    )


def entry_late(context: LineContext) -> Sentence:
    return Sentence(
        gettext("%(where)s: a result arrived after the round and was not recorded.")
        % {"where": _payload_deal(context)},
        more="; ".join(context.payload.get("typed", ())),
    )


def correction_asked(context: LineContext) -> Sentence:
    words = context.payload.get("words", "")
    return Sentence(
        gettext("%(where)s: a correction was requested.") % {"where": _payload_deal(context)},
        more="; ".join((*((quoted(words),) if words else ()), *context.payload.get("typed", ()))),
    )


def ask_answered(context: LineContext) -> Sentence:
    if context.message is None:
        return missing_details()
    message = context.message.payload
    title = context.table_title(message["round"], message["table"], message["deal"])
    return Sentence(gettext("%(where)s: the table’s message was answered.") % {"where": title})


def _in_words(context: LineContext, lines: Sequence[DealPart]) -> str:
    return kind_pages(context.play.kind).result(lines, context.name)


def _result(context: LineContext) -> ResultVersion | None:
    return next((ResultVersion(*values) for values in context.facts.values_of("result")), None)


def _deal_title(context: LineContext, result: ResultVersion) -> str:
    return context.table_title(result.round, result.table, result.deal)


def _payload_deal(context: LineContext) -> str:
    payload = context.payload
    return context.table_title(payload["round"], payload["table"], payload["deal"])


def _counts(context: LineContext) -> str:
    counts = dict(context.facts.values_of("count"))
    return shorten_names([f"{context.name(entry)} {counts[entry]}" for entry in context.in_order(counts)])


def _written_anew(context: LineContext) -> str:
    """Describe a result that a correction rewrote after the end, with changed prizes. Empty without one."""
    version = context.payload.get("version")
    if not version:
        return ""
    nobody = gettext("nobody")
    changes = (
        gettext("%(prize)s: %(was)s → %(now)s.")
        % {
            "prize": context.prize(prize),
            "was": context.people(was) or nobody,
            "now": context.people(now) or nobody,
        }
        for prize, was, now in context.prize_changes
    )
    return sentences(gettext("The result was recorded again: version %(n)s.") % {"n": version}, *changes)


def stake_corrected(context: LineContext) -> Sentence:
    figures = {"who": context.person, "round": in_round(context.play, context.payload["round"])}
    if context.payload.get("given"):
        return Sentence(gettext("A fresh stake for %(who)s in %(round)s was recorded later.") % figures)
    return Sentence(
        gettext("The fresh stake for %(who)s in %(round)s was removed: it was not given.") % figures
    )
