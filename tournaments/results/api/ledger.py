"""The counters' ledger in figures: whether they add up, and everybody's lines."""

from functools import partial

from django.http import Http404, HttpResponseBase
from rest_framework.request import Request

from accounts.shared.api.decorators import member
from accounts.shared.api.kept import kept
from accounts.shared.api.schema import described_for_members
from tournaments.base.api.access import evening_and_right, refuse_secret
from tournaments.base.api.answers import OrNull, Somebody
from tournaments.base.api.values import answer
from tournaments.core.counters.ledger import LedgerLine
from tournaments.evening.selectors.access import evening_tag
from tournaments.evening.selectors.evening import load_facts
from tournaments.results.presenters.ledger import Law, Ledger, PersonsLedger, ledger_of

LINE = answer(LedgerLine, table=OrNull, deal=OrNull)
LAW = answer(Law, uncounted=partial(Somebody, many=True))
PERSON = answer(PersonsLedger, lines=partial(LINE, many=True))
LEDGER = answer(Ledger, law=LAW, people=partial(PERSON, many=True))


@described_for_members("ledger", "The ledger of an evening", LEDGER, kept=True)
@member("GET")
def ledger(request: Request, pk: int) -> HttpResponseBase:
    """Whether the counters add up, and the lines of each player. 404 if the game has no counters."""
    evening, right = evening_and_right(request, pk)
    if not evening.play.kind.stakes:
        raise Http404
    refuse_secret(evening, right)

    def read() -> object:
        return LEDGER(ledger_of(evening, load_facts(evening.pk))).data

    return kept(request, read, evening_tag(evening), right)
