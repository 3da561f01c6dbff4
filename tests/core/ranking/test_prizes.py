"""Prizes (docs/prizes.md): each sentence, ties, sharing, one prize each, and both ways of counting."""

from dataclasses import replace

from tests.core.score_sheets import EACH_DEAL, Sheet, awarded, said
from tournaments.core.formats.registry import POKER_EVENING
from tournaments.core.ranking import prize_list as lists
from tournaments.core.ranking.metrics import METRICS, Best, SettledPerson
from tournaments.core.ranking.places import RankedPerson, Step
from tournaments.core.reasons import Reason
from tournaments.core.record import Entry, Presence, StakeKind
from tournaments.core.results.prizes import PRIZES, Prize, PrizeAward, explain_barred, list_prizes
from tournaments.core.results.standings import settle_people
from tournaments.core.settings import BoobyBy, Settings

LADIES_AND_GENTLEMEN = Settings(roles=("L", "G"))

YELLOW = Prize("yellow", "Most yellow chips", (Step("yellow"), Step("net")))
COUNTERS = Prize("counters", "Most counters", (Step("net"),))
BOOBY = Prize("booby", "Booby prize", (Step("net", Best.LOWEST),))


def eligible(facts, settings: Settings) -> frozenset[int]:
    return frozenset(facts.starters) - explain_barred(replace(facts, settings=settings)).keys()


def listed(settings: Settings) -> tuple[Prize, ...]:
    return list_prizes(settings, POKER_EVENING)


#   player   1   2   3   4     a sheet is written as (net, yellow chips) by player, and roles by letter
def given_to(prizes, *figures, roles="", able=None, **how) -> tuple[PrizeAward, ...]:
    settled = {
        entry: SettledPerson(entry, net, 0, net, yellow)
        for entry, (net, yellow) in enumerate(figures, start=1)
    }
    entries = [Entry(entry, f"P{entry}", roles[entry - 1 : entry]) for entry in settled]
    return awarded(prizes, settled, entries, settled.keys() if able is None else able, **how)


def winners(awards: tuple[PrizeAward, ...]) -> dict[str, tuple[int, ...]]:
    return {made.prize.key: made.winners for made in awards}


def test_the_default_prizes():
    """Doc 002: one for most yellow chips, one each for lady and gentleman with most counters; booby."""
    assert [(prize.key, prize.role, prize.steps) for prize in listed(Settings())] == [
        ("yellow", None, (Step("yellow"), Step("net"))),
        ("counters-lady", "lady", (Step("net"),)),
        ("counters-gentleman", "gentleman", (Step("net"),)),
        ("booby", None, (Step("net", Best.LOWEST),)),
    ]


def test_prizes_as_chosen():
    assert [p.key for p in listed(Settings(prizes=("booby", "yellow")))] == ["booby", "yellow"]
    assert [(p.key, p.role) for p in listed(Settings(roles=(), prizes=("counters",)))] == [("counters", None)]
    assert listed(Settings(booby=BoobyBy.YELLOW))[-1].steps == (Step("yellow", Best.LOWEST),)
    assert listed(Settings(prizes=())) == ()


def test_every_prize_that_can_be_chosen_is_known():
    assert set(PRIZES) == set(lists.PRIZES)
    every = listed(Settings(prizes=lists.PRIZES))
    assert len({prize.key for prize in every}) == len(every)
    assert all(step.metric in METRICS for prize in every for step in prize.steps)


#   player      1        2        3
#   net        40       62       30
#   yellow      3        1        0
def test_the_greatest_number_of_yellow_chips():
    """Doc 002: one for the player who has won the greatest number of yellow chips at the head table."""
    (made,) = given_to([YELLOW], (40, 3), (62, 1), (30, 0))
    assert made.winners == (1,)
    assert made.why == Reason("prize_best", {"metric": "yellow", "figure": 3, "next": 1})
    assert said(made.why) == "Yellow chips: 3. The next player has 1."
    assert made.ranking == (
        RankedPerson(1, 1, (3, 40)),
        RankedPerson(2, 2, (1, 62)),
        RankedPerson(3, 3, (0, 30)),
    )


#   player      1        2        3
#   net        40       62       99
#   yellow      3        3        1
def test_of_equal_yellow_chips_the_counters_decide():
    """Doc 002: in case of ties for yellow chips, the largest number of ordinary counters wins."""
    (made,) = given_to([YELLOW], (40, 3), (62, 3), (99, 1))
    assert made.winners == (2,)
    assert made.why == Reason(
        "prize_tie_break",
        {"metric": "yellow", "figure": 3, "others": (1,), "tie_break": "net", "by": 62, "next": 40},
    )
    assert said(made.why) == (
        "Yellow chips: 3 (equal with P1). Counters after settling up decided: 62 against 40."
    )


def test_counters_decide_a_tie_as_they_are_after_settling_up():
    """Player 1 has 90 counters, but 50 of them were a fresh stake: 40 against 62."""
    settled = {1: SettledPerson(1, 90, 1, 40, 3), 2: SettledPerson(2, 62, 0, 62, 3)}
    (made,) = awarded([YELLOW], settled, [Entry(1, "P1"), Entry(2, "P2")], {1, 2})
    assert made.winners == (2,)


