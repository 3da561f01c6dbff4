"""A fresh stake that was given and not noted, or noted and not given, is mended from the ledger."""

import re

import pytest
from django.urls import reverse

from tests.cast import FIXED, everything
from tests.web.html import shows
from tests.web.results.test_ledger import owners, settled, shown
from tests.web.wording import main
from tournaments.core.facts import Stage
from tournaments.models import Journal
from tournaments.services.results.results import final_count


@pytest.fixture(autouse=True)
def alice(client, cast):
    client.force_login(cast.alice)


def where(night):
    return reverse("ledger-stake", args=[night.evening.pk])


def test_it_works(client, night):
    night = settled(night)
    who = owners(night)[0]
    final_count(night.by, counts={who: night.held()[who] + 50})
    assert shown(client, night).law.difference == 50
    link = f"{where(night)}?person={who}&given=yes"
    shows(client.get(reverse("ledger", args=[night.evening.pk])), link.replace("&", "&amp;"))
    form = client.get(link).context["form"]
    assert (form["person"].value(), form["given"].value()) == (str(who), "yes")
    answer = client.post(where(night), {"person": who, "round": 2, "given": "yes", "reason": "Bob gave it"})
    assert answer.url == reverse("ledger", args=[night.evening.pk])
    shows(main(client, night, "ledger"), "The fresh stake is noted.", "✓ Everything adds up")
    assert "was noted afterwards" in main(client, night, "journal")
    client.post(where(night), {"person": who, "round": 2, "given": "no", "reason": "He did not"})
    assert shown(client, night).law.difference == 50
    assert "was struck" in main(client, night, "journal")


@pytest.mark.thorough
def test_refusals_keep_what_was_typed(client, night):
    night = settled(night)
    who, before = owners(night)[0], everything()
    good = {"person": who, "round": 2, "given": "yes", "reason": "x"}
    for wrong, says in (
        ({"reason": ""}, "Say why"),
        ({"given": ""}, "Say whether it was given"),
        ({"round": 1}, "valid choice"),
        ({"person": 10**12}, "valid choice"),
    ):
        shows(client.post(where(night), good | wrong), says, status=422)
    assert client.post(where(night), good | {"given": "no"}).status_code == 409
    assert everything() == before


def test_it_says_before_what_changes(client, night):
    night = settled(night)
    who, before = owners(night)[0], everything()
    body = {"person": who, "round": 2, "given": "yes"}
    look = reverse("ledger-stake-look", args=[night.evening.pk])
    assert look in client.get(where(night)).content.decode()
    said = client.post(look, body).content.decode()
    has = night.held()[who]
    told = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", said))
    assert f"{has} → then {has + 50}" in told
    assert "Fresh stakes 0 → then 1" in told
    assert "No fresh stake of" in client.post(look, body | {"given": "no"}).content.decode()
    assert client.post(look, {"person": who}).content.decode().strip() == ""
    assert everything() == before


@pytest.mark.thorough
def test_it_is_taken_back_where_it_is_said(client, night):
    night = settled(night)
    client.post(where(night), {"person": owners(night)[0], "round": 2, "given": "yes", "reason": "x"})
    assert "Take it back" in main(client, night, "ledger")


def test_two_who_looked_at_once_do_not_note_it_twice(client, night):
    night = night(8, games=2, **FIXED)
    seen = Journal.objects.filter(evening=night.evening).count()
    assert f'name="seen" value="{seen}"' in client.get(where(night)).content.decode()
    body = {"person": night.table(1)[0], "round": 1, "given": "yes", "reason": "x", "seen": seen}
    assert client.post(where(night), body).status_code == 302
    answer = client.post(where(night), body)
    assert answer.status_code == 409
    shows(answer, "have changed since: look again", f'name="seen" value="{seen + 1}"')


def test_only_while_it_can_be_done(client, night):
    made = night(8, Stage.FINISHED)
    assert "while the evening is played or settled" in main(client, made, "ledger-stake")
    assert "forgotten" not in main(client, made, "ledger")
    assert client.get(where(night(8, game="blackout-nullo"))).status_code == 404


def test_at_fixed_tables_it_is_a_game(client, night):
    shows(main(client, night(8, games=2, **FIXED), "ledger-stake"), "In game", never="round")
