"""Forms of a page as a browser fills and sends them, also when the session has ended meanwhile."""

import re
from collections.abc import Mapping
from datetime import timedelta
from html import unescape
from typing import Any
from urllib.parse import urljoin, urlsplit

from django.contrib.sessions.models import Session
from django.utils import timezone

from tests.web.html import Element, Page

PASSWORD = "seven yellow chips"
OWN = ("csrfmiddlewaretoken", "request_key")


def expire() -> None:
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))


def sign_in(client, user, at: str = "/login/"):
    """Sign in on the page as a browser does, and follow where that leads."""
    page = client.get(at)
    form = {"login": user.email, "password": PASSWORD, "csrfmiddlewaretoken": token(page)}
    for name in re.findall(r'name="next" value="([^"]*)"', page.text):
        form["next"] = unescape(name)
    return client.post(at, form, follow=True)


def token(page) -> str:
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.text)
    return found[1] if found else page.client.cookies["csrftoken"].value


def send(client, page: str, url: str, body: Mapping[str, object], **headers: str):
    csrf = client.cookies["csrftoken"].value
    headers = {"Referer": f"http://testserver{page}", **headers}
    return client.post(url, {**body, "csrfmiddlewaretoken": csrf}, headers=headers)


def note(page) -> str:
    found = [one for one in Page(page.text).root.all("div") if "unsent" in one.attributes.get("class", "")]
    return found[0].words if found else ""


def targets(form: Element, page: str) -> set[str]:
    own = urljoin(page, form.attributes.get("action", ""))
    inner = (one.attributes.get(key, "") for one in form.all() for key in ("formaction", "hx-post"))
    return {urlsplit(own).path, *(urlsplit(urljoin(page, to)).path for to in inner if to)}


def forms(html: str) -> list[Element]:
    return [one for one in Page(html).root.all("form") if one.attributes.get("method", "").lower() == "post"]


def form_on(html: str, page: str, url: str) -> Any:
    return next((form for form in forms(html) if urlsplit(url).path in targets(form, page)), None)


def values(form: Element) -> dict[str, list[str]]:
    """What a browser would send of the form, by field."""
    found: dict[str, list[str]] = {}
    for one in form.all("input", "select", "textarea"):
        name, kind = one.attributes.get("name"), one.attributes.get("type", "text")
        if not name or name in OWN or kind in ("file", "password", "submit") or "disabled" in one.attributes:
            continue
        if one.tag == "select":
            options = list(one.all("option"))
            chosen = [option for option in options if "selected" in option.attributes]
            sent = [option.attributes.get("value", option.words) for option in chosen or options[:1]]
        elif one.tag == "textarea":
            sent = [one.text.removeprefix("\n")]
        elif kind in ("checkbox", "radio"):
            sent = [one.attributes.get("value", "on")] if "checked" in one.attributes else []
        else:
            sent = [one.attributes.get("value", "")]
        found.setdefault(name, []).extend(sent)
    return {name: sent for name, sent in found.items() if sent}


def other_values(form: Element) -> dict[str, list[str]]:
    """The form with something else in every field that somebody can change."""
    found = values(form)
    typed = {
        "number": "3",
        "date": "2026-01-02",
        "time": "20:15",
        "email": "zoe@example.org",
        "color": "#123456",
    }
    ticked: dict[str, list[str]] = {}
    for one in form.all("input", "select", "textarea"):
        name, kind = one.attributes.get("name", ""), one.attributes.get("type", "text")
        if name in OWN or not name or kind in ("hidden", "file", "password", "submit"):
            continue
        if "disabled" in one.attributes:
            continue
        if one.tag == "select":
            found[name] = [[option.attributes.get("value", option.words) for option in one.all("option")][-1]]
        elif one.tag == "textarea":
            found[name] = ['Zoë <b>"&amp;\n\nÄnne']
        elif kind == "radio":
            found[name] = [one.attributes.get("value", "on")]
        elif kind == "checkbox":
            ticked.setdefault(name, []).extend(
                [] if "checked" in one.attributes else [one.attributes.get("value", "on")]
            )
        else:
            found[name] = [typed.get(kind, 'Özil "<i>" & Co')] * len(found[name])
    return {name: sent for name, sent in {**found, **ticked}.items() if sent}
