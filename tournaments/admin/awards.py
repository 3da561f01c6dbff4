"""The administration's list of prizes over all clubs, its filters, and files of evenings and prizes.

Prizes are read-only, and can be downloaded as a table. Evenings are downloaded as documents.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from django.contrib import admin, messages
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import PermissionDenied
from django.db.models import BooleanField, Case, Exists, F, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Coalesce, TruncDate
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.admin.base import LookAdmin, TypedFilter
from accounts.models import Merge, Player
from accounts.names import fold
from accounts.numbers import number_in
from accounts.shared.views import make_download, make_file_name
from tournaments.core.files.cells import Cell
from tournaments.core.leagues.rules import SeasonStage
from tournaments.core.record import Stage
from tournaments.models import Award, Evening, Result, SeasonLine, SeasonResult
from tournaments.prizes.presenters.prize_standings import (
    STATES,
    PrizeLine,
    PrizeState,
    load_prize_lines,
    sum_prizes,
)
from tournaments.transfer.presenters.evening import export_evening
from tournaments.transfer.presenters.tables import FILES, build_table_file

MOST_EVENINGS = 50
"""The most evenings in a file. Memory holds one document at a time, and the packed file."""
OF_PRIZES = ("club", "date", "occasion", "prize", "winners", "reason", "version", "state")


def make_evenings_file(evenings: Sequence[Evening]) -> HttpResponse:
    """Return one evening's document, or a ZIP file with the documents of several evenings."""
    if len(evenings) == 1:
        return make_download(
            _make_document(evenings[0]), "application/json", f"{_name_file(evenings[0])}.json"
        )
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for evening in evenings:
            archive.writestr(f"{_name_file(evening)}-{evening.pk}.json", _make_document(evening))
    return make_download(packed.getvalue(), "application/zip", "evenings.zip")


def _make_document(evening: Evening) -> bytes:
    return json.dumps(export_evening(evening), ensure_ascii=False, indent=1).encode()


def _name_file(evening: Evening) -> str:
    return make_file_name(evening.held_on, evening.name)


def make_prizes_file(awards: Sequence[Award], kind: str) -> HttpResponse:
    """Return prizes as a table, in CSV or XLSX."""
    content, media = build_table_file((OF_PRIZES, list(_list_prizes(awards))), kind)
    return make_download(content, media, f"prizes.{kind}")


def _list_prizes(awards: Sequence[Award]) -> Iterator[Sequence[Cell]]:
    for line in load_prize_lines(awards).values():
        winners = ", ".join(winner.name for winner in line.winners)
        yield (
            *(str(line.club), line.day, line.occasion, line.title),
            *(winners, line.reason, line.version, line.state_said),
        )


MOST_TAKEN = 10_000
"""The most prizes in one file."""
CLUBS = (
    "result__evening__club",
    "season_result__season__league__club",
    "evening__club",
    "season__league__club",
)
NAMES = ("result__evening__name", "season_result__season__name", "evening__name", "season__name")
LEAGUES = ("season_result__season__league__name", "season__league__name")
DAYS = ("result__evening__held_on", "evening__held_on", "season_result__journal__at__date")
BY_HAND = Q(evening__isnull=False) | Q(season__isnull=False)
KINDS: Mapping[str, tuple[Any, Q]] = {
    "evening": (_("of evenings"), Q(result__isnull=False)),
    "season": (_("of seasons"), Q(season_result__isnull=False)),
    "hand": (_("given by hand"), BY_HAND),
}
OPEN_AGAIN = (Q(result__isnull=False) & ~Q(result__evening__stage=Stage.FINISHED)) | Q(
    season_result__season__stage=SeasonStage.OPEN
)
OF_CALLED_OFF = Q(result__evening__stage=Stage.CALLED_OFF) | Q(evening__stage=Stage.CALLED_OFF)
IN_FORCE = Q(replaced=False, is_reopened=False) & ~OF_CALLED_OFF
BY_STATE: Mapping[PrizeState, Q] = {
    PrizeState.ANNOUNCED: IN_FORCE & (Q(revealed__isnull=False) | Q(season_result__isnull=False)),
    PrizeState.HIDDEN: IN_FORCE & Q(result__isnull=False, revealed=None),
    PrizeState.REOPENED: Q(replaced=False, is_reopened=True) & ~OF_CALLED_OFF,
    PrizeState.CALLED_OFF: Q(replaced=False, withdrawn=False) & OF_CALLED_OFF,
    PrizeState.BY_HAND: BY_HAND & Q(withdrawn=False) & ~OF_CALLED_OFF,
    PrizeState.TAKEN_BACK: Q(withdrawn=True),
    PrizeState.REPLACED: Q(replaced=True),
}


