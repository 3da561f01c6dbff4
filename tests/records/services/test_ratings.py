"""Ratings as rows: in the end they are what all results come to, and until then none is wrong."""

from contextlib import suppress
from datetime import date, timedelta

import pytest
from django.core.management import call_command
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.errors import RuleError
from accounts.models import Player
from accounts.players.services import player_merge, player_unmerge
from tests.cast import make_cast
from tests.examples import examples
from tests.ratings import computed, followed, stored
from tests.web.wording import queries
from tournaments.core.record import Stage
from tournaments.core.results.elsewhere import ResultLine
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import ClubRatings, Evening, RatedEvening, RatingRow
from tournaments.records.selectors.player_record import find_clubs_behind, load_matches, load_rating_state
from tournaments.records.services import ratings
from tournaments.records.services.people import player_forget
from tournaments.records.services.ratings import rate_next, ratings_follow
from tournaments.results.services import evening_finish, evening_reopen
from tournaments.tasks import sweep
from tournaments.transfer.services.imported_results import ElsewhereResult, evening_record, result_record

FIRST = date(2026, 1, 8)
PEOPLE = ("Ada", "Ben", "Cora", "Dan", "Eve")


def lines(order):
    return tuple(ResultLine(PEOPLE[who], place=place) for place, who in enumerate(order, start=1))


def record(cast, week, order=(0, 1, 2), name="Thursday", game="draw-poker"):
    played = ElsewhereResult(name, FIRST + timedelta(weeks=week), lines(order), game=game)
    return evening_record(actor=cast.alice, club=cast.club, result=played)


def correct(cast, evening, order):
    result_record(RequestedBy(evening.pk, cast.alice, "a slip"), lines=lines(order))


def figures(found):
    """Without the last digits, which depend on the numbers that people have on the list."""
    return {
        game: {
            who: [(r.event, r.evenings, r.number, round(r.mu, 9), round(r.sigma, 9)) for r in path]
            for who, path in people.items()
        }
        for game, people in found.items()
    }


def before(found, day):
    """The ratings of evenings before that day."""
    held = dict(Evening.objects.values_list("pk", "held_on"))
    cut = {
        game: {who: [rating for rating in path if held[rating[0]] < day] for who, path in people.items()}
        for game, people in found.items()
    }
    shorn = {game: {who: path for who, path in people.items() if path} for game, people in cut.items()}
    return {game: people for game, people in shorn.items() if people}


def agree(club):
    """What stands is what all results come to, up to the day from which on it is said not to be there yet."""
    expected, at = figures(computed(club)), load_rating_state(club.pk)
    assert figures(stored(club)) == (before(expected, at.stale_from) if at.stale_from else expected)
    if at.stale_from:
        assert club.pk in find_clubs_behind()


ORDERS = st.permutations(range(5)).flatmap(lambda people: st.integers(2, 5).map(lambda n: people[:n]))
WEEKS, WHICH = st.integers(0, 3), st.integers(0, 9)
STEP = st.one_of(
    st.tuples(st.just("record"), WEEKS, ORDERS, st.sampled_from(("draw-poker", "clag"))),
    st.tuples(st.just("correct"), WHICH, ORDERS),
    st.tuples(st.just("reopen"), WHICH),
    st.tuples(st.just("move"), WHICH, WEEKS),
    st.tuples(st.just("remove"), WHICH),
    st.tuples(st.just("merge"), st.permutations(range(5))),
    st.tuples(st.just("unmerge"), WHICH),
    st.tuples(st.just("worker"), st.integers(1, 3)),
)


