"""A club's logo, read and checked from the uploaded file; and its colour in light and dark shades. Pure.

The content decides what kind of picture a file is, not its name. Only the picture is kept: no camera notes,
no location, nothing after its end. SVG is refused, because it can contain scripts.
"""

import re
import struct
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from struct import pack, unpack_from
from zlib import crc32, decompressobj

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _

OWN = "#17644a"
"""Headtable's own colour, for clubs that chose none."""
LIGHT, DARK = ("#f4f6f4", "#fefefe"), ("#101613", "#18201c")
"""The backgrounds of each theme: ``--paper`` and ``--card`` of static/css/tokens.css."""
BLACK, WHITE = "#000000", "#ffffff"
LEAST_CONTRAST = 3.0
"""The least contrast of a sign with its background. Text on a shade always has at least 4.5."""
STEPS = 32


@dataclass(frozen=True)
class Shade:
    """An area of the colour, and the text on it."""

    area: str
    text: str


def clean_colour(text: str, field: str = "colour") -> str:
    """Return the colour as ``#rrggbb``; "" for Headtable's own. RuleError at ``field`` if invalid."""
    colour = text.strip().lower()
    if colour and not re.fullmatch(r"#[0-9a-f]{6}", colour, re.ASCII):
        raise RuleError(
            field,
            _("“%(text)s” is not a colour. Enter # and six digits or letters from a to f, such as #17644a."),
            text=text[:20],
        )
    return "" if colour == OWN else colour


def find_shades(colour: str) -> tuple[Shade, Shade]:
    """Return the nearest shades that have enough contrast with light paper and with dark paper."""
    return _find_shade(colour, LIGHT, BLACK), _find_shade(colour, DARK, WHITE)


# Contrast is calculated as in WCAG 2.2: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
def measure_contrast(first: str, second: str) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    low, high = sorted((measure_luminance(first), measure_luminance(second)))
    return (high + 0.05) / (low + 0.05)