def match_any(paths: tuple[str, ...], lookup: str, value: object) -> Q:
    """Return the condition that the value is at one of these lookup paths."""
    return Q(*((f"{path}{lookup}", value) for path in paths), _connector=Q.OR)


def warn_impossible(request: HttpRequest, filter_title: object, typed: str) -> None:
    """Show one message that a filter's value is not possible. The list is then empty."""
    warned: set[str] = request.__dict__.setdefault("wrong_filters", set())
    if typed not in warned:
        warned.add(typed)
        words = gettext("“%(value)s” is not possible for the filter “%(filter)s”. Nothing is shown.")
        messages.warning(request, words % {"value": typed, "filter": filter_title})


class AwardClubFilter(TypedFilter):
    title, parameter_name = _("club"), "club"

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if not self.typed:
            return queryset
        if (number := number_in(self.typed, 18)) is not None:
            return queryset.filter(match_any(CLUBS, "", number))
        return queryset.filter(match_any(CLUBS, "__name__alike", self.typed))


class AwardDayFilter(TypedFilter):
    """A day, a month or a year. "2026-11" finds the prizes of evenings and closings in that month."""

    title, parameter_name, label = _("date"), "date", _("Year, month or day, such as 2026-11")

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if not self.typed:
            return queryset
        span = parse_span(self.typed)
        if span is None:
            warn_impossible(request, self.title, self.typed)
            return queryset.none()
        in_span = Q()
        for day in DAYS:
            in_span |= Q(**{f"{day}__gte": span[0], f"{day}__lt": span[1]})
        return queryset.filter(in_span)


def parse_span(text: str) -> tuple[date, date] | None:
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


def match_word(word: str) -> Q:
    """Return the condition that a winner's name (merged names included) or a title contains the word."""
    player_ids = set(Player.objects.filter(name__alike=word).values_list("pk", flat=True))
    merges = list(Merge.objects.filter(undone_at=None).values_list("gone", "kept")) if player_ids else []
    while more := {player for pair in merges if player_ids & set(pair) for player in pair} - player_ids:
        player_ids |= more
    stored = Award.objects.order_by().values_list("title", flat=True).distinct()
    titles = [title for title in stored if fold(word) in fold(gettext(title))]
    places = (*NAMES, *LEAGUES, *(f"{club}__name" for club in CLUBS), "winners__name")
    return (
        match_any(places, "__alike", word)
        | Q(winners__player__in=player_ids)
        | Q(players__in=player_ids)
        | Q(title__in=titles)
    )


class KindFilter(admin.SimpleListFilter):
    title, parameter_name = _("kind"), "kind"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(key, title) for key, (title, _condition) in KINDS.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        kind = self.value()
        if kind and kind not in KINDS:
            warn_impossible(request, self.title, kind)
            return queryset.none()
        return queryset.filter(KINDS[kind][1]) if kind else queryset


