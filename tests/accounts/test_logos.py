"""Logos: what is a picture and what is not, and that nothing but the picture is kept."""

from contextlib import suppress
from struct import pack
from zlib import compress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.errors import RuleError
from accounts.logos import MOST_BYTES, MOST_SIDE, PNG, read_logo
from tests.logos import JPEG, KINDS, WEBP, WEBP_CLEAR, WEBP_LOSSLESS, chunk, made, png

NOTE = b"taken at 47.37 N 8.54 E"
EXIF = b"\xff\xe1" + pack(">H", 2 + len(NOTE)) + NOTE
OF_COLOURS = b"\xff\xe0" + pack(">H", 2 + len(NOTE)) + NOTE + b"\xff\xee" + pack(">H", 2 + len(NOTE)) + NOTE
COMMENT = b"\xff\xfe" + pack(">H", 2 + len(NOTE)) + NOTE
EXIF_CHUNK = b"EXIF" + pack("<I", len(NOTE)) + NOTE + b"\0" * (len(NOTE) % 2)


HEAD = pack(">IIBBBBB", 24, 16, 8, 2, 0, 0, 0)
PIXELS = (b"\0" + b"\x7a\x1f\x3d" * 24) * 16


def riff(*chunks: bytes) -> bytes:
    body = b"WEBP" + b"".join(chunks)
    return b"RIFF" + pack("<I", len(body)) + body


def extended(flags: int = 0, width: int = 24, height: int = 16) -> bytes:
    body = bytes((flags, 0, 0, 0)) + (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    return b"VP8X" + pack("<I", len(body)) + body


WHOLE = {
    **KINDS,
    "png, grey": png(pixel=b"\x7f"),
    "png, clear": png(pixel=b"\x7a\x1f\x3d\x00"),
    "png, largest": png(MOST_SIDE, MOST_SIDE, b"\x7f"),
    # 9 × 5 pixels of one bit: passes of 2×1, 1×1, 3×1, 2×2, 5×1, 4×3 and 9×2 pixels.
    "png, interlaced": made(pack(">IIBBBBB", 9, 5, 1, 0, 0, 0, 1), b"\0" * (2 + 2 + 2 + 4 + 2 + 6 + 6)),
    "webp, clear": WEBP_CLEAR,
    "webp, lossless": WEBP_LOSSLESS,
}


@pytest.mark.parametrize("name", WHOLE)
def test_a_picture_is_kept_as_it_is(name):
    logo = read_logo(WHOLE[name])
    assert (logo.kind, logo.data) == (name.partition(",")[0], WHOLE[name])


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        pytest.param(png(more=chunk(b"tEXt", NOTE) + chunk(b"eXIf", NOTE)), png(), id="png"),
        pytest.param(png() + NOTE, png(), id="behind a png"),
        pytest.param(JPEG[:2] + EXIF + COMMENT + JPEG[2:], JPEG, id="jpeg"),
        pytest.param(png(more=chunk(b"gAMA", NOTE)), png(), id="in a png's brightness"),
        pytest.param(png()[:-12] + chunk(b"IEND", NOTE), png(), id="in a png's end"),
        pytest.param(
            PNG + chunk(b"IHDR", HEAD) + chunk(b"IDAT", compress(PIXELS) + NOTE) + chunk(b"IEND", b""),
            png(),
            id="behind a png's pixels",
        ),
        pytest.param(JPEG[:2] + OF_COLOURS + JPEG[2:], JPEG, id="in place of a jpeg's colours"),
        pytest.param(JPEG + NOTE, JPEG, id="behind a jpeg"),
        pytest.param(riff(WEBP[12:30], WEBP[30:], EXIF_CHUNK), WEBP, id="webp"),
        pytest.param(WEBP + NOTE, WEBP, id="behind a webp"),
    ],
)
def test_nothing_but_the_picture_is_kept(sent, kept):
    assert NOTE in sent
    assert read_logo(sent).data == kept


SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
NONE = {
    "nothing": b"",
    "text": b"a logo",
    "svg": SVG,
    "gif": b"GIF89a\x01\x00\x01\x00\x00\x00\x00;",
    "svg that is called a picture": b"\n" + SVG,
    "page": b"<!doctype html><script>alert(1)</script>",
}


@pytest.mark.parametrize("name", NONE)
def test_what_is_no_picture_is_refused(name):
    with pytest.raises(RuleError, match="no PNG, JPEG or WebP picture") as caught:
        read_logo(NONE[name])
    assert caught.value.field == "logo"


