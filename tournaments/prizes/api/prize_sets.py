"""A club's prize sets, for its evenings and for its seasons."""

from django_filters import FilterSet
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.errors import StaleError
from accounts.names import LONGEST
from accounts.permissions import Right
from accounts.shared.api.callers import club_at, user_of
from accounts.shared.api.decorators import member
from accounts.shared.api.fields import Body, Flag, Text, read
from accounts.shared.api.filters import Holds, YesNo
from accounts.shared.api.keys import created, once
from accounts.shared.api.paging import listed, page_of
from accounts.shared.api.schema import described_for_members
from tournaments.base.api.access import reached
from tournaments.base.api.refusals import at_its_field
from tournaments.base.api.values import answer
from tournaments.core.ranking.metrics import usual_best
from tournaments.core.ranking.prize_json import Good, from_json, good_in_any_season
from tournaments.models import PrizeSet
from tournaments.prizes.api.prize_commands import prize_list
from tournaments.prizes.presenters.prize_lists import SavedSet, saved
from tournaments.prizes.services.prize_sets import prize_set_change, prize_set_drop, prize_set_keep
from tournaments.standings.selectors.people import prize_set_for

ORDERING = ("name", "id")
IN_PRIZES = {"key": "prizes"}


SET = answer(SavedSet, prizes=prize_list)


class PrizeSetBody(Body):
    name = Text(max_length=LONGEST)
    for_seasons = Flag(default=False)
    prizes = prize_list()


class PrizeSetChangeBody(Body):
    """What is not sent stays as it is; prizes are sent all together."""

    name = Text(max_length=LONGEST, required=False)
    before = prize_list(
        required=False, help_text="The prizes as you saw them. If they have changed, the request is refused."
    )
    prizes = prize_list(required=False)


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
    club, _right = club_at(request, pk)
    return page_of(
        request,
        PrizeSet.objects.filter(club=club),
        SET,
        filters=PrizeSetFilter,
        ordering=ORDERING,
        told=lambda page: [saved(one) for one in page],
    )


def _good(for_seasons: bool) -> Good:
    return good_in_any_season if for_seasons else usual_best


def _keep(request: Request, pk: int) -> Response:
    club, _right = club_at(request, pk, Right.RUN)
    sent = read(PrizeSetBody, request.data)
    prizes = from_json(sent.pop("prizes"), _good(sent.get("for_seasons", False)))

    def act() -> Response:
        with at_its_field(IN_PRIZES):
            made = prize_set_keep(by=user_of(request), club=club, prizes=prizes, new=True, **sent)
        return Response(SET(saved(made)).data, status=201)

    return created(request, once(request, act), "api-prize-set")


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
    """One set. Evenings and seasons that took their prizes from it keep them, whatever becomes of it."""
    found = _set_at(request, pk, Right.VIEW if request.method in ("GET", "HEAD") else Right.RUN)
    match request.method:
        case "PATCH":
            return _change(request, found)
        case "DELETE":
            return once(request, lambda: _drop(request, found))
    return Response(SET(saved(found)).data)


def _change(request: Request, found: PrizeSet) -> Response:
    sent = read(PrizeSetChangeBody, request.data)
    good = _good(found.for_seasons)
    before = from_json(sent["before"], good) if "before" in sent else None
    after = from_json(sent["prizes"], good) if "prizes" in sent else None

    def act() -> Response:
        try:
            with at_its_field(IN_PRIZES):
                changed = prize_set_change(
                    by=user_of(request),
                    prize_set=found,
                    before=before,
                    after=after,
                    name=sent.get("name", ""),
                )
        except StaleError as error:
            error.stands = SET(saved(PrizeSet.objects.get(pk=found.pk))).data
            raise
        return Response(SET(saved(changed)).data)

    return once(request, act)


def _drop(request: Request, found: PrizeSet) -> Response:
    prize_set_drop(by=user_of(request), prize_set=found)
    return Response(status=204)


def _set_at(request: Request, pk: int, needed: Right) -> PrizeSet:
    """The set. Http404, ForbiddenError."""
    return reached(request, prize_set_for(user_of(request), pk), lambda one: one.club_id, needed)[0]
