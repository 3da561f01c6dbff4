"""SVG elements by ``xml.etree``, which escapes whatever is written into them."""

import re
from xml.etree.ElementTree import Element, SubElement, tostring

from tournaments.base.pictures.letters import width
from tournaments.base.pictures.series import Frame

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"
SIZE = 12
"""Height of the letters, in the picture's own units: pixels as long as it is not scaled."""
HEADING, LARGE = 34, 16
"""Room above a picture that stands alone, for its heading, and that one's letters."""
UNREADABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 does not allow in any document."""


def put(parent: Element, tag: str, text: str = "", **attributes: object) -> Element:
    """A new element within ``parent``: ``stroke_width=2`` is written ``stroke-width="2"``."""
    told = {name.rstrip("_").replace("_", "-"): written(value) for name, value in attributes.items()}
    child = SubElement(parent, tag, told)
    if text:
        child.text = readable(text)
    return child


def written(value: object) -> str:
    """A number as short as a tenth of a pixel allows; anything else as text."""
    if isinstance(value, float):
        value = f"{value:.1f}".rstrip("0").rstrip(".")
        return "0" if value == "-0" else str(value)
    return readable(str(value))


def readable(text: str) -> str:
    return UNREADABLE.sub("\ufffd", text)


def data(*parts: str | float) -> str:
    """The parts of a path, the numbers parted by spaces."""
    return " ".join(part if isinstance(part, str) else written(float(part)) for part in parts)


def opened(frame: Frame, wide: float, high: float) -> Element:
    """An empty picture with its text alternative; alone with its heading, above 0."""
    above = HEADING if frame.alone else 0
    if frame.alone:
        wide = max(wide, width(frame.title) * LARGE + 24)
    title, told = f"{frame.key}-title", f"{frame.key}-told"
    attributes: dict[str, object] = {
        "xmlns": "http://www.w3.org/2000/svg",
        "class": "picture",
        "viewBox": data("0", -above, wide, high + above),
        "width": wide,
        "height": high + above,
        "role": "img",
        "aria-labelledby": f"{title} {told}",
        "font-family": FONT,
        "font-size": SIZE,
        "fill": "none",
        "stroke-linejoin": "round",
    }
    root = Element("svg", {name: written(value) for name, value in attributes.items()})
    put(root, "title", frame.title, id=title)
    put(root, "desc", frame.told, id=told)
    if frame.alone:
        put(root, "rect", y=-above, width=wide, height=high + above, fill="#fff")
        put(root, "text", frame.title, x=12, y=-11, fill="#000", font_size=LARGE, font_weight=700)
    return root


def text_of(root: Element) -> str:
    return tostring(root, encoding="unicode")
