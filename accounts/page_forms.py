"""The forms of a rendered page: find the form that sent a request, and fill it with the sent values."""

from dataclasses import dataclass, field
from html import escape
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

UNSENT = "unsent"
"""The session key for the fields of an unsent form. Also the name of the cookie with the form's address."""
Attrs = dict[str, str | None]
FieldValues = dict[str, list[str]]
"""The sent values, by field."""
Edit = tuple[int, int, str]
"""A replacement: start and end in the page, and the new text."""
BUTTONS = ("submit", "button", "image", "reset")
UNTOUCHED = ("password", "file", *BUTTONS)
"""Types of inputs that are never filled."""
OWN = ("csrfmiddlewaretoken", "request_key", "mark")
"""Fields that each page sets itself: ``mark`` confirms what a preview showed."""
SUBMITS = (("button", ""), ("button", "submit"), ("input", "submit"))
LABELS = ("label", "legend")
TEXTS = (*LABELS, "button", "textarea", "option")


@dataclass
class Element:
    """A tag of the page with its start and end; ``text``: its content."""

    tag: str
    attrs: Attrs
    start: int
    end: int
    text: str = ""
    select: "Element | None" = None
    """The select that an option belongs to."""

    def get(self, name: str) -> str:
        return self.attrs.get(name) or ""

    @property
    def value(self) -> str:
        """Return the value that is sent if the element is chosen."""
        if self.tag == "option" and "value" not in self.attrs:
            return _collapse_spaces(self.text)
        return self.get("value") if "value" in self.attrs else "on"

    @property
    def is_visible(self) -> bool:
        return bool(self.get("name")) and self.get("type") not in ("hidden", *BUTTONS)


@dataclass
class PageForm:
    """A form of the page with its controls, and the closed ``<details>`` around the form."""

    element: Element
    sections: list[Element]
    controls: list[Element] = field(default_factory=list)
    buttons: list[Element] = field(default_factory=list)
    paths: set[str] = field(default_factory=set)
    """The paths that the form can be sent to."""
    labels: list[Element] = field(default_factory=list)

    def measure_likeness(self, values: FieldValues) -> int:
        """Return how well the form's hidden fields and buttons agree with the sent values."""
        hidden_fields = [
            control
            for control in self.controls
            if control.get("type") == "hidden" and control.get("name") not in OWN
        ]
        agreements = [
            control.value in values.get(control.get("name"), ())
            for control in [*hidden_fields, *self.buttons]
            if control.get("name")
        ]
        return sum(agreements) - sum(control.get("name") not in values for control in hidden_fields)

    def find_title(self, address: str, values: FieldValues) -> str:
        """Return the text of the pressed button."""

        def rank(button: Element) -> tuple[bool, bool]:
            name, to = button.get("name"), button.get("formaction")
            pressed = bool(name) and button.value in values.get(name, ())
            leads = bool(to) and urljoin(address, to) == address
            return not (pressed or leads), bool(name or to)

        button = min(self.buttons, key=rank, default=self.element)
        return button.get("aria-label") or _collapse_spaces(button.text) or "…"

    def find_label(self, name: str) -> str:
        """Return the label of a field, else the field's name."""
        fields = [field for field in self.controls if field.get("name") == name]
        ids = {field.get("id") for field in fields} - {""}
        labels = [_collapse_spaces(label.text) for label in self.labels if label.get("for") in ids]
        return next(filter(None, [*labels, *(field.get("aria-label") for field in fields)]), name)


