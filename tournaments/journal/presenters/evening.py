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
    Sentence,
    Told,
    discarded,
    fresh_between,
    missing,
    sentences,
    some,
)
from tournaments.journal.selectors import Result


def evening_planned(told: Told) -> Sentence:
    return Sentence(gettext("The evening was planned."))


def evening_recorded(told: Told) -> Sentence:
    return Sentence(gettext("The result of an evening played elsewhere was recorded."))


def result_recorded(told: Told) -> Sentence:
    return Sentence(
        gettext("The result was recorded again: version %(n)s.") % {"n": told.payload.get("version", "?")}
    )


def check_in_opened(told: Told) -> Sentence:
    return Sentence(gettext("Check-in is open."))


def play_begun(told: Told) -> Sentence:
    return Sentence(gettext("Play began."))


def evening_changed(told: Told) -> Sentence:
    """Describe what was set otherwise, each as it was and as it is."""
    changes = [f"{about}: {was} → {now}" for about, was, now in _changes(told)]
    changes = [*_game_changed(told), *changes]
    if not changes:
        return Sentence(gettext("Name and date were saved."))
    return Sentence(gettext("The settings were changed."), more="; ".join(changes))


def evening_corrected(told: Told) -> Sentence:
    """Name, day and game, each as it was and as it is."""
    return Sentence(
        gettext("The evening was corrected."), more="; ".join((*_called_and_held(told), *_game_changed(told)))
    )


def _called_and_held(told: Told) -> Iterator[str]:
    was, now = told.payload.get("name", ("", ""))
    if was != now:
        yield gettext("Name: %(was)s → %(now)s") % {"was": was, "now": now}
    was, now = told.payload.get("held_on", ("", ""))
    if was != now:
        was, now = (date_format(date.fromisoformat(day)) for day in (was, now))
        yield gettext("Date: %(was)s → %(now)s") % {"was": was, "now": now}


def _game_changed(told: Told) -> Iterator[str]:
    if played := told.payload.get("played"):
        was, now = (_game(choice) for choice in played)
        yield gettext("Game: %(was)s → %(now)s") % {"was": was, "now": now}


def _changes(told: Told) -> list[tuple[str, str, str]]:
    before, after = (_settings(told.payload.get(key)) for key in ("before", "after"))
    was, now = dict(told.said(before, told.play)), dict(told.said(after, told.play))
    return [(about, was[about], now[about]) for about in now if was.get(about, now[about]) != now[about]]


def _settings(chosen: object) -> Settings:
    return from_json(chosen) if isinstance(chosen, dict) else Settings()


def _game(choice: dict[str, str]) -> str:
    title = KNOWN[choice["game"]].title if choice["game"] in KNOWN else choice["game"]
    return choice.get("rules_name") or gettext(title)


def clock_started(told: Told) -> Sentence:
    return Sentence(gettext("The clock was started. Time left: %(left)s.") % _left(told))


def clock_paused(told: Told) -> Sentence:
    if "left" not in told.payload:
        return Sentence(_held(told, True))
    return Sentence(gettext("The clock was paused. Time left: %(left)s.") % _left(told))


def clock_resumed(told: Told) -> Sentence:
    if "left" not in told.payload:
        return Sentence(_held(told, False))
    return Sentence(gettext("The clock runs again. Time left: %(left)s.") % _left(told))


def clock_extended(told: Told) -> Sentence:
    figures = {"more": clocked(told.payload.get("seconds", 0)), **_left(told)}
    return Sentence(gettext("The clock got %(more)s more. Time left: %(left)s.") % figures)


def clock_set(told: Told) -> Sentence:
    seconds = told.payload.get("seconds", 0)
    by = f"{'−' if seconds < 0 else '+'}{clocked(abs(seconds))}"
    words = gettext("The computer’s clock changed by %(by)s. The round keeps its remaining time.")
    return Sentence(words % {"by": by})


def _left(told: Told) -> dict[str, str]:
    return {"left": clocked(told.payload.get("left", 0))}


def _held(told: Told, held: bool) -> str:
    if held:
        return gettext("The automatic start was stopped.")
    return gettext("The automatic start was allowed again.")


def last_round(told: Told) -> Sentence:
    if told.payload["last"]:
        return Sentence(gettext("Round %(round)s is the last round.") % {"round": told.payload["round"]})
    return Sentence(gettext("This is no longer the last round."))


def round_begun(told: Told) -> Sentence:
    return Sentence(gettext("%(round)s begins.") % {"round": _titled(told)})


