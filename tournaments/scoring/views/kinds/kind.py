"""What the page of a deal is made of, by what is recorded at the table."""

from typing import Any, Protocol, TypeVar

from django.http import HttpRequest, QueryDict

from accounts.errors import StaleError
from accounts.shared.forms import refuse
from tournaments.core.refusals import DEAL_RECORDED
from tournaments.models import Evening
from tournaments.scoring.forms.deals import RecordForm

F = TypeVar("F", bound=RecordForm)


class KindViews(Protocol):
    """The sheet of a deal, its forms, and the page that shows both."""

    template: str

    def sheet(self, request: HttpRequest, evening: Evening, *, round: int, table: int, deal: int) -> Any:
        """Read the deal as it stands. RuleError if there is no such table."""

    def slip(
        self, evening: Evening, typed: QueryDict | None, prefix: str, **where: Any
    ) -> tuple[Any, RecordForm | None]:
        """Return the deal as it stands, and its slip on a page of many; None: its own page asks more."""

    def seen(self, form: F, sheet: Any) -> F:
        """Return the form; refused where the deal is recorded already, whatever else is wrong with it."""
        if sheet.versions and not form.correcting and not form.is_valid():
            refuse(form, StaleError("", DEAL_RECORDED))
        return form

    def typed(self, request: HttpRequest, sheet: Any) -> RecordForm:
        """Return the form that was sent."""

    def following(self, sheet: Any, form: RecordForm) -> int:
        """Return the deal whose page comes next when the form is done; 0: none."""

    def context(
        self, request: HttpRequest, sheet: Any, refused: RecordForm | None, like: Any, *, can_run: bool
    ) -> dict[str, Any]:
        """Return what the page shows, with its ``form``: as it was ``refused``, or ``like`` a version."""
