import pytest

from accounts.errors import RuleError, StaleError
from tests.cast import AT_THE_END, FIXED, refused
from tests.services.cases import Case, correct_deal
from tournaments.attendance.services import Arrival, people_check_in, player_pause, player_return
from tournaments.bell.services.bell import moves_apply
from tournaments.core.counters import ledger
from tournaments.core.record import Stage, StakeKind
from tournaments.models import Journal, StakeRow
from tournaments.results.services import evening_finish, evening_settle, final_count
from tournaments.scoring.services.counts import Tally, TallyKind
from tournaments.standings.selectors.standings import compute_reckoning
from tournaments.undo.services.revert import line_take_back, stake_correct
from tournaments.undo.services.undo import bell_undo, moves_replay


def two_rounds(make, **plays):
    night = make(8, **plays)
    night.next_round()
    return night


CASE = Case(
    stake_correct,
    scene=two_rounds,
    body=lambda night: {"entry": night.table(2)[0], "round": 2, "given": True},
    stages=(Stage.PLAYING, Stage.SETTLING),
    asks_reason=True,
)


def lines(night, entry):
    found = ledger.list_lines(night.facts, night.evening.settings)
    return [(line.kind.value, line.balance) for line in found if line.entry == entry]


def test_it_works(night):
    night = two_rounds(night)
    who, seats = night.table(2)[0], night.seats()
    had = night.held()[who]
    stake_correct(night.because("Bob gave it"), entry=who, round=2, given=True)
    assert night.held()[who] == had + 50
    assert ledger.count_on_tables(night.facts, night.evening.settings) == 450
    assert night.seats() == seats
    row = next(row for row in compute_reckoning(night.facts).standing if row.entry == who)
    assert (row.fresh, row.net) == (1, had)
    stake_correct(night.because("no, they did not"), entry=who, round=2, given=False)
    assert night.held()[who] == had
    assert StakeRow.objects.filter(kind=StakeKind.FRESH, void=None).count() == 0


def test_it_stands_before_the_deals_of_its_round_whenever_it_is_noted(night):
    night = two_rounds(night)
    who = night.table(2)[1]
    night.next_round()
    stake_correct(night.because("found out"), entry=who, round=2, given=True)
    assert [kind for kind, _balance in lines(night, who)] == ["first", "deal", "fresh", "deal"]
    assert ledger.find_negative_lines(night.facts, night.evening.settings) == ()


@pytest.mark.thorough
@pytest.mark.parametrize("plays", [{}, AT_THE_END])
def test_an_evening_with_a_stake_too_many_can_be_finished(night, plays):
    night = two_rounds(night, **plays)
    night.play_round()
    evening_settle(night.by, round=2)
    first, *others = night.facts.starters
    counts = {first: 100, **dict.fromkeys(others, 50)}
    with refused("counters"):
        final_count(night.by, counts=counts)
    stake_correct(night.because("Bob gave it"), entry=first, round=2, given=True)
    final_count(night.by, counts=counts)
    assert night.facts.play.kind.find_blockers(night.facts) == ()
    evening_finish(night.by)


def test_what_cannot_be(night):
    """What the ledger says already, and what nobody could be broke of."""
    night = two_rounds(night)
    people_check_in(night.by, people=[Arrival("Nell")])
    who, why = night.table(2)[0], night.because("x")
    for field, says, body in (
        ("person", "No fresh stake", {"given": False}),
        ("round", "won the first stake", {"round": 1}),
        ("round", "no seat", {"round": 3}),
        ("round", "no seat", {"entry": night.entry("Nell")}),
        ("person", "not checked in", {"entry": 10**6}),
    ):
        with refused(field, says, StaleError if "given" in body else RuleError):
            stake_correct(why, **{"entry": who, "round": 2, "given": True, **body})
    stake_correct(why, entry=who, round=2, given=True)
    with refused("person", "already recorded for that time", error=StaleError):
        stake_correct(why, entry=who, round=2, given=True)


def test_in_whole_games_there_may_be_several(night):
    night = night(8, deals=3, games=2, **FIXED)
    who = night.table(1)[0]
    for _time in range(2):
        stake_correct(night.because("x"), entry=who, round=1, given=True)
    assert night.held()[who] == 150


def test_without_counters_there_is_none(night):
    night = two_rounds(night, game="blackout-nullo")
    with refused("game", "no counters"):
        stake_correct(night.because("x"), entry=night.table(1)[0], round=2, given=True)


def test_undoing_the_bell_takes_it_back_with_its_round(night):
    night = two_rounds(night)
    who = night.table(2)[0]
    stake_correct(night.because("x"), entry=who, round=2, given=True)
    bell_undo(night.because("too early"))
    assert not StakeRow.objects.filter(kind=StakeKind.FRESH, void=None).exists()


def test_at_fixed_tables_it_explains_who_was_below_nothing(night):
    night = night(8, deals=3, games=2, **FIXED)
    winner, loser, *others = night.table(1)
    night.play(1, lose=10, winner=winner)
    night.play(1, lose=5, deal=2, winner=winner)
    lost = {loser: -50, **dict.fromkeys(others, -10)}
    correct_deal(night, winner, Tally(TallyKind.NET, {**lost, winner: -sum(lost.values())}))
    below = night.facts.play.kind.find_blockers(night.facts)
    assert [why.code for why in below] == ["counters_negative"]
    stake_correct(night.because("Bob gave it"), entry=loser, round=1, given=True)
    assert night.facts.play.kind.find_blockers(night.facts) == ()
    assert night.held()[loser] == 45


