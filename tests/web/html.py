"""A page as a browser takes it in: its elements, and what a strict page may not hold."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

NO_COMMAND = ("/language/", "/login/", "/logout/", "/start/", "/rehearse/", "/rehearse/end/")
"""Forms that write no journal line; of a rehearsal there is one at a time. So nothing can be done twice."""
VOID = frozenset({"br", "hr", "img", "input", "link", "meta", "source", "wbr"})
ONCE_OPEN = frozenset({"li", "p", "td", "th", "tr", "dt", "dd", "option", "tbody", "thead"})


@dataclass
class Element:
    tag: str
    attributes: dict[str, str]
    within: "Element | None"
    pieces: list[str]
    """The page's text, piece by piece; this element's are those from ``start`` to ``end``."""
    start: int = 0
    end: int | None = None
    children: "list[Element]" = field(default_factory=list)

    def all(self, *tags: str) -> "Iterator[Element]":
        """The elements below this one, in order."""
        for child in self.children:
            if not tags or child.tag in tags:
                yield child
            yield from child.all(*tags)

    @property
    def text(self) -> str:
        return "".join(self.pieces[self.start : self.end])

    @property
    def words(self) -> str:
        return " ".join(self.text.split())


class Page(HTMLParser):
    """The page read once. Elements that were never closed are kept in ``unclosed``."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.pieces: list[str] = []
        self.root = self.here = Element("", {}, None, self.pieces)
        self.unclosed: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes, start = {name: value or "" for name, value in attrs}, len(self.pieces)
        found = Element(tag, attributes, self.here, self.pieces, start)
        self.here.children.append(found)
        if tag in VOID:
            found.end = start
        else:
            self.here = found

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        while self.here.within is not None:
            closed, self.here = self.here, self.here.within
            closed.end = len(self.pieces)
            if closed.tag == tag:
                return
            self.unclosed.append(closed.tag)

    def handle_data(self, data: str) -> None:
        self.pieces.append(data)


def faults(html: str) -> list[str]:
    """What is wrong with a page, in words; nothing for a good one."""
    page = Page(html)
    root, found = page.root, [f"<{tag}> is not closed" for tag in page.unclosed if tag not in ONCE_OPEN]
    elements = list(root.all())
    for element in elements:
        found += _inline(element)
    if (headings := len(list(root.all("h1")))) != 1:
        found.append(f"{headings} h1")
    if not any(one.attributes.get("lang") for one in root.all("html")):
        found.append("html has no language")
    if not any(one.words for one in root.all("title")):
        found.append("no title")
    ids = Counter(element.attributes["id"] for element in elements if "id" in element.attributes)
    found += [f"the id {same} is there twice" for same in sorted(ids) if ids[same] > 1]
    found += _unlabelled(root)
    found += [f"a colon: {one.words}" for one in root.all("label", "legend") if one.words.endswith(":")]
    for form in root.all("form"):
        found += _form(form)
    return found


def _inline(element: Element) -> Iterator[str]:
    """What the content security policy would not let work, or might be somebody's attack."""
    written_here = element.words or "src" not in element.attributes
    if element.tag == "style" or (element.tag == "script" and written_here):
        yield f"inline {element.tag}: {element.words[:60]}"
    for name, value in element.attributes.items():
        if name == "style" or name.startswith(("on", "hx-on")):
            yield f"<{element.tag} {name}={value!r}>"
        if value.strip().lower().startswith(("javascript:", "js:")):
            yield f"<{element.tag} {name}={value!r}>"
        if name == "hx-trigger" and "[" in value:
            yield f"hx-trigger={value!r} needs eval"
    if element.tag == "img" and "alt" not in element.attributes:
        yield f"no alt: {element.attributes.get('src')}"


def _unlabelled(root: Element) -> Iterator[str]:
    named = {label.attributes.get("for") for label in root.all("label")}
    for control in root.all("input", "select", "textarea"):
        kind = control.attributes.get("type", "text")
        if kind in ("hidden", "submit") or {"aria-label", "aria-labelledby"} & control.attributes.keys():
            continue
        inside, at = False, control.within
        while at is not None:
            inside, at = inside or at.tag == "label", at.within
        if not inside and control.attributes.get("id") not in named:
            yield f"no label: {control.attributes}"
    for button in root.all("button", "a"):
        pictures = [image.attributes.get("alt") for image in button.all("img")]
        if not button.words and not any(pictures) and "aria-label" not in button.attributes:
            yield f"<{button.tag}> without words: {button.attributes}"


def _form(form: Element) -> Iterator[str]:
    if form.attributes.get("method", "get").lower() != "post":
        return
    hidden = {field.attributes.get("name") for field in form.all("input")}
    action = form.attributes.get("action", "")
    if "csrfmiddlewaretoken" not in hidden:
        yield f"a form without a csrf token: {action}"
    if "request_key" not in hidden and not action.endswith(NO_COMMAND):
        yield f"a form without a request's key: {action}"


def shows(answer: Any, *parts: str, status: int | None = None, never: str | Sequence[str] = ()) -> None:
    """Check that a page has all the parts and none of the others, its white space as in a browser.

    ``answer`` is a response, or a text. A part is HTML, or words of the page's main part.
    """
    if status is not None:
        assert answer.status_code == status, answer.content.decode()
    html = " ".join((answer if isinstance(answer, str) else answer.content.decode()).split())
    missing = [part for part in parts if part not in html]
    if missing and "<" in html:
        words = Page(html).root.words
        missing = [part for part in missing if part not in words]
    assert not missing, f"{missing} not in: {html}"
    found = [part for part in ([never] if isinstance(never, str) else never) if part in html]
    assert not found, f"{found} in: {html}"
