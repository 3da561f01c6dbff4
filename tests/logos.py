"""Small logos of each kind, and pictures made by hand; a browser has written those that are compressed."""

from base64 import b64decode
from struct import pack
from zlib import compress, crc32

PNG_BEGINS = b"\x89PNG\r\n\x1a\n"


def chunk(kind: bytes, body: bytes) -> bytes:
    return pack(">I", len(body)) + kind + body + pack(">I", crc32(kind + body))


def png(width: int = 24, height: int = 16, pixel: bytes = b"\x7a\x1f\x3d", more: bytes = b"") -> bytes:
    """A picture of one colour: grey, grey and clear, colours, or colours and clear."""
    colour = {1: 0, 2: 4, 3: 2, 4: 6}[len(pixel)]
    return made(pack(">IIBBBBB", width, height, 8, colour, 0, 0, 0), (b"\0" + pixel * width) * height, more)


def made(head: bytes, pixels: bytes, more: bytes = b"") -> bytes:
    """The file of this head and these pixels, with more chunks between them."""
    return PNG_BEGINS + chunk(b"IHDR", head) + more + chunk(b"IDAT", compress(pixels)) + chunk(b"IEND", b"")


JPEG = b64decode(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWG"
    "kJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSk"
    "pKSkpKSkpKSkpKSkpKT/wAARCAAQABgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAABAD/xAAgEAAABQQDAQAAAAAA"
    "AAAAAAAAAwQREgIUIUEVZKLh/8QAFgEBAQEAAAAAAAAAAAAAAAAABAAD/8QAHREAAQMFAQAAAAAAAAAAAAAAABESMQECAxMi"
    "gf/aAAwDAQACEQMRAD8AClJuFFJUoyfLPoP4bsePoAlOt1FJsZRfDtoP5nr+/gPl2u4jwYAVE26ioqUotlm0ISo64UVGxjJs"
    "O+hDa1W0WSP/2Q=="
)
WEBP = b64decode(
    "UklGRoAAAABXRUJQVlA4WAoAAAAAAAAAFwAADwAAVlA4IGIAAAAwBACdASoYABAALtGIxGIkLCwsDADQS2AF2XgTytPAG8gA"
    "yEHBD5VeRMAA/uK6fMWJ8+ESrVV3G+/+fuui1xC1n41R4bvYdyG37YShuRv5tl8Goav2y2hkRi5lhzjqAAAAAA=="
)
WEBP_CLEAR = b64decode(
    "UklGRngAAABXRUJQVlA4WAoAAAAQAAAAFwAADwAAQUxQSBoAAAABDzD/ERFCUQMCkKN/J838TISI/k8A5tQnzFZQOCA4AAAA"
    "0AIAnQEqGAAQAD8RcLBQLCYkorAIAYAiCWQAAIRYAAD+6tOmK0+RFAQ5Mz90MiWK0HThwtgAAAA="
)
WEBP_LOSSLESS = b64decode(
    "UklGRkIAAABXRUJQVlA4WAoAAAAQAAAAFwAADwAAVlA4TCQAAAAvF8ADEA8wH6M3PfMf8DDTto2l8udUZv2mQYjo/zgAQJen8wY="
)
KINDS = {"png": png(), "jpeg": JPEG, "webp": WEBP}
