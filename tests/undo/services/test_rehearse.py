"""What a command would change, seen beforehand: nothing is kept of it, and it is what happens then."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from random import Random

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.errors import ForbiddenError, RuleError, StaleError
from tests.cast import Night, everything, refused
from tests.examples import examples
from tests.scoring.services.test_deal_record import body
from tournaments.attendance.services import Arrival, people_check_in, player_drop, player_pause
from tournaments.base.views import rehearse
from tournaments.bell.services.bell import moves_apply
from tournaments.core.movement.seating import list_playing
from tournaments.core.record import Stage
from tournaments.core.settings import Counting
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Evening, Journal
from tournaments.scoring.services.counts import Tally, TallyKind
from tournaments.scoring.services.deals import deal_correct, deal_record
from tournaments.seating.services import seats_swap
from tournaments.undo.presenters import Changes, compare_states, load_evening_state
from tournaments.undo.services.undo import (
    REASON_PENDING,
    bell_undo,
    correct_and_replay,
    derive_replay_key,
    run_if_current,
)

Command = Callable[[RequestedBy], object]


def corrected(night: Night, table: int = 2, winner: int = 1, round: int = 1) -> partial[Journal]:
    """The table's pool was won by another seat."""
    pool = next(p for p in night.facts.pools if (p.round, p.position) == (round, table))
    players = [line.entry for line in pool.lines]
    counted = night.evening.settings.counting is Counting.EACH_DEAL
    return partial(
        deal_correct,
        round=round,
        table=table,
        deal=1,
        base_version=pool.version,
        winners=[players[winner]],
        in_call=[],
        tally=Tally(TallyKind.STAKES, dict.fromkeys(players, 1)) if counted else Tally(),
    )


def really(night: Night, command: Command, by: RequestedBy | None = None) -> Changes:
    """What the command does change."""
    before = load_evening_state(Evening.objects.get(pk=night.evening.pk))
    command(by or night.because("a slip"))
    return compare_states(before, load_evening_state(Evening.objects.get(pk=night.evening.pk)))


def test_nothing_is_kept(night, monkeypatch, django_capture_on_commit_callbacks):
    """No fact, no line, no number of a line; and nobody is told or woken."""
    told: list[object] = []
    monkeypatch.setattr("tournaments.base.fanout._tell", lambda *what: told.append(what))
    night = night(12, minutes=10)
    night.play(2)
    told.clear()
    before = everything()
    with django_capture_on_commit_callbacks(execute=True) as callbacks:
        found = rehearse(night.keyed(), corrected(night))
    assert {person.entry for person in found.figures} == set(night.table(2)[:2])
    assert everything() == before
    assert (callbacks, told) == ([], [])
    assert night.evening.seq == Evening.objects.get(pk=night.evening.pk).seq - 1  # the deal's own line


def test_its_key_and_reason_are_not_used_up(night):
    night = night(12)
    night.play(2)
    keyed = night.keyed()
    asked: list[RequestedBy] = []

    def command(by: RequestedBy) -> None:
        asked.append(by)
        corrected(night)(by)

    rehearse(keyed, command)
    assert [(by.key, by.reason) for by in asked] == [(None, REASON_PENDING)]
    assert deal_record(keyed, **body(night, 1)).request_key == keyed.key


def test_a_refusal_passes_through(night):
    night = night(12)
    night.play(2)
    with refused("deal", "No such deal"):
        rehearse(night.by, partial(corrected(night), deal=7))
    with refused("version", error=StaleError):
        rehearse(night.by, partial(corrected(night), base_version=7))


def test_who_may_not_is_refused(night, cast):
    night = night(12)
    night.play(2)
    with refused("role", error=ForbiddenError):
        rehearse(RequestedBy(night.evening.pk, cast.sam), corrected(night))


def test_a_bug_in_the_command_is_none_of_ours(night):
    night = night(12)
    before = everything()

    def bug(by: RequestedBy) -> None:
        night.play(2)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        rehearse(night.by, bug)
    assert everything() == before


