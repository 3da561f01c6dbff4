"""Rights, stages, reasons and repeated requests: the same for every service that writes a season's book.

A new one needs its own test file with a ``CASE`` in it, and its verb a sentence; without them this fails.
"""

from dataclasses import replace
from uuid import uuid4

import pytest

from accounts.clubs.services import club_create
from accounts.errors import ForbiddenError
from accounts.permissions import Right
from tests.cast import everything, refused
from tests.played_seasons import PEOPLE, played
from tests.services.season_cases import season_case_of, season_services
from tournaments.core.leagues.rules import Rules, SeasonStage
from tournaments.models import Season, SeasonLine
from tournaments.seasons.presenters.journal import SENTENCES, load_book
from tournaments.seasons.services.leagues import league_create, season_create

pytestmark = [pytest.mark.postgresql, pytest.mark.every_case]

SERVICES = sorted(season_services())


def test_there_are_services():
    assert len(SERVICES) >= 9


@pytest.mark.parametrize("name", SERVICES)
class TestEverySeasonService:
    def test_it_validates_ownership(self, name, cast):
        case = season_case_of(name)
        assert case.service is season_services()[name]
        season = case.scene(cast)
        theirs = league_create(by=cast.charlie, club=cast.other_club, name="Theirs")
        other = season_create(by=cast.charlie, league=theirs, name="1", rules=Rules())
        body = case.body(cast, season)
        for person, where in (
            (cast.charlie, season),
            *((person, season) for person in (cast.vera, cast.sam) if case.right > Right.VIEW),
            *((person, other) for person in (cast.alice, cast.bob)),
        ):
            with refused("role", error=ForbiddenError):
                case.service(case.by(where, person), **body)
        line = case.service(case.by(season, cast.bob), **body)
        assert (line.actor, line.season_id, line.reason) == (cast.bob, season.pk, "because of a test")

    def test_its_line_is_told_and_the_book_has_no_gaps(self, name, cast):
        case = season_case_of(name)
        season = case.scene(cast)
        line = case.service(case.by(season, cast.alice), **case.body(cast, season))
        season.refresh_from_db()
        book = load_book(season)
        assert [told.seq for told in book.lines] == list(range(season.seq, 0, -1))
        assert line.verb in SENTENCES
        assert book.lines[0].words.endswith(".")
        assert "%" not in book.lines[0].words

    def test_at_the_other_stage_it_is_refused(self, name, cast):
        case = season_case_of(name)
        season = case.scene(cast)
        body = case.body(cast, season)
        for stage in {*SeasonStage} - {*case.stages}:
            Season.objects.filter(pk=season.pk).update(stage=stage)
            with refused("stage"):
                case.service(case.by(season, cast.alice), **body)

    @pytest.mark.postgresql(every_case=True)
    def test_the_same_request_twice_changes_nothing(self, name, cast):
        case, key = season_case_of(name), uuid4()
        season = case.scene(cast)
        body = case.body(cast, season)
        first = case.service(case.by(season, cast.alice, key=key), **body)
        before = everything()
        assert case.service(case.by(season, cast.alice, key=key), **body) == first
        assert everything() == before
        with refused("request_key"):
            case.service(case.by(season, cast.alice, key=key, reason="another"), **body)

    def test_reasons(self, name, cast):
        case = season_case_of(name)
        season = case.scene(cast)
        body = case.body(cast, season)
        for reason in ("x" * 201, "nul\x00"):
            with refused("reason"):
                case.service(case.by(season, cast.alice, reason=reason), **body)
        if case.asks_reason:
            with refused("reason", "Enter a reason"):
                case.service(case.by(season, cast.alice, reason=" "), **body)
        else:
            assert case.service(case.by(season, cast.alice, reason=""), **body).reason == ""


def test_every_sentence_is_of_a_verb_that_is_written(cast):
    """And a verb of another release, which has none here, is shown as it is."""
    season = played(cast, PEOPLE)
    SeasonLine.objects.create(season=season, seq=99, verb="cake_baked")
    assert load_book(season).lines[0].words == "cake baked"
    written = {"season_planned", "season_followed", "season_imported"}
    for name in SERVICES:
        case = season_case_of(name)
        at = replace(cast, club=club_create(owner=cast.alice, name=f"One for {name}"))
        other = case.scene(at)
        written.add(case.service(case.by(other, cast.alice), **case.body(at, other)).verb)
    assert written == set(SENTENCES)