#   player      1        2        3        4
#   net        62       40       62       62
#   yellow      3        3        3        2
def test_what_is_still_equal_is_shared():
    (made,) = given_to([YELLOW], (62, 3), (40, 3), (62, 3), (62, 2))
    assert made.winners == (1, 3)
    assert made.why == Reason(
        "prize_tie_break_shared",
        {"metric": "yellow", "figure": 3, "others": (2,), "tie_break": "net", "by": 62, "next": 40},
    )
    (made,) = given_to([YELLOW], (62, 3), (62, 3), (99, 0))
    assert made.winners == (1, 2)
    assert made.why == Reason("prize_shared", {"metric": "yellow", "figure": 3, "others": (1, 2)})


#   player      1 L      2 G      3 L      4 G
#   net        48       70       52       65
def test_one_each_for_the_lady_and_gentleman_with_most_counters():
    """Doc 002: one each for the lady and gentleman winning the greatest number of counters."""
    prizes = listed(replace(LADIES_AND_GENTLEMEN, prizes=("counters",)))
    ladies, gentlemen = given_to(prizes, (48, 0), (70, 0), (52, 0), (65, 0), roles="LGLG")
    assert (ladies.winners, gentlemen.winners) == ((3,), (2,))
    assert ladies.why == Reason("prize_best", {"metric": "net", "figure": 52, "next": 48})
    assert [line.who for line in gentlemen.ranking] == [2, 4]


def test_a_role_that_nobody_has_wins_nothing():
    prizes = listed(replace(LADIES_AND_GENTLEMEN, prizes=("counters",)))
    ladies, gentlemen = given_to(prizes, (48, 0), (70, 0), roles="G")
    assert (ladies.winners, ladies.why) == ((), Reason("prize_no_role", {"role": "L"}))
    assert gentlemen.winners == (1,)
    assert gentlemen.why == Reason("prize_alone", {"metric": "net", "figure": 48})


#   player      1        2        3
#   net        62       -8       40
#   yellow      1        2        0
def test_the_booby_prize():
    """Doc 002: to the smallest number of ordinary chips, or the fewest number of yellow ones."""
    (made,) = given_to([BOOBY], (62, 1), (-8, 2), (40, 0))
    assert made.winners == (2,)
    assert made.why == Reason("prize_best", {"metric": "net", "figure": -8, "next": 40})
    by_yellow = listed(Settings(prizes=("booby",), booby=BoobyBy.YELLOW))
    (made,) = given_to(by_yellow, (62, 1), (-8, 2), (40, 0))
    assert made.winners == (3,)


def test_where_no_yellow_chip_was_given_nobody_wins_by_them():
    by_yellow = listed(Settings(prizes=("yellow", "booby"), booby=BoobyBy.YELLOW))
    for made in given_to(by_yellow, (30, 0), (62, 0)):
        assert (made.winners, made.why) == ((), Reason("prize_none_given", {"metric": "yellow"}))


def test_no_yellow_chip_wins_nothing_even_if_those_who_have_some_cannot_win():
    (made,) = given_to([YELLOW], (30, 0), (62, 2), able={1})
    assert (made.winners, made.why) == ((), Reason("prize_others_only", {"metric": "yellow"}))


def test_nobody_can_win():
    (made,) = given_to([COUNTERS], (30, 0), able=())
    assert (made.winners, made.why, made.ranking) == ((), Reason("prize_nobody"), ())


def test_a_prize_is_not_decided_before_its_counters_are_counted():
    yellow, counters = given_to([YELLOW, COUNTERS], (None, 3), (40, 3), (None, 0))
    assert (yellow.winners, yellow.why) == ((), Reason("prize_uncounted", {"others": (1,)}))
    assert (counters.winners, counters.why) == ((), Reason("prize_uncounted", {"others": (1, 3)}))
    (yellow,) = given_to([YELLOW], (None, 3), (None, 2))
    assert yellow.winners == (1,)


# One prize each


#   player      1 L      2 G      3 L      4 G
#   net        90       20       60       -5
#   yellow      3        3        1        0
def test_a_persons_lower_prize_passes_to_the_next():
    prizes = listed(LADIES_AND_GENTLEMEN)
    sheet = ((90, 3), (20, 3), (60, 1), (-5, 0))
    assert winners(given_to(prizes, *sheet, roles="LGLG")) == {
        "yellow": (1,), "counters-L": (1,), "counters-G": (2,), "booby": (4,),
    }  # fmt: skip
    awards = given_to(prizes, *sheet, roles="LGLG", one_prize_each=True)
    assert winners(awards) == {"yellow": (1,), "counters-L": (3,), "counters-G": (2,), "booby": (4,)}
    assert awards[1].why == Reason("prize_alone_passed", {"metric": "net", "figure": 60, "whom": (1,)})
    assert [line.who for line in awards[1].ranking] == [3]
    assert awards[2].why.code == "prize_best"


