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
from tournaments.base.words import cards, describe_in_round, describe_round, format_clock, quote_text
from tournaments.core.record import DealPart, Ending
from tournaments.core.settings import Settings, from_json
from tournaments.evening.presenters.kinds import get_kind_pages
from tournaments.evening.presenters.movers import describe_cut_purpose
from tournaments.journal.presenters.phrases import (
    LineContext,
    Sentence,
    describe_discarded,
    describe_fresh_stakes,
    describe_missing_details,
    join_sentences,
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
    changes = [f"{title}: {was} → {now}" for title, was, now in _list_changes(context)]
    changes = [*_describe_game_change(context), *changes]
    if not changes:
        return Sentence(gettext("Name and date were saved."))
    return Sentence(gettext("The settings were changed."), more="; ".join(changes))


def evening_corrected(context: LineContext) -> Sentence:
    """Describe the changed name, day and game, each with its old and new value."""
    return Sentence(
        gettext("The evening was corrected."),
        more="; ".join((*_describe_name_and_day(context), *_describe_game_change(context))),
    )


def _describe_name_and_day(context: LineContext) -> Iterator[str]:
    was, now = context.payload.get("name", ("", ""))
    if was != now:
        yield gettext("Name: %(was)s → %(now)s") % {"was": was, "now": now}
    was, now = context.payload.get("held_on", ("", ""))
    if was != now:
        was, now = (date_format(date.fromisoformat(day)) for day in (was, now))
        yield gettext("Date: %(was)s → %(now)s") % {"was": was, "now": now}


def _describe_game_change(context: LineContext) -> Iterator[str]:
    if choices := context.payload.get("played"):
        was, now = (_describe_game(choice) for choice in choices)
        yield gettext("Game: %(was)s → %(now)s") % {"was": was, "now": now}


def _list_changes(context: LineContext) -> list[tuple[str, str, str]]:
    before, after = (_parse_settings(context.payload.get(key)) for key in ("before", "after"))
    was, now = (
        dict(context.describe_settings(before, context.play)),
        dict(context.describe_settings(after, context.play)),
    )
    return [(title, was[title], now[title]) for title in now if was.get(title, now[title]) != now[title]]


def _parse_settings(document: object) -> Settings:
    return from_json(document) if isinstance(document, dict) else Settings()


def _describe_game(choice: dict[str, str]) -> str:
    title = KNOWN[choice["game"]].title if choice["game"] in KNOWN else choice["game"]
    return choice.get("rules_name") or gettext(title)


def clock_started(context: LineContext) -> Sentence:
    return Sentence(gettext("The clock was started. Time left: %(left)s.") % _describe_time_left(context))


def clock_paused(context: LineContext) -> Sentence:
    if "left" not in context.payload:
        return Sentence(_describe_hold(context, True))
    return Sentence(gettext("The clock was paused. Time left: %(left)s.") % _describe_time_left(context))


def clock_resumed(context: LineContext) -> Sentence:
    if "left" not in context.payload:
        return Sentence(_describe_hold(context, False))
    return Sentence(gettext("The clock runs again. Time left: %(left)s.") % _describe_time_left(context))


def clock_extended(context: LineContext) -> Sentence:
    figures = {"more": format_clock(context.payload.get("seconds", 0)), **_describe_time_left(context)}
    return Sentence(gettext("The clock got %(more)s more. Time left: %(left)s.") % figures)


def clock_set(context: LineContext) -> Sentence:
    seconds = context.payload.get("seconds", 0)
    by = f"{'−' if seconds < 0 else '+'}{format_clock(abs(seconds))}"
    words = gettext("The computer’s clock changed by %(by)s. The round keeps its remaining time.")
    return Sentence(words % {"by": by})


def _describe_time_left(context: LineContext) -> dict[str, str]:
    return {"left": format_clock(context.payload.get("left", 0))}


def _describe_hold(context: LineContext, is_held: bool) -> str:
    if is_held:
        return gettext("The automatic start was stopped.")
    return gettext("The automatic start was allowed again.")


def last_round(context: LineContext) -> Sentence:
    if context.payload["last"]:
        return Sentence(gettext("Round %(round)s is the last round.") % {"round": context.payload["round"]})
    return Sentence(gettext("This is no longer the last round."))


def round_begun(context: LineContext) -> Sentence:
    return Sentence(gettext("%(round)s begins.") % {"round": _describe_round(context)})


def minute_left(context: LineContext) -> Sentence:
    return Sentence(gettext("%(round)s: the last minute.") % {"round": _describe_round(context)})


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
    return Sentence(sentence % {"round": _describe_round(context)})


BELL_CAUSES = {
    "time_up": gettext_noop("%(round)s ended because the time was up."),
    "bell_asked": gettext_noop("%(round)s was ended by hand."),
}
"""Causes of a bell that no table's result rang, by the verb of the line before."""


def last_bell(context: LineContext) -> Sentence:
    return Sentence(gettext("Play is over."))


def bell_undone(context: LineContext) -> Sentence:
    words = gettext("%(round)s was opened again.") % {"round": _describe_round(context)}
    return Sentence(join_sentences(words, describe_discarded(context), describe_fresh_stakes(context)))


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
        more="; ".join(f"{title}: {was} → {now}" for title, was, now in _list_changes(context)),
    )


