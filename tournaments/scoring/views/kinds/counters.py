"""The page of a deal that is played for counters: who won the pool, who called, and the counters."""

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, QueryDict

from accounts.errors import KeyUsedError
from tournaments.models import Evening
from tournaments.scoring.forms.deals import PoolForm, RecordForm
from tournaments.scoring.forms.slips import PoolSlip
from tournaments.scoring.presenters.deals import TableSheet, deal_sheet
from tournaments.scoring.views.kinds.kind import KindViews


class CountersViews(KindViews):
    """A pool is recorded with one form, and corrected with the same."""

    template = "scoring/deal/deal.html"

    def sheet(
        self, request: HttpRequest, evening: Evening, *, round: int, table: int, deal: int
    ) -> TableSheet:
        return deal_sheet(evening, round, table, deal)

    def slip(
        self, evening: Evening, typed: QueryDict | None, prefix: str, **where: Any
    ) -> tuple[TableSheet, PoolSlip]:
        """Return the sheet and slip. The result that stands is not filled in: a slip is no correction."""
        sheet = deal_sheet(evening, **where)
        return sheet, PoolSlip(typed, sheet=replace(sheet, versions=()), correcting=False, prefix=prefix)

    def typed(self, request: HttpRequest, sheet: TableSheet) -> PoolForm:
        form = PoolForm(request.POST, sheet=sheet, correcting="base_version" in request.POST)
        return self.seen(form, sheet)

    def following(self, sheet: TableSheet, form: RecordForm) -> int:
        return 0 if form.correcting else sheet.following

    def context(
        self, request: HttpRequest, sheet: TableSheet, refused: RecordForm | None, like: Any, *, can_run: bool
    ) -> dict[str, Any]:
        """Return the form. A refused one is filled in again, as a correction of what stands by now."""
        sent = request.POST if isinstance(refused, PoolForm) else None
        form = PoolForm(sent, sheet=like or sheet, correcting=bool(sheet.versions))
        if isinstance(refused, PoolForm):
            form.take_errors(refused)
        again = refused is not None and refused.refused_as(KeyUsedError)
        stale = isinstance(refused, PoolForm) and refused.stale
        return {"form": form, "stale": stale or again, "refused": None}
