"""The journal's sentences about the evening itself: stages, settings, the clock, the bell, the prizes."""

from collections.abc import Iterator
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_noop, ngettext

from accounts.models import NamesShown
from games.rules.registry import KNOWN
from tournaments.base.phrases import phrase
from tournaments.base.words import clocked, round_title
from tournaments.core.settings import Settings, from_json
from tournaments.journal.presenters.people import discarded
from tournaments.journal.presenters.phrases import Sentence, Told, fresh_between, sentences


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
    """What was set otherwise, each as it was and as it is."""
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
    """With what rang it: the line just before."""
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
    """Which prizes there are otherwise, or in another order."""
    return Sentence(
        gettext("The prizes were changed."),
        more="; ".join(f"{about}: {was} → {now}" for about, was, now in _changes(told)),
    )


def prizes_revealed(told: Told) -> Sentence:
    """One prize, or all that were left. Who won is no matter of the journal: the result says it."""
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
