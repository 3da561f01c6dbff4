"""A row's page: how the points of each evening come about, and that all of it adds up as it is written."""

import re
from datetime import date
from fractions import Fraction
from importlib import import_module

import pytest
from django.apps import apps
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext
from hypothesis import given

from tests.api.members import bearer
from tests.core.random_seasons import DIVISIONS, evenings, people, rules
from tests.played_seasons import PEOPLE, a_season, by, played, player
from tests.web.html import shows
from tournaments.core.leagues.points import EveningLines
from tournaments.core.leagues.rules import from_json
from tournaments.core.leagues.standing import rank_season
from tournaments.core.leagues.working import Addend, PointsSource, Working, build_working
from tournaments.core.record import Stage
from tournaments.models import Award, Season, SeasonEvening, Settlement
from tournaments.seasons.presenters.row import explain_evenings
from tournaments.seasons.presenters.rules import format_addition, format_calculation, format_exactly
from tournaments.seasons.selectors.counting import EveningOf, count_season
from tournaments.seasons.services.seasons import evening_add, evening_weigh, season_change

NUMBER = re.compile(r"−?(?:(\d+)\u00a0)?(\d+)(?:/(\d+)|[.,](\d+))?")


def number(text: str) -> Fraction:
    """Read 12, −4.5, 8 1/3."""
    found = NUMBER.fullmatch(text)
    assert found, text
    whole, upper, lower, decimals = found.groups()
    amount = Fraction(int(upper), int(lower or 1)) + int(whole or 0)
    if decimals:
        amount += Fraction(int(decimals), 10 ** len(decimals))
    return -amount if text.startswith("−") else amount


def evaluated(text: str) -> Fraction:
    """Work out what stands left of the equals sign, by reading it as it is shown."""
    text, weight = text.removeprefix("("), Fraction(1)
    if "×" in text:
        text, percent = text.split(" ×\u00a0")
        weight = Fraction(int(percent.removesuffix("\u00a0%")), 100)
    first, *others = re.split(r" (?=[+−]\u00a0)", text.removesuffix(")"))
    return weight * (
        number(first) + sum(number(one[2:]) * (-1 if one.startswith("−") else 1) for one in others)
    )


def holds(text: str, result: str) -> None:
    left, right = text.split(" = ")
    assert right == result
    assert evaluated(left) == number(right), text


def evening_of(one: EveningLines) -> EveningOf:
    stage = Stage.FINISHED
    return EveningOf(
        one.event, "", date.min, stage, one.weight, one.division, 1, 1, one.event, False, False, False
    )


@given(rules(), evenings(), people)
def test_what_is_shown_adds_up(rules, evenings, people):
    """Each evening’s figures make its points, and the points that count make the total: exactly."""
    found = {one.event: evening_of(one) for one in evenings}
    for row in rank_season(rules, evenings, people, DIVISIONS, "seed"):
        explained = explain_evenings(rules, found, row.scores)
        counting = list[Fraction]()
        for one, score in zip(explained, row.scores, strict=True):
            if one.working is None:
                assert one.figure == "–"
                continue
            assert one.working.points == score.points
            if one.calculation:
                holds(one.calculation, one.figure)
            else:
                assert [format_exactly(addend.points) for addend in one.working.addends] == [one.figure]
            if one.counts:
                counting.append(number(one.figure))
        assert sum(counting) == number(format_exactly(row.total))
        if counting:
            assert evaluated(format_addition(counting)) == row.total


@pytest.mark.parametrize(
    ("points", "weight", "shown"),
    [
        ((Fraction(25, 3), 1), 150, "(8 1/3 + 1) × 150 % = 14"),
        ((12, -3), 100, "12 − 3 = 9"),
        ((-5, 4), 50, "(−5 + 4) × 50 % = −0.5"),
        ((8,), 33, "8 × 33 % = 2.64"),
        ((Fraction(-16, 3), 1), 100, "−5 1/3 + 1 = −4 1/3"),
        ((12,), 100, ""),
    ],
)
def test_the_figures_are_exact(points, weight, shown):
    working = Working(tuple(Addend(PointsSource.SCHEME, one) for one in points), weight)
    assert format_calculation(working).replace("\u00a0", " ") == shown
    with translation.override("de"):
        assert format_exactly(Fraction(29, 2)) == "14,5"


def test_a_prize_has_its_name(cast):
    """Each prize that gives points is a part; what is left comes from the place."""
    season = played(cast, PEOPLE)
    (row, *_others) = count_season(season, all_known=True).rows
    working = build_working(row.count.rules, 100, row.scores[0], [("Best dressed", 3), ("Most points", 2)])
    assert working is not None
    assert [(one.title, one.points) for one in working.addends] == [
        (None, 7),
        ("Best dressed", 3),
        ("Most points", 2),
    ]


