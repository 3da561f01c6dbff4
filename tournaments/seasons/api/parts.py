"""What a season consists of: its evenings, its people, and what each of them has from where."""

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.permissions import Right
from accounts.shared.api.decorators import member
from accounts.shared.api.paging import listed, page_of
from accounts.shared.api.schema import described_for_members
from tournaments.base.api.access import season_and_right, season_at
from tournaments.base.api.answers import Answer, Exact, NamedEvening, NamedPlayer, OrNull, Why
from tournaments.core.leagues.standing import State
from tournaments.core.leagues.working import Source
from tournaments.core.record import Stage
from tournaments.seasons.presenters.row import row_explained
from tournaments.seasons.selectors.counting import evenings_of
from tournaments.seasons.selectors.people import people_of


class SeasonEveningAnswer(NamedEvening):
    """An evening of the season. ``version`` of its result counts, null: none; ``weight`` is in percent.

    ``division``: for which alone it counts. ``version_after_closing``: of a correction that does not count.
    """

    stage = serializers.ChoiceField([*map(str, Stage)])
    weight = serializers.IntegerField()
    division = serializers.IntegerField(allow_null=True)
    counts = serializers.BooleanField()
    version = OrNull()
    version_after_closing = OrNull(source="newer")
    awaits_cut = serializers.BooleanField()


@listed("season_evenings", "The evenings of a season", SeasonEveningAnswer)
@member("GET")
def evenings(request: Request, pk: int) -> Response:
    """In order of time. One whose prizes are hidden counts only for who runs it."""
    season, right = season_and_right(request, pk)
    rows = evenings_of(season, all_known=right >= Right.RUN)
    return page_of(request, rows, SeasonEveningAnswer)


class SeasonPersonAnswer(NamedPlayer):
    """Somebody of the season: ``listed`` on it or not, in which division, in how many of its evenings."""

    listed = serializers.BooleanField()
    guest = serializers.BooleanField()
    division = serializers.IntegerField(allow_null=True)
    evenings = serializers.IntegerField()


@listed("season_people", "The people of a season", SeasonPersonAnswer)
@member("GET")
def people(request: Request, pk: int) -> Response:
    """Everybody who is on the season’s list or has played in it, by name."""
    return page_of(request, people_of(season_at(request, pk)), SeasonPersonAnswer)


class AddendAnswer(Answer):
    """Points for one thing. ``number``: of chips or prizes; ``title``: of the prize, null if it is none."""

    what = serializers.ChoiceField([*map(str, Source)], source="source")
    points = Exact()
    number = serializers.IntegerField()
    title = serializers.CharField(allow_null=True)


class EveningGave(NamedEvening):
    """What an evening gave: the sum of the ``addends`` times the ``weight`` in percent.

    ``points`` and ``weight`` are null if it gave nothing. ``parts`` and ``says`` tell the same in words.
    """

    state = serializers.ChoiceField([*map(str, State)])
    points = Exact(source="working.points", allow_null=True)
    weight = serializers.IntegerField(source="working.weight", allow_null=True)
    addends = AddendAnswer(source="added_up", many=True)
    parts = serializers.ListField(child=serializers.CharField())
    says = serializers.CharField()
    counts = serializers.BooleanField()


class RowAbove(NamedPlayer):
    """Who stands just above, and why."""

    why = Why(allow_null=True)


class SeasonRowAnswer(NamedPlayer):
    """A row of the table with all that it comes from.

    ``above``: who stands just above, and why; ``why_above_next``: why this one stands above the next.
    ``place``: null before the first evening counts. ``minimum``: evenings that a player needs; ``too_few``:
    this one has fewer. ``ask_until``: the last day for questions about the row, if there is one.
    """

    division = serializers.CharField(allow_null=True)
    place = serializers.IntegerField(allow_null=True)
    points = Exact()
    played = serializers.IntegerField()
    counted = serializers.IntegerField()
    minimum = serializers.IntegerField()
    too_few = serializers.BooleanField()
    evenings = EveningGave(many=True)
    above = RowAbove(allow_null=True)
    why_above_next = Why(source="below", allow_null=True)
    ask_until = serializers.DateField(allow_null=True)


@described_for_members("season_row", "A row of a season explained", SeasonRowAnswer)
@member("GET")
def row(request: Request, pk: int, player: int) -> Response:
    """What each evening gave somebody, whether it counts, and why the place is this one."""
    season, right = season_and_right(request, pk)
    found = row_explained(season, player, all_known=right >= Right.RUN)
    if found is None:
        raise Http404
    above = {"player": found.above_player, "name": found.above_name, "why": found.above}
    told = vars(found) | {"division": found.division or None, "above": above if found.above_name else None}
    return Response(SeasonRowAnswer(told).data)
