"""The prizes: if it ended now, as announced, and their certificates."""

import pytest
from django.urls import reverse

from tests.scoring.services.test_deal_correct import divide_a_pool
from tests.scoring.web.test_deals import correct
from tests.undo.services.test_rehearse import corrected
from tests.web.html import faults, shows
from tests.web.visitors import HOSTILE
from tests.web.wording import queries
from tournaments.attendance.services import entry_change
from tournaments.core.ranking.places import Step
from tournaments.core.ranking.prize_list import Listed
from tournaments.core.record import Stage
from tournaments.models import EntryRow
from tournaments.prizes.services import prize_reveal, prizes_reveal_all


def page(client, night):
    return client.get(reverse("prizes", args=[night.evening.pk]))


@pytest.mark.thorough
def test_if_it_ended_now(client, cast, night):
    night = night(8)
    night.play(1)
    entry_change(night.by, entry=night.table(1)[0], name=HOSTILE, role="lady")
    client.force_login(cast.vera)
    answer = page(client, night)
    html = answer.content.decode()
    assert "Prizes so far" in html
    assert answer.context["list"].prizes[0].names == (HOSTILE,)
    shows(html, "Ranking for this prize", never=HOSTILE)


@pytest.mark.thorough
def test_as_announced_and_after_a_correction(client, cast, night):
    night = night(8, Stage.FINISHED).reveal()
    client.force_login(cast.vera)
    before = page(client, night).context["list"]
    assert before.announced.version == 1
    assert {prize.title for prize in before.prizes} == {
        "Most yellow chips",
        "Most counters: lady",
        "Most counters: gentleman",
        "Booby prize",
    }
    correct(night, "Slip was read wrongly", table=1)
    answer = page(client, night)
    after = answer.context["list"]
    assert after.announced.version == 2
    assert after.prizes[0].winners != before.prizes[0].winners
    assert after.earlier[0].prizes[0].winners == before.prizes[0].winners
    assert "Slip was read wrongly" in answer.content.decode()
    assert [line.name for line in after.prizes[0].ranking if line.won] == list(after.prizes[0].names)


@pytest.mark.parametrize("stage", [Stage.SETTLING, Stage.FINISHED])
def test_who_only_looks_is_told_what_the_hall_knows(stage, client, cast, night):
    """From the last bell on; who runs the evening sees all of it."""
    night = night(8, stage)
    client.force_login(cast.bob)
    whole = page(client, night).context["list"].prizes
    assert all(prize.winners and prize.visible for prize in whole)
    if stage is Stage.FINISHED:
        correct(night, "Slip was read wrongly", table=1)
        whole = page(client, night).context["list"].prizes
        prize_reveal(night.by, prize="booby")
    for member in (cast.vera, cast.sam):
        client.force_login(member)
        answer = page(client, night)
        shown = answer.context["list"]
        for prize, known in zip(shown.prizes, whole, strict=True):
            if stage is Stage.FINISHED and prize.key == "booby":
                assert (prize.winners, prize.why) == (known.winners, known.why)
            else:
                assert (prize.winners, prize.why, prize.ranking) == ((), None, ())
        assert [prize.key for version in shown.earlier for prize in version.prizes] == (
            ["booby"] if stage is Stage.FINISHED else []
        )
        assert "not announced yet" in answer.content.decode()
    if stage is Stage.FINISHED:
        prizes_reveal_all(night.by)
        assert [prize.winners for prize in page(client, night).context["list"].prizes] == [
            prize.winners for prize in whole
        ]


class TestWhatCorrectionsChanged:
    """For each later version of the result: what is otherwise in it, and for whom."""

    def test_it_works(self, client, cast, night):
        night = night(8, Stage.FINISHED).reveal()
        names = {entry.id: entry.name for entry in night.facts.entries}
        was, now = (names[entry] for entry in night.table(1)[:2])
        client.force_login(cast.vera)
        assert "What the correction changed" not in page(client, night).content.decode()
        correct(night, HOSTILE, table=1)
        answer = page(client, night)
        html = answer.content.decode()
        [version] = answer.context["rewritten"]
        yellow = next(prize for prize in version.changes.prizes if prize.title == "Most yellow chips")
        assert (yellow.before, yellow.after) == (was, now)
        assert {was, now} <= {person.name for person in version.changes.figures}
        assert (version.version, version.author) == (2, "Alice")
        shows(html, "What the correction changed", "Version 2, recorded", never=HOSTILE)
        assert faults(html) == []

    @pytest.mark.thorough
    def test_each_version_the_last_first(self, client, cast, night):
        night = night(8, Stage.FINISHED).reveal()
        for winner, why in ((1, "first"), (0, "second")):
            corrected(night, winner=winner)(night.because(why))
        client.force_login(cast.alice)
        answer = page(client, night)
        assert [version.reason for version in answer.context["rewritten"]] == ["second", "first"]

    def test_no_secret_is_told(self, client, cast, night):
        """Not before every prize is revealed, but to those who run the evening."""
        night = night(8, Stage.FINISHED)
        correct(night, "Slip was read wrongly", table=1)
        prize_reveal(night.by, prize="booby")
        for member, told in ((cast.vera, False), (cast.sam, False), (cast.bob, True), (cast.alice, True)):
            client.force_login(member)
            assert bool(page(client, night).context["rewritten"]) is told
            for where in ("prizes", "evening"):
                html = client.get(reverse(where, args=[night.evening.pk])).content.decode()
                assert ("#changed" in html) is told
        night.reveal()
        client.force_login(cast.vera)
        assert page(client, night).context["rewritten"]

    def test_queries_grow_neither_with_versions_nor_with_people(self, client, cast, night):
        client.force_login(cast.alice)
        counts = []
        for players, versions in ((8, 1), (26, 4)):
            made = night(players, Stage.FINISHED)
            for version in range(1, versions + 1):
                corrected(made, winner=version % 2)(made.because("again"))
            counts.append(queries(page, client, made))
            assert len(page(client, made).context["rewritten"]) == versions
        assert counts[0] == counts[1] <= 24


