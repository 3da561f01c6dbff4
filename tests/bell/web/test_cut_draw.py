"""The program draws a cut."""

import pytest
from django.urls import reverse

from tests.cast import everything
from tournaments.models import CutRow


@pytest.fixture(autouse=True)
def alice(client, cast):
    client.force_login(cast.alice)


def where(night, round=1):
    return reverse("cut-draw", args=[night.evening.pk, round])


@pytest.fixture
def tied(night):
    """Three at the head table have equally few."""
    night = night(8)
    for table in night.tables:
        night.play(table)
    return night


NAMED = {"purpose": "down", "table": 1, "deal": 0}


@pytest.mark.thorough
def test_it_works(client, tied):
    shown = client.post(where(tied), NAMED, follow=True).content.decode()
    assert "Drawn: " in shown
    assert f"Seed: {CutRow.objects.all()[0].seed}" in shown
    assert not tied.preview().cuts


def test_what_is_not_needed_is_refused(client, tied):
    before = everything()
    shown = client.post(where(tied), {**NAMED, "table": 2}, follow=True).content.decode()
    assert "No cut is needed here." in shown
    assert everything() == before


@pytest.mark.parametrize("wrong", [{}, {**NAMED, "purpose": "sideways"}, {**NAMED, "table": "x"}])
def test_nonsense_is_not_found(wrong, client, tied):
    assert client.post(where(tied), wrong).status_code == 404