class FormPage(HTMLParser):
    """The forms of a page at ``address``."""

    def __init__(self, address: str, html: str) -> None:
        super().__init__()
        self.address, self.html = address, html
        self.forms: list[PageForm] = []
        self.main = 0
        """The position where the page's main content starts."""
        self._form: PageForm | None = None
        self._select: Element | None = None
        self._details: list[Element] = []
        self._open: list[Element] = []
        self._lines = [0]
        for line in html.split("\n"):
            self._lines.append(self._lines[-1] + len(line) + 1)
        self.feed(html)
        self.close()

    def _resolve_path(self, to: str) -> str:
        return urlsplit(urljoin(self.address, to)).path

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        line, column = self.getpos()
        start = self._lines[line - 1] + column
        element = Element(tag, dict(attrs), start, start + len(self.get_starttag_text() or ""))
        if tag == "main":
            self.main = self.main or element.end
        elif tag == "details":
            self._details.append(element)
        elif tag == "form":
            closed_details = [details for details in self._details if "open" not in details.attrs]
            self._form = PageForm(element, closed_details)
            if element.get("method").lower() == "post":
                self.forms.append(self._form)
                self._form.paths.add(self._resolve_path(element.get("action")))
        elif tag == "select":
            self._select = element
        if tag in TEXTS:
            self._open.append(element)
        self._add(element)

    def _add(self, element: Element) -> None:
        """Add a control, button, label or address to its form."""
        form = self._form
        if element.get("form"):
            form = next(
                (page_form for page_form in self.forms if page_form.element.get("id") == element.get("form")),
                form,
            )
        if form is None:
            return
        form.paths |= {
            self._resolve_path(element.get(key)) for key in ("hx-post", "formaction") if element.get(key)
        }
        if element.tag in LABELS:
            form.labels.append(element)
        elif (element.tag, element.get("type")) in SUBMITS:
            element.text = element.get("value") if element.tag == "input" else ""
            form.buttons.append(element)
        elif element.tag == "option" and self._select:
            element.select = self._select
            form.controls.append(element)
        elif element.tag in ("input", "select", "textarea") and element.get("name"):
            form.controls.append(element)

    handle_startendtag = handle_starttag

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "details" and self._details:
            self._details.pop()
        elif tag == "select":
            self._select = None
        if tag in TEXTS and any(element.tag == tag for element in self._open):
            while self._open.pop().tag != tag:
                pass

    def handle_data(self, data: str) -> None:
        for element in self._open:
            element.text += data

    def find_form(self, address: str, values: FieldValues) -> PageForm | None:
        """Return the form for this address that agrees best with the sent values."""
        path = urlsplit(address).path
        forms = (form for form in self.forms if path in form.paths)
        return max(forms, key=lambda form: form.measure_likeness(values), default=None)

    def fill(self, form: PageForm, sent_values: FieldValues) -> tuple[str, list[str]]:
        """Return the page with the form filled, and the names of sent fields that the form lacks."""
        edits: list[Edit] = []
        unplaced = {name: list(values) for name, values in sent_values.items() if name not in OWN}
        for control in form.controls:
            if "disabled" not in control.attrs:
                edits += self._fill_control(control, sent_values, unplaced)
        if edits:
            marks = [(form.element, "data-unsent"), *((details, "open") for details in form.sections)]
            edits += [
                (element.start, element.end, _write_tag(element.tag, element.attrs | {mark: None}))
                for element, mark in marks
            ]
        html = self.html
        for start, end, text in sorted(edits, reverse=True):
            html = html[:start] + text + html[end:]
        pressed = {button.get("name") for button in form.buttons}
        return html, [name for name, values in unplaced.items() if any(values) and name not in pressed]

    def _fill_control(self, control: Element, values: FieldValues, unplaced: FieldValues) -> list[Edit]:
        """Return the edits that give the control its sent value, and remove that value from ``unplaced``.

        ``data-was`` keeps the original value for the scripts that look for changed fields.
        """
        name, kind = (control.select or control).get("name"), control.get("type")
        if control.tag == "select" or name in OWN or (control.tag == "input" and kind in UNTOUCHED):
            return []
        if control.tag == "option" or kind in ("checkbox", "radio"):
            if control.value in unplaced.get(name, ()):
                unplaced[name].remove(control.value)
            return _tick(control, control.value in values.get(name, ()))
        value = unplaced[name].pop(0) if unplaced.get(name) else None
        if control.tag == "input":
            if value in (None, control.get("value")):
                return []
            attrs = control.attrs | {"data-was": control.get("value"), "value": value}
            return [(control.start, control.end, _write_tag("input", attrs))]
        was = control.text.removeprefix("\n")
        if value in (None, was):
            return []
        area = _write_tag("textarea", control.attrs | {"data-was": was}) + "\n" + escape(value or "")
        return [(control.start, self.html.index("</textarea", control.end), area)]


def _tick(control: Element, is_ticked: bool) -> list[Edit]:
    """Return the edits that select or deselect an option, a checkbox or a radio button."""
    mark = "selected" if control.tag == "option" else "checked"
    was = mark in control.attrs
    if is_ticked == was:
        return []
    attrs = {**control.attrs, mark: None, "data-was": "on" if was else ""}
    if not is_ticked:
        del attrs[mark]
    return [(control.start, control.end, _write_tag(control.tag, attrs))]


def _write_tag(tag: str, attrs: Attrs) -> str:
    parts = (name if value is None else f'{name}="{escape(value)}"' for name, value in attrs.items())
    return f"<{' '.join((tag, *parts))}>"


def _collapse_spaces(text: str) -> str:
    return " ".join(text.split())
