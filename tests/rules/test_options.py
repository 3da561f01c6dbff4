"""Options of bidding games together with others, and what is refused; each alone is in the golden tables."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.deals import Bidding, Hook, Trump
from games.rules.options import Option, group_exclusive
from games.rules.schedules import plan_deals
from tests.rules.tables import GAMES, game, options_of, refused

BLACKOUT = game("blackout")
OPTIONS = [(one, option.key) for one in GAMES for option in one.options]


def cards(players, **options):
    return [deal.cards for deal in plan_deals(BLACKOUT, players, options)]


def test_the_games_have_the_options_of_the_rulebook():
    documented = (one for one in GAMES if one.options and one.document)
    assert {one.key: [option.key for option in one.options] for one in documented} == {
        "blackout-family": ["return"],
        "blackout": ["reverse", "full_rotation", "simultaneous", "hook"],
        "clag": ["non_exact"],
        "caller-clag": ["non_exact", "deals"],
    }


def test_a_bare_yes_is_the_running_hook():
    assert BLACKOUT.choose({"hook": True})["hook"] == "running"


@given(options_of(BLACKOUT), st.integers(2, 7))
def test_the_options_of_blackout_do_not_disturb_each_other(options, players):
    deals = plan_deals(BLACKOUT, players, options)
    order = {key: options.get(key, False) for key in ("reverse", "full_rotation")}
    assert [deal.cards for deal in deals] == cards(players, **order)
    at_once = options.get("simultaneous", False)
    assert {deal.bidding is Bidding.SIMULTANEOUS for deal in deals} == {at_once}
    assert {deal.hook for deal in deals} == {Hook.NONE if at_once else Hook(options.get("hook", "none"))}
    assert sum(deal.trump is Trump.NONE for deal in deals) == 1


@pytest.mark.parametrize("deals", [1, 60])
def test_as_many_deals_are_called_as_agreed(deals):
    assert len(plan_deals(game("caller-clag"), 7, {"deals": deals})) == deals


# Refusals


def test_reverse_excludes_full_rotation():
    reason = refused("options.reverse", plan_deals, BLACKOUT, 4, {"reverse": True, "full_rotation": True})
    assert "full_rotation" in reason


def test_what_excludes_each_other_is_one_choice():
    assert [[option.key for option in group] for group in group_exclusive(BLACKOUT.options)] == [
        ["reverse", "full_rotation"]
    ]
    a, b, c = Option("a", "A", excludes=("b", "c")), Option("b", "B"), Option("c", "C")
    assert group_exclusive((a, b, c)) == ()
    all_apart = (a, replace(b, excludes=("c",)), c)
    assert group_exclusive(all_apart) == (all_apart,)
    assert group_exclusive((a, b, replace(c, default=1))) == ()


@pytest.mark.parametrize("one", GAMES, ids=lambda one: one.key)
@pytest.mark.parametrize("key", ["", "Hook", "misere", "x" * 5000])
def test_an_unknown_option(one, key):
    refused(f"options.{key[:40]}", plan_deals, one, one.fewest, {key: True})


@pytest.mark.parametrize(("one", "key"), OPTIONS, ids=lambda value: getattr(value, "key", value))
@pytest.mark.parametrize("value", [None, "yes", 0, 61, -1, 10**30, 1.0, [], {}, ["running"]])
def test_a_wrong_value(one, key, value):
    refused(f"options.{key}", plan_deals, one, one.fewest, {key: value})


@pytest.mark.parametrize("options", [["hook"], [], "hook", "", 5, True, False])
def test_what_are_no_options(options):
    refused("options", plan_deals, BLACKOUT, 4, options)


def test_yes_is_no_number():
    refused("options.deals", plan_deals, game("caller-clag"), 4, {"deals": True})
    refused("options.hook", plan_deals, BLACKOUT, 4, {"hook": False})


@given(st.sampled_from(GAMES).flatmap(lambda one: st.tuples(st.just(one), options_of(one))))
def test_what_is_chosen_is_kept_and_the_rest_is_the_default(chosen):
    one, options = chosen
    assert one.choose(options) == {option.key: option.default for option in one.options} | options
