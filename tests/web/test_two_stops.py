"""A name that ends with a stop gets no second one, in both languages."""

from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from accounts.clubs.services import claim_ask, claim_decide
from accounts.models import Player
from accounts.names import drop_double_stop
from tests.web.html import shows
from tournaments.core.record import Stage

NAMES = ("Zoe A.", "Christopher Williams Jr.")


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", NAMES)
def test_the_bankers_name(name, language):
    me = SimpleNamespace(now="moves", stake=50, banker=name)
    with translation.override(language):
        text = render_to_string("hall/player/fresh.html", {"me": me})
    assert name in text
    assert ".." not in text


@pytest.mark.parametrize("name", NAMES)
def test_names_at_check_in(client, cast, night, name):
    night = night(4, Stage.CHECK_IN)
    client.force_login(cast.alice)
    answer = client.post(
        reverse("check-in", args=[night.evening.pk]), {"names": f"{name}\n{name}", "act": "names"}
    )
    text = answer.content.decode()
    assert f"These names appear twice: {name}" in text
    assert ".." not in text


def test_an_omission_keeps_its_dots():
    assert drop_double_stop("Zoe A.. And so on ... to Bo B..") == "Zoe A. And so on ... to Bo B."


def test_a_club_and_a_refusal(client, cast):
    """“Skatclub e. V.” ends with a stop, and so does the name that must be typed to remove it."""
    cast.club.name = "Skatclub e. V."
    cast.club.save()
    zoe = Player.objects.create(club=cast.club, name="Zoe A.")
    claim_decide(by=cast.alice, claim=claim_ask(by=cast.alice, player=zoe), granted=True)
    client.force_login(cast.alice)
    pages = [reverse("home"), reverse("club", args=[cast.club.pk]), reverse("my-name", args=[cast.club.pk])]
    for page in pages:
        shows(client.get(page), "You are Zoe A. in Skatclub e. V.", never="..")
    bo = Player.objects.create(club=cast.club, name="Bo B.")
    refused = client.post(reverse("player-forget", args=[cast.club.pk, bo.pk]), {"typed": "Bo"})
    shows(refused, "exactly as in the player list: Bo B.", never="B..", status=422)