def measure_luminance(colour: str) -> float:
    """Return the relative luminance, from 0 for black to 1 for white."""
    red, green, blue = map(_linearize, _split_colour(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _find_shade(colour: str, papers: tuple[str, ...], towards: str) -> Shade:
    mixed = (_mix(colour, towards, step / STEPS) for step in range(STEPS + 1))
    area = next(
        shade for shade in mixed if all(measure_contrast(shade, paper) >= LEAST_CONTRAST for paper in papers)
    )
    # For any area, black or white has a contrast of at least the square root of 21, which is 4.58.
    return Shade(area, max(BLACK, WHITE, key=lambda text: measure_contrast(area, text)))


def _mix(colour: str, second: str, share: float) -> str:
    pairs = zip(_split_colour(colour), _split_colour(second), strict=True)
    return "#" + "".join(f"{round(value + (two - value) * share):02x}" for value, two in pairs)


def _split_colour(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _linearize(part: int) -> float:
    share = part / 255
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)


MOST_BYTES = 256 * 1024
MOST_SIDE = 2000
"""Pixels. A small file can be a huge picture, which would fill the memory of every phone in the hall."""
PIECE = 1 << 20
TYPES = {"png": "image/png", "jpeg": "image/jpeg", "webp": "image/webp"}
"""The kinds of pictures, with their media types."""


@dataclass(frozen=True)
class Logo:
    """A picture, of a kind in ``TYPES``."""

    kind: str
    data: bytes


class _BrokenError(Exception):
    """The bytes are not a complete picture."""


def read_logo(data: bytes) -> Logo:
    """Return the picture alone. RuleError at ``logo`` if the data are no picture, too large or damaged."""
    if len(data) > MOST_BYTES:
        raise make_size_error(len(data))
    kind = next((kind for kind, begins in BEGINNINGS.items() if begins(data)), None)
    if kind is None:
        raise RuleError(
            "logo", _("This file is no PNG, JPEG or WebP picture. Save the logo as one of these.")
        )
    try:
        return Logo(kind, READERS[kind](data))
    except (_BrokenError, struct.error, zlib.error, KeyError) as error:
        raise RuleError("logo", _("This picture is damaged or incomplete. Save it again.")) from error


def make_size_error(size: int) -> RuleError:
    return RuleError(
        "logo",
        _("The logo has %(size)s KB. At most %(most)s KB are allowed."),
        size=-(-size // 1024),
        most=MOST_BYTES // 1024,
    )


def _refuse_sides(width: int, height: int) -> None:
    if not width or not height:
        raise _BrokenError
    if max(width, height) > MOST_SIDE:
        raise RuleError(
            "logo",
            _("The logo has %(width)s × %(height)s pixels. At most %(most)s × %(most)s are allowed."),
            width=width,
            height=height,
            most=MOST_SIDE,
        )


PNG = b"\x89PNG\r\n\x1a\n"
PNG_KEPT = {
    b"IHDR": (13,),
    b"PLTE": range(3, 769, 3),
    b"tRNS": range(1, 257),
    b"gAMA": (4,),
    b"cHRM": (32,),
    b"sRGB": (1,),
    b"IDAT": range(MOST_BYTES),
    b"IEND": (0,),
}
"""The most bytes of each chunk. A longer chunk could contain notes."""
DEPTHS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
"""Bits of a sample, by colour type."""
SAMPLES = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""Samples of a pixel, by colour type."""
PALETTE = 3
ONE_PASS = ((0, 0, 1, 1),)
SEVEN_PASSES = (
    (0, 0, 8, 8),
    (4, 0, 8, 8),
    (0, 4, 4, 8),
    (2, 0, 4, 4),
    (0, 2, 2, 4),
    (1, 0, 2, 2),
    (0, 1, 1, 2),
)
"""For each pass the first column, the first row and the steps; without interlace, and with it."""


def _clean_png(data: bytes) -> bytes:
    chunks = [(kind, body) for kind, body in _split_png(data) if len(body) in PNG_KEPT.get(kind, ())]
    kinds = [kind for kind, _body in chunks]
    if kinds[:1] != [b"IHDR"] or kinds.count(b"IHDR") > 1:
        raise _BrokenError
    width, height, depth, colour, _packed, _filter, interlaced = unpack_from(">IIBBBBB", chunks[0][1])
    _refuse_sides(width, height)
    if depth not in DEPTHS[colour] or interlaced > 1 or (colour == PALETTE and b"PLTE" not in kinds):
        raise _BrokenError
    bits, expected = depth * SAMPLES[colour], 0
    for start_left, top, right, step_down in SEVEN_PASSES if interlaced else ONE_PASS:
        columns, rows = -(-(width - start_left) // right), -(-(height - top) // step_down)
        expected += rows * (1 + -(-columns * bits // 8)) if columns > 0 and rows > 0 else 0
    packed = b"".join(body for kind, body in chunks if kind == b"IDAT")
    pixels = packed[: len(packed) - _count_unpacked(packed, expected)]
    before = [(kind, body) for kind, body in chunks if kind not in (b"IDAT", b"IEND")]
    return PNG + b"".join(
        pack(">I", len(body)) + kind + body + pack(">I", crc32(kind + body))
        for kind, body in (*before, (b"IDAT", pixels), (b"IEND", b""))
    )


def _split_png(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    offset, kind = len(PNG), b""
    while kind != b"IEND":
        length, kind = unpack_from(">I4s", data, offset)
        body = data[offset + 8 : offset + 8 + length]
        if unpack_from(">I", data, offset + 8 + length)[0] != crc32(kind + body):
            raise _BrokenError
        yield kind, body
        offset += 12 + length


def _count_unpacked(packed: bytes, expected: int) -> int:
    """Return the number of bytes after the packed pixels. _BrokenError unless ``expected`` bytes unpack.

    The data are unpacked piece by piece, and never more than expected: a small file can unpack to a huge
    size.
    """
    unpacking, size = decompressobj(), 0
    while not unpacking.eof and size <= expected:
        piece = unpacking.decompress(packed, PIECE)
        packed = unpacking.unconsumed_tail
        if not piece and not packed:
            break
        size += len(piece)
    if size != expected or not unpacking.eof:
        raise _BrokenError
    return len(unpacking.unused_data)


JPEG = b"\xff\xd8"
END, SCAN, WITHOUT_LENGTH = 0xD9, 0xDA, (0x01, *range(0xD0, 0xD8))
FRAMES = (0xC0, 0xC1, 0xC2)
"""Markers of baseline, extended and progressive frames. Browsers show no others."""
NOT_SHOWN = tuple({*range(0xC0, 0xD0)} - {*FRAMES, 0xC4, 0xCC})
NOTES = (0xFE, *range(0xE1, 0xEE), 0xEF)
"""Segments with notes of cameras and programs, and colour profiles."""
COLOURS = {0xE0: (b"JFIF\0", 16), 0xEE: (b"Adobe", 14)}
"""Segments that say how colours are written: how each begins, and its length without other data."""


def _clean_jpeg(data: bytes) -> bytes:
    parts, sized, scanned, offset = [JPEG], False, False, len(JPEG)
    while True:
        mark, kind = unpack_from(">BB", data, offset)
        if mark != 0xFF or kind == 0:
            raise _BrokenError
        if kind == END:
            break
        if kind == 0xFF:
            offset += 1
            continue
        end = (
            offset + 2
            if kind in WITHOUT_LENGTH
            else offset + 2 + max(2, unpack_from(">H", data, offset + 2)[0])
        )
        if kind in NOT_SHOWN or (kind in FRAMES and sized):
            raise _BrokenError
        if kind in FRAMES:
            height, width = unpack_from(">HH", data, offset + 5)
            _refuse_sides(width, height)
            sized = True
        if kind == SCAN:
            end, scanned = _skip_scan(data, end), sized
        if kind not in NOTES and not _has_other_data(kind, data[offset + 4 : end]):
            parts.append(data[offset:end])
        offset = end
    if not scanned:
        raise _BrokenError
    return b"".join(parts) + bytes((0xFF, END))


def _has_other_data(kind: int, body: bytes) -> bool:
    """Return whether this colour segment is of another kind, or contains other data."""
    begins, length = COLOURS.get(kind, (b"", None))
    return not body.startswith(begins) or (length is not None and len(body) != length - 2)


def _skip_scan(data: bytes, offset: int) -> int:
    """Return the offset of the next marker. Stuffed zeros and restart markers belong to the picture."""
    while (offset := data.find(b"\xff", offset)) >= 0:
        if offset + 1 < len(data) and data[offset + 1] != 0 and data[offset + 1] not in WITHOUT_LENGTH:
            return offset
        offset += 2
    raise _BrokenError


ALPHA, MOVES = 0x10, 0x02


def _clean_webp(data: bytes) -> bytes:
    chunks = dict(_split_webp(data[: 8 + unpack_from("<I", data, 4)[0]]))
    parts = {kind: body for kind, body in chunks.items() if kind in (b"ALPH", b"VP8 ", b"VP8L")}
    if b"VP8 " in parts and b"VP8L" in parts:  # two pictures, of which a browser shows the first
        raise _BrokenError
    if b"VP8X" in chunks:
        flags = chunks[b"VP8X"][0] if chunks[b"VP8X"] else 0
        if flags & MOVES:
            raise RuleError("logo", _("This picture moves. Choose one that stands still."))
        canvas = chunks[b"VP8X"][4:10]
        wide, high = (1 + int.from_bytes(canvas[start : start + 3], "little") for start in (0, 3))
        _refuse_sides(wide, high)
        parts = {b"VP8X": bytes((flags & ALPHA, 0, 0, 0)) + canvas, **parts}
        if len(canvas) != 6 or (wide, high) != _read_webp_sides(parts):
            raise _BrokenError
    _refuse_sides(*_read_webp_sides(parts))
    body = b"".join(
        kind + pack("<I", len(data_of)) + data_of + b"\0" * (len(data_of) % 2)
        for kind, data_of in parts.items()
    )
    return b"RIFF" + pack("<I", 4 + len(body)) + b"WEBP" + body


def _split_webp(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    offset = 12
    while offset < len(data):
        kind, length = unpack_from("<4sI", data, offset)
        body = data[offset + 8 : offset + 8 + length]
        if len(body) != length:
            raise _BrokenError
        yield kind, body
        offset += 8 + length + length % 2


def _read_webp_sides(parts: dict[bytes, bytes]) -> tuple[int, int]:
    if (lossless := parts.get(b"VP8L")) is not None:
        begins, bits = unpack_from("<BI", lossless)
        if begins != 0x2F:
            raise _BrokenError
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    begins, wide, high = unpack_from("<3sHH", parts[b"VP8 "], 3)
    if begins != b"\x9d\x01\x2a":
        raise _BrokenError
    return wide & 0x3FFF, high & 0x3FFF


BEGINNINGS: dict[str, Callable[[bytes], bool]] = {
    "png": lambda data: data.startswith(PNG),
    "jpeg": lambda data: data.startswith(JPEG),
    "webp": lambda data: data[:4] == b"RIFF" and data[8:12] == b"WEBP",
}
READERS: dict[str, Callable[[bytes], bytes]] = {"png": _clean_png, "jpeg": _clean_jpeg, "webp": _clean_webp}