def test_the_row_names_the_prizes(client, cast, night):
    night = night(8, Stage.FINISHED).reveal()
    season = a_season(cast, prize=3)
    evening_add(by(cast, season), evening=night.evening.pk)
    award = Award.objects.exclude(winners=None).earliest("rank")
    winner = award.winners.first()
    assert winner is not None
    client.force_login(cast.vera)
    page = client.get(f"/seasons/{season.pk}/people/{winner.player_id}/")
    (score,) = page.context["row"].evenings
    won = [addend for addend in score.working.addends if addend.what is PointsSource.PRIZE]
    assert [one.title for one in won] == list(winner.awards.order_by("rank").values_list("title", flat=True))
    assert {one.points for one in won} == {3}
    shows(page, f"Prize “{award.title}”: 3.")
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
    with translation.override("de"):
        shows(client.get(page.request["PATH_INFO"]), gettext(award.title))


def test_the_page_is_a_table_that_adds_up(client, cast):
    """Three share the second place, and the evening counts 150 %."""
    season = played(cast, PEOPLE, ("Dan", "Ben"), ("Cora", "Ben"), taking_part=1, best=2)
    first = SeasonEvening.objects.order_by("pk")[0].evening
    Settlement.objects.filter(entry__evening=first, place__gt=2).update(place=2)
    evening_weigh(by(cast, season), evening=first.pk, weight=150)
    client.force_login(cast.vera)
    page = client.get(f"/seasons/{season.pk}/people/{player(cast, 'Ben')}/")
    shows(
        page,
        "Place 2, shared: 8 1/3. For taking part: 1. The evening counts 150 %.",
        "(8 1/3 + 1) × 150 % = 14",
        "10 + 1 = 11",
        "14 + 11 = 25",
        "Does not count. Evenings that count: the best 2.",
    )
    assert [(one.figure, one.counts) for one in page.context["row"].evenings] == [
        ("14", True),
        ("11", False),
        ("11", True),
    ]
    assert client.get(f"/seasons/{season.pk}/people/999999/").status_code == 404
    dan = client.get(f"/seasons/{season.pk}/people/{player(cast, 'Dan')}/").context["row"]
    assert (dan.exact, dan.total, dan.calculation) == ("27", "27", "14 +\u00a013 = 27")


def test_a_total_that_is_no_decimal_says_what_the_standings_show(client, cast):
    season = played(cast, PEOPLE)
    Settlement.objects.filter(place__gt=2).update(place=2)
    client.force_login(cast.vera)
    page = client.get(f"/seasons/{season.pk}/people/{player(cast, 'Ben')}/")
    shows(page, "8 1/3", "The standings show 8.33.")


def test_the_api_has_exact_figures(cast):
    """Whole numbers are numbers, fractions are texts, and what is missing is null."""
    season = played(cast, PEOPLE, ("Ada",), taking_part=1)
    Settlement.objects.filter(place__gt=2).update(place=2)
    at = f"/api/v1/seasons/{season.pk}/people/{player(cast, 'Ben')}/"
    row = bearer(cast.vera).get(at).json()
    assert row["points"] == "28/3"
    first, missed = row["evenings"]
    assert (first["points"], first["weight"]) == ("28/3", 100)
    assert first["addends"] == [
        {"what": "scheme", "points": "25/3", "number": 1, "title": None},
        {"what": "taking_part", "points": 1, "number": 1, "title": None},
    ]
    assert (missed["points"], missed["weight"], missed["addends"]) == (None, None, [])


@pytest.mark.postgresql
def test_which_prizes_give_points_is_chosen(client, cast, night):
    """All but the booby prize, unless it is chosen otherwise."""
    night = night(8, Stage.FINISHED).reveal()
    season = a_season(cast, prize=3)
    evening_add(by(cast, season), evening=night.evening.pk)
    last = Award.objects.get(prize="booby").winners.earliest("pk")
    best = Award.objects.get(prize="yellow").winners.earliest("pk")

    def won(entry):
        (score,) = client.get(f"/seasons/{season.pk}/people/{entry.player_id}/").context["row"].evenings
        return {one.title for one in score.working.addends if one.what is PointsSource.PRIZE}

    client.force_login(cast.vera)
    Award.objects.get(prize="booby").winners.add(best)
    assert "Booby prize" not in won(last) | won(best)
    assert "Most yellow chips" in won(best)
    season_change(by(cast, season), rules={"prize_for": ["booby"]})
    assert won(last) == won(best) == {"Booby prize"}
    shows(client.get(f"/seasons/{season.pk}/settings/"), "3 for: Booby prize")


@pytest.mark.postgresql
def test_seasons_that_exist_keep_what_they_gave(cast):
    season = a_season(cast, prize=3)
    old = {name: rule for name, rule in season.rules.items() if name != "prize_for"}
    Season.objects.update(rules=old)
    import_module("tournaments.migrations.0010_prizes_that_count").choose_all(apps, None)
    season.refresh_from_db()
    assert from_json(season.rules).gives_points("booby")
