"""How the evening stands."""

import pytest
from django.db import transaction
from django.db.models import F
from django.urls import reverse

from accounts import release
from accounts.models import Club, Membership, User
from tests.scoring.services.test_deal_correct import divide_a_pool
from tests.web.html import Page, shows
from tournaments.core.record import Stage
from tournaments.core.settings import Counting
from tournaments.results.presenters.standing import load_written_rows

pytestmark = pytest.mark.postgresql


@pytest.fixture
def party(night):
    return night(8)


@pytest.fixture(autouse=True)
def vera(client, cast):
    client.force_login(cast.vera)


def page(client, night, **more):
    return client.get(reverse("standings", args=[night.evening.pk]), **more)


def test_while_a_correction_waits_for_its_cut_the_written_result_stands(client, night):
    """As on every other page: otherwise counters and yellow chips would be of two versions."""
    night = night(12, Stage.FINISHED).reveal()
    night.evening.refresh_from_db()
    written = load_written_rows(night.evening)
    divide_a_pool(night)
    answer = page(client, night)
    assert answer.context["rows"] == written
    assert "A correction needs a cut first" in answer.content.decode()


@pytest.mark.thorough
def test_only_chips_rank_while_counters_are_unknown(client, night):
    night = night(8, counting=Counting.AT_THE_END)
    night.play(1)
    night.play(2)
    answer = page(client, night)
    assert "they do not change the standings" in answer.content.decode()
    assert (answer.context["rows"][0].yellow_chips, answer.context["rows"][0].figure) == (1, "–")


def test_equal_figures_have_a_sign(client, night):
    """Before the first deal all are equal: each but the last has a sign, and a sentence that it unfolds."""
    answer = page(client, night(6))
    rows = answer.context["rows"]
    assert {row.figure for row in rows} == {"50"}
    assert answer.content.decode().count('class="tie"') == sum(row.why is not None for row in rows) == 5


@pytest.mark.parametrize("stage", [stage for stage in Stage if stage is not Stage.CALLED_OFF])
def test_every_stage(stage, client, night):
    answer = page(client, night(6, stage))
    assert answer.status_code == 200
    played = stage in (Stage.PLAYING, Stage.SETTLING, Stage.FINISHED)
    assert ("There are no standings yet" in answer.content.decode()) is not played


@pytest.mark.parametrize("stage", [Stage.SETTLING, Stage.FINISHED])
def test_its_end_is_a_secret_until_the_prizes_are_revealed(stage, client, cast, night):
    night = night(8, stage)
    client.force_login(cast.sam)
    answer = page(client, night)
    assert "when all prizes are announced" in answer.content.decode()
    assert "rows" not in answer.context
    client.force_login(cast.bob)
    assert len(page(client, night).context["rows"]) == 8
    if stage is Stage.FINISHED:
        night.reveal()
        client.force_login(cast.sam)
        assert len(page(client, night).context["rows"]) == 8


@pytest.mark.parametrize("stage", [Stage.SETTLING, Stage.FINISHED])
def test_no_other_page_tells_it(stage, client, cast, night):
    """Whoever runs the evening sees what everybody has; others do once the hall knows who won."""
    night = night(8, stage)
    entry = night.entry("p01")
    pages = [reverse(page, args=[night.evening.pk]) for page in ("ledger", "people")]
    pages.append(reverse("person", args=[night.evening.pk, entry]))

    def tells(address):
        text = client.get(address).content.decode()
        return 'class="num' in text or "Yellow chips</dt>" in text

    client.force_login(cast.sam)
    assert not any(map(tells, pages))
    client.force_login(cast.bob)
    assert all(map(tells, pages))
    if stage is Stage.FINISHED:
        night.reveal()
        client.force_login(cast.sam)
        assert all(map(tells, pages))


