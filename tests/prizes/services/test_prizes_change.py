import pytest

from accounts.errors import StaleError
from accounts.models import Group, Merge, Player
from tests.cast import refused
from tests.recordings import recorded
from tests.scoring.web.test_deals import correct
from tests.services.cases import Case
from tournaments.core.ranking.metrics import Best
from tournaments.core.ranking.places import Step
from tournaments.core.ranking.prize_list import Listed, move_prize
from tournaments.core.record import Stage
from tournaments.core.settings import Settings, to_json
from tournaments.hall.presenters.published import load_announcement
from tournaments.models import Award, EntryRow, Evening, Result
from tournaments.prizes.services import prize_reveal, prizes_change
from tournaments.results.services import evening_finish
from tournaments.standings.selectors.standings import compute_reckoning

USUAL = Settings().prizes
PATIENCE = Listed("own-1", "Patience", (Step("wins", Best.LOWEST), Step("net")), role="lady")
BEST = Listed("own-2", "Most counters of all", (Step("net"), Step("lot", Best.LOWEST)), places=3)
YOUNG = Listed("own-3", "Best of the young", (Step("net"),), group="Juniors")
CASE = Case(
    prizes_change,
    scene=lambda make: make(8, Stage.CHECK_IN),
    body=lambda night: {"before": USUAL, "after": (*USUAL, PATIENCE)},
    stages=tuple(stage for stage in Stage if stage is not Stage.CALLED_OFF),
)


def given(night, *prizes):
    evening = Evening.objects.get(pk=night.evening.pk)
    prizes_change(night.by, before=evening.settings.prizes, after=prizes)


def winners():
    return {award.prize: [winner.pk for winner in award.winners.all()] for award in Award.objects.all()}


def test_it_works(night):
    night = night(8, Stage.CHECK_IN)
    line = prizes_change(night.by, before=USUAL, after=(PATIENCE, *USUAL), one_each=True)
    settings = Evening.objects.get().settings
    assert settings.prizes == (PATIENCE, *USUAL)
    assert settings.one_prize_each
    assert line.payload == {"before": night.evening.chosen, "after": to_json(settings)}


def test_the_least_number_of_deals(night):
    night = night(8, Stage.SETTLING)
    prizes_change(night.by, before=USUAL, after=USUAL, deals=2)
    settings = Evening.objects.get().settings
    assert (settings.prize_deals, settings.one_prize_each) == (2, False)
    prizes_change(night.by, before=USUAL, after=USUAL, one_each=True)
    assert Evening.objects.get().settings.prize_deals == 2
    with refused("prize_deals"):
        prizes_change(night.by, before=USUAL, after=USUAL, deals=1001)
    evening_finish(night.by)
    assert {award.why for award in Award.objects.all()} == {"prize_nobody", "prize_no_role"}


def test_in_another_order(night):
    night = night(8, Stage.SETTLING)
    given(night, *move_prize(USUAL, "booby", -2))
    evening_finish(night.by)
    assert list(Award.objects.order_by("rank").values_list("prize", flat=True)) == [
        *("booby", "yellow", "counters-lady", "counters-gentleman")
    ]


def test_somebody_else_was_faster(night):
    night = night(8, Stage.CHECK_IN)
    given(night, "booby")
    with refused("prizes", "changed since you opened the page", error=StaleError):
        prizes_change(night.by, before=USUAL, after=(*USUAL, PATIENCE))
    assert Evening.objects.get().settings.prizes == ("booby",)


def test_own_prizes_are_announced_and_revealed(night):
    """Every one has its winners or the reason why nobody; what is written is what was reckoned."""
    night = night(12, Stage.SETTLING)
    given(night, "yellow", PATIENCE, BEST)
    reckoned = compute_reckoning(night.facts).awards
    evening_finish(night.by)
    assert list(winners()) == ["yellow", "own-1", "own-2", "own-2-2", "own-2-3"]
    assert winners() == {made.prize.key: sorted(made.winners) for made in reckoned}
    prize_reveal(night.by, prize="own-2-3")
    told = load_announcement(night.evening).newest
    assert told
    assert (told.title, told.whom) == ("Most counters of all", "place 3")
    assert told.names
    assert told.why
    assert told.why.startswith("Counters after settling up:")


