"""A name that somebody gives to break in."""

HOSTILE = "<script>alert(1)</script>"
