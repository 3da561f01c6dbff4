"""After every race the evenings are whole."""

from collections.abc import Iterator

import pytest

from accounts.models import User
from tests.cast import Night
from tournaments.core.counters import ledger
from tournaments.core.settings import Counting
from tournaments.models import Evening, Journal


@pytest.fixture
def whole(transactional_db: None) -> Iterator[None]:
    """No evening's journal has a gap, and where each deal is counted no counter is made or lost."""
    yield
    for evening in Evening.objects.all():
        seqs = list(Journal.objects.filter(evening=evening).values_list("seq", flat=True))
        assert seqs == list(range(1, evening.seq + 1))
        night = Night(evening, User.objects.get(name="Alice"))
        if evening.play.kind.stakes and evening.settings.counting is Counting.EACH_DEAL and evening.seq > 1:
            held = [counters or 0 for counters in night.held().values()]
            assert sum(held) == ledger.count_on_tables(night.facts, evening.settings)