class Story:
    """What the steps mean in a small club. A step that is not possible is none."""

    def __init__(self):
        self.cast = make_cast()
        self.club, self.number = self.cast.club, 0

    def do(self, what, *how):
        with suppress(RuleError), transaction.atomic():
            getattr(self, what)(*how)

    def one(self, which):
        evenings = list(Evening.objects.filter(club=self.club).order_by("pk"))
        return evenings[which % len(evenings)] if evenings else None

    def record(self, week, order, game):
        self.number += 1
        # Names go down while numbers go up: the order of a day is not that of entry.
        record(self.cast, week, order, f"{99 - self.number}", game)

    def correct(self, which, order):
        if (evening := self.one(which)) and evening.stage == Stage.FINISHED:
            correct(self.cast, evening, order)

    def reopen(self, which):
        """Reopened, or finished again. Only a played one can be; for ratings it makes no difference."""
        if evening := self.one(which):
            evening.stage = Stage.SETTLING if evening.stage == Stage.FINISHED else Stage.FINISHED
            evening.seq += 1
            evening.save()

    def move(self, which, week):
        if evening := self.one(which):
            Evening.objects.filter(pk=evening.pk).update(held_on=FIRST + timedelta(weeks=week))

    def remove(self, which):
        if evening := self.one(which):
            evening.results.all().delete()
            evening.delete()

    def merged(self):
        return Player.objects.filter(merges__undone_at=None, merges__isnull=False)

    def merge(self, people):
        one, other = (Player.objects.filter(club=self.club, name=PEOPLE[who]).first() for who in people[:2])
        if one is None or other is None or self.merged().exists():
            return
        shared = set(one.entries.values_list("evening", flat=True))
        if not shared & set(other.entries.values_list("evening", flat=True)):
            player_merge(by=self.cast.alice, gone=one, kept_as=other)

    def unmerge(self, _which):
        if gone := self.merged().first():
            player_unmerge(by=self.cast.alice, gone=gone)

    def worker(self, days):
        """The worker is killed after so many days."""
        for _day in range(days):
            rate_next(self.club.pk)


@pytest.mark.django_db
@settings(max_examples=examples(0.3))
@given(st.lists(STEP, min_size=4, max_size=14))
def test_after_whatever_was_done(steps):
    with transaction.atomic():
        story = Story()
        for step in steps:
            story.do(*step)
            agree(story.club)
        assert figures(followed(story.club)) == figures(computed(story.club))
        assert load_rating_state(story.club.pk).stale_from is None
        assert not find_clubs_behind()
        transaction.set_rollback(True)


def test_the_sweep_rates_an_evening_that_finished(cast):
    evening = record(cast, 0)
    assert load_rating_state(cast.club.pk).stale_from == evening.held_on
    assert sweep() == 1
    assert load_rating_state(cast.club.pk).stale_from is None
    assert figures(stored(cast.club)) == figures(computed(cast.club))
    assert sweep() == 0


def test_a_new_evening_is_appended_and_a_correction_goes_on_from_its_day(cast):
    evenings = [record(cast, week) for week in range(4)]
    followed(cast.club)
    first = dict(RatedEvening.objects.values_list("evening", "pk"))
    late = record(cast, 5)
    assert ratings_follow() == 1
    assert dict(RatedEvening.objects.exclude(evening=late).values_list("evening", "pk")) == first
    correct(cast, evenings[2], (2, 1, 0))
    assert ratings_follow() == 3
    now = dict(RatedEvening.objects.values_list("evening", "pk"))
    same = [evening.pk for evening in evenings if now[evening.pk] == first[evening.pk]]
    assert same == [evenings[0].pk, evenings[1].pk]


def test_a_correction_that_changes_no_place_costs_one_day(cast):
    evenings = [record(cast, week) for week in range(3)]
    followed(cast.club)
    rows = list(RatingRow.objects.values_list("pk", flat=True))
    correct(cast, evenings[0], (0, 1, 2))
    assert load_rating_state(cast.club.pk).stale_from == evenings[0].held_on
    assert ratings_follow() == 1
    assert list(RatingRow.objects.values_list("pk", flat=True)) == rows


def test_the_order_of_a_day_is_that_of_the_names(cast):
    noon, evening = record(cast, 0, (0, 1, 2), "Noon"), record(cast, 0, (2, 3, 1, 0), "Evening")
    ada = Player.objects.get(club=cast.club, name="Ada").pk
    path = followed(cast.club)["draw-poker"][ada]
    assert [rating.event for rating in path] == [evening.pk, noon.pk]


def test_a_reopened_evening_counts_nowhere_and_then_again(night, cast):
    made = night(8, Stage.FINISHED).reveal()
    before = figures(followed(cast.club))
    assert before
    evening_reopen(made.because("A table was counted wrongly"))
    assert load_rating_state(cast.club.pk).stale_from == made.evening.held_on
    assert not stored(cast.club)
    assert not followed(cast.club)
    evening_finish(made.by)
    assert figures(followed(cast.club)) == before == figures(computed(cast.club))


