"""An evening's list of prizes, while it can change; and its certificates."""

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from accounts.permissions import Right
from accounts.shared.views.base import Done, get_or_post, signed_in
from tournaments.base.forms.reasons import reason_in
from tournaments.base.services.book import LONGEST_REASON
from tournaments.base.views.pages import asked_by, do_at_evening, may_run, member_page, rights_of
from tournaments.core.ranking.prize_list import Prizes, given
from tournaments.core.record import Stage
from tournaments.core.results.prizes import known_to, prizes_of
from tournaments.evening.selectors.evening import load_facts
from tournaments.evening.services.journal import By
from tournaments.models import Evening, Journal
from tournaments.prizes.forms.prize_list import Offer, WinnersForm
from tournaments.prizes.presenters.certificates import certificates
from tournaments.prizes.presenters.prize_lists import prize_sets, usual_of
from tournaments.prizes.presenters.prizes import Prize, prizes_shown
from tournaments.prizes.services.prize_sets import prize_set_keep
from tournaments.prizes.services.prizes import prizes_change
from tournaments.prizes.views.prize_lists import Holder, Sets, prize_page, with_sets
from tournaments.standings.selectors.people import groups_in
from tournaments.standings.selectors.results import reckoning

UNDER_WAY = (Stage.PLAYING, Stage.SETTLING)


@get_or_post
@member_page(Right.RUN)
def prize_list(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The prizes in their order, with what each would come to now."""
    holder = _holder(request, evening, now=_now(evening))
    settings = evening.settings
    each = WinnersForm(
        request.POST if request.POST.get("do") == "each" else None,
        initial={
            "one_prize_each": settings.one_prize_each,
            "prize_deals": settings.prize_deals or None,
        },
    )
    changed = do_at_evening(
        request,
        evening,
        lambda by: _set_each(by, evening, each),
        gettext("Saved."),
        form=each,
        by=_by(request, evening),
    )
    if isinstance(changed, Done):
        return redirect(holder.at)
    keep = Sets(
        prize_sets(evening.club_id),
        lambda name: prize_set_keep(
            by=signed_in(request), club=evening.club, name=name, prizes=evening.settings.prizes
        ),
        reverse("prize-sets", args=[evening.club_id]),
    )
    return with_sets(request, holder, keep, each=each)


@get_or_post
@member_page(Right.RUN)
def prize(request: HttpRequest, evening: Evening, key: str) -> HttpResponse:
    """One prize on the list, or a new one."""
    return prize_page(request, _holder(request, evening), key)


@require_safe
@member_page(Right.VIEW, of_recorded=True)
def certificates_page(request: HttpRequest, evening: Evening) -> HttpResponse:
    """A sheet for each winner of each prize, to be printed: of those the reader may know."""
    shown = {
        "evening": evening,
        "certificates": certificates(evening, runs=may_run(request)),
        "small": request.GET.get("size") == "a5",
    }
    return render(request, "prizes/certificates.html", shown | rights_of(request))


def _holder(
    request: HttpRequest, evening: Evening, now: dict[str, tuple[Prize, ...]] | None = None
) -> Holder:
    def change(request: HttpRequest, before: Prizes, after: Prizes) -> Any:
        return prizes_change(_by(request, evening), before=before, after=after)

    settings, play = evening.settings, evening.play
    finished, reason = evening.stage == Stage.FINISHED, _reason(request)
    more = f"?{urlencode({'reason': reason})}" if reason else ""
    return Holder(
        settings.prizes,
        Offer(known_to(settings, play), settings.roles, groups_in(evening.club_id)),
        reverse("prize-list", args=[evening.pk]) + more,
        lambda key: reverse("prize-edit", args=[evening.pk, key]) + more,
        change,
        "prizes/in_evening.html",
        usual=usual_of(settings, play),
        now=now or {},
        shown={"evening": evening, "finished": finished, "reason": reason, **rights_of(request)},
        final=finished and not reason,
    )


def _reason(request: HttpRequest) -> str:
    """Why the list of a finished evening is corrected: it is asked for once, and stays in the address."""
    return reason_in(request.GET)[:LONGEST_REASON]


def _by(request: HttpRequest, evening: Evening) -> By:
    return replace(asked_by(request, evening), reason=_reason(request))


def _set_each(by: By, evening: Evening, form: WinnersForm) -> Journal:
    prizes, chosen = evening.settings.prizes, form.cleaned_data
    return prizes_change(
        by,
        before=prizes,
        after=prizes,
        one_each=chosen["one_prize_each"],
        deals=chosen["prize_deals"],
    )


def _now(evening: Evening) -> dict[str, tuple[Prize, ...]]:
    """What each prize on the list comes to as the evening stands."""
    if evening.stage not in UNDER_WAY:
        return {}
    facts = load_facts(evening.pk)
    reckoned = reckoning(facts)
    shown = {one.key: one for one in prizes_shown(facts.names, reckoned.awards)}
    return {
        prize.key: tuple(shown[one.key] for one in prizes_of(prize, reckoned.settings, facts.play))
        for prize in given(reckoned.settings.prizes)
    }
