"""Queries that are put together once give what the framework's own give, on whichever database."""

import pytest
from django.db.models import Q, QuerySet

from accounts.models import Membership
from tests.cast import NightMaker
from tournaments.core.record import Stage
from tournaments.facts.running.prepared_queries import prepared
from tournaments.models import DealLine, Evening, Journal

pytestmark = pytest.mark.postgresql


def lines(evening: int) -> QuerySet:
    """With numbers, truths, lists as JSON, and the number asked for in three places."""
    mine = Q(version__deal__round__evening=evening)
    of_mine = Q(version__deal__in=DealLine.objects.filter(mine).values("version__deal"))
    return (
        DealLine.objects.filter(mine, of_mine)
        .exclude(version__deal__round__evening__gt=evening)
        .order_by("version__deal__journal__seq", "-id")
        .values_list("id", "in_call", "took", "cards", "version__deal__journal__payload", "score")
    )


def journal(evening: int) -> QuerySet:
    """With times, identities and nothing at all."""
    rows = Journal.objects.filter(evening=evening).order_by("seq")
    return rows.values_list("at", "request_key", "actor", "payload", "verb")


def rules(evening: int) -> QuerySet:
    return Evening.objects.filter(pk=evening).values_list("game", "options", "format", "chosen", "held_on")


@pytest.mark.parametrize("query", [lines, journal, rules])
def test_its_rows_are_those_of_the_query(night: NightMaker, query):
    nights = [night(8, Stage.FINISHED), night(7, Stage.FINISHED), night(6, Stage.FINISHED)]
    ask = prepared(query)
    for one in [*nights, nights[0]]:
        rows = ask(one.evening.pk)
        assert rows == list(query(one.evening.pk))
        assert rows
    assert ask(0) == []


def test_it_is_put_together_once(night: NightMaker, django_assert_num_queries):
    first, second = night(6), night(7)
    built = []

    @prepared
    def entries(evening: int) -> QuerySet:
        built.append(evening)
        return Evening.objects.filter(pk=evening).values_list("id")

    with django_assert_num_queries(3):
        found = [entries(one.evening.pk) for one in (first, second, first)]
    assert found == [[(one.evening.pk,)] for one in (first, second, first)]
    assert len(built) == 1


def test_it_sees_what_was_written_since(cast):
    @prepared
    def members(club: int) -> QuerySet:
        return Membership.objects.filter(club=club).order_by("id").values_list("user__name")

    before = members(cast.club.pk)
    cast.charlie.memberships.create(club=cast.club, role="viewer")
    assert members(cast.club.pk) == [*before, ("Charlie",)]
