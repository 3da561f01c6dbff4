"""What the console's dangerous buttons would do, said before it is done."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext, ngettext

from tournaments.base.phrases import phrase
from tournaments.base.presenters.confirmation import Confirmation
from tournaments.base.words import round_title
from tournaments.console.presenters.console import Console
from tournaments.core.refusals import SEASON_CLOSED
from tournaments.evening.selectors.access import names_of
from tournaments.models import Evening


def ring_asked(console: Console) -> Confirmation | None:
    """What ringing does now; None where every result is in: that is the everyday bell."""
    play, out = console.play, console.preview.still_out
    if console.rung or not out:
        return None
    missing = ngettext(
        "%(n)s of %(of)s tables has no result: table %(tables)s.",
        "%(n)s of %(of)s tables have no result: tables %(tables)s.",
        len(out),
    )
    figures = {"n": len(out), "of": len(console.tables), "tables": ", ".join(map(str, out))}
    return Confirmation(
        phrase(play, "Ring the bell now"),
        (
            missing % figures,
            phrase(play, "The hall hears the bell at once. Tables in play finish their deal."),
            *((phrase(play, "This is the last round. Nobody moves after it."),) if console.is_last else ()),
            phrase(play, "“Undo the last bell” takes it back, but the hall has heard it."),
        ),
        phrase(play, "Yes, ring the bell"),
    )


def last_asked(console: Console) -> Confirmation | None:
    """What it does to make this the last round; None where it is."""
    if console.rung or console.is_last:
        return None
    words = gettext("Round %(n)s becomes the last one. After its bell the evening settles up.")
    return Confirmation(
        gettext("Make this the last round"),
        (
            words % {"n": console.round},
            gettext("At the bell, projector and phones say that play is over."),
            gettext("“Play more rounds” takes it back."),
        ),
        gettext("Yes, this is the last round"),
        {"what": "last"},
    )


def settle_asked(evening: Evening, console: Console) -> Confirmation | None:
    """What it does to end play now; None where that is not possible, or nothing is lost by it."""
    if not console.may_settle or not console.loses_by_settling:
        return None
    return Confirmation(
        gettext("End play and settle up"),
        (
            *_of_rounds(console),
            _after_play(evening, console),
            gettext("Projector and phones say that play is over."),
            phrase(console.play, "“Undo the last bell” takes it back."),
        ),
        gettext("Yes, settle up"),
        {"round": console.round},
    )


def removal_asked(evening: Evening, opened: Sequence[str], closed: Sequence[str]) -> Confirmation:
    """What goes with the evening, counting for these seasons; closed ones are in the way."""
    effects = tuple(_removed(evening, opened, closed))
    return Confirmation(gettext("Remove the evening"), effects, gettext("Yes, remove the evening"))


def _removed(evening: Evening, opened: Sequence[str], closed: Sequence[str]) -> Iterator[str]:
    yield gettext("The evening is removed for good, with its results and journal. The player list stays.")
    if people := names_of(evening, withdrawn=False):
        yield gettext("Players: %(n)s.") % {"n": len(people)}
    if opened:
        yield gettext("It no longer counts for: %(seasons)s.") % {"seasons": ", ".join(opened)}
    for season in closed:
        yield gettext(SEASON_CLOSED) % {"season": season}


def _of_rounds(console: Console) -> Iterator[str]:
    """Which rounds and moves are not made any more."""
    this = round_title(console.play, console.round)
    if not console.rung:
        yield gettext("%(round)s has no result. It is not played.") % {"round": this}
    if console.preview.rounds is not None and console.round < console.preview.rounds:
        words = phrase(console.play, "Rounds that were planned and are not played: %(n)s.")
        yield words % {"n": console.preview.rounds - console.round}
    if console.rung and console.outcome.moves:
        yield gettext("Moves that are not made: %(n)s.") % {"n": len(console.outcome.moves)}


def _after_play(evening: Evening, console: Console) -> str:
    if console.play.kind.counted(evening.settings.counting):
        return gettext("Next, the prizes are checked.")
    n = sum(len(table.seats) for table in console.tables)
    return gettext("Next, all counters are counted. Players: %(n)s.") % {"n": n}
