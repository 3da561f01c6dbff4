"""What reopening a finished evening brings about, and of what a reopened one is told."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext, ngettext

from tournaments.facts.results.results import last_reopened
from tournaments.models import Evening, Result


def reopen_effects(evening: Evening, opened: Sequence[str], closed: Sequence[str]) -> Iterator[str]:
    """What happens when the evening is reopened; it counts for these open and closed seasons."""
    version, known = _last(evening)
    yield gettext("The evening settles up again. Deals, counts and the list of prizes stay as they are.")
    yield gettext("Until it is finished again, projector, phones and members see no result.")
    yield gettext("Finishing it again records version %(next)s of the result. Version %(n)s is kept.") % {
        "n": version,
        "next": version + 1,
    }
    yield from known_effects(known)
    if opened:
        yield gettext("Until then it does not count for: %(seasons)s.") % {"seasons": ", ".join(opened)}
    if closed:
        yield gettext("Closed, and stays as it was closed: %(seasons)s.") % {"seasons": ", ".join(closed)}


def known_effects(known: Sequence[bool]) -> Iterator[str]:
    """What becomes of prizes that the hall knows of an earlier version."""
    if known and all(known):
        yield gettext("All prizes were announced. The new winners are shown as soon as it is finished.")
    elif told := sum(known):
        yield ngettext(
            "%(n)s prize was announced. Its new winner is shown as soon as the evening is finished.",
            "%(n)s prizes were announced. Their new winners are shown as soon as the evening is finished.",
            told,
        ) % {"n": told}


def reopened_said(evening: Evening) -> str:
    """Why a reopened evening settles up again, and what its earlier result is; nothing of another one."""
    line = last_reopened(evening)
    if line is None:
        return ""
    version, _known = _last(evening)
    words = gettext("The evening was reopened: “%(reason)s”. Finishing it replaces version %(n)s.")
    return words % {"reason": line.reason, "n": version}


def _last(evening: Evening) -> tuple[int, list[bool]]:
    """The newest version of the result, and of each of its prizes whether the hall knows it."""
    result = Result.objects.filter(evening=evening).order_by("-version").first()
    if result is None:
        return 0, []
    return result.version, [told is not None for told in result.awards.values_list("revealed", flat=True)]