def minute_left(told: Told) -> Sentence:
    return Sentence(gettext("%(round)s: the last minute.") % {"round": _titled(told)})


def time_up(told: Told) -> Sentence:
    return Sentence(gettext("The time is up."))


def moves_announced(told: Told) -> Sentence:
    seconds = told.payload.get("seconds", 0)
    words = ngettext(
        "All results are in. Play goes on in %(n)s second.",
        "All results are in. Play goes on in %(n)s seconds.",
        seconds,
    )
    return Sentence(words % {"n": seconds})


def bell_asked(told: Told) -> Sentence:
    return Sentence(phrase(told.play, "The bell was rung by hand."))


def bell_rung(told: Told) -> Sentence:
    """Describe the bell with what rang it: the line just before."""
    verb = told.before.verb if told.before else ""
    sentence = phrase(told.play, ENDED.get(verb, "%(round)s ended because the head table had its result."))
    return Sentence(sentence % {"round": _titled(told)})


ENDED = {
    "time_up": gettext_noop("%(round)s ended because the time was up."),
    "bell_asked": gettext_noop("%(round)s was ended by hand."),
}
"""Why the bell rang, where it was not a table's result, by the verb of the line before."""


def last_bell(told: Told) -> Sentence:
    return Sentence(gettext("Play is over."))


def bell_undone(told: Told) -> Sentence:
    words = gettext("%(round)s was opened again.") % {"round": _titled(told)}
    return Sentence(sentences(words, discarded(told), fresh_between(told)))


def evening_finished(told: Told) -> Sentence:
    return Sentence(gettext("The evening was finished and its result recorded."))


def evening_reopened(told: Told) -> Sentence:
    return Sentence(gettext("The evening was reopened. It settles up again."))


def evening_called_off(told: Told) -> Sentence:
    return Sentence(gettext("This evening was called off."))


def evening_published(told: Told) -> Sentence:
    if names := dict(NamesShown.choices).get(told.payload.get("names", "")):
        return Sentence(gettext("The evening is public now. Names: %(names)s.") % {"names": names})
    if told.payload.get("published"):
        return Sentence(gettext("The evening is public now. Visitors see public names."))
    return Sentence(gettext("The evening is no longer public."))


def prizes_changed(told: Told) -> Sentence:
    """Describe which prizes there are otherwise, or in another order."""
    return Sentence(
        gettext("The prizes were changed."),
        more="; ".join(f"{about}: {was} → {now}" for about, was, now in _changes(told)),
    )


def prizes_revealed(told: Told) -> Sentence:
    """Describe one prize, or all that were left. Who won is left to the result."""
    prizes = "; ".join(told.prize(key) for key in told.payload.get("prizes", ()))
    return Sentence(gettext("Announced in the hall: %(prizes)s.") % {"prizes": prizes})


def prize_given(told: Told) -> Sentence:
    return Sentence(gettext("“%(prize)s” was given to %(who)s.") % _gift(told))


def prize_taken_back(told: Told) -> Sentence:
    return Sentence(gettext("“%(prize)s” was taken back from %(who)s.") % _gift(told))


def _gift(told: Told) -> dict[str, str]:
    return {"prize": told.payload.get("title", "?"), "who": told.people(told.payload.get("winners", ()))}


def _titled(told: Told) -> str:
    return round_title(told.play, told.payload.get("round", told.round))


def deal_recorded(told: Told) -> Sentence:
    result = _result(told)
    if result is None:
        return missing()
    figures = {"where": _where(told, result), "result": _in_words(told, result.lines)}
    return Sentence(
        sentences(
            gettext("%(where)s recorded: %(result)s.") % figures,
            fresh_between(told),
        )
    )


def deal_corrected(told: Told) -> Sentence:
    result = _result(told)
    if result is None:
        return missing()
    return Sentence(
        sentences(gettext("%(where)s corrected.") % {"where": _where(told, result)}, fresh_between(told)),
        more=_written_anew(told),
        was=_in_words(told, result.before),
        now=_in_words(told, result.lines),
    )


def deal_withdrawn(told: Told) -> Sentence:
    return Sentence(gettext("%(where)s was undone.") % {"where": _named(told)})


def deal_confirmed(told: Told) -> Sentence:
    return Sentence(gettext("%(where)s confirmed by %(who)s.") % {"where": _named(told), "who": told.who})


