"""However many people an evening has, its pages take as many queries."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse

from tests.cast import AT_THE_END, Night
from tests.scoring.web.test_deals import correct
from tests.web.wording import queries
from tournaments.core.record import Stage

FINISHED, SETTLING = {"stage": Stage.FINISHED}, {"stage": Stage.SETTLING}


def nothing(night: Night) -> None:
    """The evening is as it was made."""


def corrected(night: Night) -> None:
    for table in night.tables:
        night.play(table)
        correct(night, "slip", table)


def one_deal(night: Night) -> None:
    night.play(1)


def next_round(night: Night) -> None:
    night.next_round()


# fmt: off
#                 page            address the evening                               what happens  at most
PAGES: dict[str, tuple[str, tuple[int, ...], dict[str, Any], Callable[[Night], None], int]] = {
    "deals":        ("deals",        (),     {},                                       corrected,  17),
    "count":        ("table-count",  (1, 1), AT_THE_END,                               nothing,    16),
    "end":          ("table-end",    (1, 2), {"unfinished": "cut"},                    one_deal,   15),
    "certificates": ("certificates", (),     FINISHED,                                 nothing,    21),
    "pictures":     ("pictures",     (),     {},                                       next_round, 18),
    "prizes now":   ("prizes",       (),     {},                                       nothing,    19),
    "prizes":       ("prizes",       (),     FINISHED,                                 nothing,    19),
    "settling":     ("evening",      (),     SETTLING,                                 nothing,    22),
    "finished":     ("evening",      (),     FINISHED,                                 nothing,    22),
    "standing":     ("standings",    (),     {},                                       next_round,  6),
    "not counted":  ("standings",    (),     AT_THE_END,                               next_round,  6),
    "points":       ("standings",    (),     {"game": "clag"},                         next_round,  6),
    "countback":    ("standings",    (),     {"ranking": ("wins", "countback", "lot")}, next_round, 16),
}
# fmt: on
ROWS = [
    pytest.param(*row, id=name, marks=[pytest.mark.postgresql] if row[0] == "standings" else [])
    for name, row in PAGES.items()
]
"""The standing is raw SQL."""


@pytest.mark.every_case
@pytest.mark.parametrize(("name", "where", "chosen", "happens", "most"), ROWS)
def test_more_people_take_no_more_queries(client, cast, night, name, where, chosen, happens, most):
    client.force_login(cast.alice)
    counts = []
    for players in (8, 26):
        made = night(players, **chosen)
        happens(made)
        address = reverse(name, args=[made.evening.pk, *where])
        counts.append(queries(client.get, address))
        assert len(client.get(address).content) < 100_000
    assert counts[0] == counts[1] <= most
