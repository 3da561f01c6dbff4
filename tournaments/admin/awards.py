"""Prize standings: every prize over all clubs, to look at and to take away."""

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from typing import Any

from django.contrib import admin
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path, reverse
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.admin.base import LookAdmin, TypedFilter
from accounts.numbers import number_in
from tournaments.admin.taken_along import prizes_file
from tournaments.models import Award, Result, SeasonResult
from tournaments.pages.files.sheet import FILES
from tournaments.pages.results.prize_standings import STATES, PrizeLine, State, prize_lines

MOST_TAKEN = 10_000
"""Prizes in one file."""
CLUBS = (
    "result__evening__club",
    "season_result__season__league__club",
    "evening__club",
    "season__league__club",
)
NAMES = ("result__evening__name", "season_result__season__name", "evening__name", "season__name")
DAYS = ("result__evening__held_on", "evening__held_on", "season_result__journal__at__date")
BY_HAND = Q(evening__isnull=False) | Q(season__isnull=False)
KINDS: Mapping[str, tuple[Any, Q]] = {
    "evening": (_("of evenings"), Q(result__isnull=False)),
    "season": (_("of seasons"), Q(season_result__isnull=False)),
    "hand": (_("given by hand"), BY_HAND),
}
BY_STATE: Mapping[State, Q] = {
    State.ANNOUNCED: Q(replaced=False) & (Q(revealed__isnull=False) | Q(season_result__isnull=False)),
    State.HIDDEN: Q(replaced=False, result__isnull=False, revealed=None),
    State.BY_HAND: BY_HAND & Q(withdrawn=False),
    State.TAKEN_BACK: Q(withdrawn=True),
    State.REPLACED: Q(replaced=True),
}


def any_of(paths: tuple[str, ...], lookup: str, value: object) -> Q:
    """Return the condition that one of these paths leads to the value."""
    found = Q()
    for one in paths:
        found |= Q(**{f"{one}{lookup}": value})
    return found


class ClubFilter(TypedFilter):
    title, parameter_name = _("club"), "club"

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if not self.typed:
            return queryset
        if (number := number_in(self.typed, 18)) is not None:
            return queryset.filter(any_of(CLUBS, "", number))
        return queryset.filter(any_of(CLUBS, "__name__alike", self.typed))


class DayFilter(TypedFilter):
    """A day, a month or a year: "2026-11" finds what was played or closed in that month."""

    title, parameter_name, label = _("date"), "date", _("Year, month or day, such as 2026-11")

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if not self.typed:
            return queryset
        span = span_of(self.typed)
        if span is None:
            return queryset.none()
        within = Q()
        for day in DAYS:
            within |= Q(**{f"{day}__gte": span[0], f"{day}__lt": span[1]})
        return queryset.filter(within)


