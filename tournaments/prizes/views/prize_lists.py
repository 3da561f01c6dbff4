"""Lists of prizes: an evening's, a season's, or those of a set that a club keeps. All are changed alike."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from accounts.errors import ForbiddenError, RuleError, StaleError
from accounts.shared.forms.base import ActionForm, accepted
from tournaments.base.views.pages import status_of
from tournaments.base.words import refusal
from tournaments.core.ranking.prize_list import PRIZES, Listed, Prizes, listed, next_key, with_prize
from tournaments.prizes.forms.prize_list import KeepForm, ListForm, Offer, PrizeForm, TakeForm, TitleForm
from tournaments.prizes.presenters.prize_lists import SavedSet, rows_of, title_of

NEW = "new"
Change = Callable[[HttpRequest, Prizes, Prizes], object]


@dataclass(frozen=True)
class Holder:
    """Whose list it is, where its pages are, and how it is changed: ``change`` it from these to those.

    ``usual``: what the usual prizes come to here; none in a season. ``at``: the list's address, with
    ``edit`` that of one prize. ``final``: the list is only read.
    """

    prizes: Prizes
    offer: Offer
    at: str
    edit: Callable[[str], str]
    change: Change
    base: str
    usual: Mapping[str, str] = field(default_factory=dict)
    now: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    shown: Mapping[str, Any] = field(default_factory=dict)
    final: bool = False


def list_page(request: HttpRequest, holder: Holder, **more: Any) -> HttpResponse:
    """The list in its order, each prize with what can be done to it."""
    rows = rows_of(holder.prizes, holder.usual, holder.offer.metrics, holder.now)
    shown = {
        "rows": [(row, holder.edit(row.key)) for row in rows],
        "new": holder.edit(NEW),
        "at": holder.at,
        "base": holder.base,
        "final": holder.final,
        **holder.shown,
        **more,
    }
    forms = (one for one in more.values() if hasattr(one, "is_bound"))
    return render(request, "prizes/list.html", shown, status=max(map(status_of, forms), default=200))


@dataclass(frozen=True)
class Sets:
    """The sets that a list can be taken from, and how it is kept as one."""

    sets: Sequence[SavedSet]
    keep: Callable[[str], object]
    page: str


def with_sets(request: HttpRequest, holder: Holder, sets: Sets, **more: Any) -> HttpResponse:
    """The page of a list that can be taken from a set and kept as one; what is sent to it is done."""
    doing = request.POST.get("do", "") if request.method == "POST" else ""
    keep = KeepForm(request.POST if doing == "keep" else None)
    take = TakeForm(request.POST if doing == "take" else None, sets=[(one.id, one.name) for one in sets.sets])
    if doing == "keep" and accepted(keep, lambda: sets.keep(keep.cleaned_data["name"])):
        messages.success(request, gettext("Saved."))
        return redirect(holder.at)
    if doing == "take" and take.is_valid() and _taken(request, holder, take, sets.sets):
        return redirect(holder.at)
    if request.method == "POST" and doing not in ("keep", "take", "each"):
        return list_changed(request, holder)
    return list_page(request, holder, keep=keep, take=take if sets.sets else None, sets=sets.page, **more)


def _taken(request: HttpRequest, holder: Holder, form: TakeForm, sets: Sequence[SavedSet]) -> bool:
    chosen = next(one for one in sets if str(one.id) == form.cleaned_data["set"])
    if not _changed(request, holder, chosen.prizes, form):
        return False
    messages.success(request, gettext("The list now has the prizes of “%(name)s”.") % {"name": chosen.name})
    return True


def list_changed(request: HttpRequest, holder: Holder) -> HttpResponse:
    """One prize is moved, switched on or off, or taken off the list."""
    form = ListForm(request.POST)
    if not form.is_valid():
        messages.error(request, gettext("Choose a prize."))
        return redirect(holder.at)
    try:
        after = form.done(holder.prizes)
        if after != holder.prizes:
            holder.change(request, holder.prizes, after)
    except ForbiddenError:
        raise
    except RuleError as error:
        messages.error(request, refusal(error, {}))
    return redirect(f"{holder.at}#prize-{form.cleaned_data['key']}")


def prize_page(request: HttpRequest, holder: Holder, key: str) -> HttpResponse:
    """One prize: the name of one of the usual prizes, all of one of the club's own, or a new one."""
    prize = _prize(holder, key)
    data = request.POST if request.method == "POST" else None
    form: TitleForm | PrizeForm
    if prize is not None and not prize.own:
        form = TitleForm(data, prize=prize, usual=title_of(key, holder.usual))
    else:
        form = PrizeForm(data, offer=holder.offer, key=key if prize else next_key(holder.prizes), prize=prize)
    if request.method == "POST" and form.is_valid() and _saved(request, holder, form):
        return redirect(holder.at)
    shown = {"form": form, "prize": prize, "at": holder.at, "base": holder.base, **holder.shown}
    return render(request, "prizes/prize.html", shown, status=status_of(form))


def _prize(holder: Holder, key: str) -> Listed | None:
    """The prize of this key; nothing for a new one. 404 if there is none."""
    if key == NEW:
        return None
    found = next((prize for prize in map(listed, holder.prizes) if prize.key == key), None)
    if found is None and key in PRIZES and key in holder.usual:
        return Listed(key, off=True)
    if found is None or holder.final:
        raise Http404
    return found


def _saved(request: HttpRequest, holder: Holder, form: TitleForm | PrizeForm) -> bool:
    """Put the prize on the list, or the refusal at its field."""
    try:
        made = form.made()
        after = with_prize(holder.prizes, made)
    except RuleError as error:
        form.add_error(error.field if error.field in form.fields else None, refusal(error, {}))
        return False
    if not _changed(request, holder, after, form):
        return False
    messages.success(request, gettext("Saved."))
    return True


def _changed(request: HttpRequest, holder: Holder, after: Prizes, form: ActionForm) -> bool:
    """Change the list; a refusal is put into the form that asked."""
    try:
        holder.change(request, holder.prizes, after)
    except ForbiddenError:
        raise
    except RuleError as error:
        form.add_error(None, refusal(error, {}))
        form.stale = isinstance(error, StaleError)
        return False
    return True
