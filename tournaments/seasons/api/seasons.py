"""A season for reading: its rules, its table with reasons, its prizes, its book; and all of it."""

from typing import Any

from django.http import HttpResponseBase
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.permissions import Right
from accounts.shared.api.decorators import member
from accounts.shared.api.fields import read
from accounts.shared.api.kept import kept
from accounts.shared.api.paging import listed, page_of
from accounts.shared.api.schema import described_for_members
from tournaments.base.api.access import season_and_right, season_at
from tournaments.base.api.addresses import season_line
from tournaments.base.api.answers import Answer, Exact, NamedPlayer, Why
from tournaments.base.api.documents import SEASON, document
from tournaments.checks.selectors.waiting import merges_wait
from tournaments.core.leagues.rules import SeasonStage, from_json, to_json
from tournaments.models import Season, SeasonLine
from tournaments.prizes.presenters.prizes import PrizeShown
from tournaments.results.api.standing import ConsideredAnswer, ExcludedAnswer, PrizeAnswer, with_people
from tournaments.seasons.api.commands import COMMANDS, RulesAnswer, SeasonChangeBody
from tournaments.seasons.presenters.journal import lines_told
from tournaments.seasons.presenters.prizes import season_prizes
from tournaments.seasons.presenters.rules import rules_said
from tournaments.seasons.presenters.table import SeasonTable, season_table
from tournaments.seasons.selectors.access import season_tag
from tournaments.seasons.selectors.counting import count_season
from tournaments.seasons.selectors.people import divisions_of
from tournaments.seasons.selectors.today import otherwise_today
from tournaments.transfer.presenters.season import season_document


class DivisionAnswer(Answer):
    """A division; its ``number`` is 1 for the highest."""

    id = serializers.IntegerField()
    number = serializers.IntegerField()
    name = serializers.CharField()


class RuleSaid(Answer):
    about = serializers.CharField()
    words = serializers.CharField()


class PrizeToday(Answer):
    """A prize that others would win: players by their numbers."""

    title = serializers.CharField()
    was = serializers.ListField(child=serializers.IntegerField())
    now = serializers.ListField(child=serializers.IntegerField())


class TodayAnswer(Answer):
    """What today's results and merges would make of a closed season, which stays as it was closed.

    ``players``: whose place or points would be others. ``merged``: whether merges since the closing wait for
    a decision; false once somebody left them as they are.
    """

    players = serializers.ListField(child=serializers.IntegerField())
    prizes = PrizeToday(many=True)
    merged = serializers.BooleanField()


class SeasonAnswer(Answer):
    """A season. ``rules`` are as docs/leagues.md has them, ``rules_said`` the same in words.

    ``seq`` counts its book; ``follows`` is the season before. ``today``: null where nothing would differ.
    """

    id = serializers.IntegerField()
    club = serializers.IntegerField()
    league = serializers.IntegerField()
    league_name = serializers.CharField()
    name = serializers.CharField()
    stage = serializers.ChoiceField([*map(str, SeasonStage)])
    seq = serializers.IntegerField()
    follows = serializers.IntegerField(allow_null=True)
    rules = RulesAnswer()
    rules_said = RuleSaid(many=True)
    divisions = DivisionAnswer(many=True)
    today = TodayAnswer(allow_null=True)


@described_for_members("season", "A season and its rules", SeasonAnswer, methods=["GET"])
@described_for_members(
    "season_update", "Change a season", SeasonAnswer, body=SeasonChangeBody, writes=True, methods=["PATCH"]
)
@member("GET", "PATCH")
def season(request: Request, pk: int) -> Response:
    """The rules as values and in words, and the divisions. Organisers can change name and rules."""
    if request.method == "PATCH":
        found = season_at(request, pk, CHANGE.known.right)
        season_line(request, CHANGE, found, read(CHANGE.sent, request.data))
    return Response(SeasonAnswer(_season(season_at(request, pk))).data)


CHANGE = COMMANDS[0]
"""What a PATCH does: the command that changes a season's name or rules."""


def _season(season: Season) -> dict[str, Any]:
    rules = from_json(season.rules)
    return {
        "id": season.pk,
        "club": season.league.club_id,
        "league": season.league_id,
        "league_name": season.league.name,
        "name": season.name,
        "stage": season.stage,
        "seq": season.seq,
        "follows": season.follows_id,
        "rules": to_json(rules),
        "rules_said": [{"about": about, "words": words} for about, words in rules_said(rules)],
        "divisions": divisions_of(season),
        "today": _today(season),
    }


def _today(season: Season) -> dict[str, Any] | None:
    if season.stage != SeasonStage.CLOSED:
        return None
    found = otherwise_today(season, count_season(season, all_known=True))
    if found is None:
        return None
    prizes = [{"title": title, "was": was, "now": now} for title, (was, now) in found.prizes.items()]
    return {"players": found.people, "prizes": prizes, "merged": bool(merges_wait(season))}


class OnTheList(serializers.IntegerField):
    """The number of a player; null for who is on the club's list no more."""

    def __init__(self, **how: Any) -> None:
        super().__init__(allow_null=True, **how)

    def to_representation(self, value: Any) -> Any:
        return value if value > 0 else None


