"""The API of prizes: changing an evening's or a season's list, revealing prizes, and a club's prize sets."""

from typing import Any

from django.urls import path
from django_filters import FilterSet
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.errors import RuleError, StaleError
from accounts.names import LONGEST
from accounts.permissions import Right
from accounts.shared.api.decorators import get_club_for_api, get_user, member, run_once, set_location
from accounts.shared.api.fields import Body, BoundedList, Flag, Holds, Text, YesNo, read
from accounts.shared.api.paging import answer_page, listed
from accounts.shared.api.schema import described_for_members
from tournaments.base.api.addresses import check_access, make_evening_urls
from tournaments.base.api.answers import answer
from tournaments.base.api.commands import Command, Plain, PrizeField, Reasoned, Sent, map_error_fields
from tournaments.core.leagues import rules
from tournaments.core.ranking.metrics import find_usual_best
from tournaments.core.ranking.prize_list import (
    MOST_PRIZES,
    Good,
    Prizes,
    find_fixed_best,
    from_json,
    to_json,
)
from tournaments.core.settings import NUMBERS
from tournaments.evening.api import make_number_field
from tournaments.models import PrizeSet
from tournaments.prizes.presenters.prize_lists import SavedSet, build_saved_set
from tournaments.prizes.services import (
    prize_give,
    prize_reveal,
    prize_set_change,
    prize_set_drop,
    prize_set_keep,
    prize_take_back,
    prizes_change,
    prizes_reveal_all,
)
from tournaments.scoring.selectors import read_announced_prizes, read_prize_settings, read_season_prizes
from tournaments.seasons.services.results import season_prize_give, season_prize_take_back
from tournaments.seasons.services.seasons import season_prizes_change
from tournaments.standings.selectors.people import find_prize_set


class PrizesField(BoundedList):
    """A list of prizes: plain values from the request, and the list for display."""

    def to_representation(self, value: Any) -> list[Any]:
        return to_json(value)


def build_prizes_field(**options: Any) -> PrizesField:
    return PrizesField(child=PrizeField(), max_length=MOST_PRIZES, **options)


class PrizesChangeBody(Plain):
    """The whole list, the highest prize first."""

    before = build_prizes_field(
        help_text="The list as you saw it. If it has changed, the request is refused."
    )
    prizes = build_prizes_field(help_text="The new list.")
    one_prize_each = Flag(required=False, help_text="Default: unchanged.")
    prize_deals = make_number_field(NUMBERS, "prize_deals")


class SeasonPrizesChangeBody(Reasoned):
    before = build_prizes_field()
    prizes = build_prizes_field()
    one_prize_each = Flag(required=False)


def _read_evening_lists(evening: Any, body: Sent) -> dict[str, Any]:
    return _read_lists(body, find_usual_best) | {"deals": body.get("prize_deals")}


def _read_season_lists(season: Any, body: Sent) -> dict[str, Any]:
    """Read the prize lists of a season. Its scheme decides whether many or few points are good."""
    return _read_lists(body, rules.from_json(season.rules).find_best)


def _read_lists(body: Sent, good: Good) -> dict[str, Any]:
    return {
        "before": _read(body["before"], "before", good),
        "after": _read(body["prizes"], "prizes", good),
        "one_each": body.get("one_prize_each"),
    }


def _read(prizes_sent: list[Any], name: str, good: Good) -> Prizes:
    """Return the list. RuleError at ``<name>.<place>.<field>``."""
    try:
        return from_json(prizes_sent, good)
    except RuleError as error:
        field = error.field.replace("prizes", name, 1)
        raise RuleError(field, error.message, **error.figures) from None


COMMANDS = (
    Command(prizes_change, PrizesChangeBody, _read_evening_lists, stands=read_prize_settings),
    Command(prize_reveal, stands=read_announced_prizes),
    Command(prizes_reveal_all, body_fields={"prize": "body"}, stands=read_announced_prizes),
    Command(prize_give),
    Command(prize_take_back),
)
OF_SEASON = (
    Command(season_prizes_change, SeasonPrizesChangeBody, _read_season_lists, stands=read_season_prizes),
    Command(season_prize_give),
    Command(season_prize_take_back),
)


ORDERING = ("name", "id")
IN_PRIZES = {"key": "prizes"}


SET = answer(SavedSet, prizes=build_prizes_field)


class PrizeSetBody(Body):
    name = Text(max_length=LONGEST)
    for_seasons = Flag(default=False)
    prizes = build_prizes_field()