def bids_recorded(told: Told) -> Sentence:
    for round, table, deal, bids in told.wrote.of("bids"):
        figures = {
            "where": told.where(round, table, deal),
            "bids": ", ".join(f"{told.name(entry)} {bid}" for entry, bid in bids),
        }
        return Sentence(gettext("%(where)s, bids: %(bids)s.") % figures)
    return missing()


def table_ended(told: Told) -> Sentence:
    payload = told.payload
    figures = {"where": told.where(payload["round"], payload["table"])}
    words = "%(where)s could not finish its deal. Stakes went back."
    if payload["ending"] == Ending.EARLY:
        words = "%(where)s had no deal in play. Its last result counts."
    return Sentence(phrase(told.play, words) % figures)


def table_counted(told: Told) -> Sentence:
    payload = told.payload
    figures = {"where": told.where(payload["round"], payload["table"]), "counts": _counts(told)}
    return Sentence(gettext("%(where)s, counted: %(counts)s.") % figures)


def counters_counted(told: Told) -> Sentence:
    return Sentence(gettext("Counted: %(counts)s.") % {"counts": _counts(told)})


def cut_made(told: Told) -> Sentence:
    """Describe every attempt of one cut; of one drawn by the program with the seed that repeats it."""
    rows = told.wrote.of("cut")
    if not rows:
        return missing()
    round, table, purpose, deal, *_rest, seed = rows[0]
    attempts = [
        ", ".join(f"{told.name(entry)} {cards(card)}" for *_where, entry, card, _seed in attempt)
        for _number, attempt in groupby(rows, key=lambda row: row[4])
    ]
    if len(attempts) > 1:
        attempts = [
            gettext("cut %(n)s: %(cards)s") % {"n": n, "cards": drawn} for n, drawn in enumerate(attempts, 1)
        ]
    figures = {
        "where": told.where(round, table),
        "purpose": cut_for(purpose, deal),
        "cards": "; ".join(attempts),
    }
    drawn = gettext("Drawn by the program, seed “%(seed)s”.") % {"seed": seed} if seed else ""
    return Sentence(
        gettext("%(where)s, cut (%(purpose)s): %(cards)s.") % figures,
        more=sentences(drawn, _written_anew(told)),
    )


def entry_late(told: Told) -> Sentence:
    return Sentence(
        gettext("%(where)s: a result arrived after the round and was not recorded.")
        % {"where": _named(told)},
        more="; ".join(told.payload.get("typed", ())),
    )


def correction_asked(told: Told) -> Sentence:
    words = told.payload.get("words", "")
    return Sentence(
        gettext("%(where)s: a correction was requested.") % {"where": _named(told)},
        more="; ".join((*((quoted(words),) if words else ()), *told.payload.get("typed", ()))),
    )


def ask_answered(told: Told) -> Sentence:
    if told.asked is None:
        return missing()
    asked = told.asked.payload
    where = told.where(asked["round"], asked["table"], asked["deal"])
    return Sentence(gettext("%(where)s: the table’s message was answered.") % {"where": where})


def _in_words(told: Told, lines: Sequence[DealPart]) -> str:
    return kind_pages(told.play.kind).result(lines, told.name)


def _result(told: Told) -> Result | None:
    return next((Result(*values) for values in told.wrote.of("result")), None)


def _where(told: Told, result: Result) -> str:
    return told.where(result.round, result.table, result.deal)


def _named(told: Told) -> str:
    """Return the deal that the line names."""
    payload = told.payload
    return told.where(payload["round"], payload["table"], payload["deal"])


def _counts(told: Told) -> str:
    counts = dict(told.wrote.of("count"))
    return some([f"{told.name(entry)} {counts[entry]}" for entry in told.in_order(counts)])


def _written_anew(told: Told) -> str:
    """Describe a result written anew after the end, where prizes may change hands. Empty if none was."""
    version = told.payload.get("version")
    if not version:
        return ""
    nobody = gettext("nobody")
    given = (
        gettext("%(prize)s: %(was)s → %(now)s.")
        % {
            "prize": told.prize(prize),
            "was": told.people(was) or nobody,
            "now": told.people(now) or nobody,
        }
        for prize, was, now in told.given
    )
    return sentences(gettext("The result was recorded again: version %(n)s.") % {"n": version}, *given)


def stake_corrected(told: Told) -> Sentence:
    figures = {"who": told.who, "round": in_round(told.play, told.payload["round"])}
    if told.payload.get("given"):
        return Sentence(gettext("A fresh stake for %(who)s in %(round)s was recorded later.") % figures)
    return Sentence(
        gettext("The fresh stake for %(who)s in %(round)s was removed: it was not given.") % figures
    )
