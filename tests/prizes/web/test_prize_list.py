"""An evening's list of prizes is changed prize by prize, without any script."""

from dataclasses import replace

import pytest
from django.urls import reverse

from accounts.models import Group
from tests.web.html import faults, shows
from tests.web.wording import queries
from tournaments.core.ranking.metrics import Best
from tournaments.core.ranking.places import Step
from tournaments.core.ranking.prize_list import Listed
from tournaments.core.record import Stage
from tournaments.core.settings import Settings, to_json
from tournaments.models import Evening, Journal, PrizeSet
from tournaments.prizes.services import prize_set_keep

OWN = Listed("own-1", "Patience <b>", (Step("wins", Best.LOWEST), Step("net")), role="lady", places=2)
RULEBOOKS = Settings().prizes
FORM = {
    "title": "  Best   deal ",
    "metric": "best",
    "best": "highest",
    "tie_1": "net:highest",
    "tie_2": "",
    "equal": "lot",
    "whom": "group:Juniors",
    "places": "3",
}
MADE = Listed(
    "own-1",
    "Best deal",
    (Step("best"), Step("net"), Step("lot", Best.LOWEST)),
    group="Juniors",
    places=3,
)


@pytest.fixture(autouse=True)
def bob(client, cast):
    Group.objects.create(club=cast.club, name="Juniors")
    client.force_login(cast.bob)


def at(night, key=""):
    if key:
        return reverse("prize-edit", args=[night.evening.pk, key])
    return reverse("prize-list", args=[night.evening.pk])


def prizes(night):
    return Evening.objects.get(pk=night.evening.pk).settings.prizes


def do(client, night, what, key="", **more):
    return client.post(at(night), {"do": what, "key": key, **more}, follow=True)


def rows(answer):
    return [(row.key, row.title, row.off) for row, _edit in answer.context["rows"]]


class TestTheList:
    def test_it_works(self, client, night):
        night = night(8, Stage.DRAFT, prizes=("yellow", OWN))
        answer = client.get(at(night))
        html = answer.content.decode()
        assert rows(answer) == [
            ("yellow", "Most yellow chips", False),
            ("own-1", "Patience <b>", False),
            ("counters", "Most counters", True),
            ("booby", "Booby prize", True),
        ]
        shows(html, "Wins, the lowest; Counters after settling up, the highest · lady", never="<b>")
        assert faults(html) == []

    @pytest.mark.thorough
    def test_while_it_is_played_it_says_who_would_win(self, client, night):
        night = night(8, Stage.SETTLING, prizes=("yellow", "counters", replace(OWN, role="")))
        answer = client.get(at(night))
        [yellow, counters, own] = [row.now for row, _edit in answer.context["rows"]][:3]
        assert [len(yellow), len(counters), len(own)] == [1, 2, 2]
        assert yellow[0].winners
        assert yellow[0].why.startswith("Yellow chips: 1.")
        assert yellow[0].winners[0].name in answer.content.decode()

    def test_what_is_not_known_here_is_not_given(self, client, night):
        exact = Listed("own-1", "Exact", (Step("exact"),))
        shows(client.get(at(night(8, prizes=(exact,)))), "This game does not have: Exact bids.")

    @pytest.mark.parametrize(
        ("before", "what", "key", "then"),
        [
            (RULEBOOKS, "up", "booby", ("yellow", "booby", "counters")),
            (RULEBOOKS, "down", "yellow", ("counters", "yellow", "booby")),
            (RULEBOOKS, "off", "counters", ("yellow", Listed("counters", off=True), "booby")),
            (RULEBOOKS, "remove", "booby", ("yellow", "counters")),
            (RULEBOOKS, "up", "yellow", RULEBOOKS),
            ((), "on", "booby", ("booby",)),
        ],
    )
    def test_one_prize_at_a_time(self, client, night, before, what, key, then):
        night = night(4, Stage.PLAYING, prizes=before)
        answer = do(client, night, what, key)
        assert prizes(night) == then
        assert answer.redirect_chain == [(f"{at(night)}#prize-{key}", 302)]

    @pytest.mark.parametrize(
        "sent", [{}, {"do": "up"}, {"do": "burn", "key": "booby"}, {"do": "up", "key": "own-7"}]
    )
    def test_what_cannot_be_done_is_told(self, client, night, sent):
        night = night(4, Stage.DRAFT)
        answer = client.post(at(night), sent, follow=True)
        assert [message.level_tag for message in answer.context["messages"]] == ["refused"]
        assert prizes(night) == RULEBOOKS

    def test_one_prize_each(self, client, night):
        night = night(4, Stage.PLAYING)
        do(client, night, "each", one_prize_each="on")
        assert Evening.objects.get().settings.one_prize_each
        do(client, night, "each")
        assert not Evening.objects.get().settings.one_prize_each

    def test_the_journal_says_what_was_changed(self, client, night, cast):
        night = night(4, Stage.CHECK_IN)
        client.post(at(night, "new"), {**FORM, "whom": ""})
        assert Journal.objects.latest("seq").verb == "prizes_changed"
        shows(
            client.get(reverse("journal", args=[night.evening.pk])),
            "The prizes were changed.",
            "Best deal (Best deal, the highest; Counters after settling up, the highest; Lot",
        )

    def test_queries_do_not_grow(self, client, night):
        counts = []
        for players in (8, 26):
            made = night(players, Stage.PLAYING, prizes=("yellow", OWN, replace(MADE, key="own-2")))
            counts.append(queries(client.get, at(made)))
        assert counts[0] == counts[1] <= 28


