"""The picture of an evening, decoded: its size, where its letters are, what does not fit."""

from base64 import b64encode
from dataclasses import replace
from struct import unpack
from xml.etree.ElementTree import fromstring

import pytest

from tests import logos
from tests.base.pictures.pixels import read_png, read_size
from tournaments.base.pictures import raster
from tournaments.base.pictures.card import HEIGHTS, HIGH, WIDE, CardStep, LinkCard, draw_card
from tournaments.base.pictures.raster import OTHERS, TYPEFACE, rasterize

WHITE, PAPER = (255, 255, 255, 255), (0xF4, 0xF6, 0xF4, 255)
GREEN = (0x17, 0x64, 0x4A, 255)
CARD = LinkCard("Thursday Club", "Thursday", "26 players", "#17644a", "#ffffff")
PODIUM = (CardStep(1, ["Clara"], "220"), CardStep(2, ["Joan"], "154"), CardStep(3, ["Farid"], "130"))


def is_dark(pixel: tuple[int, ...]) -> bool:
    return sum(pixel[:3]) < 200


def test_it_has_its_size_and_shows_what_it_says():
    rows = read_png(rasterize(draw_card(replace(CARD, steps=PODIUM))))
    assert (len(rows[0]), len(rows)) == (1200, 630) == (WIDE, HIGH)
    assert rows[HIGH - 1][WIDE // 2] == GREEN, "the first step is in the middle"
    head = [pixel for row in rows[60:200] for pixel in row]
    assert 2_000 < sum(map(is_dark, head)) < 40_000, "letters, no blocks"
    above = [pixel for row in rows[HIGH - HEIGHTS[0] - 60 : HIGH - HEIGHTS[0]] for pixel in row[440:760]]
    assert sum(map(is_dark, above)) > 400, "the winner's name"
    on_step = [pixel for row in rows[HIGH - HEIGHTS[0] : HIGH] for pixel in row[440:760]]
    assert on_step.count(WHITE) > 400, "place and figure"


@pytest.mark.parametrize("card", [CARD, replace(CARD, lines=(("Booby prize", "Anil"),) * 3)])
def test_without_a_podium_it_is_not_empty(card):
    rows = read_png(rasterize(draw_card(card)))
    assert sum(is_dark(pixel) for row in rows for pixel in row) > 5_000
    assert any(GREEN in row for row in rows)


@pytest.mark.parametrize(
    ("kind", "data"), [("png", logos.png(64, 64)), ("jpeg", logos.JPEG), ("webp", logos.WEBP)]
)
def test_the_logo_is_drawn(kind, data):
    address = f"data:image/{kind};base64,{b64encode(data).decode()}"
    *_, row = read_png(rasterize(draw_card(replace(CARD, steps=PODIUM, logo=address))), 128)
    assert row[128] not in (WHITE, PAPER)


def test_a_broken_logo_leaves_the_rest():
    svg = draw_card(replace(CARD, logo="data:image/png;base64,AAAA"))
    assert read_size(rasterize(svg)) == (WIDE, HIGH)


@pytest.mark.parametrize("name", ["<b>&amp;", "W" * 60, "il" * 30, "שרה לוי", "👩‍🚀🎲", "\x00\x0b"])
def test_any_name_is_shown_within_its_step(name):
    svg = draw_card(replace(CARD, title=name, steps=(CardStep(1, [name] * 4, "9"), PODIUM[1])))
    fromstring(svg)  # noqa: S314 - our own
    assert read_size(rasterize(svg)) == (WIDE, HIGH)


def test_it_is_drawn_once():
    svg = draw_card(replace(CARD, title="Once"))
    before = raster._draw.cache_info()
    assert rasterize(svg) is rasterize(svg)
    after = raster._draw.cache_info()
    assert (after.hits, after.misses) == (before.hits + 1, before.misses + 1)


def read_letters(font: bytes) -> set[int]:
    """Return the letters of a typeface, from its table ``cmap`` in format 4."""
    tables = {
        font[at : at + 4]: unpack(">II", font[at + 8 : at + 16])
        for at in range(12, 12 + 16 * unpack(">H", font[4:6])[0], 16)
    }
    start = tables[b"cmap"][0]
    records = [
        unpack(">HHI", font[at : at + 8])
        for at in range(start + 4, start + 4 + 8 * unpack(">H", font[start + 2 : start + 4])[0], 8)
    ]
    [at] = {start + offset for platform, encoding, offset in records if (platform, encoding) == (3, 1)}
    kind, _length, _language, doubled = unpack(">HHHH", font[at : at + 8])
    assert kind == 4
    ends = unpack(f">{doubled // 2}H", font[at + 14 : at + 14 + doubled])
    begins = unpack(f">{doubled // 2}H", font[at + 16 + doubled : at + 16 + 2 * doubled])
    return {code for first, last in zip(begins, ends, strict=True) for code in range(first, last + 1)}


def test_the_typeface_has_all_letters_but_the_others():
    """Where it lacks a letter, the machine's typefaces are read."""
    letters = read_letters(TYPEFACE.read_bytes())
    needed = {code for code in range(0x20, 0x10000) if not OTHERS.match(chr(code))}
    assert needed - letters == set()
    assert len(needed) > 350
