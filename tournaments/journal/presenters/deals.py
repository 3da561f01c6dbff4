"""The journal's sentences about results: deals, bids, corrections, counts and cuts."""

from collections.abc import Sequence
from itertools import groupby

from django.utils.translation import gettext

from tournaments.base.phrases import phrase
from tournaments.base.words import cards, in_round, quoted
from tournaments.core.record import Ending, Line
from tournaments.evening.presenters.kinds.registry import kind_pages
from tournaments.evening.presenters.pending_cuts import cut_for
from tournaments.journal.presenters.phrases import Sentence, Told, fresh_between, missing, sentences, some
from tournaments.journal.selectors.line_facts import Result


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
    """Every attempt of one cut; of one drawn by the program with the seed that repeats it."""
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


def _in_words(told: Told, lines: Sequence[Line]) -> str:
    return kind_pages(told.play.kind).result(lines, told.name)


def _result(told: Told) -> Result | None:
    return next((Result(*values) for values in told.wrote.of("result")), None)


def _where(told: Told, result: Result) -> str:
    return told.where(result.round, result.table, result.deal)


def _named(told: Told) -> str:
    """The deal that the line names."""
    payload = told.payload
    return told.where(payload["round"], payload["table"], payload["deal"])


def _counts(told: Told) -> str:
    counts = dict(told.wrote.of("count"))
    return some([f"{told.name(entry)} {counts[entry]}" for entry in told.in_order(counts)])


def _written_anew(told: Told) -> str:
    """After the evening is finished, a correction writes its result anew, and prizes may change hands."""
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
