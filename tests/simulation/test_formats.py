"""Evenings of whole games for which seats are drawn anew, simulated to their end with real cards."""

from collections import Counter
from dataclasses import replace

import pytest

from tournaments.core.formats.knockout import Knockout
from tournaments.core.movement.seating import list_presences
from tournaments.core.record import Presence, Stage
from tournaments.core.results.prizes import explain_barred
from tournaments.core.settings import Settings, ThroughOf, from_json
from tournaments.evening.selectors.evening import load_facts
from tournaments.models import Evening
from tournaments.simulation.rounds import SimulationOrder, simulate

pytestmark = pytest.mark.slow
FORMAT = Knockout()


def everybody_sits_once_or_is_told(evening: Evening) -> None:
    """In each game whoever is here has one seat, or a line that says why there is none."""
    facts = load_facts(evening.pk)
    moves = set(evening.rounds.filter(void=None).values_list("number", "moves__entry", "moves__to_position"))
    for played in facts.rounds:
        seats = Counter(seat.entry for seat in facts.seats if seat.round == played.number)
        assert set(seats.values()) == {1}
        chairs = Counter((seat.position, seat.chair) for seat in facts.seats if seat.round == played.number)
        assert set(chairs.values()) == {1}
        if played.number == 1:
            continue
        before = FORMAT.find_contenders(facts, played.number - 1)
        for entry, state in list_presences(facts, played.number).items():
            if state is Presence.HERE and entry not in seats:
                told = (played.number - 1, entry, None) in moves
                assert told or (facts.play.format.key == "knockout" and entry not in before)


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", ["7", "11"])
@pytest.mark.parametrize("format", ["rotation", "swiss", "ladder"])
@pytest.mark.parametrize(("game", "players"), [("kachuful", 17), ("draw-poker", 22)])
def test_rotation_and_swiss_play_their_games(cast, format, game, players, seed):
    settings = Settings(games=4, deals=6)
    order = SimulationOrder("Drawn", players, seed=seed, game=game, format=format, settings=settings)
    evening = simulate(order, club=cast.club, actor=cast.alice)
    assert evening.stage == Stage.FINISHED
    assert evening.rounds.filter(void=None).count() == 4
    everybody_sits_once_or_is_told(evening)


@pytest.mark.sample(2)
@pytest.mark.parametrize("consolation", [False, True])
@pytest.mark.parametrize("of", ThroughOf)
@pytest.mark.parametrize(("game", "players"), [("kachuful", 26), ("brag", 23)])
def test_a_knockout_is_played_to_its_final(cast, game, players, of, consolation):
    settings = Settings(deals=6, through=2, through_of=of, consolation=consolation)
    order = SimulationOrder("Knockout", players, game=game, format="knockout", settings=settings)
    evening = simulate(order, club=cast.club, actor=cast.alice)
    assert evening.stage == Stage.FINISHED
    facts = load_facts(evening.pk)
    last = facts.rounds[-1].number
    assert FORMAT.is_final(facts, last)
    assert not any(FORMAT.is_final(facts, number) for number in range(1, last))
    reached = FORMAT.find_last_rounds(facts)
    winners = evening.results.get(version=1).settlements.filter(place=1)
    assert {reached[winner.entry_id] for winner in winners} == {last}
    everybody_sits_once_or_is_told(evening)
    whoever_wins_the_final_wins_the_knockout(evening)


def whoever_wins_the_final_wins_the_knockout(evening: Evening) -> None:
    """Whoever has most of the evening may be another; the booby prize is for the least of all."""
    facts = load_facts(evening.pk)
    final = Counter[int]()
    for pool in facts.pools:
        if pool.round == facts.rounds[-1].number and pool.position in FORMAT.find_main_tables(
            facts, pool.round
        ):
            for line in pool.lines:
                final[line.entry] += (line.counters if facts.play.kind.stakes else line.score) or 0
    result = evening.results.get(version=1)
    won = {award.prize: {entry.pk for entry in award.winners.all()} for award in result.awards.all()}
    assert won.keys() == {"counters", "booby"}
    best = {entry for entry, points in final.items() if points == max(final.values())}
    assert won["counters"]
    assert won["counters"] <= best
    figures = {
        row.entry_id: row.net if facts.play.kind.stakes else row.score for row in result.settlements.all()
    }
    able = figures.keys() - explain_barred(replace(facts, settings=from_json(result.chosen))).keys()
    assert {figures[entry] for entry in won["booby"]} == {min(figures[entry] or 0 for entry in able)}
