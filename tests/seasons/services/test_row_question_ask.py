from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.errors import RuleError
from accounts.models import Merge, Player
from accounts.permissions import Right
from tests.cast import refused
from tests.played_seasons import by, player
from tests.services.season_cases import CLOSED, OPEN, SeasonCase, two_evenings
from tournaments.core.record import Stage
from tournaments.models import Evening, RowQuestion, SeasonLine
from tournaments.seasons.presenters.journal import load_book
from tournaments.seasons.services.results import row_question_ask, row_question_close, season_close
from tournaments.seasons.services.seasons import evening_add, season_change

CASE = SeasonCase(
    row_question_ask,
    body=lambda cast, season: {"player": player(cast, "Ada"), "text": "Why 10 points?"},
    stages=(OPEN, CLOSED),
    right=Right.VIEW,
)


def ask(cast, season, text="Why?", actor=None, name="Ada"):
    row_question_ask(CASE.by(season, actor or cast.vera), player=player(cast, name), text=text)
    return RowQuestion.objects.latest("pk")


def last_evening_on(day):
    Evening.objects.filter(name="Evening 2").update(held_on=day)


def test_a_member_asks_about_any_row(cast):
    season = two_evenings(cast)
    asked = ask(cast, season, "  Why\n 10 points? ")
    assert (asked.question, asked.player.name, asked.asked.actor) == ("Why 10 points?", "Ada", cast.vera)
    assert load_book(season).lines[0].words == "Ada: there is a question about this row."
    assert (asked.answer, asked.answered, asked.closed) == ("", None, None)


def test_only_about_rows_that_there_are_or_that_a_merged_player_has(cast):
    season, nobody = two_evenings(cast), Player.objects.create(club=cast.club, name="Nobody")
    for who in (nobody.pk, 10_000_000):
        with refused("player", "no such row"):
            row_question_ask(CASE.by(season, cast.vera), player=who, text="Why?")
    Merge.objects.create(gone=nobody, kept_id=player(cast, "Ada"))
    assert ask(cast, season, name="Nobody").player.name == "Ada"


@pytest.mark.thorough
def test_who_may_not_see_the_row_may_not_ask_about_it(cast, night):
    """An evening with hidden prizes counts for organisers only."""
    season, night = two_evenings(cast), night(8, Stage.FINISHED)
    evening_add(by(cast, season), evening=night.evening.pk)
    with refused("player"):
        ask(cast, season, name="p01")
    ask(cast, season, actor=cast.bob, name="p01")


@pytest.mark.parametrize("text", ["", "  ", "x" * 501, "nul\x00"])
def test_a_question_has_words(cast, text):
    season = two_evenings(cast)
    with refused("text"):
        ask(cast, season, text)
    assert not RowQuestion.objects.exists()


def test_five_open_questions_of_one_member(cast):
    season = two_evenings(cast)
    first, *_others = [ask(cast, season, f"Why {n}?") for n in range(5)]
    with refused("text", "You have 5 open questions"):
        ask(cast, season)
    ask(cast, season, actor=cast.sam)
    row_question_close(CASE.by(season, cast.vera), question=first.pk)
    ask(cast, season)


class TestUntilWhen:
    def test_some_days_after_the_last_evening(self, cast):
        season, today = two_evenings(cast), timezone.localdate()
        season_change(by(cast, season), rules={"question_days": 3})
        last_evening_on(today - timedelta(days=3))
        ask(cast, season)
        last_evening_on(today - timedelta(days=4))
        with pytest.raises(RuleError, match="Questions were possible until") as refusal:
            ask(cast, season)
        assert refusal.value.figures["day"] == today - timedelta(days=1)

    def test_or_after_the_closing(self, cast):
        season, today = two_evenings(cast), timezone.now()
        season_change(by(cast, season), rules={"question_days": 3})
        season_close(by(cast, season))
        ask(cast, season)
        SeasonLine.objects.filter(verb="season_closed").update(at=today - timedelta(days=5))
        with refused("text", "Questions were possible until"):
            ask(cast, season)

    def test_without_the_rule_always(self, cast):
        season = two_evenings(cast)
        last_evening_on(timezone.localdate() - timedelta(days=900))
        ask(cast, season)
