"""What cannot be read at all is answered with a page of the house, which says what to do."""

import pytest

from tests.web.html import faults, shows


@pytest.mark.parametrize(
    "body",
    [{f"field-{n}": "" for n in range(2_001)}, {"text": "x" * 1_100_000}],
    ids=["too many fields", "too large"],
)
def test_a_page_says_so(client, cast, body):
    client.force_login(cast.alice)
    answer = client.post(f"/clubs/{cast.club.pk}/import/season/", body)
    shows(answer, "larger than 1 MB, or it has too many or wrong fields", "Alice", status=400)
    assert not faults(answer.text)


def test_of_a_host_that_is_not_ours(client, settings):
    settings.ALLOWED_HOSTS = ["ours.example"]
    answer = client.get("/login/", headers={"host": "evil.example"})
    assert answer.status_code == 400
    assert "This request could not be read" in answer.text
    assert "evil.example" not in answer.text


def test_the_paste_field_says_how_much_goes_in(client, cast):
    client.force_login(cast.alice)
    shows(
        client.get(f"/clubs/{cast.club.pk}/import/season/"), ("At most 1 MB. Choose a file if it is larger.")
    )
