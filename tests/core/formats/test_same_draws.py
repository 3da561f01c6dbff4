"""A seed draws the same seats for ever: journals of old evenings are played again by it."""

import hashlib
import json
from collections.abc import Callable
from unittest import mock

import pytest

from tests.core.drawn_evenings import SEED, played, tables_of
from tournaments.core.draws.drawing import Past
from tournaments.core.draws.mixing import mix_games
from tournaments.core.formats import rotation, swiss


def rotated_with_a_leaver(people: int, most: int) -> Past:
    """Six games of rotation; somebody goes away after the third."""
    past = Past()
    for left in range(6, 0, -1):
        here = range(people if left > 3 else people - 1)
        past = played(past, rotation.draw_next_round(here, past, tables_of(3, most), left, SEED))
    return past


def swiss_with_a_leaver(people: int, most: int) -> Past:
    """Six games of Swiss in which standings change by a few places."""
    past, standing = Past(), list(range(people))
    for game in range(6):
        past = played(past, swiss.draw_next_round(standing, past, tables_of(3, most), SEED))
        for place in range(game, len(standing) - 3, 4):
            standing[place], standing[place + 3] = standing[place + 3], standing[place]
        if game == 3:
            standing.pop(7)
    return past


@pytest.mark.parametrize(
    ("draw", "people", "most", "digest"),
    [
        (rotated_with_a_leaver, 17, 6, "d0607a036edfb137"),
        (rotated_with_a_leaver, 24, 4, "c5ea2f50976f4385"),
        (rotated_with_a_leaver, 48, 5, "fd3c2b39ae4cefdc"),
        (rotated_with_a_leaver, 200, 6, "c0588bc062113f34"),
        (swiss_with_a_leaver, 17, 6, "6a4239fc192315b4"),
        (swiss_with_a_leaver, 48, 6, "e946123928fb0840"),
        (swiss_with_a_leaver, 200, 5, "2a3883d2faefdb3f"),
    ],
)
def test_a_seed_draws_the_same_seats(draw: Callable[[int, int], Past], people: int, most: int, digest: str):
    drawn = draw(people, most)
    games = json.dumps([drawn.games, drawn.sitting_out]).encode()
    assert hashlib.sha256(games).hexdigest()[:16] == digest


def test_an_evening_makes_each_plan_once():
    """Later draws find the plans before: by the first game, and by those who stayed."""
    rotation.plan_rest.cache_clear()
    rotation.plan_evening.cache_clear()
    with mock.patch("tournaments.core.formats.rotation.mix_games", wraps=mix_games) as search:
        rotated_with_a_leaver(26, 4)
        planned = search.call_count
        rotated_with_a_leaver(26, 4)
    assert search.call_count == planned <= 5