def test_the_order_of_the_prizes_says_which_is_the_lower():
    awards = given_to([COUNTERS, YELLOW], (90, 3), (20, 2), (60, 1), one_prize_each=True)
    assert winners(awards) == {"counters": (1,), "yellow": (2,)}
    assert awards[1].why == Reason(
        "prize_best_passed", {"metric": "yellow", "figure": 2, "next": 1, "whom": (1,)}
    )


def test_who_shares_a_prize_has_one():
    awards = given_to([YELLOW, COUNTERS], (90, 3), (90, 3), (60, 1), one_prize_each=True)
    assert winners(awards) == {"yellow": (1, 2), "counters": (3,)}
    assert awards[1].why.figures["whom"] == (1, 2)


def test_who_would_have_shared_is_named_as_having_a_prize():
    awards = given_to([YELLOW, COUNTERS], (90, 3), (90, 1), (60, 1), one_prize_each=True)
    assert winners(awards) == {"yellow": (1,), "counters": (2,)}
    assert awards[1].why.figures["whom"] == (1,)


def test_nobody_is_left_without_a_prize():
    awards = given_to([YELLOW, COUNTERS, BOOBY], (90, 3), (20, 1), one_prize_each=True)
    assert winners(awards) == {"yellow": (1,), "counters": (2,), "booby": ()}
    assert awards[2].why == Reason("prize_all_have_one")


def test_the_last_of_several_tie_breaks_is_named_if_it_decides():
    prize = Prize("p", "P", (Step("yellow"), Step("yellow", Best.LOWEST), Step("net")))
    (made,) = given_to([prize], (30, 1), (62, 1))
    assert (made.winners, made.why.figures["tie_break"]) == ((2,), "net")


# Who may win


#            round 1       bell   after it   round 2         bell   settling up
#   1        plays                           plays                  goes home
#   2        plays                           drops out
#   3        plays                goes home
#   4        plays                pauses                            (waits)
#   5        plays                           plays
def coming_and_going() -> Sheet:
    sheet = Sheet().start(1, 2, 3, 4, 5).open(1).seat(1, 1, 1, 2, 3, 4, 5).ring(1)
    sheet.say(3, 1, Presence.LEFT).say(4, 2, Presence.PAUSED).open(2).seat(2, 1, 1, 2, 5)
    return sheet.say(2, 2, Presence.LEFT).ring(2).say(1, 2, Presence.LEFT)


def test_only_those_present_at_the_last_bell_win_unless_the_setting_says_otherwise():
    assert eligible(coming_and_going().facts, EACH_DEAL) == {1, 5}
    assert eligible(coming_and_going().facts, Settings(leavers_win=True)) == {1, 2, 3, 4, 5}


def test_who_comes_back_or_keeps_the_seat_is_present():
    sheet = coming_and_going().open(3).say(4, 3, Presence.HERE).say(5, 3, Presence.KEEPS_SEAT).ring(3)
    assert eligible(sheet.facts, EACH_DEAL) == {4, 5}


def test_a_round_that_was_broken_off_has_no_bell():
    sheet = coming_and_going().open(3).seat(3, 1, 5).say(5, 3, Presence.LEFT)
    assert eligible(sheet.facts, EACH_DEAL) == {1, 5}


def test_before_the_first_bell_those_who_are_here_may_win():
    sheet = Sheet().start(1, 2).seat(1, 1, 1, 2).say(2, 1, Presence.LEFT)
    assert eligible(sheet.facts, EACH_DEAL) == {1}


def test_who_never_started_wins_nothing():
    sheet = Sheet().start(1).write(presences=())
    sheet.facts = replace(sheet.facts, stakes=())
    assert eligible(sheet.facts, EACH_DEAL) == frozenset()


#            round 1   takes along   round 2     settles   yellow
#   1        +40                     -10         80        1
#   2        -50       (fresh 50)    +10         10        1
#   3        +10       60                        60        0
def test_an_evening_from_its_facts_to_its_prizes():
    sheet = Sheet().start(1, 2, 3, roles="LGL").open(1).seat(1, 1, 1, 2, 3)
    sheet.deal(1, 1, {1: 40, 2: -50, 3: 10}, 1).ring(1).say(3, 1, Presence.LEFT)
    sheet.stake(1, StakeKind.DEPARTURE, {3: 60}).stake(2, StakeKind.FRESH, {2: 50})
    facts = sheet.open(2).seat(2, 1, 1, 2).deal(2, 1, {1: -10, 2: 10}, 2).ring(2).facts
    settled = settle_people(facts, {1: 1, 2: 1})
    prizes = listed(LADIES_AND_GENTLEMEN)
    awards = awarded(prizes, settled, facts.entries, eligible(facts, EACH_DEAL))
    assert winners(awards) == {"yellow": (1,), "counters-L": (1,), "counters-G": (2,), "booby": (2,)}
    assert awards[0].why.figures["by"] == 80
    assert {person.entry: person.net for person in settled.values()} == {1: 80, 2: 10, 3: 60}
