"""Revealing the prizes: the organiser's buttons, and what the projector shows."""

import pytest
from django.urls import reverse

from tests.web.html import Page, shows
from tests.web.wording import queries
from tournaments.core.record import Stage
from tournaments.models import Award, EntryRow
from tournaments.prizes.presenters.prizes import PrizeDisplay, Winner
from tournaments.prizes.services import prize_reveal, prizes_reveal_all


@pytest.fixture(autouse=True)
def alice(client, cast):
    client.force_login(cast.alice)


@pytest.fixture
def finished(night):
    return night(8, Stage.FINISHED)


def desk(client, night, asked=None, **headers):
    return client.get(reverse("evening", args=[night.evening.pk]), asked, headers=headers)


def send(client, night, **data):
    return client.post(reverse("prize-reveal", args=[night.evening.pk]), data, follow=True)


def send_all(client, night):
    return client.post(reverse("prizes-reveal", args=[night.evening.pk]), follow=True)


def hall(client, night):
    return client.get(reverse("hall", args=[night.evening.join_code]))


def buttons(answer):
    """What the buttons say that announce something, the first first."""
    main = next(Page(answer.content.decode()).root.all("main"))
    return [button.words for button in main.all("button") if "Announce" in button.words]


def parts(answer):
    """The words of the projector's parts, by the first class of each."""
    found = Page(answer.content.decode()).root.all("div", "ol")
    return {next(iter((part.attributes.get("class") or "-").split())): part.words for part in found}


def revealed():
    return set(Award.objects.exclude(revealed=None).values_list("prize", flat=True))


@pytest.mark.thorough
def test_one_after_the_other_the_highest_last(client, finished):
    assert buttons(desk(client, finished)) == [
        "Announce “Booby prize”",
        "Announce: Most yellow chips",
        "Announce: Most counters: lady",
        "Announce: Most counters: gentleman",
        "Announce all",
    ]
    answer = send(client, finished, prize="booby")
    assert revealed() == {"booby"}
    assert buttons(answer) == [
        "Announce “Most counters: gentleman”",
        *("Announce: Most yellow chips", "Announce: Most counters: lady"),
        "Announce all",
    ]
    send(client, finished, prize="counters-gentleman")
    answer = send(client, finished, prize="counters-lady")
    assert buttons(answer) == ["Announce “Most yellow chips”"]
    assert buttons(send(client, finished, prize="yellow")) == []


def test_any_can_be_picked_and_all_at_once(client, finished):
    html = desk(client, finished, {"seq": "1"}, hx_request="true").content.decode()
    assert "<html" not in html, "the part that changes"
    assert "Announce “Booby prize”" in Page(html).root.words
    send(client, finished, prize="yellow")
    assert revealed() == {"yellow"}
    shows(send_all(client, finished), "All prizes are announced.")
    assert revealed() == {"yellow", "counters-lady", "counters-gentleman", "booby"}


@pytest.mark.thorough
@pytest.mark.parametrize("prize", ["", "counters", "x" * 70, "booby"])
def test_refusals_are_told(prize, client, finished):
    prize_reveal(finished.by, prize="booby")
    before = revealed()
    answer = send(client, finished, prize=prize)
    assert [message.level_tag for message in answer.context["messages"]] == ["refused"]
    assert revealed() == before


@pytest.mark.thorough
def test_who_only_looks_sees_what_the_hall_knows(client, cast, finished):
    prize_reveal(finished.by, prize="booby")
    names = {winner.name for award in Award.objects.all() for winner in award.winners.all()}
    known = {winner.name for winner in Award.objects.get(prize="booby").winners.all()}
    for member in (cast.sam, cast.vera):
        client.force_login(member)
        answer = desk(client, finished)
        told = next(Page(answer.content.decode()).root.all("main")).words
        assert {name for name in names if name in told} == known
        assert told.count("not announced yet") == 3
        assert buttons(answer) == []
        assert answer.context["rows"] == ()


@pytest.mark.thorough
def test_a_revealed_prize_tells_nothing_of_the_hidden_ones(client, cast, night):
    """Neither who was passed over for having one, nor the ranking, from which the rest can be read."""
    night = night(8, Stage.FINISHED, one_prize_each=True)
    award = Award.objects.get(prize="booby")
    last, winner, *_others = EntryRow.objects.filter(evening=night.evening)
    for one in Award.objects.all():
        one.winners.set([last if one == award else winner])
    won = {"metric": "counters", "figure": 1, "next": 2, "whom": [winner.pk]}
    Award.objects.filter(pk=award.pk).update(why="prize_best_passed", figures=won)
    prize_reveal(night.by, prize="booby")
    client.force_login(cast.vera)
    pages = [hall(client, night), client.get(reverse("prizes", args=[night.evening.pk]))]
    for page in pages:
        shows(page, last.name, never=[winner.name, "already with a prize", "Ranking for this prize"])
    prizes_reveal_all(night.by)
    shows(hall(client, night), winner.name)
    page = client.get(reverse("prizes", args=[night.evening.pk])).text
    assert f"As good or better, but already with a prize: {winner.name}." in page
    assert "Ranking for this prize" in page


@pytest.mark.thorough
def test_the_projector(client, finished):
    """First all are secrets; then the newest alone, large; all of them and the standing come last."""
    shown = parts(hall(client, finished))
    assert {"giant", "prize-list", "standing"} & shown.keys() == {"prize-list"}
    assert "p01" not in shown["prize-list"]

    prize_reveal(finished.by, prize="booby")
    won = Award.objects.get(prize="booby")
    names = "".join(won.winners.values_list("name", flat=True))
    answer = hall(client, finished)
    shown = parts(answer)
    assert shown["giant"].startswith(f"Booby prize {names} Counters after settling up: ")
    assert shown["giant"].endswith("equal in everything that counts. 3 prizes to come")
    assert not {"prize-list", "standing"} & shown.keys()

    prizes_reveal_all(finished.by)
    answer = hall(client, finished)
    shown = parts(answer)
    assert shown["giant"].startswith("Most yellow chips")
    assert "standing" in shown
    assert "not announced yet" not in answer.content.decode()
    for prize in answer.context["hall"].announcement.prizes:
        title = f"{prize.title}: {prize.whom}" if prize.whom else prize.title
        assert f"{title} {prize.listed}" in shown["prize-list"]


@pytest.mark.parametrize(
    ("names", "crowd"),
    [((), ""), (("Ada", "Ben"), ""), (("Maximiliana-Theodora von H.",), "some"), (("Ada B.",) * 12, "many")],
)
def test_many_names_are_smaller(names, crowd):
    assert PrizeDisplay("booby", "Booby prize", tuple(Winner(0, name) for name in names)).crowd == crowd


def test_without_prizes_the_standing_is_there_at_once(client, night):
    night = night(8, Stage.FINISHED, prizes=())
    assert buttons(desk(client, night)) == []
    assert "standing" in parts(hall(client, night))


def test_queries_do_not_grow(client, night):
    counts = []
    for players, roles in ((8, ("lady", "gentleman")), (26, tuple("abcdef"))):
        made = night(players, Stage.FINISHED, roles=roles)
        prize_reveal(made.by, prize="booby")
        asked = [queries(show, client, made) for show in (hall, desk)]
        asked.append(queries(send, client, made, prize="yellow"))
        counts.append([*asked, *(queries(show, client, made) for show in (send_all, hall))])
    assert counts[0] == counts[1]
    assert max(counts[0]) <= 50, counts