@pytest.fixture
def young(night, cast):
    """An evening with people of the club's list, of whom one is in the group of the young."""
    night = night(8, Stage.SETTLING)
    youngest = Player.objects.create(club=cast.club, name="Junior")
    Group.objects.create(club=cast.club, name="Juniors").players.add(youngest)
    EntryRow.objects.filter(pk=night.table(1)[0]).update(player=youngest, name="Junior")
    given(night, *USUAL, YOUNG)
    night.evening.refresh_from_db()
    return night


def test_who_was_merged_is_in_the_groups_of_who_stands_for_both(young, cast):
    player = Player.objects.get(name="Junior")
    stays = Player.objects.create(club=cast.club, name="Junior again")
    Group.objects.get().players.set([stays])
    Merge.objects.create(gone=player, kept=stays)
    evening_finish(young.by)
    assert winners()["own-3"] == [young.entry("Junior")]


def test_groups_are_as_they_were_when_the_result_was_written(young):
    """Whoever grows up later has been young that evening, whatever is corrected."""
    evening_finish(young.by)
    assert winners()["own-3"] == [young.entry("Junior")]
    Group.objects.get().players.clear()
    again = compute_reckoning(young.facts).awards
    assert winners() == {made.prize.key: sorted(made.winners) for made in again}
    correct(young, "Slip was read wrongly", table=1)
    last = Award.objects.filter(prize="own-3").latest("result__version")
    assert last.result is not None
    assert last.result.version == 2
    assert [winner.name for winner in last.winners.all()] == ["Junior"]


def test_without_a_group_of_that_name_nobody_wins(young):
    Group.objects.all().delete()
    evening_finish(young.by)
    award = Award.objects.get(prize="own-3")
    assert (award.why, award.figures, winners()["own-3"]) == ("prize_no_group", {"group": "Juniors"}, [])


class TestOfAFinishedEvening:
    """The list is corrected as results are: a new version, with a reason."""

    def test_it_works(self, night):
        night = night(8, Stage.FINISHED).reveal()
        first = winners()
        with refused("reason", "Enter a reason"):
            prizes_change(night.by, before=USUAL, after=())
        assert Evening.objects.get().settings.prizes == USUAL
        line = prizes_change(night.because("It was promised"), before=USUAL, after=(BEST, *USUAL))
        assert line.payload["version"] == 2
        last = Result.objects.get(version=2)
        assert [award.prize for award in last.awards.order_by("rank")][:2] == ["own-2", "own-2-2"]
        assert {award.revealed_id for award in last.awards.filter(prize__startswith="own")} == {line.pk}
        assert load_announcement(night.evening).hidden == 0
        for award in Award.objects.filter(result__version=1):
            assert [winner.pk for winner in award.winners.all()] == first[award.prize]

    def test_a_secret_stays_one(self, night):
        night = night(8, Stage.FINISHED)
        prize_reveal(night.by, prize="booby")
        prizes_change(night.because("Promised"), before=USUAL, after=(BEST, *USUAL))
        told = {prize.title: bool(prize.revealed) for prize in load_announcement(night.evening).prizes}
        assert {title for title, revealed in told.items() if revealed} == {"Booby prize"}

    def test_a_group_is_as_it_was_when_it_first_had_a_prize(self, night, cast):
        night = night(8, Stage.FINISHED)
        young = Player.objects.get(entries=night.facts.entries[0].id)
        group = Group.objects.create(club=cast.club, name="Juniors")
        group.players.add(young)
        prizes_change(night.because("Promised"), before=USUAL, after=(YOUNG,))
        group.players.clear()
        prizes_change(night.because("Ours, too"), before=(YOUNG,), after=(YOUNG, BEST))
        for award in Award.objects.filter(prize="own-3"):
            assert [winner.pk for winner in award.winners.all()] == [night.facts.entries[0].id]

    def test_an_evening_played_elsewhere_is_told_anew(self, cast):
        played = recorded(cast)
        with refused("prizes", "played elsewhere"):
            prizes_change(played.because("Promised"), before=(), after=USUAL)
