"""What holds of every season: order and names change nothing, more is never worse, totals are sums."""

from dataclasses import replace
from random import Random

from hypothesis import assume, given
from hypothesis import strategies as st

from tournaments.core.leagues.moves import closing_moves
from tournaments.core.leagues.points import EveningLines, Member, Played
from tournaments.core.leagues.rules import TIES, Absence, Members, Places, Rules, Scheme, Tied
from tournaments.core.leagues.standing import SeasonRow, State, season_standing

PEOPLE = 7
DIVISIONS = (1, 2)
COUNTING = (State.COUNTED, State.ABSENT)


@st.composite
def evenings(draw: st.DrawFn) -> list[EveningLines]:
    """Some evenings in which some of the people came to some places; entries as they came."""
    found = []
    for time in range(draw(st.integers(0, 5))):
        players = draw(st.lists(st.integers(1, PEOPLE), max_size=PEOPLE))
        lines = [
            Played(
                place=draw(st.integers(1, 4)),
                entry=time * 100 + at,
                player=player,
                net=draw(st.integers(-50, 50)),
                score=draw(st.none() | st.integers(-50, 50)),
                share=draw(st.none() | st.integers(0, 10_000)),
                yellow=draw(st.integers(0, 3)),
                exact=draw(st.none() | st.integers(0, 3)),
                prizes=draw(st.integers(0, 1)),
            )
            for at, player in enumerate(players)
        ]
        weight, division = (
            draw(st.sampled_from((100, 100, 150, 33))),
            draw(st.sampled_from((None, None, 1, 2))),
        )
        found.append(EveningLines(time + 1, time // 2, weight, division, lines))
    return found


people = st.dictionaries(
    st.integers(1, PEOPLE), st.builds(Member, division=st.sampled_from((None, 1, 2)), guest=st.booleans())
)


@st.composite
def rules(draw: st.DrawFn) -> Rules:
    scheme = draw(st.sampled_from(Scheme))
    absences = [Absence.SCORE]
    if scheme is not Scheme.LOW:
        absences.append(Absence.NOTHING)
    if scheme.by_place:
        absences += [Absence.EVENING, Absence.SEASON]
    best, drop = draw(st.sampled_from(((0, 0), (2, 0), (0, 1), (0, 3))))
    return Rules(
        scheme=scheme,
        table=(7, 4, 4, 1),
        rest=draw(st.sampled_from((0, 1))),
        tied=draw(st.sampled_from(Tied)),
        places=draw(st.sampled_from(Places)),
        yellow=draw(st.integers(0, 2)),
        taking_part=draw(st.integers(0, 1)),
        best=best,
        drop=drop,
        minimum=draw(st.integers(0, 2)),
        absence=draw(st.sampled_from(absences)),
        absence_score=draw(st.integers(-2, 2)),
        members=draw(st.sampled_from(Members)),
        ties=tuple(draw(st.permutations(TIES))[: draw(st.integers(0, 4))]),
        promote=(1,),
        relegate=(2,),
    )


def shown(rows: tuple[SeasonRow, ...]) -> list[object]:
    return [
        (row.player, row.division, row.place, row.total, row.played, row.counted, row.why, row.scores)
        for row in rows
    ]


@given(rules(), evenings(), people, st.randoms(use_true_random=False))
def test_the_order_of_what_is_given_changes_nothing(rules, evenings, people, chance: Random):
    before = shown(season_standing(rules, evenings, people, DIVISIONS, "seed"))
    mixed = [replace(one, lines=chance.sample(one.lines, len(one.lines))) for one in evenings]
    chance.shuffle(mixed)
    names = list(people)
    if "lot" not in rules.ties:  # whoever never came has a number by the order of the names
        chance.shuffle(names)
    said = {player: people[player] for player in names}
    assert shown(season_standing(rules, mixed, said, DIVISIONS, "seed")) == before


@given(rules(), evenings(), people, st.permutations(range(1, PEOPLE + 1)))
def test_who_is_called_how_changes_nothing(rules, evenings, people, others):
    """Everybody has the same place under another number; those who share one may be listed otherwise.

    Lots are drawn by the order in which people came, and then by that in which the season has them.
    """
    called = dict(enumerate((100 + other for other in others), start=1))
    moved = [
        replace(one, lines=[line._replace(player=called[line.player]) for line in one.lines])
        for one in evenings
    ]
    said = {called[player]: member for player, member in people.items()}
    before = season_standing(rules, evenings, people, DIVISIONS, "seed")
    after = season_standing(rules, moved, said, DIVISIONS, "seed")
    assert {called[row.player]: (row.division, row.place, row.total) for row in before} == {
        row.player: (row.division, row.place, row.total) for row in after
    }


@given(rules(), evenings(), people)
def test_a_total_is_what_counts_of_its_evenings(rules, evenings, people):
    for row in season_standing(rules, evenings, people, DIVISIONS):
        counting = [score.points for score in row.scores if score.state in COUNTING]
        assert row.total == sum(counting)
        assert row.counted == len(counting)
        assert row.played == sum(score.line is not None for score in row.scores)
        assert not rules.best or len(counting) <= rules.best
        kept = [score.points for score in row.scores if score.state in COUNTING]
        gone = [score.points for score in row.scores if score.state is State.DROPPED]
        if gone:
            assert max(kept) <= min(gone) if rules.lowest else min(kept) >= max(gone)


@given(rules(), evenings(), people)
def test_places_are_by_totals_and_count_up(rules, evenings, people):
    rows = season_standing(rules, evenings, people, DIVISIONS)
    assert len({row.player for row in rows}) == len(rows)
    for division in (*DIVISIONS, None):
        mine = [row for row in rows if row.division == division]
        for index, row in enumerate(mine):
            assert row.place == index + 1 or row.place == mine[index - 1].place
            assert (row.why is None) is (index + 1 == len(mine))
        worth = [(row.below, row.total if rules.lowest else -row.total) for row in mine]
        assert worth == sorted(worth)


@given(rules(), evenings(), people, st.integers(1, 30), st.data())
def test_more_counters_never_lower_a_place(rules, evenings, people, more, data):
    played = [(at, line) for at, one in enumerate(evenings) for line in one.lines]
    assume(played)
    rules = replace(rules, scheme=Scheme.COUNTERS, absence=Absence.NOTHING)
    at, line = data.draw(st.sampled_from(played))
    lines = [other._replace(net=other.net + more) if other == line else other for other in evenings[at].lines]
    better = [*evenings[:at], replace(evenings[at], lines=lines), *evenings[at + 1 :]]
    before, after = (
        {row.player: row for row in season_standing(rules, some, people, DIVISIONS)}
        for some in (evenings, better)
    )
    assume(line.player in before)
    assert after[line.player].place <= before[line.player].place
    assert after[line.player].total >= before[line.player].total


@given(rules(), evenings(), people)
def test_one_evening_less_that_must_count_never_lowers_a_total(rules, evenings, people):
    """Of what somebody has the best are added up: the more are dropped, the better are those left."""
    rules = replace(rules, best=0, drop=0, scheme=Scheme.COUNTERS, absence=Absence.NOTHING)
    means = []
    for drop in (0, 1, 2):
        rows = season_standing(replace(rules, drop=drop), evenings, people, DIVISIONS)
        means.append({row.player: row.total / max(row.counted, 1) for row in rows})
    for player, mean in means[0].items():
        assert mean <= means[1][player] <= means[2][player]


@given(rules(), evenings(), people)
def test_closing_moves_nobody_twice(rules, evenings, people):
    rows = season_standing(rules, evenings, people, DIVISIONS, "seed")
    moves = closing_moves(rules, DIVISIONS, rows, "seed")
    of = {row.player: row for row in rows}
    assert len({move.player for move in moves}) == len(moves)
    for move in moves:
        assert move.division == of[move.player].division != move.to
        assert move.to == 2 or not of[move.player].below
    assert sum(move.to == 1 for move in moves) <= 1
    assert sum(move.to == 2 for move in moves) <= 2
