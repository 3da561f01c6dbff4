"""What strangers read of people, on every page that the join code opens; and what members read."""

import pytest
from django.urls import reverse

from accounts.clubs.services import club_change
from accounts.models import Player
from accounts.players.services import player_change, player_merge
from tests.web.html import faults
from tournaments.attendance.services import Arrival, entry_withdraw, people_check_in
from tournaments.core.record import Stage
from tournaments.evening.selectors.access import find_evening_by_code, public_names_of
from tournaments.hall.presenters.published import load_public_view
from tournaments.seating.services import evening_start, seats_draw

NAMES = ("Anna Berg", "Ada Bloom", "Bo", "Cleo Dahl", "Dora Ek", "Eve Falk")


def initials(cast, public="initials"):
    club_change(by=cast.alice, club=cast.club, name="Thursday Club", public=public)


def choose(cast, name, public, own=""):
    player = Player.objects.get(club=cast.club, name=name)
    player_change(
        by=cast.alice, player=player, name=name, role="", active=True, public=public, public_name=own
    )


@pytest.fixture
def people(night):
    """An evening at which these people are checked in."""

    def make(stage=Stage.CHECK_IN):
        made = night(0, Stage.CHECK_IN)
        people_check_in(made.by, people=[Arrival(name) for name in NAMES])
        if stage is not Stage.CHECK_IN:
            seats_draw(made.by, seed="7")
            evening_start(made.by)
        if stage is Stage.FINISHED:
            made.play_round()
            made.finish()
            made.reveal()
        made.evening.refresh_from_db()
        return made

    return make


def shown(made):
    made.evening.club.refresh_from_db()
    return [public_names_of(made.evening)[entry.id] for entry in made.facts.entries]


def test_as_the_club_has_it_and_as_the_person_has_it(cast, people):
    made = people()
    assert shown(made) == list(NAMES)
    initials(cast)
    assert shown(made) == ["A. B.", "A. B. 2", "B.", "C. D.", "D. E.", "E. F."]
    choose(cast, "Anna Berg", "name")
    choose(cast, "Bo", "other", "The Fox")
    assert shown(made) == ["Anna Berg", "A. B.", "The Fox", "C. D.", "D. E.", "E. F."]
    initials(cast, "name")
    choose(cast, "Ada Bloom", "initials")
    assert shown(made) == ["Anna Berg", "A. B.", "The Fox", *NAMES[3:]]


def test_whoever_is_on_the_list_twice_goes_by_the_entry_that_stands(cast, people):
    made = people()
    one, two = (Player.objects.create(club=cast.club, name=name) for name in ("Annie", "Annabel"))
    player_merge(by=cast.alice, gone=Player.objects.get(name="Anna Berg"), kept_as=one)
    player_merge(by=cast.alice, gone=one, kept_as=two)
    choose(cast, "Anna Berg", "other", "Nobody")
    choose(cast, "Annabel", "other", "The Owl")
    assert shown(made)[0] == "The Owl"


def test_who_was_taken_off_again_takes_nobodys_initials(cast, people):
    made = people()
    initials(cast)
    gone = made.entry("Anna Berg")
    entry_withdraw(made.by, entry=gone)
    assert shown(made)[0] == "A. B."
    assert public_names_of(made.evening)[gone] == "A. B. 2"


@pytest.mark.parametrize("stage", [Stage.CHECK_IN, Stage.PLAYING, Stage.FINISHED])
def test_no_page_for_everybody_tells_a_name(client, cast, people, stage):
    made = people(stage)
    code, entries = made.evening.join_code, [entry.id for entry in made.facts.entries]
    pages = [
        reverse("find-me", args=[code]),
        reverse("hall", args=[code]),
        *(reverse("player", args=[code, entry]) for entry in entries),
    ]
    first = client.get(pages[0])
    assert "Anna Berg" in first.text
    tags = {
        page: client.get(page, headers={"HX-Request": "true"}).headers.get("ETag", "") for page in pages[1:]
    }
    initials(cast)
    for page in pages:
        answer = client.get(page)
        assert not faults(answer.text)
        for name in NAMES:
            assert len(name) < 4 or name not in answer.text, page
    assert "A. B. 2" in client.get(pages[0]).text
    for page, tag in tags.items():
        asked = client.get(page, headers={"HX-Request": "true", "If-None-Match": tag})
        assert asked.status_code == 200, "what was kept is asked for anew"
        assert not any(name in asked.text for name in NAMES if len(name) > 3)


def test_members_read_names(client, cast, people):
    made = people(Stage.PLAYING)
    initials(cast)
    client.force_login(cast.vera)
    for page in ("evening", "people", "standings", "journal"):
        assert "Anna Berg" in client.get(reverse(page, args=[made.evening.pk])).text, page
    person = client.get(reverse("person", args=[made.evening.pk, made.entry("Anna Berg")])).text
    assert "public name: A. B." in person


def test_the_banker_is_somebody_too(client, cast, night):
    made = night(0, Stage.CHECK_IN, banker="anna berg")
    people_check_in(made.by, people=[Arrival("Anna Berg")])
    initials(cast)
    evening = find_evening_by_code(made.evening.join_code)
    assert evening is not None
    assert load_public_view(evening).banker == "A. B."
