"""An evening in pictures."""

from xml.etree.ElementTree import fromstring

import pytest
from django.urls import reverse

from tests.web.html import Page, faults
from tests.web.visitors import HOSTILE
from tournaments.attendance.services import entry_change
from tournaments.bell.services.bell import moves_apply
from tournaments.core.record import Stage
from tournaments.core.settings import Counting
from tournaments.results.presenters import pictures


@pytest.fixture
def party(night):
    return night(8)


@pytest.fixture(autouse=True)
def vera(client, cast):
    client.force_login(cast.vera)


def page(client, night, **asked):
    return client.get(reverse("pictures", args=[night.evening.pk]), asked)


def keys(answer):
    return [picture.key for picture in answer.context["pictures"]]


def saved(client, night, which, **asked):
    return client.get(reverse("picture", args=[night.evening.pk, which]), asked)


def test_it_works(client, party):
    party.next_round()
    who = party.table(1)[0]
    entry_change(party.by, entry=who, name=HOSTILE, role="")
    for nobody in ("", "0", "x", "٣", "99999999999999999999"):
        assert page(client, party, who=nobody).context["chosen"] is None
    answer = page(client, party, who=who)
    assert keys(answer) == ["tables", "counters"]
    html = answer.content.decode()
    assert 'hx-trigger="change"' in html
    assert html.count('id="pictures"') == html.count('hx-target="#pictures"') == 1
    assert faults(html) == []
    assert HOSTILE not in html
    assert (
        len([group for group in Page(html).root.all("g") if "chosen" in group.attributes.get("class", "")])
        == 2
    )


@pytest.mark.thorough
def test_the_table_beside_it_has_the_same_figures(client, party):
    party.next_round()
    party.next_round()
    tables, counters = page(client, party).context["pictures"]
    sat = {(seat.entry, seat.round): str(seat.position) for seat in party.facts.seats}
    for row in tables.rows:
        assert row.cells == tuple(sat[row.person, number] for number in (1, 2, 3))
    assert tables.heads == ("1", "2", "3")
    assert counters.heads == ("1", "2"), "of the third nothing is known yet"
    held = party.held()
    assert {row.person: row.cells[1] for row in counters.rows} == {who: str(held[who]) for who in held}


def test_a_picture_by_itself(client, party):
    party.next_round()
    answer = saved(client, party, "tables", who=party.table(2)[0])
    assert answer.headers["Content-Type"] == "image/svg+xml"
    root = fromstring(answer.content)  # noqa: S314 - our own
    assert root.get("width")
    assert (next(root.iter("{http://www.w3.org/2000/svg}text")).text or "").startswith("All players")
    assert saved(client, party, "places").status_code == 404
    assert saved(client, party, "nonsense").status_code == 404


@pytest.mark.parametrize("stage", list(Stage))
def test_every_stage(stage, client, cast, night):
    client.force_login(cast.bob)
    answer = page(client, night(6, stage))
    assert answer.status_code == 200
    drawn = stage in (Stage.SETTLING, Stage.FINISHED)
    assert keys(answer) == (["counters"] if drawn else [])
    coming = not drawn and stage is not Stage.CALLED_OFF
    assert ("There are no pictures yet" in answer.content.decode()) is coming


def test_how_it_ended_is_a_secret_until_the_prizes_are_revealed(client, cast, party):
    party.next_round()
    party.play_round()
    party.finish()
    client.force_login(cast.sam)
    secret = page(client, party)
    assert keys(secret) == ["tables"], "who sat where, everybody has seen"
    assert "tone-1" not in secret.text, "nor who leads"
    assert saved(client, party, "counters").status_code == 404
    client.force_login(cast.bob)
    shown = page(client, party)
    assert keys(shown) == ["tables", "counters"]
    leaders = [picture.text.partition("In colour: ")[2] for picture in shown.context["pictures"]]
    assert leaders[0] == leaders[1] != ""
    party.reveal()
    client.force_login(cast.sam)
    assert keys(page(client, party)) == ["tables", "counters"]
    assert saved(client, party, "counters").status_code == 200


def test_whole_games_have_places_and_points(client, night):
    night = night(6, game="jabberwocky", format="fixed", games=2)
    night.play_round()
    answer = page(client, night)
    assert keys(answer) == ["places", "points"]
    places = {row.person: row.cells for row in answer.context["pictures"][0].rows}
    assert min(places.values()) == ("1",)
    shown = client.get(reverse("standings", args=[night.evening.pk])).context["rows"]
    assert {row.entry: (str(row.place),) for row in shown} == places


def test_counters_that_nobody_counted_are_not_drawn(client, night):
    night = night(8, counting=Counting.AT_THE_END)
    for table in night.tables:
        night.play(table)
    assert keys(page(client, night)) == []
    night.decide()
    moves_apply(night.by, round=night.round)
    assert keys(page(client, night))[0] == "tables"


def test_of_too_many_both_ends_are_drawn_and_who_stands_out(client, night, monkeypatch):
    monkeypatch.setattr(pictures, "MOST", 6)
    monkeypatch.setattr(pictures, "ENDS", 2)
    night = night(12)
    night.next_round()
    middle = night.table(2)[1]
    answer = page(client, night, who=middle)
    tables, counters = answer.context["pictures"]
    assert middle in {row.person for row in tables.rows}
    assert len(tables.rows) + tables.left_out == 12
    assert 4 <= len(tables.rows) <= 5
    assert tables.rows[0].cells[-1] == "1"
    assert f"Not shown: {tables.left_out}." in answer.content.decode()
    assert len(counters.rows) + counters.left_out == 12


@pytest.mark.thorough
def test_a_phone_shows_its_own_path(client, party):
    mine = reverse("player", args=[party.evening.join_code, party.table(2)[0]])
    assert 'role="img"' not in client.get(mine).content.decode()
    party.next_round()
    html = client.get(mine).content.decode()
    assert faults(html) == []
    (picture,) = (found for found in Page(html).root.all("svg") if "role" in found.attributes)
    assert "p02" not in picture.text, "nobody else is named"


@pytest.mark.thorough
def test_it_is_sent_again_only_when_the_evening_has_gone_on(client, party):
    party.next_round()
    addresses = [reverse("pictures", args=[party.evening.pk])]
    addresses.append(reverse("picture", args=[party.evening.pk, "tables"]))
    kept = [client.get(address).headers["ETag"] for address in addresses]

    def again():
        asked = zip(addresses, kept, strict=True)
        return [client.get(at, headers={"If-None-Match": tag}).status_code for at, tag in asked]

    assert again() == [304, 304]
    party.play(1)
    assert again() == [200, 200]