class TestOnePrize:
    @pytest.mark.thorough
    def test_a_new_one(self, client, night):
        night = night(4, Stage.PLAYING)
        assert faults(client.get(at(night, "new")).content.decode()) == []
        answer = client.post(at(night, "new"), FORM, follow=True)
        assert answer.redirect_chain == [(at(night), 302)]
        assert prizes(night) == (*RULEBOOKS, MADE)
        assert "Saved." in answer.content.decode()
        client.post(at(night, "new"), {**FORM, "title": "Another"})
        assert prizes(night)[-1] == replace(MADE, key="own-2", title="Another")

    def test_what_is_saved_again_stays_as_it_was(self, client, night):
        steps = tuple(Step(metric) for metric in ("wins", "net", "best", "counters"))
        many = replace(OWN, key="own-2", title="Many steps", steps=steps, off=True)
        night = night(4, Stage.PLAYING, prizes=(OWN, replace(MADE, key="own-3"), many))
        before = prizes(night)
        for key in ("own-1", "own-2", "own-3"):
            form = client.get(at(night, key)).context["form"]
            sent = {name: form[name].value() for name in form.fields}
            answer = client.post(at(night, key), {n: v for n, v in sent.items() if v is not None})
            assert answer.status_code == 302
        assert prizes(night) == before

    def test_another_name_for_one_of_the_rulebooks(self, client, night):
        night = night(4, Stage.PLAYING)
        for unknown in ("own-9", "gold"):
            assert client.get(at(night, unknown)).status_code == 404
        shows(client.get(at(night, "counters")), "If you leave this empty, the name is “Most counters”.")
        client.post(at(night, "counters"), {"title": "The big stack"})
        assert prizes(night) == ("yellow", Listed("counters", "The big stack"), "booby")
        client.post(at(night, "counters"), {"title": ""})
        assert prizes(night) == RULEBOOKS

    @pytest.mark.thorough
    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("title", ""),
            ("title", "x" * 61),
            ("title", "a\x00"),
            ("metric", "beauty"),
            ("metric", "exact"),
            ("best", "middle"),
            ("tie_1", "beauty:highest"),
            ("equal", "fight"),
            ("whom", "role:page"),
            ("places", "0"),
            ("places", "many"),
        ],
    )
    def test_what_is_no_prize_is_refused_at_its_field(self, client, night, field, value):
        night = night(4, Stage.PLAYING)
        answer = client.post(at(night, "new"), FORM | {field: value})
        assert answer.status_code == 422
        assert answer.context["form"].errors.keys() == {field}
        assert prizes(night) == RULEBOOKS

    def test_the_same_metric_twice(self, client, night):
        sent = FORM | {"tie_1": "best:lowest"}
        shows(client.post(at(night(4), "new"), sent), "Choose each one only once.", status=422)

    @pytest.mark.thorough
    def test_for_whom_is_chosen_from_roles_and_groups(self, client, night):
        form = client.get(at(night(4), "new")).context["form"]
        assert [value for value, _words in form.fields["whom"].choices] == [
            *("", "role:lady", "role:gentleman", "group:Juniors")
        ]
        known = [value for value, _words in form.fields["metric"].choices]
        assert {"net", "yellow", "wins", "best"} <= set(known)
        assert not {"exact", "score", "points", "lot"} & set(known)


class TestSets:
    def test_these_are_kept_as_a_set(self, client, night, cast):
        night = night(4, Stage.DRAFT, prizes=("booby", OWN))
        shows(do(client, night, "keep", name="Club nights"), "Saved.")
        assert PrizeSet.objects.get(club=cast.club, for_seasons=False).name == "Club nights"
        assert do(client, night, "keep", name=" ").status_code == 422

    def test_a_set_is_taken(self, client, night, cast):
        kept = prize_set_keep(by=cast.bob, club=cast.club, name="Club nights", prizes=("booby", OWN))
        night = night(4, Stage.PLAYING)
        do(client, night, "take", set=kept.pk)
        assert prizes(night) == ("booby", OWN)
        assert do(client, night, "take", set=0).status_code == 422

    def test_a_set_for_a_role_that_nobody_can_have_is_refused(self, client, night, cast):
        kept = prize_set_keep(by=cast.bob, club=cast.club, name="Club nights", prizes=(OWN,))
        night = night(4, Stage.PLAYING, roles=())
        shows(do(client, night, "take", set=kept.pk), "which nobody can have", status=422)

    def test_a_new_evening_begins_with_one(self, client, cast):
        kept = prize_set_keep(by=cast.bob, club=cast.club, name="Club nights", prizes=("booby", OWN))
        address = reverse("evening-new", args=[cast.club.pk])
        form = client.get(address).context["form"]
        sent = {name: form[name].value() for name in form.fields if form[name].value() is not None}
        client.post(address, {**sent, "prize_set": str(kept.pk)})
        assert Evening.objects.get().settings.prizes == ("booby", OWN)
        client.post(address, {**sent, "name": "Another"})
        assert Evening.objects.latest("pk").settings.prizes == RULEBOOKS


def test_a_usual_prize_that_this_game_does_not_have(client, night):
    """It came with a set, or by a change of the format: it is called what it is called elsewhere."""
    night = night(0, Stage.DRAFT, game="blackout", format="fixed")
    settings = night.evening.settings
    Evening.objects.filter(pk=night.evening.pk).update(chosen=to_json(replace(settings, prizes=("yellow",))))
    page = client.get(at(night))
    shows(page, "Most yellow chips", "This game does not have this prize.", never="<strong>yellow<")
    shows(client.get(at(night, "yellow")), "Most yellow chips", status=200)
    client.post(at(night, "yellow"), {"title": "Chips"})
    assert prizes(night)[0].title == "Chips"
