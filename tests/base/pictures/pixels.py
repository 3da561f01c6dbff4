"""A PNG read again, as rows of red, green, blue and opacity."""

import zlib
from collections.abc import Iterator
from struct import unpack

PNG = b"\x89PNG\r\n\x1a\n"
Pixel = tuple[int, ...]


def read_size(data: bytes) -> tuple[int, int]:
    """Return a picture's width and height."""
    assert data.startswith(PNG)
    wide, high = unpack(">II", data[16:24])
    return wide, high


def read_png(data: bytes, most: int = 10_000) -> list[list[Pixel]]:
    """Return the first rows of pixels, ``most`` at most. Each of the four channels must have 8 bits."""
    assert data.startswith(PNG)
    chunks = list(_split(data))
    wide, high, bits, kind, *rest = unpack(">IIBBBBB", chunks[0][1])
    assert (bits, kind, rest) == (8, 6, [0, 0, 0])
    packed = zlib.decompress(b"".join(body for name, body in chunks if name == b"IDAT"))
    length = wide * 4
    before, rows = bytes(length), []
    for start in range(0, min(high, most) * (length + 1), length + 1):
        before = _unfilter(packed[start], packed[start + 1 : start + 1 + length], before)
        rows.append([tuple(before[at : at + 4]) for at in range(0, length, 4)])
    return rows


def _split(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(PNG)
    while at < len(data):
        (size,) = unpack(">I", data[at : at + 4])
        yield data[at + 4 : at + 8], data[at + 8 : at + 8 + size]
        at += size + 12


def _unfilter(kind: int, row: bytes, above: bytes) -> bytes:
    """Undo a filter of https://www.w3.org/TR/png-3/#9Filters."""
    found = bytearray(len(row))
    for at, byte in enumerate(row):
        left, up, corner = (found[at - 4], above[at], above[at - 4]) if at > 3 else (0, above[at], 0)
        match kind:
            case 0:
                guess = 0
            case 1:
                guess = left
            case 2:
                guess = up
            case 3:
                guess = (left + up) // 2
            case _:
                guess = min((left, up, corner), key=lambda one: abs(left + up - corner - one))
        found[at] = (byte + guess) & 255
    return bytes(found)
