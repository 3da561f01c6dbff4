"""A page that refuses what is sent to it."""

from tests.cast import everything
from tests.web.html import faults, shows


def refuses(client, url, sent, *says, status=422, never=()):
    """The answer: a whole page that says why, and nothing was written."""
    before = everything()
    answer = client.post(url, sent)
    shows(answer, *says, status=status, never=never)
    assert faults(answer.content.decode()) == []
    assert everything() == before
    return answer
