"""The round, the table, the deal and its version: refused in the same way wherever a service names them."""

import pytest

from accounts.errors import RuleError, StaleError
from tests.cast import refused
from tests.services.cases import case_of

pytestmark = pytest.mark.every_case

RECORDS = ("bids_record", "deal_record", "score_record")
CORRECTS = ("deal_correct", "score_correct")
AT_A_TABLE = (*RECORDS, "deal_withdraw", "table_count", "table_end")
ROUNDS, TABLES, DEALS = (0, 2, 10**30), (0, -1, 4, 10**30), (0, -1, 2, 10**30)
NO_DEALS = [{"round": 9}, {"table": 9}, {"deal": 2}, {"round": 2}, {"deal": 0}, {"deal": 10**30}]

ROWS = [
    *((name, {"round": number}, "round", RuleError) for name in AT_A_TABLE for number in ROUNDS),
    *((name, {"table": number}, "table", RuleError) for name in AT_A_TABLE for number in TABLES),
    *(
        (name, {"deal": number}, "deal", RuleError)
        for name in (*RECORDS, "deal_withdraw")
        for number in DEALS
    ),
    *((name, where, "deal", RuleError) for name in CORRECTS for where in NO_DEALS),
    *((name, {"base_version": n}, "version", StaleError) for name in CORRECTS for n in (0, 2, -1, 10**30)),
]
SAYS = {
    ("bids_record", "deal"): "plays deal 1 next",
    ("score_record", "deal"): "plays deal 1 next",
    ("deal_withdraw", "deal"): "Only the last",
    **{(name, "deal"): "No such deal" for name in CORRECTS},
}


@pytest.mark.parametrize(("name", "where", "field", "error"), ROWS)
def test_what_is_none_is_refused(night, name, where, field, error):
    case = case_of(name)
    night = case.scene(night)
    with refused(field, SAYS.get((name, field), ""), error):
        case.service(case.by(night), **{**case.body(night), **where})


@pytest.mark.parametrize("name", [*RECORDS, "deal_withdraw"])
def test_a_closed_round_is_refused(night, name):
    case = case_of(name)
    night = case.scene(night)
    late = case.body(night)
    night.next_round()
    with refused("round", "Round 1 is over"):
        case.service(case.by(night), **late)


@pytest.mark.parametrize("name", RECORDS)
def test_a_deal_that_is_recorded_is_refused(night, name):
    case = case_of("score_record" if name == "bids_record" else name)
    night = case.scene(night)
    late = case_of(name).body(night)
    case.service(case.by(night), **case.body(night))
    with refused("deal", "already recorded", StaleError):
        case_of(name).service(case.by(night), **late)


@pytest.mark.parametrize("name", CORRECTS)
def test_a_second_correction_needs_the_second_version(night, name):
    case = case_of(name)
    night = case.scene(night)
    body = case.body(night)
    case.service(case.by(night), **body)
    with refused("version", "changed since you opened the page", StaleError):
        case.service(case.by(night), **body)
    case.service(case.by(night), **{**body, "base_version": 2})
    (pool,) = [pool for pool in night.facts.pools if (pool.round, pool.position) == (1, 2)]
    assert pool.version == 3
