"""Pages of prizes: lists of evenings, seasons and sets, prizes by hand, prize sets, and certificates.

The same pages change all lists.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from accounts.database.folding import by_name
from accounts.permissions import Right, require
from accounts.players.selectors import list_roles
from accounts.shared.views import Success, do, get_club_or_404, get_or_post, get_signed_in_user
from tournaments.base.forms import read_reason
from tournaments.base.services import LONGEST_REASON
from tournaments.base.views import (
    do_at_evening,
    get_member_request,
    get_status,
    list_rights,
    make_requested_by,
    may_run,
    member_page,
)
from tournaments.base.words import describe_refusal
from tournaments.core.formats.registry import POKER_EVENING
from tournaments.core.leagues.moves import SEASON
from tournaments.core.ranking.prize_list import (
    PRIZES,
    Listed,
    Prizes,
    expand_prize,
    find_fixed_best,
    list_enabled_prizes,
    make_key,
    put_prize,
)
from tournaments.core.record import Stage
from tournaments.core.results.prizes import EVENING, expand_listed, list_known_metrics
from tournaments.core.settings import Settings
from tournaments.evening.selectors.evening import load_facts
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import EntryRow, Evening, Journal, PrizeSet
from tournaments.prizes.forms import (
    GiftForm,
    KeepForm,
    PrizeChoices,
    PrizeForm,
    PrizeListForm,
    SetNameForm,
    TakeForm,
    TitleForm,
    WinnersForm,
)
from tournaments.prizes.presenters.prize_lists import (
    SavedSet,
    build_saved_set,
    get_usual_title,
    get_usual_titles,
    list_prize_rows,
    load_certificates,
    load_saved_sets,
)
from tournaments.prizes.presenters.prizes import PrizeDisplay, build_prizes
from tournaments.prizes.services import (
    prize_give,
    prize_set_change,
    prize_set_drop,
    prize_set_keep,
    prize_take_back,
    prizes_change,
)
from tournaments.standings.selectors.people import find_prize_set, load_group_names
from tournaments.standings.selectors.standings import compute_reckoning


@get_or_post
@member_page(Right.RUN, of_recorded=True)
def give(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Give a prize by hand: title, winners and reason."""
    entries = EntryRow.objects.filter(evening=evening, void=None).order_by(*by_name())
    form = GiftForm(
        request.POST if request.method == "POST" else None,
        people=[*entries.values_list("pk", "name")],
        title=request.GET.get("title", ""),
    )
    outcome = do_at_evening(
        request,
        evening,
        lambda by: prize_give(by, title=form.cleaned_data["title"], winners=form.cleaned_data["winners"]),
        gettext("The prize is given."),
        form=form,
    )
    if isinstance(outcome, Success):
        return redirect("prizes", evening.pk)
    context = {"evening": evening, "form": form, "back": reverse("prizes", args=[evening.pk])}
    return render(request, "prizes/give.html", context | list_rights(request), status=get_status(form))