class SeasonTableRow(Answer):
    """Somebody in the table. ``why`` is what sets the next below; ``too_few`` evenings to be ranked.

    ``equal_points``: the next has as many, so that ``why`` is what parts them. ``place``: null before the
    first evening counts. ``player``: null for who is on the club's list no more.
    """

    place = serializers.IntegerField(allow_null=True)
    player = OnTheList()
    name = serializers.CharField()
    points = Exact()
    played = serializers.IntegerField()
    counted = serializers.IntegerField()
    too_few = serializers.BooleanField(source="below")
    why = Why(allow_null=True)
    equal_points = serializers.BooleanField(source="level")


class DivisionTableAnswer(Answer):
    """A division’s table; ``id`` is null for those who are in none."""

    id = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()
    rows = SeasonTableRow(many=True)


class SeasonTableAnswer(Answer):
    """How the season stands. Evenings by their numbers: those that count, and those that do not yet.

    ``called_off``: they count nowhere. ``cuts_awaited``: they count as before a correction, which waits for a
    cut; ``corrected_after_closing``: that correction does not count.
    """

    divisions = DivisionTableAnswer(many=True)
    counting = serializers.ListField(child=serializers.IntegerField())
    waiting = serializers.ListField(child=serializers.IntegerField())
    called_off = serializers.ListField(child=serializers.IntegerField())
    cuts_awaited = serializers.ListField(child=serializers.IntegerField())
    corrected_after_closing = serializers.ListField(child=serializers.IntegerField())


@described_for_members("season_table", "How a season stands, and why", SeasonTableAnswer, kept=True)
@member("GET")
def table(request: Request, pk: int) -> HttpResponseBase:
    """Each division by place, each row with what sets the next below. Hidden prizes are waited for."""
    season, right = season_and_right(request, pk)
    runs = right >= Right.RUN
    return kept(request, lambda: _table(season_table(season, all_known=runs)), season_tag(season), runs)


def _table(table: SeasonTable) -> Any:
    lists = {name: name for name in ("counting", "waiting", "called_off", "cuts_awaited")}
    lists |= {"corrected_after_closing": "newer"}
    told = {name: [evening.id for evening in getattr(table, of)] for name, of in lists.items()}
    return SeasonTableAnswer({"divisions": table.divisions, **told}).data


class PlayerConsidered(ConsideredAnswer):
    player = OnTheList(source="who")


class PlayerExcluded(ExcludedAnswer):
    player = OnTheList(source="who")


class SeasonPrize(PrizeAnswer):
    """A prize of a season. ``removed_winners``: who was given it by hand, and takes part no more."""

    winners = NamedPlayer(many=True)
    removed_winners = NamedPlayer(many=True)
    ranking = PlayerConsidered(many=True)
    out = PlayerExcluded(many=True)

    def to_representation(self, instance: PrizeShown) -> Any:
        return super().to_representation(with_people(instance, "player"))


class SeasonPrizesAnswer(Answer):
    """The prizes, the highest first. ``from`` and ``until``: the first and the last day that counts.

    ``evenings_hidden``: some do not count for the reader until their prizes are announced.
    """

    prizes = SeasonPrize(many=True)
    evenings_hidden = serializers.BooleanField()

    def get_fields(self) -> dict[str, Any]:
        days = {name: serializers.DateField(allow_null=True) for name in ("from", "until")}
        return {**super().get_fields(), **days}


@described_for_members("season_prizes", "Who wins what in a season, and why", SeasonPrizesAnswer)
@member("GET")
def prizes(request: Request, pk: int) -> Response:
    """As they would be if the season ended now, or as they are at its end."""
    season, right = season_and_right(request, pk)
    found = season_prizes(season, all_known=right >= Right.RUN)
    days = dict(zip(("from", "until"), found.days or (None, None), strict=True))
    told = {"prizes": (*found.prizes, *found.gifts), "evenings_hidden": found.waits, **days}
    return Response(SeasonPrizesAnswer(told).data)


class BookLineAnswer(Answer):
    """A line in words. ``actor``: the member’s number; ``more``: what became of what, where that is long."""

    seq = serializers.IntegerField()
    at = serializers.DateTimeField()
    actor = serializers.IntegerField(allow_null=True)
    who = serializers.CharField()
    text = serializers.CharField()
    more = serializers.CharField()
    reason = serializers.CharField()


@listed("season_book", "The journal of a season", BookLineAnswer)
@member("GET")
def book(request: Request, pk: int) -> Response:
    """Everything that was done in the season, newest first."""
    season = season_at(request, pk)
    rows = SeasonLine.objects.filter(season=season).select_related("actor").order_by("-seq")
    return page_of(request, rows, BookLineAnswer, told=lines_told)


@described_for_members("season_export", "All of a season, to take away", document(SEASON), kept=True)
@member("GET")
def export(request: Request, pk: int) -> HttpResponseBase:
    """The season as another Headtable can read it; evenings with hidden prizes only for who runs it."""
    season, right = season_and_right(request, pk)
    runs = right >= Right.RUN
    return kept(request, lambda: season_document(season, all_known=runs), season_tag(season), runs)
