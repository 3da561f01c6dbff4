"""Making the tables level: who goes where is read first, and why it cannot be done now."""

import pytest
from django.urls import reverse

from tests.cast import FIXED, everything
from tests.seating.services.test_tables_level import sizes, uneven
from tests.web.visitors import HOSTILE
from tests.web.wording import main, queries
from tournaments.attendance.services import entry_change, player_drop
from tournaments.bell.services.bell import bell_ring
from tournaments.core.record import Stage
from tournaments.models import Journal


@pytest.fixture(autouse=True)
def alice(client, cast):
    client.force_login(cast.alice)


def where(night):
    return reverse("tables-level", args=[night.evening.pk])


def seen(night):
    return {"seen": Journal.objects.filter(evening=night.evening).count()}


def test_it_works(client, night):
    night = uneven(night)
    last = night.table(3)[5]
    answer = client.get(where(night))
    promised = {one.entry: (one.table, one.chair) for one in answer.context["plan"].goes}
    assert promised[last] == (4, 5)
    said = main(client, night, "tables-level")
    assert "3 players move" in said
    assert "table 3 →to table 4, seat 5" in said
    answer = client.post(where(night), seen(night))
    assert answer.url == reverse("evening", args=[night.evening.pk])
    assert promised.items() <= night.seats().items()
    assert sizes(night) == [4, 4, 5, 4]
    assert "Nobody has to move" in main(client, night, "tables-level")


@pytest.mark.thorough
def test_what_changed_meanwhile_is_shown_anew(client, night):
    night = uneven(night)
    shown = seen(night)
    player_drop(night.by, entry=night.table(2)[0])
    before = everything()
    answer = client.post(where(night), shown)
    assert answer.status_code == 409
    assert "Something has changed since you opened the page" in answer.content.decode()
    assert len(answer.context["plan"].goes) == 3
    assert everything() == before


def test_why_it_cannot_be_done_now(client, night):
    made = uneven(night)
    made.play(3)
    assert "Table 3 has started its deal" in main(client, made, "tables-level")
    assert client.post(where(made), seen(made)).status_code == 422
    assert "while the evening is played" in main(client, night(8, Stage.SEATED), "tables-level")


@pytest.mark.thorough
def test_the_head_table_is_spoken_of_where_there_is_one(client, night):
    assert "head table changes only if" in main(client, uneven(night), "tables-level")
    fixed = night(14, games=2, **FIXED)
    for entry in fixed.table(2)[1:4]:
        player_drop(fixed.by, entry=entry)
    fixed.next_round()
    said = main(client, fixed, "tables-level")
    assert "1 player moves" in said
    assert "head" not in said


def test_the_evening_leads_here_while_it_can_be_done(client, night):
    night, link = uneven(night), "Level the tables"
    said = main(client, night)
    assert "Table 4 has too few players." in said
    assert said.count(link) == 2
    assert link in main(client, night, "people")
    night.play(3)
    said = main(client, night)
    assert "Table 4 has too few players." in said
    assert link not in said
    bell_ring(night.by, round=1)
    assert "too few players." not in main(client, night)


@pytest.mark.thorough
def test_level_tables_are_not_spoken_of(client, cast, night):
    made = night(20)
    assert "Level the tables" not in main(client, made)
    client.force_login(cast.vera)
    uneven_one = uneven(night)
    assert "Table 4 has too few players." in main(client, uneven_one)
    assert "Level the tables" not in main(client, uneven_one) + main(client, uneven_one, "people")


def test_names_are_escaped(client, night):
    night = uneven(night)
    entry_change(night.by, entry=night.table(3)[5], name=HOSTILE, role="")
    assert HOSTILE not in client.get(where(night)).content.decode()


def test_queries_do_not_grow(client, night):
    counts = []
    for players in (12, 40):
        made = night(players)
        for entry in made.table(made.tables[-1])[1:]:
            player_drop(made.by, entry=entry)
        counts.append(queries(client.get, where(made)))
    assert counts[0] == counts[1] <= 20