class StateFilter(admin.SimpleListFilter):
    """Without a choice, the list leaves out prizes that a later version replaced."""

    title, parameter_name = _("state"), "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            *((str(state), gettext(title)) for state, title in STATES.items()),
            ("all", _("All versions")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() == "all":
            return queryset
        only_state = next((state for state in PrizeState if state == self.value()), None)
        if only_state is None and self.value():
            warn_impossible(request, self.title, str(self.value()))
            return queryset.none()
        return queryset.filter(BY_STATE[only_state] if only_state else Q(replaced=False))

    def choices(self, changelist: Any) -> Iterator[Any]:
        first, *rest = super().choices(changelist)
        yield {**first, "display": gettext("In force")}
        yield from rest


class AwardChangeList(ChangeList):
    """Reads the data of prizes only for the rows of the present page."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        awards = list(self.result_list)
        lines = load_prize_lines(awards)
        for award in awards:
            award.line = lines[award.pk]
        self.result_list: Any = awards


@admin.register(Award)
class AwardAdmin(LookAdmin):
    """Prize standings: one list of prizes over all clubs, the newest first."""

    list_display = ("winners_shown", "prize_shown", "occasion", "club", "day", "reason", "state")
    list_display_links = None
    list_filter = (StateFilter, KindFilter, AwardClubFilter, AwardDayFilter)
    search_fields = ("title",)  # get_search_results searches more fields
    search_help_text = _("Search for a player, a prize, a club, a league, an evening or a season")
    sortable_by = ("club", "day")
    change_list_template = "admin/prize_standings.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        later = Result.objects.filter(
            evening=OuterRef("result__evening"), version__gt=OuterRef("result__version")
        )
        of_season = SeasonResult.objects.filter(
            season=OuterRef("season_result__season"), version__gt=OuterRef("season_result__version")
        )
        awards: QuerySet[Any] = super().get_queryset(request)
        awards = awards.filter(result__evening__rehearsal_of=None, evening__rehearsal_of=None)
        gift_lines = SeasonLine.objects.annotate(key=KeyTextTransform("prize", "payload")).filter(
            season=OuterRef("season"), verb="season_prize_given", key=OuterRef("prize")
        )
        awards = awards.annotate(
            replaced=Exists(later) | Exists(of_season),
            is_reopened=Case(When(OPEN_AGAIN, then=True), default=False, output_field=BooleanField()),
            given_at=Subquery(gift_lines.order_by("seq").values("at")[:1]),
        )
        days = (F(day) for day in ("result__evening__held_on", "evening__held_on"))
        closing_days = (TruncDate(field) for field in ("season_result__journal__at", "given_at"))
        awards = awards.annotate(day_of=Coalesce(*days, *closing_days), club_of=Coalesce(*CLUBS))
        return awards.select_related(*CLUBS, "season_result__journal", "revealed").prefetch_related(
            "winners", "players"
        )

    def get_ordering(self, request: HttpRequest) -> tuple[Any, ...]:
        return (F("day_of").desc(nulls_last=True), "-pk")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Find each word in a name (also a merged one) or in a title: prize, league, season or evening."""
        for word in search_term.split():
            queryset = queryset.filter(pk__in=Award.objects.filter(match_word(word)).values("pk"))
        return queryset, False

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return AwardChangeList

    def get_urls(self) -> list[Any]:
        file = self.admin_site.admin_view(self.file)
        files = [path(f"{kind}/", file, {"kind": kind}, f"tournaments_award_{kind}") for kind in FILES]
        sums = path("sums/", self.admin_site.admin_view(self.sums), name="tournaments_award_sums")
        return [*files, sums, *super().get_urls()]

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        context = {"title": gettext("Prize standings"), "query": request.GET.urlencode()}
        return super().changelist_view(request, {**(extra_context or {}), **context})

    def file(self, request: HttpRequest, kind: str) -> HttpResponse:
        """Return the filtered prizes as CSV or XLSX."""
        return make_prizes_file(self._load_chosen_awards(request), kind)

    def sums(self, request: HttpRequest) -> HttpResponse:
        """Show how many of the filtered prizes each person has won in each club."""
        rows = sum_prizes(load_prize_lines(self._load_chosen_awards(request)).values())
        context = {
            "title": gettext("Prizes by player and club"),
            "rows": rows,
            "query": request.GET.urlencode(),
        }
        return render(request, "admin/prize_sums.html", {**self.admin_site.each_context(request), **context})

    def _load_chosen_awards(self, request: HttpRequest) -> list[Award]:
        if not self.has_view_permission(request):
            raise PermissionDenied
        try:
            awards = ChangeList.get_queryset(self.get_changelist_instance(request), request)
        except IncorrectLookupParameters as error:
            raise Http404 from error
        return list(awards[:MOST_TAKEN])

    @admin.display(description=_("winners"))
    def winners_shown(self, award: Any) -> str | SafeString:
        links = (
            (
                reverse("admin:accounts_player_change", args=[winner.player]) if winner.player else "",
                winner.name,
            )
            for winner in award.line.winners
        )
        linked = [
            format_html('<a href="{}">{}</a>', address, name) if address else name for address, name in links
        ]
        return format_html_join(", ", "{}", ((winner,) for winner in linked)) or gettext("Nobody")

    @admin.display(description=_("prize"))
    def prize_shown(self, award: Any) -> str | SafeString:
        """Return the title, with a link to the evening's standings and prizes."""
        line: PrizeLine = award.line
        title = format_html("<s>{}</s>", line.title) if line.is_off else line.title
        if not line.of_evening:
            return title
        address = reverse("admin:tournaments_evening_prizes", args=[line.source.pk])
        return format_html('<a href="{}" title="{}">{}</a>', address, gettext("Standings and prizes"), title)

    @admin.display(description=_("occasion"))
    def occasion(self, award: Any) -> SafeString:
        line: PrizeLine = award.line
        name = "evening" if line.of_evening else "season"
        address = reverse(f"admin:tournaments_{name}_change", args=[line.source.pk])
        return format_html('<a href="{}">{}</a>', address, line.occasion)

    @admin.display(description=_("club"), ordering="club_of")
    def club(self, award: Any) -> SafeString:
        club = award.line.club
        return format_html('<a href="{}">{}</a>', reverse("admin:accounts_club_change", args=[club.pk]), club)

    @admin.display(description=_("date"), ordering="day_of")
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
