"""Lists by pages: bounds, order and filters stand in the query, and whatever is wrong there is named."""

import json
from typing import Any

import pytest
from django_filters import FilterSet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from accounts.models import Player
from accounts.shared.api.decorators import READS_QUERY, public
from accounts.shared.api.fields import LARGEST, Among, Holds, IdFilter, YesNo
from accounts.shared.api.paging import MOST, USUAL, answer_page, make_parameters
from tests.api.asking import errors

pytestmark = pytest.mark.postgresql


class PersonAnswer(serializers.Serializer):
    name = serializers.CharField()


class People(FilterSet):  # type: ignore[misc]
    active = YesNo("active", label="On the list.")
    public = Among("public", ("name", "usual"), {"usual": ""}, label="What strangers read.")
    above = IdFilter("pk", lookup_expr="gt", label="After this one.")
    search = Holds("name", label="Part of the name.")


@public("GET")
def people(request: Request):
    return answer_page(request, Player.objects.all(), PersonAnswer, filters=People, ordering=("name", "role"))


@public("GET")
def numbers(request: Request):
    return answer_page(request, [{"name": str(number)} for number in range(5)], PersonAnswer)


for view in (people, numbers):  # as their description marks those of the program
    setattr(view.cls, READS_QUERY, ("GET",))  # type: ignore[attr-defined]


def ask(query="", view=people):
    response = view(APIRequestFactory().get(f"/people/?{query}"))
    response.render()
    return response


def names(query="", view=people):
    response = ask(query, view)
    assert response.status_code == 200, response.data
    return [row["name"] for row in response.data["results"]]


def refusals(query, view=people):
    response = ask(query, view)
    assert response.status_code == 400, response.data
    response.json = lambda: json.loads(response.content)
    return errors(response)


@pytest.fixture
def list_of(cast):
    made = [("Dora", ""), ("Anna", "lady"), ("Carl", ""), ("Bert", "gentleman")]
    return Player.objects.bulk_create(Player(club=cast.club, name=name, role=role) for name, role in made)


def test_a_page_tells_how_many_there_are_and_where_the_others_stand(list_of):
    told = ask("size=2&page=2&ordering=name&search=").data
    assert (told["count"], told["next"]) == (4, None)
    assert told["previous"] == "http://testserver/people/?size=2&page=1&ordering=name&search="
    assert ask("size=3").data["next"] == "http://testserver/people/?size=3&page=2"
    assert ask().data["previous"] is None


def test_an_empty_list_has_one_page(cast):
    assert ask("page=1").data["count"] == 0
    assert ask("page=2").status_code == 404


def test_pages_are_bounded(cast):
    Player.objects.bulk_create(Player(club=cast.club, name=f"{n:03}") for n in range(MOST + 1))
    assert len(names()) == USUAL
    assert len(names(f"size={MOST}")) == MOST
    assert list(refusals(f"size={MOST + 1}")) == ["size"]


@pytest.mark.thorough
@pytest.mark.parametrize(
    "wrong", ["0", "-1", "x", "", "1.5", "1e3", "%00", "9" * 30, str(LARGEST + 1), "1%202"]
)
def test_a_number_that_is_none_is_refused(list_of, wrong):
    assert list(refusals(f"page={wrong}")) == ["page"]
    assert list(refusals(f"size={wrong}")) == ["size"]


def test_the_order_is_one_of_those_that_are_told(list_of):
    assert names("ordering=-name") == ["Dora", "Carl", "Bert", "Anna"]
    assert names("ordering=role") == ["Dora", "Carl", "Bert", "Anna"], "among equals who was there first"
    told = refusals("ordering=club__memberships__user__password")
    assert told == {"ordering": "This must be one of: name, -name, role, -role."}
    assert list(refusals("ordering=name", numbers)) == ["ordering"], "where there is but one order"


def test_filters(list_of):
    list_of[0].active = False
    list_of[0].save()
    assert names("active=false") == ["Dora"]
    assert names("active=true&search=AR") == ["Carl"]
    assert names("public=usual&active=false") == ["Dora"]
    assert names("public=name") == []
    assert names(f"above={list_of[1].pk}&ordering=name") == ["Bert", "Carl"]
    assert names("active=&search=&above=&public=") == names(), "asked for nothing"


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("active=yes", "active"),
        ("active=TRUE", "active"),
        ("public=<script>", "public"),
        ("above=x", "above"),
        ("above=-1", "above"),
        (f"above={'9' * 40}", "above"),
        ("search=%00", "search"),
        (f"search={'x' * 101}", "search"),
        ("page=1&page=2", "page"),
        ("activ=true", "activ"),
        ("name__startswith=A", "name__startswith"),
    ],
)
def test_what_no_filter_takes_is_refused_by_its_name(list_of, query, field):
    told = refusals(query)
    assert list(told) == [field]
    assert "script" not in told[field]


def test_all_that_is_wrong_with_the_names_is_told_at_once(list_of):
    assert list(refusals("page=0&colour=red&size=x")) == ["page", "size", "colour"]


def test_what_is_no_queryset_has_pages_too():
    assert names("size=2&page=3", numbers) == ["4"]


def test_two_queries_whatever_is_asked_for(list_of, django_assert_num_queries):
    with django_assert_num_queries(2):
        ask("size=1&page=2&ordering=role&active=true")


def test_the_description_tells_the_whole_query():
    told: dict[str, Any] = {one.name: one.type for one in make_parameters(People, ("name",))}
    assert list(told) == ["active", "public", "above", "search", "ordering", "page", "size"]
    assert told["active"] == {"type": "string", "enum": ["true", "false"]}
    assert told["ordering"]["enum"] == ["name", "-name"]
    assert told["size"]["maximum"] == MOST