FRAME = JPEG.index(b"\xff\xc0")
BROKEN = {
    "png, cut short": png()[:-20],
    "png, a bit changed": png()[:40] + bytes((png()[40] ^ 1,)) + png()[41:],
    "png, too few pixels": made(HEAD, b"\0" * 10),
    "png, more pixels than it says": made(HEAD, b"\0" * 10_000_000),
    "png, of two sizes": png(more=chunk(b"IHDR", pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0))),
    "png, without its palette": made(pack(">IIBBBBB", 24, 16, 8, 3, 0, 0, 0), b"\0" * 25 * 16),
    "png, of half a colour": made(pack(">IIBBBBB", 24, 16, 4, 2, 0, 0, 0), b"\0" * 37 * 16),
    "png, no pixels": made(pack(">IIBBBBB", 0, 16, 8, 2, 0, 0, 0), b""),
    "png, colours of no kind": made(pack(">IIBBBBB", 24, 16, 8, 5, 0, 0, 0), b""),
    "png, not packed": png().replace(compress((b"\0" + b"\x7a\x1f\x3d" * 24) * 16)[:2], b"\0\0"),
    "png, only its beginning": png()[:8],
    "png, with a page behind": b"\x89PNG\r\n\x1a\n" + SVG,
    "jpeg, cut short": JPEG[:-40],
    "jpeg, only its beginning": JPEG[:2],
    "jpeg, with a page behind": JPEG[:2] + SVG,
    "jpeg, of two sizes": JPEG[:FRAME] + JPEG[FRAME : FRAME + 19] + JPEG[FRAME:],
    "jpeg, of a kind that no browser shows": JPEG[:FRAME] + b"\xff\xc3" + JPEG[FRAME + 2 :],
    "jpeg, without a picture": b"\xff\xd8" + COMMENT + b"\xff\xd9",
    "webp, cut short": WEBP[:-10],
    "webp, only its beginning": WEBP[:12],
    "webp, with a page behind": b"RIFF\x50\x00\x00\x00WEBP" + SVG,
    "webp, two pictures": riff(
        b"VP8 " + pack("<I", 10) + b"\0\0\0\x9d\x01\x2a" + pack("<HH", 16_383, 16_383), WEBP_LOSSLESS[30:]
    ),
    "webp, of two sizes": riff(extended(width=25), WEBP[30:]),
    "webp, without a picture": riff(extended()),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_damaged_picture_is_refused(name):
    with pytest.raises(RuleError, match="damaged or incomplete") as caught:
        read_logo(BROKEN[name])
    assert caught.value.field == "logo"


AT = FRAME + 5
HUGE = {
    "png": png(MOST_SIDE + 1, 1),
    "png, that says so": made(pack(">IIBBBBB", 2**31 - 1, 2**31 - 1, 16, 6, 0, 0, 0), b""),
    "jpeg": JPEG[:AT] + pack(">HH", 16, 65_535) + JPEG[AT + 4 :],
    "webp": riff(extended(width=16_000), WEBP[30:]),
    "webp, lossless": riff(b"VP8L" + pack("<IBI", 5, 0x2F, 0xFFFFFFF) + b"\0"),
}


@pytest.mark.parametrize("name", HUGE)
def test_a_picture_of_too_many_pixels_is_refused(name):
    """A file of some bytes may be one that fills the memory of a phone."""
    with pytest.raises(RuleError, match="At most 2000 × 2000 are allowed") as caught:
        read_logo(HUGE[name])
    assert caught.value.field == "logo"


def test_a_file_that_is_too_large_is_refused_unread():
    with pytest.raises(RuleError, match=r"has 257 KB\. At most 256 KB"):
        read_logo(png() + b"x" * MOST_BYTES)


def test_a_picture_that_moves_is_refused():
    with pytest.raises(RuleError, match="moves"):
        read_logo(riff(extended(flags=0x02), WEBP[30:]))


@given(st.sampled_from([*WHOLE.values()]), st.integers(0, 900), st.binary(min_size=1, max_size=8))
def test_whatever_is_changed_in_it_it_is_a_logo_or_refused(picture, at, put):
    with suppress(RuleError):
        logo = read_logo(picture[:at] + put + picture[at + len(put) :])
        assert read_logo(logo.data) == logo