def test_what_nobody_counted_stays_unknown(night):
    night = two_rounds(night, **AT_THE_END)
    who = next(entry for entry, held in night.held().items() if held is None)
    stake_correct(night.because("Bob gave it"), entry=who, round=2, given=True)
    assert night.held()[who] is None
    assert ledger.count_on_tables(night.facts, night.evening.settings) == 450


def test_two_who_looked_at_once_do_not_note_it_twice(night):
    night = night(8, deals=3, games=2, **FIXED)
    who, other = night.table(1)[:2]
    seen = night.evening.journal.count()
    stake_correct(night.because("x"), entry=who, round=1, given=True, seen=seen)
    with refused("seen", "Something has changed since you opened the page", error=StaleError):
        stake_correct(night.because("x"), entry=who, round=1, given=True, seen=seen)
    stake_correct(night.because("somebody else's"), entry=other, round=1, given=True, seen=seen)
    stake_correct(night.because("another"), entry=who, round=1, given=True, seen=seen + 2)
    assert night.held()[who] == 150
    stake_correct(night.because("x"), entry=who, round=1, given=False, seen=seen + 3)
    with refused("seen", "Something has changed since you opened the page", error=StaleError):
        stake_correct(night.because("x"), entry=who, round=1, given=False, seen=seen + 3)


def broke(make):
    """A round after which the fresh stakes of some are noted."""
    night = make(12)
    for table in night.tables:
        night.play(table, lose=50)
    night.decide()
    moves_apply(night.by, round=1)
    return night, next(stake.entry for stake in night.facts.stakes if stake.kind is StakeKind.FRESH)


@pytest.mark.parametrize("given", [True, False])
def test_it_is_taken_back_and_a_replay_does_not_forget_it(night, given):
    if given:
        night = two_rounds(night)
        who = night.table(2)[0]
    else:
        night, who = broke(night)
    before = night.facts
    line = stake_correct(night.because("x"), entry=who, round=2, given=given)
    assert (after := night.facts) != before
    with refused("round", "Fresh stakes of round 2 were corrected"):
        moves_replay(night.because("y"))
    assert night.facts == after
    line_take_back(night.by, line=line.seq)
    assert night.facts == before
    moves_replay(night.because("y"))


@pytest.mark.thorough
def test_it_is_not_taken_back_after_something_was_built_on_it(night):
    night = two_rounds(night)
    who = night.table(2)[0]
    line = stake_correct(night.because("x"), entry=who, round=2, given=True)
    struck = stake_correct(night.because("no"), entry=who, round=2, given=False)
    with refused("line", "A later change depends on this"):
        line_take_back(night.by, line=line.seq)
    line_take_back(night.by, line=struck.seq)
    night.play(2)
    with refused("line", "Play has gone on since then"):
        line_take_back(night.by, line=line.seq)


def gone(night):
    """Somebody who has gone in the second round, and everybody's counters then."""
    night = two_rounds(night)
    who = night.table(2)[0]
    player_pause(night.by, entry=who)
    return night, who, ledger.count_taken_away(night.facts)[who]


def test_who_has_gone_since_went_with_so_much_more_or_less(night):
    night, who, had = gone(night)
    for given, more in ((True, 50), (False, 0)):
        stake_correct(night.because("x"), entry=who, round=2, given=given)
        assert ledger.count_taken_away(night.facts)[who] == had + more
        assert night.agrees()


def test_and_came_back_with_it(night):
    night, who, had = gone(night)
    player_return(night.by, entry=who)
    night.next_round()
    before = night.facts
    line = stake_correct(night.because("x"), entry=who, round=2, given=True)
    assert night.held()[who] == had + 50
    assert night.agrees()
    line_take_back(night.by, line=line.seq)
    assert night.facts == before


def test_that_is_taken_back(night):
    night, who, _had = gone(night)
    before = night.facts
    line = stake_correct(night.because("x"), entry=who, round=2, given=True)
    line_take_back(night.by, line=line.seq)
    assert night.facts == before
    went = Journal.objects.get(evening=night.evening, verb="player_paused")
    line_take_back(night.by, line=went.seq)
    assert night.agrees()


def test_nobody_went_with_fewer_than_none(night):
    night = two_rounds(night)
    who = night.table(2)[0]
    stake_correct(night.because("x"), entry=who, round=2, given=True)
    player_pause(night.by, entry=who, counters=20)
    with refused("counters", "left with 20 counters, so this change cannot take away 50"):
        stake_correct(night.because("y"), entry=who, round=2, given=False)


def test_counted_at_the_end_what_somebody_took_along_was_counted(night):
    night = two_rounds(night, **AT_THE_END)
    who = night.table(2)[0]
    player_pause(night.by, entry=who, counters=20)
    stake_correct(night.because("x"), entry=who, round=2, given=True)
    assert ledger.count_taken_away(night.facts)[who] == 20