def span_of(text: str) -> tuple[date, date] | None:
    """Return the first day and the day after the last of a year, month or day in ISO form."""
    try:
        match [int(part) for part in text.split("-")]:
            case [year]:
                return date(year, 1, 1), date(year + 1, 1, 1)
            case [year, month]:
                return date(year, month, 1), date(year + month // 12, month % 12 + 1, 1)
            case [year, month, day]:
                first = date(year, month, day)
                return first, first + timedelta(days=1)
    except (ValueError, OverflowError):
        return None
    return None


class KindFilter(admin.SimpleListFilter):
    title, parameter_name = _("kind"), "kind"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(key, said) for key, (said, _of) in KINDS.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        found = KINDS.get(self.value() or "")
        return queryset.filter(found[1]) if found else queryset


class StateFilter(admin.SimpleListFilter):
    """Without a choice, prizes that a later version replaced are left out."""

    title, parameter_name = _("state"), "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [*((str(state), gettext(said)) for state, said in STATES.items()), ("all", _("All versions"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() == "all":
            return queryset
        chosen = next((state for state in State if state == self.value()), None)
        return queryset.filter(BY_STATE[chosen] if chosen else Q(replaced=False))

    def choices(self, changelist: Any) -> Iterator[Any]:
        first, *rest = super().choices(changelist)
        yield {**first, "display": gettext("In force")}
        yield from rest


class PrizeList(ChangeList):
    """What each row tells is read for the rows of the page alone."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        shown = list(self.result_list)
        lines = prize_lines(shown)
        for award in shown:
            award.line = lines[award.pk]
        self.result_list: Any = shown


@admin.register(Award)
class AwardAdmin(LookAdmin):
    """Prize standings: one list of prizes over all clubs, the newest first."""

    list_display = ("winners_shown", "prize_shown", "occasion", "club", "day", "reason", "state")
    list_display_links = None
    list_filter = (StateFilter, KindFilter, ClubFilter, DayFilter)
    search_fields = ("winners__name", "players__name", *NAMES, *(f"{club}__name" for club in CLUBS))
    search_help_text = _("Search for a player, a club, an evening or a season")
    sortable_by = ()
    change_list_template = "admin/prize_standings.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        later = Result.objects.filter(
            evening=OuterRef("result__evening"), version__gt=OuterRef("result__version")
        )
        of_season = SeasonResult.objects.filter(
            season=OuterRef("season_result__season"), version__gt=OuterRef("season_result__version")
        )
        found: QuerySet[Any] = super().get_queryset(request)
        found = found.filter(result__evening__rehearsal_of=None, evening__rehearsal_of=None)
        found = found.annotate(replaced=Exists(later) | Exists(of_season))
        return found.select_related(*CLUBS, "season_result__journal", "revealed").prefetch_related(
            "winners", "players"
        )

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return PrizeList

    def get_urls(self) -> list[Any]:
        file = self.admin_site.admin_view(self.file)
        files = [path(f"{kind}/", file, {"kind": kind}, f"tournaments_award_{kind}") for kind in FILES]
        return files + super().get_urls()

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        shown = {"title": gettext("Prize standings"), "query": request.GET.urlencode()}
        return super().changelist_view(request, {**(extra_context or {}), **shown})

    def file(self, request: HttpRequest, kind: str) -> HttpResponse:
        """What is filtered, as CSV or XLSX."""
        return prizes_file(self._chosen(request), kind)

    def _chosen(self, request: HttpRequest) -> list[Award]:
        if not self.has_view_permission(request):
            raise PermissionDenied
        try:
            found = ChangeList.get_queryset(self.get_changelist_instance(request), request)
        except IncorrectLookupParameters as error:
            raise Http404 from error
        return list(found[:MOST_TAKEN])

    @admin.display(description=_("winners"))
    def winners_shown(self, award: Any) -> str | SafeString:
        shown = (
            (reverse("admin:accounts_player_change", args=[one.player]) if one.player else "", one.name)
            for one in award.line.winners
        )
        linked = [format_html('<a href="{}">{}</a>', at, name) if at else name for at, name in shown]
        return format_html_join(", ", "{}", ((one,) for one in linked)) or gettext("Nobody")

    @admin.display(description=_("prize"))
    def prize_shown(self, award: Any) -> str | SafeString:
        """The title, which leads to the evening's standings and prizes."""
        line: PrizeLine = award.line
        title = format_html("<s>{}</s>", line.title) if line.off else line.title
        if not line.of_evening:
            return title
        at = reverse("admin:tournaments_evening_prizes", args=[line.of.pk])
        return format_html('<a href="{}" title="{}">{}</a>', at, gettext("Standings and prizes"), title)

    @admin.display(description=_("occasion"))
    def occasion(self, award: Any) -> SafeString:
        line: PrizeLine = award.line
        name = "evening" if line.of_evening else "season"
        at = reverse(f"admin:tournaments_{name}_change", args=[line.of.pk])
        return format_html('<a href="{}">{}</a>', at, line.occasion)

    @admin.display(description=_("club"))
    def club(self, award: Any) -> SafeString:
        club = award.line.club
        return format_html('<a href="{}">{}</a>', reverse("admin:accounts_club_change", args=[club.pk]), club)

    @admin.display(description=_("date"))
    def day(self, award: Any) -> str:
        return date_format(award.line.day) if award.line.day else "–"

    @admin.display(description=_("reason"))
    def reason(self, award: Any) -> str:
        return str(award.line.reason)

    @admin.display(description=_("state"))
    def state(self, award: Any) -> str:
        line: PrizeLine = award.line
        if line.version is None:
            return line.state_said
        return gettext("%(state)s, version %(n)s") % {"state": line.state_said, "n": line.version}
