"""Table sizes: one tap before the draw, all numbers on their page, and a new draw until the first result."""

import pytest
from django.urls import reverse

from tests.api.members import bearer
from tests.cast import FIXED
from tests.web.wording import main, queries
from tournaments.core.record import Stage


@pytest.fixture(autouse=True)
def alice(client, cast):
    client.force_login(cast.alice)


def where(night):
    return reverse("table-sizes", args=[night.evening.pk])


def send(client, night, told, **how):
    night.evening.refresh_from_db()
    return client.post(where(night), {"stage": night.evening.stage, **told}, **how)


def sizes(night):
    return [len(night.table(position)) for position in night.tables]


def test_one_tap_at_check_in(client, night):
    hall = night(12, Stage.CHECK_IN)
    said = main(client, hall, "evening")
    assert "Four at each of the head table and the booby table" in said
    assert "do not fit" not in said
    assert "2 tables of 6" in said
    answer = send(client, hall, {"tables": 2}, follow=True)
    assert "Players: 12. At each table: 6-6." in answer.text
    client.post(reverse("draw", args=[hall.evening.pk]))
    assert sizes(hall) == [6, 6]


def test_what_tonights_number_means(client, night):
    said = main(client, night(26, Stage.CHECK_IN), "evening")
    assert "5 tables of 4 or 6 as usual" in said
    assert "5 tables of 5 or 6" in said
    assert "6 tables of 4 or 5" in said


def test_a_number_that_is_too_large_tonight_is_told_with_what_can_be_had(client, night):
    hall = night(12, Stage.CHECK_IN)
    send(client, hall, {"tables": 6})
    said = main(client, hall, "evening")
    assert "12 players are too few for 6 tables. A table needs at least 3 players." in said
    assert "2 tables of 6" in said
    assert "Draw the seats" not in said


@pytest.mark.parametrize(
    ("told", "says"),
    [
        ({"people_least": "5", "people_most": "4"}, "the most players at a table. 5 is more."),
        ({"tables": "many"}, "Enter a whole number."),
    ],
)
def test_a_refusal_stands_at_its_field(client, night, told, says):
    answer = send(client, night(12, Stage.CHECK_IN), told)
    assert answer.status_code == 422
    assert says in answer.context["form"].errors[next(iter(told))][0]


def test_seats_are_drawn_again_until_the_first_result(client, night):
    made = night(12)
    assert "Table sizes" in main(client, made, "evening")
    assert "Then start play again" in main(client, made, "table-sizes")
    answer = send(client, made, {"tables": "", "people": "6", "people_least": "", "people_most": ""})
    assert answer.url == reverse("evening", args=[made.evening.pk])
    assert sizes(made) == [6, 6]
    client.post(reverse("play-start", args=[made.evening.pk]))
    made.play(1)
    assert "There is a result already" in main(client, made, "table-sizes")
    answer = send(client, made, {"tables": 3})
    assert answer.status_code == 422
    assert "There is a result already" in answer.text
    assert sizes(made) == [6, 6]


def test_a_page_from_before_the_draw_takes_no_seats_back(client, night):
    made = night(12)
    answer = client.post(where(made), {"stage": "check_in", "tables": 2})
    assert answer.status_code == 409
    assert "Something has changed since you opened the page" in answer.text
    assert sizes(made) == [4, 4, 4]


def test_of_fixed_tables_as_well(client, night):
    hall = night(9, Stage.CHECK_IN, **FIXED)
    assert "3 tables of 3" in main(client, hall, "evening")
    send(client, hall, {"tables": 3})
    client.post(reverse("draw", args=[hall.evening.pk]))
    assert sizes(hall) == [3, 3, 3]


def test_a_program_reads_and_chooses_them(cast, night):
    made = night(12, Stage.CHECK_IN)
    at = f"/api/v1/evenings/{made.evening.pk}"
    program = bearer(cast.alice)
    found = program.get(f"{at}/table-sizes/").json()
    assert (found["players"], found["sizes"], found["open"]) == (12, [4, 4, 4], True)
    assert {"tables": 2, "sizes": [6, 6], "chosen": False, "words": "2 tables of 6"} in found["ways"]
    program.post(f"{at}/evening-change/", {"settings": {"tables": 2}})
    assert program.get(f"{at}/table-sizes/").json()["sizes"] == [6, 6]
    program.post(f"{at}/seats-draw/", {"people_most": 4, "tables": 0})
    assert sizes(made) == [4, 4, 4]
    refused = program.post(f"{at}/seats-draw/", {"tables": 9})
    assert refused.json()["errors"][0]["attr"] == "tables"


def test_the_queries_do_not_grow(client, night):
    few, many = (queries(client.get, where(night(players))) for players in (8, 26))
    assert few == many