def prizes_revealed(context: LineContext) -> Sentence:
    """Describe the reveal of one prize or of all remaining ones. The winners are on the result's page."""
    prizes = "; ".join(context.get_prize_title(key) for key in context.payload.get("prizes", ()))
    return Sentence(gettext("Announced in the hall: %(prizes)s.") % {"prizes": prizes})


def prize_given(context: LineContext) -> Sentence:
    return Sentence(gettext("“%(prize)s” was given to %(who)s.") % _describe_gift(context))


def prize_taken_back(context: LineContext) -> Sentence:
    return Sentence(gettext("“%(prize)s” was taken back from %(who)s.") % _describe_gift(context))


def _describe_gift(context: LineContext) -> dict[str, str]:
    return {
        "prize": context.payload.get("title", "?"),
        "who": context.list_people(context.payload.get("winners", ())),
    }


def _describe_round(context: LineContext) -> str:
    return describe_round(context.play, context.payload.get("round", context.round))


def deal_recorded(context: LineContext) -> Sentence:
    result = _find_result(context)
    if result is None:
        return describe_missing_details()
    figures = {"where": _describe_deal(context, result), "result": _describe_lines(context, result.lines)}
    return Sentence(
        join_sentences(
            gettext("%(where)s recorded: %(result)s.") % figures,
            describe_fresh_stakes(context),
        )
    )


def deal_corrected(context: LineContext) -> Sentence:
    result = _find_result(context)
    if result is None:
        return describe_missing_details()
    return Sentence(
        join_sentences(
            gettext("%(where)s corrected.") % {"where": _describe_deal(context, result)},
            describe_fresh_stakes(context),
            _describe_void_stakes(context),
        ),
        more=_describe_rewrite(context),
        was=_describe_lines(context, result.before),
        now=_describe_lines(context, result.lines),
    )


def _describe_void_stakes(context: LineContext) -> str:
    """Describe whose fresh stake a table's correction removed. Empty if nobody's."""
    if entries := context.payload.get("stakes_voided"):
        return gettext("Fresh stake removed: %(names)s.") % {"names": context.list_people(entries)}
    return ""


def deal_withdrawn(context: LineContext) -> Sentence:
    return Sentence(gettext("%(where)s was undone.") % {"where": _describe_payload_deal(context)})


def deal_confirmed(context: LineContext) -> Sentence:
    who = context.person if "entry" in context.payload else gettext("a second phone")
    return Sentence(
        gettext("%(where)s confirmed by %(who)s.") % {"where": _describe_payload_deal(context), "who": who}
    )


def bids_recorded(context: LineContext) -> Sentence:
    for round, table, deal, bids in context.facts.list_values("bids"):
        figures = {
            "where": context.describe_table(round, table, deal),
            "bids": ", ".join(f"{context.get_name(entry)} {bid}" for entry, bid in bids),
        }
        return Sentence(gettext("%(where)s, bids: %(bids)s.") % figures)
    return describe_missing_details()


def table_ended(context: LineContext) -> Sentence:
    payload = context.payload
    figures = {"where": context.describe_table(payload["round"], payload["table"])}
    words = "%(where)s could not finish its deal. Stakes went back."
    if payload["ending"] == Ending.EARLY:
        words = "%(where)s had no deal in play. Its last result counts."
    return Sentence(phrase(context.play, words) % figures)