class TestAsShown:
    def test_it_is_done_if_nothing_was_written_since(self, night):
        night = night(12)
        line = run_if_current(night.by, partial(deal_record, **body(night)), seq=_seq(night))
        assert line.seq == _seq(night)

    def test_not_if_something_was(self, night):
        night = night(12)
        seq = _seq(night)
        night.play(1)
        for other in (seq, seq - 1, _seq(night) + 1):
            with refused("seen", "Something has changed since you opened the page", StaleError):
                run_if_current(night.by, partial(deal_record, **body(night)), seq=other)

    def test_what_was_done_is_answered_again(self, night):
        night = night(12)
        by, seq, command = night.keyed(), _seq(night), partial(deal_record, **body(night))
        line = run_if_current(by, command, seq=seq)
        night.play(1)
        assert run_if_current(by, command, seq=seq) == line
        with refused("request_key", "with other contents"):
            run_if_current(by, partial(deal_record, **body(night, 3)), seq=seq)

    def test_a_correction_with_its_replay(self, night):
        night = night(14)
        command = corrected_later(night)
        by, seq = RequestedBy(night.evening.pk, night.alice, "a slip", night.keyed().key), _seq(night)
        line = run_if_current(by, command, seq=seq)
        assert line.verb == "moves_replayed"
        assert run_if_current(by, command, seq=seq) == line
        assert Journal.objects.filter(verb="moves_replayed").count() == 1

    def test_a_replay_is_no_repetition_of_the_correction_alone(self, night):
        night = night(14)
        command = corrected_later(night)
        by, seq = RequestedBy(night.evening.pk, night.alice, "a slip", night.keyed().key), _seq(night)
        run_if_current(by, command.keywords["correct"], seq=seq)
        with refused("seen", "Something has changed since you opened the page", StaleError):
            run_if_current(by, command, seq=seq, key=derive_replay_key(by.key))


def corrected_later(night: Night) -> partial[Journal]:
    """Round 2 has begun, and table 3's pool of round 1 was won by another."""
    night.next_round()
    return partial(correct_and_replay, correct=corrected(night, 3), round=1)


def test_a_replay_is_all_or_nothing(night):
    night = night(14)
    command = corrected_later(night)
    night.play(2)
    with refused("discard", "already has results"):
        command(night.because("a slip"))


def _seq(night: Night) -> int:
    return Evening.objects.get(pk=night.evening.pk).seq


# Whatever is done: what is shown before is what is done after


@dataclass
class Chance:
    """An evening that was played by chance, and repairs that come to somebody's mind."""

    night: Night
    random: Random

    def play(self, rounds: int) -> None:
        for _round in range(rounds):
            for table in self.night.tables:
                players = [
                    e
                    for e in self.night.table(table)
                    if e in list_playing(self.night.facts, self.night.round)
                ]
                if len(players) > 1:
                    winner = self.random.choice(players)
                    self.night.play(table, winner=winner, callers=tuple(self.random.sample(players, 1)))
            self.night.decide()
            moves_apply(self.night.by, round=self.night.round)

    def part_of_a_round(self) -> None:
        for table in self.random.sample(self.night.tables, self.random.randrange(len(self.night.tables))):
            if table in self.night.preview().still_out:
                self.night.play(table)

    def mistake(self, round: int | None = None) -> partial[Journal]:
        """A result, or one of that round, was written down wrongly."""
        pools = [pool for pool in self.night.facts.pools if round in (None, pool.round)]
        pool = self.random.choice(pools)
        winner = self.random.randrange(len(pool.lines))
        return corrected(self.night, pool.position, winner, pool.round)

    def repairs(self) -> Iterator[Command]:
        """One after the other, each of what came of those before."""
        night, chance = self.night, self.random
        yield self.mistake()
        closed = night.round - 1
        yield partial(correct_and_replay, correct=self.mistake(closed), round=closed)
        one, two, three = chance.sample(sorted(list_playing(night.facts, night.round)), 3)
        yield partial(seats_swap, first=one, second=two)
        yield partial(player_drop, entry=one)
        yield partial(player_pause, entry=three)
        yield partial(people_check_in, people=[Arrival("p99")])
        yield partial(bell_undo, discard=chance.random() < 0.5)


@pytest.mark.machine
@settings(max_examples=examples(0.15), deadline=None, suppress_health_check=list(HealthCheck))
@given(
    seed=st.integers(0, 2**32),
    players=st.sampled_from([8, 13, 20]),
    rounds=st.integers(1, 3),
    counting=st.sampled_from(Counting),
    poor=st.booleans(),
    stage=st.sampled_from([Stage.PLAYING, Stage.PLAYING, Stage.SETTLING]),
)
def test_what_is_shown_is_what_happens(night, seed, players, rounds, counting, poor, stage):
    with transaction.atomic():
        stake = 3 if poor and counting is Counting.EACH_DEAL else 50
        made = Chance(night(players, stake=stake, counting=counting), Random(seed))
        made.play(rounds)
        if stage is Stage.SETTLING:
            made.night.play_round()
            made.night.settle()
        else:
            made.part_of_a_round()
        for command in made.repairs():
            shown = _tried(partial(rehearse, made.night.because("a slip"), command))
            assert _tried(partial(really, made.night, command)) == shown
        transaction.set_rollback(True)


def _tried(act: Callable[[], Changes]) -> Changes | str:
    try:
        return act()
    except RuleError as error:
        return str(error)
