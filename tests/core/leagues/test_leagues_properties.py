"""What holds of every season: order and names change nothing, more is never worse, totals are sums."""

from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tests.core.random_seasons import DIVISIONS, PEOPLE, evenings, people, rules
from tournaments.core.leagues.moves import propose_moves
from tournaments.core.leagues.points import EveningFigures, list_needed_figures
from tournaments.core.leagues.standing import SeasonRow, State, find_places_before, list_scores, rank_season

COUNTING = (State.COUNTED, State.ABSENT)


def shown(rows: tuple[SeasonRow, ...]) -> list[object]:
    return [
        (row.player, row.division, row.place, row.total, row.played, row.counted, row.why, row.scores)
        for row in rows
    ]


@given(rules(), evenings(), people, st.randoms(use_true_random=False))
def test_the_order_of_what_is_given_changes_nothing(rules, evenings, people, chance: Random):
    before = shown(rank_season(rules, evenings, people, DIVISIONS, "seed"))
    mixed = [replace(one, lines=chance.sample(one.lines, len(one.lines))) for one in evenings]
    chance.shuffle(mixed)
    names = list(people)
    if "lot" not in rules.ties:  # whoever never came has a number by the order of the names
        chance.shuffle(names)
    said = {player: people[player] for player in names}
    assert shown(rank_season(rules, mixed, said, DIVISIONS, "seed")) == before


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
    before = rank_season(rules, evenings, people, DIVISIONS, "seed")
    after = rank_season(rules, moved, said, DIVISIONS, "seed")
    assert {called[row.player]: (row.division, row.place, row.total) for row in before} == {
        row.player: (row.division, row.place, row.total) for row in after
    }


@given(rules(), evenings(), people)
def test_a_total_is_what_counts_of_its_evenings(rules, evenings, people):
    for row in rank_season(rules, evenings, people, DIVISIONS):
        counting = [score.points for score in row.scores if score.state in COUNTING]
        assert row.total == sum(counting)
        assert row.counted == len(counting)
        assert row.played == sum(score.line is not None for score in row.scores)
        assert not rules.best or len(counting) <= rules.best
        gone = [score.points for score in row.scores if score.state is State.DROPPED]
        if gone:
            assert max(counting) <= min(gone) if rules.lowest else min(counting) >= max(gone)


@given(rules(), evenings(), people)
def test_places_are_by_totals_and_count_up(rules, evenings, people):
    rows = rank_season(rules, evenings, people, DIVISIONS)
    assert len({row.player for row in rows}) == len(rows)
    for division in (*DIVISIONS, None):
        mine = [row for row in rows if row.division == division]
        for index, row in enumerate(mine):
            assert row.place == index + 1 or row.place == mine[index - 1].place
            assert (row.why is None) is (index + 1 == len(mine))
        worth = [(row.below, row.total if rules.lowest else -row.total) for row in mine]
        assert worth == sorted(worth)


@given(rules(), evenings(), people)
def test_closing_moves_nobody_twice(rules, evenings, people):
    rows = rank_season(rules, evenings, people, DIVISIONS, "seed")
    moves = propose_moves(rules, DIVISIONS, rows, "seed")
    of = {row.player: row for row in rows}
    assert len({move.player for move in moves}) == len(moves)
    for move in moves:
        assert move.division == of[move.player].division != move.to
        assert move.to == 2 or not of[move.player].below
    assert sum(move.to == 1 for move in moves) <= 1
    assert sum(move.to == 2 for move in moves) <= 2


@given(rules(), evenings(), people)
def test_places_before_the_last_evening_are_those_of_the_season_without_it(rules, evenings, people):
    rows = rank_season(rules, evenings, people, DIVISIONS, "seed")
    in_time = sorted(evenings, key=lambda evening: (evening.day, evening.event))
    for division in (*DIVISIONS, None):
        mine = [row for row in rows if row.division == division]
        times = [time for time, one in enumerate(in_time) if one.division in (None, division)]
        if mine:
            earlier = rank_season(rules, in_time[: max(times, default=0)], people, DIVISIONS, "seed")
            assert find_places_before(mine, "seed") == {
                row.player: row.place for row in earlier if row.division == division and row.played
            }


@given(rules(), evenings(), people)
def test_figures_that_are_not_needed_change_nothing(rules, evenings, people):
    """So they need not be read."""
    needed = {"place", "entry", "player", "prizes", *list_needed_figures(rules)}
    rest = {
        name: EveningFigures._field_defaults[name] for name in EveningFigures._fields if name not in needed
    }
    bare = [replace(evening, lines=[line._replace(**rest) for line in evening.lines]) for evening in evenings]
    before = rank_season(rules, evenings, people, DIVISIONS, "seed")
    after = rank_season(rules, bare, people, DIVISIONS, "seed")
    assert [(row.player, row.place, row.total, row.why) for row in before] == [
        (row.player, row.place, row.total, row.why) for row in after
    ]


@given(rules(), evenings(), people)
def test_a_row_that_is_kept_says_the_same(rules, evenings, people):
    """Everybody's lines are not kept; those of one person are read again."""
    for row in rank_season(rules, evenings, people, DIVISIONS, "seed"):
        light = replace(row, count=row.count.drop_lines())
        assert (light.total, light.counted) == (row.total, row.counted)
        assert list_scores(light, row.count.find_figures(row.player)) == row.scores
