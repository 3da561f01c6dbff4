"""Every reason that a bell can give has its sentence, and every sentence of the bell is in use."""

import ast
import inspect
import re

import pytest

from tournaments.core.movement import bell, cuts, movers
from tournaments.core.movement import movers as movement_movers
from tournaments.core.movement import seating as movement_seating
from tournaments.core.reasons import SENTENCES

FIGURE = re.compile(r"%\((\w+)\)")
TWIN = re.compile("_(bids|totals|before)$")
FAMILIES = re.compile(r"(up|down|head|won|keeps|cut|must|held|all|nobody|fresh|swap|count)(_|$)")


def _given() -> set[str]:
    """The codes in the sources: first arguments of Reason, the codes of a Rule, values of COUNTS."""
    found = set(bell.COUNTS.values())
    for module in (movement_seating, movement_movers, cuts, movers, bell):
        for node in ast.walk(ast.parse(inspect.getsource(module))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                parts = {"Reason": node.args[:1], "Rule": [key.value for key in node.keywords]}
                for part in parts.get(node.func.id, []):
                    found |= {
                        leaf.value
                        for leaf in ast.walk(part)
                        if isinstance(leaf, ast.Constant) and isinstance(leaf.value, str)
                    }
    return found - {""}


@pytest.mark.parametrize("code", sorted(_given()))
def test_the_reason_has_its_sentence(code):
    assert SENTENCES[code]


def test_no_sentence_of_the_bell_is_left_over():
    spoken = {TWIN.sub("", code) for code in SENTENCES if FAMILIES.match(code)}
    assert spoken <= _given()


@pytest.mark.parametrize("code", sorted(filter(TWIN.search, SENTENCES)))
def test_the_sentence_for_bids_or_a_stake_before_has_the_same_figures(code):
    told, plain = " ".join(SENTENCES[code]), " ".join(SENTENCES[TWIN.sub("", code)])
    assert set(FIGURE.findall(told)) == set(FIGURE.findall(plain))
    barred = r"out of counters" if code.endswith("_before") else r"counter|pool|call"
    assert not re.search(barred, FIGURE.sub("", told))
    assert code.endswith("_bids") or not re.search(r"exact|missed", told)
