"""Queries that are put together once give what the framework's own give, on whichever database."""

import pytest
from django.db import connection, transaction
from django.db.models import Count, OuterRef, Q, QuerySet
from django.test.utils import CaptureQueriesContext

from accounts.database.prepared_queries import prepare_query
from accounts.models import Membership
from accounts.permissions import select_role
from tests.cast import NightMaker
from tournaments.core.record import Stage
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
    ask = prepare_query(query)
    for one in [*nights, nights[0]]:
        rows = ask(one.evening.pk)
        assert rows == list(query(one.evening.pk))
        assert rows
    assert ask(0) == []


def reached(user: int, evening: int) -> QuerySet:
    """Models, with another one that each leads to, and with more that is read along."""
    evenings = Evening.objects.select_related("club").filter(pk=evening)
    return evenings.annotate(member_role=select_role(user, OuterRef("club")), lines=Count("journal"))


def read(model) -> dict:
    return {name: value for name, value in vars(model).items() if name != "_state"}


def test_its_models_are_those_of_the_query(night: NightMaker, cast, django_assert_num_queries):
    ask, nights = prepare_query(reached), [night(8, Stage.FINISHED), night(7)]
    for one in nights:
        for user in (cast.alice, cast.sam, cast.charlie):
            (plain,) = reached(user.pk, one.evening.pk)
            with django_assert_num_queries(1):
                (model,) = ask(user.pk, one.evening.pk)
                assert read(model) == read(plain)
                assert read(model.club) == read(plain.club)
    assert ask(cast.alice.pk, 0) == []


def test_it_locks_what_the_query_locks(night: NightMaker):
    one = night(6)

    @prepare_query
    def locked(evening: int) -> QuerySet:
        return Evening.objects.select_for_update(of=("self",)).filter(pk=evening)

    with transaction.atomic(), CaptureQueriesContext(connection) as asked:
        assert locked(one.evening.pk) == [one.evening]
    locks = connection.features.has_select_for_update
    assert any("FOR UPDATE" in query["sql"] for query in asked.captured_queries) == locks


def test_it_is_put_together_once(night: NightMaker, django_assert_num_queries):
    first, second = night(6), night(7)
    built = []

    @prepare_query
    def entries(evening: int) -> QuerySet:
        built.append(evening)
        return Evening.objects.filter(pk=evening).values_list("id")

    with django_assert_num_queries(3):
        found = [entries(one.evening.pk) for one in (first, second, first)]
    assert found == [[(one.evening.pk,)] for one in (first, second, first)]
    assert len(built) == 1


def test_it_sees_what_was_written_since(cast):
    @prepare_query
    def members(club: int) -> QuerySet:
        return Membership.objects.filter(club=club).order_by("id").values_list("user__name")

    before = members(cast.club.pk)
    cast.charlie.memberships.create(club=cast.club, role="viewer")
    assert members(cast.club.pk) == [*before, ("Charlie",)]