def table_counted(context: LineContext) -> Sentence:
    payload = context.payload
    figures = {
        "where": context.describe_table(payload["round"], payload["table"]),
        "counts": _describe_counts(context),
    }
    return Sentence(gettext("%(where)s, counted: %(counts)s.") % figures)


def counters_counted(context: LineContext) -> Sentence:
    return Sentence(gettext("Counted: %(counts)s.") % {"counts": _describe_counts(context)})


def cut_made(context: LineContext) -> Sentence:
    """Describe every attempt of a cut; for a cut drawn by the program, also the seed that repeats it."""
    rows = context.facts.list_values("cut")
    if not rows:
        return describe_missing_details()
    round, table, purpose, deal, *_rest, seed = rows[0]
    attempts = [
        ", ".join(f"{context.get_name(entry)} {cards(card)}" for *_table, entry, card, _seed in attempt)
        for _number, attempt in groupby(rows, key=lambda row: row[4])
    ]
    if len(attempts) > 1:
        attempts = [
            gettext("cut %(n)s: %(cards)s") % {"n": n, "cards": drawn} for n, drawn in enumerate(attempts, 1)
        ]
    figures = {
        "where": context.describe_table(round, table),
        "purpose": describe_cut_purpose(purpose, deal),
        "cards": "; ".join(attempts),
    }
    drawn = gettext("Drawn by the program, seed “%(seed)s”.") % {"seed": seed} if seed else ""
    return Sentence(
        gettext("%(where)s, cut (%(purpose)s): %(cards)s.") % figures,
        more=join_sentences(drawn, _describe_rewrite(context)),
    )


def entry_late(context: LineContext) -> Sentence:
    return Sentence(
        gettext("%(where)s: a result arrived after the round and was not recorded.")
        % {"where": _describe_payload_deal(context)},
        more="; ".join(context.payload.get("typed", ())),
    )


def correction_asked(context: LineContext) -> Sentence:
    words = context.payload.get("words", "")
    return Sentence(
        gettext("%(where)s: a correction was requested.") % {"where": _describe_payload_deal(context)},
        more="; ".join((*((quote_text(words),) if words else ()), *context.payload.get("typed", ()))),
    )


def ask_answered(context: LineContext) -> Sentence:
    if context.message is None:
        return describe_missing_details()
    message = context.message.payload
    title = context.describe_table(message["round"], message["table"], message["deal"])
    return Sentence(gettext("%(where)s: the table’s message was answered.") % {"where": title})


def _describe_lines(context: LineContext, lines: Sequence[DealPart]) -> str:
    return get_kind_pages(context.play.kind).describe_result(lines, context.get_name)


def _find_result(context: LineContext) -> ResultVersion | None:
    return next((ResultVersion(*values) for values in context.facts.list_values("result")), None)


def _describe_deal(context: LineContext, result: ResultVersion) -> str:
    return context.describe_table(result.round, result.table, result.deal)


def _describe_payload_deal(context: LineContext) -> str:
    payload = context.payload
    return context.describe_table(payload["round"], payload["table"], payload["deal"])


def _describe_counts(context: LineContext) -> str:
    counts = dict(context.facts.list_values("count"))
    return shorten_names(
        [f"{context.get_name(entry)} {counts[entry]}" for entry in context.put_person_first(counts)]
    )


def _describe_rewrite(context: LineContext) -> str:
    """Describe a result that a correction rewrote after the end, with changed prizes. Empty without one."""
    version = context.payload.get("version")
    if not version:
        return ""
    nobody = gettext("nobody")
    changes = (
        gettext("%(prize)s: %(was)s → %(now)s.")
        % {
            "prize": context.get_prize_title(prize),
            "was": context.list_people(was) or nobody,
            "now": context.list_people(now) or nobody,
        }
        for prize, was, now in context.prize_changes
    )
    return join_sentences(gettext("The result was recorded again: version %(n)s.") % {"n": version}, *changes)


def stake_corrected(context: LineContext) -> Sentence:
    figures = {"who": context.person, "round": describe_in_round(context.play, context.payload["round"])}
    if context.payload.get("given"):
        return Sentence(gettext("A fresh stake for %(who)s in %(round)s was recorded later.") % figures)
    return Sentence(
        gettext("The fresh stake for %(who)s in %(round)s was removed: it was not given.") % figures
    )
