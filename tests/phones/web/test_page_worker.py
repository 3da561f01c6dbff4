"""On https a table's page names a service worker, which opens it when the server does not answer."""

import re

from django.urls import reverse

from accounts.release import RELEASE
from tests.browser.evenings import begun
from tests.linked_phones import linked, scan


def test_only_a_page_on_https_names_it_and_by_the_release(db):
    """On plain http browsers have none."""
    phone = scan(linked(begun(12)))
    for secure in (False, True):
        page = phone.get("/score/1/1/", secure=secure).content.decode()
        named = re.findall(r'data-worker="(.*?)"', page)
        assert named == ([f"{reverse('score-worker')}?{RELEASE[:12]}"] if secure else [])


def test_it_answers_for_a_tables_pages_alone_and_is_asked_for_anew(client, db):
    """Its address is below those pages; no header widens that, and no cache keeps an old one."""
    answer = client.get(reverse("score-worker"))
    assert answer.request["PATH_INFO"].rpartition("/")[0] + "/" == reverse("score")
    assert "Service-Worker-Allowed" not in answer.headers
    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