@pytest.mark.thorough
def test_no_prizes(client, cast, night):
    client.force_login(cast.vera)
    assert "There are no prizes." in page(client, night(6, prizes=())).content.decode()


# Certificates: one for each winner, of prizes that the reader may know.


OWN = Listed("own-1", HOSTILE, (Step("net"),), places=2)


def certificates(client, night, query=""):
    answer = client.get(reverse("certificates", args=[night.evening.pk]) + query)
    assert answer.status_code == 200
    return answer


def given(answer):
    return [(one.prize, one.name) for one in answer.context["certificates"]]


@pytest.mark.thorough
def test_a_certificate_for_each_winner(client, cast, night):
    night = night(8, Stage.FINISHED, prizes=("yellow", OWN)).reveal()  # two share the first place
    client.force_login(cast.vera)
    answer = certificates(client, night)
    yellow, first, second = answer.context["certificates"]
    assert (yellow.club, yellow.occasion, yellow.prize) == ("Thursday Club", "Thursday", "Most yellow chips")
    assert yellow.why == "1 yellow chip. The next player has 0."
    assert first.why == f"53 counters (shared with {second.name})."
    assert first.prize == second.prize == f"{HOSTILE}: place 1"
    assert first.name != second.name
    assert yellow.when == night.evening.held_on.strftime("%a %-d %b %Y")
    html = answer.content.decode()
    assert HOSTILE not in html
    assert html.count('class="certificate"') == 3
    assert faults(html) == []


@pytest.mark.thorough
def test_only_what_the_hall_knows(client, cast, night):
    make, night = night, night(8, Stage.FINISHED)
    client.force_login(cast.vera)
    answer = certificates(client, night)
    assert given(answer) == []
    assert "when the prizes are announced" in answer.content.decode()
    prize_reveal(night.by, prize="booby")
    assert {prize for prize, _name in given(certificates(client, night))} == {"Booby prize"}
    client.force_login(cast.bob)
    assert len(given(certificates(client, night))) >= 4
    assert "3 prizes are not announced yet." in page(client, night).content.decode()
    prizes_reveal_all(night.by)
    assert "not announced yet" not in page(client, night).content.decode()
    for stage in (Stage.DRAFT, Stage.PLAYING, Stage.SETTLING):
        assert given(certificates(client, make(8, stage))) == []


def why_of_counters(client, night, **more):
    """Of four players one has won, and the three others have lost as much."""
    page = client.get(reverse("certificates", args=[night.evening.pk]), **more)
    return page.context["certificates"][0].why


def losers(night, word="and"):
    *first, last = sorted(night.facts.names[entry] for entry in night.table(1)[1:])
    return f"{', '.join(first)} {word} {last}"


def test_who_comes_next_is_named_once_the_hall_knows_all(client, cast, night):
    night = night(4, Stage.FINISHED, prizes=("counters", "booby"), roles=())
    prize_reveal(night.by, prize="counters")
    named = f"53 counters, ahead of {losers(night)} with 49."
    client.force_login(cast.vera)
    assert why_of_counters(client, night) == "53 counters. The next player has 49."
    client.force_login(cast.bob)
    assert why_of_counters(client, night) == named
    night.reveal()
    client.force_login(cast.vera)
    assert why_of_counters(client, night) == named


def test_queries_of_certificates_do_not_grow_with_winners(client, cast, night):
    client.force_login(cast.alice)
    counts = []
    for players, prizes in ((4, ("counters",)), (26, ("yellow", "counters", "booby", OWN))):
        made = night(players, Stage.FINISHED, prizes=prizes)
        counts.append(queries(certificates, client, made))
    assert counts[0] == counts[1]


def test_a_certificate_is_in_the_language_of_the_reader(client, cast, night):
    night = night(4, Stage.FINISHED, prizes=("counters",), roles=()).reveal()
    client.force_login(cast.alice)
    german = why_of_counters(client, night, headers={"accept-language": "de"})
    assert german == f"53 Marken, vor {losers(night, 'und')} mit 49."


def test_a_certificate_stays_as_written_while_a_correction_waits_for_its_cut(client, cast, night):
    night = night(12, Stage.FINISHED, prizes=("yellow", OWN))
    client.force_login(cast.alice)
    divide_a_pool(night)
    yellow = certificates(client, night).context["certificates"][0]
    assert yellow.why == "1 yellow chip. The next player has 0."


@pytest.mark.thorough
def test_why_is_told_without_those_who_have_another_prize(client, cast, night):
    night = night(8, Stage.FINISHED, one_prize_each=True).reveal()
    client.force_login(cast.bob)
    assert all("already" not in one.why for one in certificates(client, night).context["certificates"])


@pytest.mark.thorough
def test_a_long_name_is_written_smaller(client, cast, night):
    night = night(8, Stage.FINISHED, prizes=("yellow",))
    client.force_login(cast.alice)
    for name, size in (("Jo", ""), ("x" * 30, "long"), ("x" * 60, "longest")):
        EntryRow.objects.update(name=name)
        [one] = certificates(client, night).context["certificates"]
        assert one.name_size == size
        assert f'class="to {size}"' in certificates(client, night).content.decode()


def test_two_on_a_sheet(client, cast, night):
    night = night(8, Stage.FINISHED)
    client.force_login(cast.alice)
    assert "small-ones" in certificates(client, night, "?size=a5").content.decode()
    assert "small-ones" not in certificates(client, night, "?size=a9").content.decode()
