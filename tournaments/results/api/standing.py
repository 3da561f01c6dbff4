"""How an evening stands, and who wins what: no more of it than the page shows to the same reader."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponseBase
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.permissions import Right
from accounts.shared.api.decorators import member
from accounts.shared.api.kept import kept
from accounts.shared.api.schema import described_for_members
from tournaments.base.api.access import evening_and_right, refuse_secret
from tournaments.base.api.answers import Answer, MetricFigure, Somebody, Why, why
from tournaments.core.evening import Play
from tournaments.core.record import Stage
from tournaments.core.results.standings import Row
from tournaments.evening.selectors.access import evening_tag
from tournaments.evening.selectors.evening import load_facts
from tournaments.models import Evening, Result, Settlement
from tournaments.prizes.presenters.prizes import PrizeShown, gifts_of, prize_page
from tournaments.standings.selectors.results import OWN, awaits_cut, figures_of, known_figures
from tournaments.standings.selectors.standings import stands_of


class StandingLine(Somebody):
    """Somebody by place. Figures that the game does not have are null; ``why`` sets the next below."""

    place = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    counters = serializers.IntegerField(allow_null=True)
    fresh = serializers.IntegerField(allow_null=True)
    net = serializers.IntegerField(allow_null=True)
    yellow = serializers.IntegerField(allow_null=True)
    score = serializers.IntegerField(allow_null=True)
    exact = serializers.IntegerField(allow_null=True)
    hands = serializers.IntegerField(allow_null=True)
    why = Why(allow_null=True)


class StandingAnswer(Answer):
    """The standing by the metrics of ``steps``. ``cut_awaited``: a correction counts only after a cut."""

    steps = serializers.ListField(child=serializers.CharField())
    cut_awaited = serializers.BooleanField()
    standing = StandingLine(many=True)


class ConsideredAnswer(Answer):
    """Somebody in the ranking for a prize, with a figure for each of its steps."""

    place = serializers.IntegerField()
    name = serializers.CharField()
    figures = serializers.ListField(child=MetricFigure(), source="values")
    won = serializers.BooleanField()


class ExcludedAnswer(Answer):
    """Somebody whom a prize is for, and why they cannot win it."""

    name = serializers.CharField()
    figures = serializers.ListField(child=MetricFigure(), source="values")
    why = Why()


class EntryConsidered(ConsideredAnswer):
    entry = serializers.IntegerField(source="who")


class EntryExcluded(ExcludedAnswer):
    entry = serializers.IntegerField(source="who")


class PrizeAnswer(Answer):
    """A prize. ``out``: the others that it is for, and why they cannot win it.

    As long as it is not ``visible`` to the reader there is nothing of it but its title.
    """

    key = serializers.CharField()
    title = serializers.CharField()
    revealed = serializers.BooleanField()
    visible = serializers.BooleanField(source="told")
    why = Why(allow_null=True)
    steps = serializers.ListField(child=serializers.CharField())


class EveningPrize(PrizeAnswer):
    """A prize of an evening. ``removed_winners``: former winners whose entry was removed."""

    winners = Somebody(many=True)
    removed_winners = Somebody(many=True)
    ranking = EntryConsidered(many=True)
    out = EntryExcluded(many=True)

    def to_representation(self, instance: PrizeShown) -> Any:
        return super().to_representation(with_people(instance, "entry"))


def with_people(prize: PrizeShown, number: str) -> dict[str, Any]:
    """The prize with its winners as objects; ``number``: what their numbers are called."""
    pairs = zip(prize.who, prize.winners, strict=True)
    # Who is on no list any more has a number below nothing among the players of a season.
    winners = [{number: who if who > 0 else None, "name": name} for who, name in pairs]
    removed = [{number: who, "name": name} for who, name in prize.removed]
    return {**vars(prize), "winners": winners, "removed_winners": removed}


class EveningPrizesAnswer(Answer):
    """The prizes, the highest first: as they would be if it ended now, or as ``version`` has them.

    ``hidden``: how many the hall does not know; ``next``: the key of the one to be revealed next.
    """

    version = serializers.IntegerField(allow_null=True)
    hidden = serializers.IntegerField()
    next = serializers.CharField(allow_null=True)
    prizes = EveningPrize(many=True)


@described_for_members("standing", "The standings of an evening", StandingAnswer, kept=True)
@member("GET")
def standing(request: Request, pk: int) -> HttpResponseBase:
    """All players by place, with reasons. Until all prizes are announced, the end is for organisers."""
    evening, right = evening_and_right(request, pk)
    refuse_secret(evening, right)
    return kept(request, lambda: StandingAnswer(_standing(evening)).data, evening_tag(evening), right)


def _standing(evening: Evening) -> dict[str, Any]:
    waits = awaits_cut(evening)
    if waits or not evening.play.format.planned:
        return {"steps": [], "cut_awaited": waits, "standing": _written(evening)}
    stands = stands_of(evening)
    names = {entry: person.name for entry, person in stands.people.items()}
    return {
        "steps": [step.metric for step in stands.steps],
        "cut_awaited": False,
        "standing": [_line(row, names, evening.play) for row in stands.rows],
    }


def _line(row: Row, names: Mapping[int, str], play: Play) -> dict[str, Any]:
    figures = known_figures(figures_of(row, play), play)
    told = {name: figures[name] for name in OWN}
    said = why(row.why, names) if row.why else None
    return told | {"entry": row.entry, "name": names[row.entry], "table": row.table, "why": said}


def _written(evening: Evening) -> list[dict[str, Any]]:
    """The figures of the result that counts, as they were written."""
    last = Result.objects.filter(evening=evening).order_by("-version")[:1]
    rows = Settlement.objects.filter(result__in=last.values("pk")).select_related("entry")
    return [
        known_figures({name: getattr(row, name) for name in OWN}, evening.play)
        | {"entry": row.entry_id, "name": row.entry.name, "table": None, "why": None}
        for row in rows.order_by("place", "id")
    ]


@described_for_members("evening_prizes", "The prizes of an evening", EveningPrizesAnswer)
@member("GET")
def evening_prizes(request: Request, pk: int) -> Response:
    """The prizes so far, or at the end. Prizes not announced yet are only for organisers."""
    evening, right = evening_and_right(request, pk)
    return Response(EveningPrizesAnswer(_prizes(evening, runs=right >= Right.RUN)).data)


def _prizes(evening: Evening, *, runs: bool) -> dict[str, Any]:
    facts = load_facts(evening.pk)
    found = prize_page(evening, facts, runs=runs)
    finished = found.announced is not None
    return {
        "version": found.announced.version if found.announced else None,
        "hidden": found.hidden if finished or evening.stage == Stage.SETTLING else 0,
        "next": found.next.key if runs and finished and found.next else None,
        "prizes": (*found.prizes, *gifts_of(evening)),
    }
