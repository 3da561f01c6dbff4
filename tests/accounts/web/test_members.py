"""The members of a club, on their page."""

from accounts.clubs.services import claim_ask, claim_decide, invitation_make
from accounts.models import Claim, Membership, Player, Role, User
from tests.web.html import Page, faults
from tests.web.wording import queries


def url(cast, more=""):
    return f"/clubs/{cast.club.pk}/members/{more}"


def role(user):
    return Membership.objects.filter(user=user).values_list("role", flat=True).first()


def test_addresses_are_for_owners(client, cast):
    User.objects.filter(pk=cast.sam.pk).update(name="")
    for member, sees in ((cast.alice, True), (cast.bob, False), (cast.vera, False)):
        client.force_login(member)
        page = client.get(url(cast))
        assert not faults(page.text)
        assert ("sam@example.org" in page.text) is sees
        for name in ("Alice", "Bob", "somebody without a name", "Vera"):
            assert name in page.text
        assert url(cast) in client.get(f"/clubs/{cast.club.pk}/").text


def test_buttons_are_for_owners(client, cast):
    client.force_login(cast.alice)
    assert f'action="{url(cast, f"{cast.bob.pk}/remove/")}"' in client.get(url(cast)).text
    client.force_login(cast.bob)
    page = client.get(url(cast)).text
    assert "/remove/" not in page
    assert f"/clubs/{cast.club.pk}/invitations/" in page
    client.force_login(cast.vera)
    assert f"/clubs/{cast.club.pk}/invitations/" not in client.get(url(cast)).text


def test_members_and_invitations_are_rows_of_one_table(client, cast):
    for role in (Role.OWNER, Role.SCORER):
        invitation_make(by=cast.alice, club=cast.club, role=role, days=7)
    for member, rows in ((cast.alice, 6), (cast.bob, 6), (cast.vera, 4)):
        client.force_login(member)
        root = Page(client.get(url(cast)).text).root
        (table,) = root.all("table")
        lines = [row.text for row in table.all("tr")][1:]
        assert len(lines) == rows
        assert sum("invited" in line for line in lines) == rows - 4
        assert len({len(list(row.all("th", "td"))) for row in table.all("tr")}) == 1


def test_a_role_is_changed(client, cast):
    client.force_login(cast.alice)
    answer = client.post(url(cast, f"{cast.vera.pk}/"), {"role": "scorer"}, follow=True)
    assert "Saved." in answer.text
    assert role(cast.vera) == Role.SCORER
    answer = client.post(url(cast, f"{cast.charlie.pk}/"), {"role": "viewer"}, follow=True)
    assert "no longer in the club" in answer.text
    assert role(cast.charlie) == Role.OWNER


def test_somebody_is_removed(client, cast):
    client.force_login(cast.alice)
    client.post(url(cast, f"{cast.vera.pk}/remove/"))
    assert role(cast.vera) is None
    answer = client.post(url(cast, f"{cast.alice.pk}/remove/"), follow=True)
    assert "needs an owner" in answer.text


def test_anybody_leaves_but_the_last_owner(client, cast):
    client.force_login(cast.vera)
    answer = client.post(f"/clubs/{cast.club.pk}/leave/")
    assert answer.headers["location"] == "/"
    assert client.get(url(cast)).status_code == 404
    client.force_login(cast.alice)
    answer = client.post(f"/clubs/{cast.club.pk}/leave/", follow=True)
    assert "needs an owner" in answer.text
    assert role(cast.alice) == Role.OWNER


def test_claims_are_decided_on_it(client, cast):
    ada = Player.objects.create(club=cast.club, name="Ada")
    claim = claim_ask(by=cast.charlie, player=ada)
    for member, sees in ((cast.bob, True), (cast.sam, False), (cast.vera, False)):
        client.force_login(member)
        assert ("says: I am Ada" in client.get(url(cast)).text) is sees
        assert ("“This is me” requests: 1" in client.get(f"/clubs/{cast.club.pk}/").text) is sees
    client.force_login(cast.bob)
    client.post(f"/clubs/{cast.club.pk}/claims/{claim.pk}/", {"granted": "no"})
    claim.refresh_from_db()
    assert claim.granted is False
    again = claim_ask(by=cast.charlie, player=ada)
    client.post(f"/clubs/{cast.club.pk}/claims/{again.pk}/", {"granted": "yes"})
    again.refresh_from_db()
    assert again.granted is True
    page = client.get(url(cast)).text
    assert f"/clubs/{cast.club.pk}/claims/{again.pk}/end/" in page
    client.post(f"/clubs/{cast.club.pk}/claims/{again.pk}/end/")
    again.refresh_from_db()
    assert again.ended_at is not None


def test_claims_of_another_club_are_not_reached(client, cast):
    theirs = claim_ask(by=cast.vera, player=Player.objects.create(club=cast.other_club, name="Zoe"))
    client.force_login(cast.alice)
    for club in (cast.club, cast.other_club):
        for more in ("", "end/"):
            answer = client.post(f"/clubs/{club.pk}/claims/{theirs.pk}/{more}", {"granted": "yes"})
            assert answer.status_code == 404
    assert Claim.objects.get(pk=theirs.pk).granted is None


def test_names_are_escaped(client, cast):
    User.objects.filter(pk=cast.sam.pk).update(name="<script>alert(1)</script>")
    claim_ask(by=cast.sam, player=Player.objects.create(club=cast.club, name="<b>Ada"))
    client.force_login(cast.alice)
    page = client.get(url(cast)).text
    assert "<script>alert" not in page
    assert "<b>Ada" not in page


def test_its_queries_do_not_grow(client, cast):
    def more(count, start):
        for number in range(start, start + count):
            user = User.objects.create(email=f"m{number}@example.org", name=f"M{number}", password="!")
            Membership.objects.create(user=user, club=cast.club, role=Role.VIEWER)
            player = Player.objects.create(club=cast.club, name=f"P{number}")
            claim = claim_ask(by=user, player=player)
            invitation_make(by=cast.alice, club=cast.club, role=Role.VIEWER, days=7)
            if number % 2:
                claim_decide(by=cast.alice, claim=claim, granted=True)

    client.force_login(cast.alice)
    more(2, 0)
    client.get(url(cast))
    few = queries(client.get, url(cast))
    more(8, 2)
    assert queries(client.get, url(cast)) == few <= 8
