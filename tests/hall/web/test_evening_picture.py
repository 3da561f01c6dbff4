"""The picture of a published evening, and the tags of links: for whom, by which names, how often drawn."""

from xml.etree.ElementTree import fromstring

import pytest
from django.test import Client

from accounts.models import Club, ClubLogo, Player
from tests import logos
from tests.base.pictures.pixels import read_size
from tests.played_seasons import played
from tests.published import page_of, publish_all
from tests.web.html import Page
from tournaments.base.pictures import raster
from tournaments.core.record import Stage
from tournaments.evening.selectors.access import find_published_evening
from tournaments.evening.services.evenings import evening_publish
from tournaments.hall.presenters.evening_picture import draw_evening
from tournaments.hall.presenters.published import load_published_view
from tournaments.models import Evening, League
from tournaments.prizes.services import prize_reveal, prizes_reveal_all


def tags_of(page: str) -> dict[str, str]:
    found = [one.attributes for one in Page(page).root.all("meta")]
    return {one.get("property") or one.get("name") or "": one.get("content") or "" for one in found}


def words_of(evening: Evening) -> str:
    evening.refresh_from_db()
    public = find_published_evening(evening.public_address or "")
    assert public
    return " ".join(fromstring(draw_evening(load_published_view(public), None)).itertext())  # noqa: S314 - our own


@pytest.fixture
def party(cast):
    played(cast, ("Ada Long", "Ben Short", "Cora Wide", "Dan Small"))
    publish_all(Evening.objects.all())
    return Evening.objects.get()


def test_it_is_a_png_of_the_size_that_networks_ask_for(client, party):
    answer = client.get(f"{page_of(party)}picture.png")
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "image/png")
    assert read_size(answer.content) == (1200, 630)
    assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"


def test_strangers_get_in_nowhere(client, cast, night):
    made = night(0, Stage.CHECK_IN)
    number = f"/public/evenings/{made.evening.pk}/picture.png"
    assert client.get(number).status_code == 404
    client.force_login(cast.alice)
    assert client.get(number).status_code == 404, "no more for members"
    evening_publish(made.by, published=True, names="first")
    open_address = f"{page_of(made.evening)}picture.png"
    assert Client().get(open_address).status_code == 200
    evening_publish(made.by, published=False, names="first")
    assert Client().get(open_address).status_code == 404
    draft = night(0, Stage.DRAFT)
    publish_all(Evening.objects.filter(pk=draft.evening.pk))
    assert Client().get(f"{page_of(draft.evening)}picture.png").status_code == 404


@pytest.mark.parametrize(
    ("shown", "there", "never"),
    [("first", "Ada", "Long"), ("initials", "A. L.", "Ada"), ("name", "Ada Long", "The Ace")],
)
def test_it_has_the_names_of_the_page(party, shown, there, never):
    publish_all(Evening.objects.all(), shown)
    words = words_of(party)
    assert there in words
    assert never not in words


def test_who_has_another_name_has_it_there_too(party):
    Player.objects.filter(name="Ada Long").update(public="other", public_name="The Ace")
    Club.objects.update(revision=99)
    assert "The Ace" in words_of(party)
    assert "Ada" not in words_of(party)


def test_nothing_is_told_of_a_prize_before_it_is_revealed(client, night):
    made = night(8, Stage.FINISHED)
    publish_all(Evening.objects.all())
    everybody = {f"p{n:02}" for n in range(1, 9)}
    assert not any(name in words_of(made.evening) for name in everybody)
    prize_reveal(made.by, prize="booby")
    words = words_of(made.evening)
    assert "Booby prize" in words
    assert "p07" not in words, "the winner of the evening"
    assert "p07" not in client.get(page_of(made.evening)).text
    prizes_reveal_all(made.by)
    assert "p07" in words_of(made.evening)
    assert "p07" in tags_of(client.get(page_of(made.evening)).text)["og:description"]


def test_who_asks_again_gets_nothing_new(client, party):
    address = f"{page_of(party)}picture.png"
    first = client.get(address)
    drawn = raster._draw.cache_info().misses
    tag = {"if-none-match": first.headers["ETag"]}
    assert client.get(address, headers=tag).status_code == 304
    assert client.get(address).content == first.content
    assert raster._draw.cache_info().misses == drawn, "equal pictures are drawn once"
    ClubLogo.objects.create(club=party.club, kind="png", data=logos.png(64, 64))
    Club.objects.filter(pk=party.club_id).update(logo_mark="1", revision=50)
    again = client.get(address, headers=tag)
    assert again.status_code == 200
    assert again.content != first.content


def test_links_to_it_are_whole_addresses(client, party):
    tags = tags_of(client.get(page_of(party)).text)
    assert tags["og:title"] == f"{party} · Thursday Club"
    assert tags["og:description"].startswith("1. Ada")
    assert tags["og:url"] == f"http://testserver{page_of(party)}"
    assert tags["og:image"].startswith(f"http://testserver{page_of(party)}picture.png?v=")
    assert (tags["og:image:width"], tags["og:image:height"]) == ("1200", "630")
    assert tags["twitter:card"] == "summary_large_image"
    assert client.get(tags["og:image"].removeprefix("http://testserver")).status_code == 200


def test_a_new_state_has_a_new_address_for_programs_that_keep_pictures(client, night):
    made = night(8, Stage.PLAYING)
    publish_all(Evening.objects.all())
    before = tags_of(client.get(page_of(made.evening)).text)["og:image"]
    made.play(1)
    assert tags_of(client.get(page_of(made.evening)).text)["og:image"] != before


def test_a_league_and_a_season_have_words_and_no_picture(client, cast):
    season = played(cast, ("Ada", "Ben"))
    publish_all(League.objects.all())
    for row, title in ((season.league, str(season.league)), (season, str(season))):
        tags = tags_of(client.get(page_of(row)).text)
        assert title in tags["og:title"]
        assert tags["og:description"]
        assert tags["twitter:card"] == "summary"
        assert "og:image" not in tags