@require_POST
@member_page(Right.RUN)
def take_back(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Take back a prize that was given by mistake, or whose winner was removed and is to be replaced."""
    act = partial(prize_take_back, prize=request.POST.get("prize", ""))
    outcome = do_at_evening(request, evening, act, gettext("The prize is taken back."))
    address = find_gift_address(request, reverse("prize-give", args=[evening.pk]))
    return redirect(address) if address and isinstance(outcome, Success) else redirect("prizes", evening.pk)


def find_gift_address(request: HttpRequest, give: str) -> str:
    """Return the address of the form to give the prize to others, if the user wants that."""
    title = request.POST.get("again", "")
    return f"{give}?{urlencode({'title': title})}" if title else ""


NEW = "new"
Change = Callable[[HttpRequest, Prizes, Prizes], object]


@dataclass(frozen=True)
class Holder:
    """A list of prizes with the addresses of its pages; ``change`` replaces old prizes by new ones.

    ``usual``: the titles of the usual prizes here; none in a season. ``address``: the list's address;
    ``edit``: the address of one prize. ``final``: the list is read-only.
    """

    prizes: Prizes
    offer: PrizeChoices
    at: str
    edit: Callable[[str], str]
    change: Change
    base: str
    usual: Mapping[str, str] = field(default_factory=dict)
    now: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    shown: Mapping[str, Any] = field(default_factory=dict)
    final: bool = False


def show_list(request: HttpRequest, holder: Holder, **more: Any) -> HttpResponse:
    """Show the list in order, each prize with its actions."""
    rows = list_prize_rows(holder.prizes, holder.usual, holder.offer.metrics, holder.now)
    context = {
        "rows": [(row, holder.edit(row.key)) for row in rows],
        "new": holder.edit(NEW),
        "at": holder.at,
        "base": holder.base,
        "final": holder.final,
        **holder.shown,
        **more,
    }
    forms = (form_row for form_row in more.values() if hasattr(form_row, "is_bound"))
    return render(request, "prizes/list.html", context, status=max(map(get_status, forms), default=200))


@dataclass(frozen=True)
class Sets:
    """The sets from which a list can be taken, and the form to save the list as a set."""

    sets: Sequence[SavedSet]
    keep: Callable[[str], object]
    page: str


def show_list_with_sets(request: HttpRequest, holder: Holder, sets: Sets, **more: Any) -> HttpResponse:
    """Show the page of a list with its sets; handle the submitted form."""
    action = request.POST.get("do", "") if request.method == "POST" else ""
    keep = KeepForm(request.POST if action == "keep" else None)
    take = TakeForm(
        request.POST if action == "take" else None, sets=[(set_row.id, set_row.name) for set_row in sets.sets]
    )
    keep_outcome = do(request, lambda: sets.keep(keep.cleaned_data["name"]), gettext("Saved."), form=keep)
    take_outcome = do(
        request,
        lambda: _take(request, holder, take, sets.sets),
        _describe_taken,
        form=take,
        words=describe_refusal,
    )
    if isinstance(keep_outcome, Success) or isinstance(take_outcome, Success):
        return redirect(holder.at)
    if request.method == "POST" and action not in ("keep", "take", "each"):
        return change_list(request, holder)
    return show_list(request, holder, keep=keep, take=take if sets.sets else None, sets=sets.page, **more)


def _take(request: HttpRequest, holder: Holder, form: TakeForm, sets: Sequence[SavedSet]) -> SavedSet:
    set_row = next(set_each for set_each in sets if str(set_each.id) == form.cleaned_data["set"])
    holder.change(request, holder.prizes, set_row.prizes)
    return set_row


def _describe_taken(set_row: SavedSet) -> str:
    return gettext("The list now has the prizes of “%(name)s”.") % {"name": set_row.name}


def change_list(request: HttpRequest, holder: Holder) -> HttpResponse:
    """Move one prize, switch it on or off, or remove it from the list."""
    form = PrizeListForm(request.POST)
    if not form.is_valid():
        messages.error(request, gettext("Choose a prize."))
        return redirect(holder.at)

    def change() -> None:
        if (after := form.changed_prizes(holder.prizes)) != holder.prizes:
            holder.change(request, holder.prizes, after)

    do(request, change, words=describe_refusal)
    return redirect(f"{holder.at}#prize-{form.cleaned_data['key']}")


def show_prize(request: HttpRequest, holder: Holder, key: str) -> HttpResponse:
    """Show one prize: the name of a usual prize, all fields of the club's own prize, or a new prize."""
    prize = _get_prize(holder, key)
    data = request.POST if request.method == "POST" else None
    form: TitleForm | PrizeForm
    if prize is not None and not prize.own:
        form = TitleForm(data, prize=prize, usual=get_usual_title(key, holder.usual))
    else:
        form = PrizeForm(data, offer=holder.offer, key=key if prize else make_key(holder.prizes), prize=prize)

    def save() -> None:
        holder.change(request, holder.prizes, put_prize(holder.prizes, form.listed_prize()))

    if isinstance(do(request, save, gettext("Saved."), form=form, words=describe_refusal), Success):
        return redirect(holder.at)
    context = {"form": form, "prize": prize, "at": holder.at, "base": holder.base, **holder.shown}
    return render(request, "prizes/prize.html", context, status=get_status(form))


def _get_prize(holder: Holder, key: str) -> Listed | None:
    """Return the prize of this key; None for a new one. 404 if there is none."""
    if key == NEW:
        return None
    listed_prize = next((prize for prize in map(expand_prize, holder.prizes) if prize.key == key), None)
    if listed_prize is None and key in PRIZES and key in holder.usual:
        return Listed(key, off=True)
    if listed_prize is None or holder.final:
        raise Http404
    return listed_prize


@require_safe
@login_required
def prize_sets_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the club's sets. Members can read them; members who run evenings can change them."""
    club, right = get_club_or_404(request, pk)
    context = {
        "club": club,
        "may_run": right >= Right.RUN,
        "evenings": load_saved_sets(club.pk),
        "seasons": load_saved_sets(club.pk, for_seasons=True),
    }
    return render(request, "prizes/prize_sets/list.html", context)


@get_or_post
@login_required
def prize_set(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one set: its name, and its prizes in order."""
    set_row = _get_set(request, pk)
    holder = _build_set_holder(set_row)
    renames = request.method == "POST" and request.POST.get("do") == "name"
    form = SetNameForm(request.POST if renames else None, initial={"name": set_row.name})
    prizes = build_saved_set(set_row).prizes
    renamed = do(
        request,
        lambda: prize_set_change(
            by=get_signed_in_user(request),
            prize_set=set_row,
            before=prizes,
            after=prizes,
            name=form.cleaned_data["name"],
        ),
        gettext("Saved."),
        form=form,
    )
    if isinstance(renamed, Success):
        return redirect(holder.at)
    if request.method == "POST" and not renames:
        return change_list(request, holder)
    return show_list(request, holder, naming=form)


@get_or_post
@login_required
def prize_set_prize(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """Show one prize of a set, or a new one."""
    return show_prize(request, _build_set_holder(_get_set(request, pk)), key)


@require_POST
@login_required
def prize_set_gone(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete a set."""
    set_row = _get_set(request, pk)
    message = gettext("“%(name)s” is deleted.") % {"name": set_row.name}
    do(request, lambda: prize_set_drop(by=get_signed_in_user(request), prize_set=set_row), message)
    return redirect("prize-sets", set_row.club_id)


def _get_set(request: HttpRequest, pk: int) -> PrizeSet:
    """Return the set, for members who run evenings of the club: 404 for strangers, 403 below the right."""
    set_and_right = find_prize_set(get_signed_in_user(request), pk)
    if set_and_right is None:
        raise Http404
    set_row, right = set_and_right
    require(right, Right.RUN)
    get_member_request(request).right = right
    return set_row


def _build_set_holder(set_row: PrizeSet) -> Holder:
    def change(request: HttpRequest, before: Prizes, after: Prizes) -> Any:
        return prize_set_change(by=get_signed_in_user(request), prize_set=set_row, before=before, after=after)

    return Holder(
        build_saved_set(set_row).prizes,
        _build_offer(set_row),
        reverse("prize-set", args=[set_row.pk]),
        lambda key: reverse("prize-set-prize", args=[set_row.pk, key]),
        change,
        "prizes/prize_sets/in_club.html",
        usual={} if set_row.for_seasons else get_usual_titles(Settings(), POKER_EVENING),
        shown={"club": set_row.club, "set": set_row},
    )


def _build_offer(set_row: PrizeSet) -> PrizeChoices:
    """Return the metrics for any evening, or any season, and the groups and roles of this club."""
    if set_row.for_seasons:
        return PrizeChoices(
            SEASON, list_roles(set_row.club), load_group_names(set_row.club_id), good=find_fixed_best
        )
    return PrizeChoices(EVENING, list_roles(set_row.club), load_group_names(set_row.club_id))


UNDER_WAY = (Stage.PLAYING, Stage.SETTLING)


@get_or_post
@member_page(Right.RUN)
def prize_list(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show the prizes in order, each with its present result."""
    holder = _build_holder(request, evening, now=_preview_prizes(evening))
    settings = evening.settings
    each_form = WinnersForm(
        request.POST if request.POST.get("do") == "each" else None,
        initial={
            "one_prize_each": settings.one_prize_each,
            "prize_deals": settings.prize_deals or None,
        },
    )
    outcome = do_at_evening(
        request,
        evening,
        lambda by: _set_each(by, evening, each_form),
        gettext("Saved."),
        form=each_form,
        by=_build_request(request, evening),
    )
    if isinstance(outcome, Success):
        return redirect(holder.at)
    keep = Sets(
        load_saved_sets(evening.club_id),
        lambda name: prize_set_keep(
            by=get_signed_in_user(request), club=evening.club, name=name, prizes=evening.settings.prizes
        ),
        reverse("prize-sets", args=[evening.club_id]),
    )
    return show_list_with_sets(request, holder, keep, each=each_form)


@get_or_post
@member_page(Right.RUN)
def prize(request: HttpRequest, evening: Evening, key: str) -> HttpResponse:
    """Show one prize on the list, or a new one."""
    return show_prize(request, _build_holder(request, evening), key)


@require_safe
@member_page(Right.VIEW, of_recorded=True)
def certificates_page(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show a printable sheet for each winner of each prize that the reader may see."""
    context = {
        "evening": evening,
        "certificates": load_certificates(evening, runs=may_run(request)),
        "small": request.GET.get("size") == "a5",
    }
    return render(request, "prizes/certificates.html", context | list_rights(request))


def _build_holder(
    request: HttpRequest, evening: Evening, now: dict[str, tuple[PrizeDisplay, ...]] | None = None
) -> Holder:
    def change(request: HttpRequest, before: Prizes, after: Prizes) -> Any:
        return prizes_change(_build_request(request, evening), before=before, after=after)

    settings, play = evening.settings, evening.play
    is_finished, reason = evening.stage == Stage.FINISHED, _read_reason(request)
    more = f"?{urlencode({'reason': reason})}" if reason else ""
    return Holder(
        settings.prizes,
        PrizeChoices(list_known_metrics(settings, play), settings.roles, load_group_names(evening.club_id)),
        reverse("prize-list", args=[evening.pk]) + more,
        lambda key: reverse("prize-edit", args=[evening.pk, key]) + more,
        change,
        "prizes/in_evening.html",
        usual=get_usual_titles(settings, play),
        now=now or {},
        shown={"evening": evening, "finished": is_finished, "reason": reason, **list_rights(request)},
        final=is_finished and not reason,
    )


def _read_reason(request: HttpRequest) -> str:
    """Return the reason for correcting a finished evening's list. The address keeps it between pages."""
    return read_reason(request.GET)[:LONGEST_REASON]


def _build_request(request: HttpRequest, evening: Evening) -> RequestedBy:
    return replace(make_requested_by(request, evening), reason=_read_reason(request))


def _set_each(by: RequestedBy, evening: Evening, form: WinnersForm) -> Journal:
    prizes, values = evening.settings.prizes, form.cleaned_data
    return prizes_change(
        by,
        before=prizes,
        after=prizes,
        one_each=values["one_prize_each"],
        deals=values["prize_deals"],
    )


def _preview_prizes(evening: Evening) -> dict[str, tuple[PrizeDisplay, ...]]:
    """Return the present result of each prize on the list."""
    if evening.stage not in UNDER_WAY:
        return {}
    facts = load_facts(evening.pk)
    reckoned = compute_reckoning(facts)
    by_key = {one.key: one for one in build_prizes(facts.names, reckoned.awards)}
    return {
        prize.key: tuple(by_key[one.key] for one in expand_listed(prize, reckoned.settings, facts.play))
        for prize in list_enabled_prizes(reckoned.settings.prizes)
    }
