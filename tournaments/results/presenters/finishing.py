"""Effects of finishing and of reopening an evening, and the message on a reopened evening."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext, ngettext

from tournaments.base.presenters import Confirmation
from tournaments.evening.selectors.evening import load_facts
from tournaments.models import Evening
from tournaments.phones.selectors import load_open_asks
from tournaments.prizes.presenters.prizes import build_prizes, describe_few_deals
from tournaments.results.presenters.standing import Settling, build_settling
from tournaments.standings.selectors.standings import find_newest_result, find_reopening


def needs_confirmation(evening: Evening, stands: Settling) -> bool:
    """Return whether finishing the evening needs a confirmation: something is missing or replaced.

    Requests of tables wait, a prize is undecided, a prize is won after few deals, or there is a result
    already.
    """
    uncounted = any(award.why.code == "prize_uncounted" for award in stands.reckoned.awards)
    doubtful = uncounted or bool(stands.reckoned.little)
    return doubtful or bool(load_open_asks(evening.pk)) or find_newest_result(evening) is not None


def build_confirmation(evening: Evening, seasons: Sequence[str]) -> Confirmation | None:
    """Return the effects of finishing the evening; None if it is not ready, or if no confirmation is needed.

    ``seasons``: the seasons for which the evening counts.
    """
    facts = load_facts(evening.pk)
    stands = build_settling(evening, facts)
    if not stands.ready or not needs_confirmation(evening, stands):
        return None
    return Confirmation(
        gettext("Finish the evening"),
        (
            *(
                gettext("%(prize)s: %(winners)s")
                % {
                    "prize": prize.title,
                    "winners": prize.listed or gettext("nobody"),
                }
                for prize in build_prizes(facts.names, stands.reckoned.awards)
            ),
            *describe_few_deals(facts.names, stands.reckoned.little),
            *_describe_result(evening),
            *_describe_counting(seasons),
            gettext("“Reopen the evening” takes it back, with a reason."),
        ),
        gettext("Yes, finish the evening"),
        loses=False,
    )


def _describe_counting(seasons: Sequence[str]) -> Iterator[str]:
    if seasons:
        yield gettext("It then counts for: %(seasons)s.") % {"seasons": ", ".join(seasons)}


def _describe_result(evening: Evening) -> Iterator[str]:
    """Yield the effects on the result, the first time and after reopening."""
    version, revealed = _find_last(evening)
    if not version:
        yield gettext("The result is recorded. Only organisers see it until you announce the prizes.")
        return
    yield gettext("Version %(next)s of the result replaces version %(n)s, which is kept.") % {
        "n": version,
        "next": version + 1,
    }
    yield from _describe_known_prizes(revealed)


def describe_reopening(
    evening: Evening, open_names: Sequence[str], closed_names: Sequence[str]
) -> Iterator[str]:
    """Yield the effects of reopening the evening on these open and closed seasons."""
    version, revealed = _find_last(evening)
    yield gettext("The evening settles up again. Deals, counts and the list of prizes stay as they are.")
    yield gettext("Until it is finished again, projector, phones and members see no result.")
    yield gettext("Finishing it again records version %(next)s of the result. Version %(n)s is kept.") % {
        "n": version,
        "next": version + 1,
    }
    yield from _describe_known_prizes(revealed)
    if open_names:
        yield gettext("Until then it does not count for: %(seasons)s.") % {"seasons": ", ".join(open_names)}
    if closed_names:
        yield gettext("Closed, and stays as it was closed: %(seasons)s.") % {
            "seasons": ", ".join(closed_names)
        }


def describe_calling_off(open_names: Sequence[str]) -> Iterator[str]:
    """Yield the effects of calling off the evening on the open seasons ``open_names``."""
    yield gettext("Nothing more is recorded. Projector and phones say that the evening was called off.")
    yield gettext("It counts nowhere: no result, no prizes, no rating. What was recorded is kept.")
    if open_names:
        yield gettext("It does not count for: %(seasons)s.") % {"seasons": ", ".join(open_names)}
    yield gettext("“Undo” in the journal takes it back.")


def _describe_known_prizes(revealed: Sequence[bool]) -> Iterator[str]:
    """Yield the effects on prizes of an earlier version that the hall has seen."""
    if revealed and all(revealed):
        yield gettext("All prizes were announced. The new winners are shown as soon as it is finished.")
    elif count := sum(revealed):
        yield ngettext(
            "%(n)s prize was announced. Its new winner is shown as soon as the evening is finished.",
            "%(n)s prizes were announced. Their new winners are shown as soon as the evening is finished.",
            count,
        ) % {"n": count}


def describe_reopened(evening: Evening) -> str:
    """Return why a reopened evening settles up again, with its earlier result; else an empty text."""
    line = find_reopening(evening)
    if line is None:
        return ""
    version, _revealed = _find_last(evening)
    words = gettext("The evening was reopened: “%(reason)s”. Finishing it replaces version %(n)s.")
    return words % {"reason": line.reason, "n": version}


def _find_last(evening: Evening) -> tuple[int, list[bool]]:
    """Return the newest version of the result, and for each of its prizes whether the hall has seen it."""
    result = find_newest_result(evening)
    if result is None:
        return 0, []
    return result.version, [award.revealed_id is not None for award in result.awards.all()]
