"""A season's rules: stored, read again, and refused at the field that is wrong."""

import json

import pytest

from tests.rules.tables import refused
from tournaments.core.leagues.rules import LISTS, NUMBERS, TIES, Absence, Rules, Scheme, from_json, to_json
from tournaments.core.ranking.metrics import METRICS
from tournaments.core.ranking.places import Step
from tournaments.core.ranking.prize_list import Listed

OTHERWISE = Rules(
    scheme=Scheme.SHARE,
    table=(5, 3),
    rest=-1,
    best=4,
    minimum=2,
    absence=Absence.SCORE,
    absence_score=-3,
    ties=("lot",),
    promote=(2, 1),
    relegate=(1,),
    prizes=(Listed("own-1", "Best of all", (Step("points"),)),),
    one_prize_each=True,
)


@pytest.mark.parametrize("rules", [Rules(), OTHERWISE])
def test_they_are_stored_and_read_again(rules):
    assert from_json(json.loads(json.dumps(to_json(rules)))) == rules


def test_what_is_not_stored_keeps_its_default():
    assert from_json({}) == Rules()
    assert from_json({"best": 3}) == Rules(best=3)


@pytest.mark.parametrize(
    ("chosen", "field"),
    [
        ({"colour": 1}, "colour"),
        ({"scheme": "by luck"}, "scheme"),
        ({"scheme": ["place"]}, "scheme"),
        ({"table": "12 10"}, "table"),
        ({"table": [12, "10"]}, "table"),
        ({"table": [10, 12]}, "table"),
        ({"table": [3, 2], "rest": 3}, "rest"),
        ({"table": [True]}, "table"),
        ({"table": [0] * 201}, "table"),
        ({"promote": [-1]}, "promote"),
        ({"relegate": [1.5]}, "relegate"),
        ({"best": 2, "drop": 1}, "drop"),
        ({"ties": ["last", "last"]}, "ties"),
        ({"ties": ["net"]}, "ties"),
        ({"ties": [1]}, "ties"),
        ({"scheme": "low"}, "absence"),
        ({"scheme": "score", "absence": "season"}, "absence"),
        ({"one_prize_each": 1}, "one_prize_each"),
        ({"prizes": ["yellow"]}, "prizes"),
        *(({name: value}, name) for name in NUMBERS for value in (True, "1", 1.5, None, 100_000, -100_000)),
    ],
)
def test_what_is_wrong_is_refused_at_its_field(chosen, field):
    refused(field, from_json, chosen)


def test_every_bound_can_be_chosen():
    for name, bounds in NUMBERS.items():
        for value in bounds:
            more: dict[str, object] = {"table": []} if name == "rest" else {}
            assert getattr(from_json({name: value, **more}), name) == value
    for name, (longest, _least, most) in LISTS.items():
        assert len(getattr(from_json({name: [most] * longest}), name)) == longest


def test_the_tie_breaks_are_metrics():
    assert set(TIES) <= METRICS.keys()


def test_how_many_go_up_and_down():
    """The last number holds for the boundaries that are not named."""
    rules = Rules(promote=(3, 1))
    assert [rules.count_promoted(boundary) for boundary in range(4)] == [3, 1, 1, 1]
    assert [rules.count_relegated(boundary) for boundary in range(2)] == [0, 0]