def test_hidden_prizes_are_waited_for_and_nothing_is_behind(night, cast):
    made = night(8, Stage.FINISHED)
    assert not followed(cast.club)
    assert load_rating_state(cast.club.pk).stale_from is None
    made.reveal()
    assert load_rating_state(cast.club.pk).stale_from == made.evening.held_on
    assert figures(followed(cast.club)) == figures(computed(cast.club)) != {}


def test_who_is_forgotten_has_no_name_in_ratings_and_keeps_the_figures(cast):
    record(cast, 0)
    before = figures(followed(cast.club))
    ada = Player.objects.get(name="Ada")
    player_forget(by=cast.alice, player=ada, typed="Ada")
    assert figures(followed(cast.club)) == before == figures(computed(cast.club))
    kinds = {field.get_internal_type() for field in RatingRow._meta.fields}
    assert not kinds & {"CharField", "TextField", "JSONField"}


def test_somebody_who_wrote_meanwhile_is_first(cast, monkeypatch):
    """Two workers read the same day: the second finds that the first has written, and leaves it."""
    record(cast, 0)

    def slow(*asked):
        monkeypatch.setattr(f"{ratings.__name__}.load_matches", load_matches)
        found = load_matches(*asked)
        assert rate_next(cast.club.pk)
        return found

    monkeypatch.setattr(f"{ratings.__name__}.load_matches", slow)
    assert rate_next(cast.club.pk)
    assert ClubRatings.objects.get().version == 1
    assert figures(followed(cast.club)) == figures(computed(cast.club))


def test_a_correction_while_it_is_rated_is_rated_next(cast, monkeypatch):
    evening = record(cast, 0)

    def late(*asked):
        monkeypatch.setattr(f"{ratings.__name__}.load_matches", load_matches)
        found = load_matches(*asked)
        correct(cast, evening, (2, 1, 0))
        return found

    monkeypatch.setattr(f"{ratings.__name__}.load_matches", late)
    rate_next(cast.club.pk)
    assert load_rating_state(cast.club.pk).stale_from == evening.held_on
    assert not stored(cast.club)
    assert figures(followed(cast.club)) == figures(computed(cast.club))


def test_who_is_killed_while_a_day_is_written_has_written_nothing(cast, monkeypatch):
    evenings = [record(cast, week) for week in range(3)]
    followed(cast.club)
    correct(cast, evenings[1], (2, 1, 0))
    rows = list(RatingRow.objects.order_by("pk").values_list())
    with monkeypatch.context() as patch:
        patch.setattr(RatingRow.objects, "bulk_create", killed)
        with pytest.raises(KeyboardInterrupt):
            rate_next(cast.club.pk)
    assert list(RatingRow.objects.order_by("pk").values_list()) == rows
    agree(cast.club)
    assert figures(followed(cast.club)) == figures(computed(cast.club))


def killed(*_rows, **_more):
    raise KeyboardInterrupt


def test_a_fault_of_one_club_is_its_own(cast, monkeypatch, caplog):
    record(cast, 0)
    other = ElsewhereResult("Elsewhere", FIRST, lines((0, 1)))
    evening_record(actor=cast.charlie, club=cast.other_club, result=other)

    def faulty(club, *more):
        if club == cast.club.pk:
            raise ValueError("a fault")
        return load_matches(club, *more)

    monkeypatch.setattr(f"{ratings.__name__}.load_matches", faulty)
    assert ratings_follow() == 1
    assert stored(cast.other_club)
    assert "a fault" in caplog.text


def test_queries_do_not_grow(cast):
    counts = []
    for week in range(3):
        record(cast, week, range(5))
        counts.append(queries(rate_next, cast.club.pk))
    assert load_rating_state(cast.club.pk).stale_from is None
    assert counts[1] == counts[2] <= 22


def test_the_command_makes_them_anew(cast, capsys):
    for week in range(3):
        record(cast, week)
    followed(cast.club)
    before = figures(stored(cast.club))
    RatingRow.objects.update(number=1)
    call_command("ratings")
    assert figures(stored(cast.club)) == before
    assert "Thursday Club: 9 ratings." in capsys.readouterr().out


def test_a_look_at_all_clubs_is_one_query(cast):
    record(cast, 0)
    followed(cast.club)
    assert queries(ratings_follow) == 1
    assert find_clubs_behind() == []