@pytest.mark.thorough
def test_what_was_chosen_is_shown_and_explained(client, night):
    night = night(8, ranking=("wins", "countback", "lot"))
    night.next_round()
    answer = page(client, night)
    table = next(Page(answer.text).root.all("table"))
    head = [cell.words for cell in table.all("th") if cell.attributes["scope"] == "col"]
    assert head == ["Place", "Name", "Table", "Wins", "More first places, then more second places", "Lot"]
    rows = answer.context["rows"]
    assert [row.place for row in rows] == [*range(1, 9)]
    assert [row.figures[:2] for row in rows] == [("1", "1")] * 2 + [("0", "0/1")] * 6
    assert "The lot decided, seed “" in rows[0].why
    assert rows[1].why == f"Wins: 1. {rows[2].name} has 0."
    assert "in this order: Wins, More first places, then more second places, Lot." in answer.text


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("format", "head"),
    [
        ("fixed", ["Exact", "Points"]),
        ("rotation", ["Exact", "Points"]),
        ("swiss", ["Points", "Strength of opponents", "Exact bids"]),
        ("knockout", ["Games reached", "Points in the game reached", "Points", "Exact bids"]),
    ],
)
def test_whole_games(format, head, client, night):
    night = night(12, game="caller-clag", options={"deals": 1}, format=format)
    night.play_round()
    answer = page(client, night)
    table = next(Page(answer.text).root.all("table"))
    assert [cell.words for cell in table.all("th") if cell.attributes["scope"] == "col"][3:] == head
    assert len(answer.context["rows"]) == 12
    assert "By table" in answer.text


# A page that a browser keeps


@pytest.mark.thorough
def test_asked_again_it_is_sent_again_only_if_something_changed(client, party):
    first = page(client, party)
    tag = first.headers["ETag"]
    assert first.headers["Cache-Control"] == "private, no-cache"
    assert {"Cookie", "Accept-Language"} <= set(first.headers["Vary"].split(", "))
    again = page(client, party, headers={"if-none-match": tag})
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)
    party.play(1)
    assert page(client, party, headers={"if-none-match": tag}).status_code == 200


@pytest.mark.thorough
@pytest.mark.time_passes
def test_after_a_backup_was_put_back_the_same_number_is_another_page(client, party):
    here = transaction.savepoint()
    party.play(1, winner=party.table(1)[0])
    before = page(client, party)
    transaction.savepoint_rollback(here)
    party.play(1, winner=party.table(1)[1])
    again = page(client, party, headers={"if-none-match": before.headers["ETag"]})
    assert again.status_code == 200
    assert again.content != before.content


def test_the_same_bytes_come_for_the_same_tag(client, cast, party):
    """So the page holds no token, which would be another one each time, and no form that needs one."""
    client.force_login(cast.alice)
    first, again = page(client, party), page(client, party)
    assert (first.headers["ETag"], first.content) == (again.headers["ETag"], again.content)
    assert "csrf" not in first.text.lower()
    shows(first, 'href="/logout/"', never="<form")


@pytest.mark.thorough
@pytest.mark.parametrize(
    "change",
    [
        lambda cast, client, patch: {"headers": {"accept-language": "de"}},
        lambda cast, client, patch: Club.objects.update(revision=F("revision") + 1),
        lambda cast, client, patch: User.objects.filter(name="Vera").update(name="Veronica"),
        lambda cast, client, patch: Membership.objects.filter(user__name="Vera").update(role="organiser"),
        lambda cast, client, patch: patch.setattr(release, "RELEASE", "the next one"),
        lambda cast, client, patch: client.force_login(cast.bob),
    ],
    ids=["language", "club", "name", "right", "program", "visitor"],
)
def test_whatever_the_page_depends_on_is_in_the_tag(change, client, cast, party, settings, monkeypatch):
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    tag = page(client, party).headers["ETag"]
    more = change(cast, client, monkeypatch)
    assert page(client, party, **(more if isinstance(more, dict) else {})).headers["ETag"] != tag


@pytest.mark.thorough
def test_what_is_said_once_is_neither_kept_nor_lost(client, cast, party):
    """A message that waits is shown, and by a page that no browser keeps."""
    client.force_login(cast.alice)
    tag = page(client, party).headers["ETag"]
    client.post(reverse("finish", args=[party.evening.pk]))  # refused, and told on the next page
    told = page(client, party, headers={"if-none-match": tag})
    shows(told, 'class="note', status=200)
    assert "ETag" not in told.headers
    assert page(client, party, headers={"if-none-match": tag}).status_code == 304
