"""What the console says and offers is so at that moment."""

from django.urls import reverse

from tests.undo.web.test_moves_replay import corrected  # noqa: F401 - a fixture
from tests.web.html import Page
from tournaments.bell.services.bell import moves_apply


def console(client, night):
    client.force_login(night.alice)
    return client.get(reverse("evening", args=[night.evening.pk])).content.decode()


def replays(html, night):
    return html.count(f'href="{reverse("moves-replay", args=[night.evening.pk])}"')


def test_a_round_is_not_played_before_its_clock_starts(client, night):
    night = night(12, minutes=10, gap=60)
    night.play_round()
    moves_apply(night.by, round=1)
    words = Page(console(client, night)).root.words
    assert "Round 2 is about to start" in words
    assert "Round 2 is being played" not in words


def test_moves_that_nothing_corrected_are_not_replayed(client, night):
    night = night(14)
    night.next_round()
    assert replays(console(client, night), night) == 0


def test_corrected_moves_are_replayed_from_one_place(client, corrected):  # noqa: F811
    """Once kept, they can still be replayed."""
    assert replays(console(client, corrected), corrected) == 1
    client.post(reverse("moves-keep", args=[corrected.evening.pk, 2]))
    html = console(client, corrected)
    assert "A result was corrected after the moves." not in html
    assert replays(html, corrected) == 1