class PrizeSetChangeBody(Body):
    """Omitted values stay unchanged. Prizes are sent as a whole list."""

    name = Text(max_length=LONGEST, required=False)
    before = build_prizes_field(
        required=False, help_text="The prizes as you saw them. If they have changed, the request is refused."
    )
    prizes = build_prizes_field(required=False)


class PrizeSetFilter(FilterSet):  # type: ignore[misc]
    for_seasons = YesNo("for_seasons", label="True: sets for seasons. False: sets for evenings.")
    search = Holds("name", label="Text that is part of the name.")


@listed(
    "prize_sets",
    "A club’s prize sets",
    SET,
    filters=PrizeSetFilter,
    ordering=ORDERING,
    methods=["GET"],
)
@described_for_members(
    "prize_set_keep",
    "Save a prize set",
    SET,
    body=PrizeSetBody,
    status=201,
    writes=True,
    methods=["POST"],
)
@member("GET", "POST")
def prize_sets(request: Request, pk: int) -> Response:
    """Prize sets for evenings and seasons. Organisers can save sets."""
    if request.method == "POST":
        return _keep(request, pk)
    club, _right = get_club_for_api(request, pk)
    return answer_page(
        request,
        PrizeSet.objects.filter(club=club),
        SET,
        filters=PrizeSetFilter,
        ordering=ORDERING,
        convert=lambda page: [build_saved_set(one) for one in page],
    )


def _choose_good(for_seasons: bool) -> Good:
    return find_fixed_best if for_seasons else find_usual_best


def _keep(request: Request, pk: int) -> Response:
    club, _right = get_club_for_api(request, pk, Right.RUN)
    body = read(PrizeSetBody, request.data)
    prizes = from_json(body.pop("prizes"), _choose_good(body.get("for_seasons", False)))

    def act() -> Response:
        with map_error_fields(IN_PRIZES):
            prize_set = prize_set_keep(by=get_user(request), club=club, prizes=prizes, new=True, **body)
        return Response(SET(build_saved_set(prize_set)).data, status=201)

    return set_location(request, run_once(request, act), "api-prize-set")


@described_for_members("prize_set", "A prize set", SET, methods=["GET"])
@described_for_members(
    "prize_set_change",
    "Change a prize set",
    SET,
    body=PrizeSetChangeBody,
    writes=True,
    stands=SET,
    methods=["PATCH"],
)
@described_for_members(
    "prize_set_drop", "Delete a prize set", None, status=204, writes=True, methods=["DELETE"]
)
@member("GET", "PATCH", "DELETE")
def prize_set(request: Request, pk: int) -> Response:
    """One set. Changing or deleting a set does not change evenings and seasons that took prizes from it."""
    prize_set_row = _get_set(request, pk, Right.VIEW if request.method in ("GET", "HEAD") else Right.RUN)
    match request.method:
        case "PATCH":
            return _change(request, prize_set_row)
        case "DELETE":
            return run_once(request, lambda: _drop(request, prize_set_row))
    return Response(SET(build_saved_set(prize_set_row)).data)


def _change(request: Request, prize_set_row: PrizeSet) -> Response:
    body = read(PrizeSetChangeBody, request.data)
    good = _choose_good(prize_set_row.for_seasons)
    before = from_json(body["before"], good) if "before" in body else None
    after = from_json(body["prizes"], good) if "prizes" in body else None

    def act() -> Response:
        try:
            with map_error_fields(IN_PRIZES):
                set_changed = prize_set_change(
                    by=get_user(request),
                    prize_set=prize_set_row,
                    before=before,
                    after=after,
                    name=body.get("name", ""),
                )
        except StaleError as error:
            error.stands = SET(build_saved_set(PrizeSet.objects.get(pk=prize_set_row.pk))).data
            raise
        return Response(SET(build_saved_set(set_changed)).data)

    return run_once(request, act)


def _drop(request: Request, prize_set_row: PrizeSet) -> Response:
    prize_set_drop(by=get_user(request), prize_set=prize_set_row)
    return Response(status=204)


def _get_set(request: Request, pk: int, right: Right) -> PrizeSet:
    """Return the set. Raise Http404 or ForbiddenError."""
    return check_access(
        request, find_prize_set(get_user(request), pk), lambda set_row: set_row.club_id, right
    )[0]


OF_EVENINGS = COMMANDS
urlpatterns = [
    path("clubs/<num:pk>/prize-sets/", prize_sets, name="api-prize-sets"),
    path("prize-sets/<num:pk>/", prize_set, name="api-prize-set"),
    *make_evening_urls(OF_EVENINGS),
]
