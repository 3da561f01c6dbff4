"""The ways to a table's pages, which are the same for all who write a table's deals down."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from accounts.names import one_stop
from accounts.permissions import Right
from accounts.shared.forms.base import ActionForm
from tournaments.base.views.pages import asked_by, of_member, undo_tag
from tournaments.core.record import Stage
from tournaments.evening.selectors.tables import AtTable
from tournaments.evening.services.journal import By
from tournaments.models import Evening, Journal, ScorerLink


@dataclass(frozen=True)
class Here:
    """Where a page stands, which a phone watches: what it shows, of which deal, and the ``mark`` of that.

    The mark is another one once the result, or the bids that are filled in against, have changed.
    """

    kind: str  # deal, result, count, sheet, wait, late
    round: int = 0
    deal: int = 0
    mark: str = ""


@dataclass(frozen=True)
class Door:
    """How somebody came to a table's pages: what is allowed there, and the addresses to go on to.

    A member came by the evening; a table's phone comes by its link (``views.scoring``).
    """

    evening: Evening
    right: Right | None = None
    link: ScorerLink | None = None
    frame: ClassVar[str] = "base.html"

    @property
    def can_run(self) -> bool:
        held = self.right is not None and self.right >= Right.RUN
        return held and self.evening.stage != Stage.CALLED_OFF

    @property
    def can_score(self) -> bool:
        return self.link is not None or (self.right is not None and self.right >= Right.SCORE)

    @property
    def may_end(self) -> bool:
        """Whether a table's round may be ended from here."""
        return self.can_score and self.link is None

    @property
    def home(self) -> str:
        return reverse("evening", args=[self.evening.pk])

    def deal(self, round: int, table: int, deal: int) -> str:
        return reverse("deal", args=[self.evening.pk, round, table, deal])

    def sheet(self, round: int, table: int) -> str:
        return reverse("table-sheet", args=[self.evening.pk, round, table])

    def after(self, round: int, table: int, deal: int, following: int) -> str:
        """Where to go on when a deal is recorded; ``following`` is 0 where none is known to follow."""
        return self.deal(round, table, following) if following else self.home

    def by(self, request: HttpRequest) -> By:
        """Who asks, with the reason and the request's key that the form carried."""
        return asked_by(request, self.evening)

    def done(self, request: HttpRequest, said: str, then: str, line: Journal | None = None) -> HttpResponse:
        """The answer to what was written by ``line``: say so at ``then``."""
        messages.success(request, one_stop(said), extra_tags=undo_tag(request, line))
        return redirect(then)

    def refused(
        self, request: HttpRequest, form: ActionForm, where: tuple[int, int], page: Callable[[], HttpResponse]
    ) -> HttpResponse:
        """The answer to what was refused; ``where``: the round and deal that it was for."""
        return page()

    def shown(self, request: HttpRequest, here: Here, at: AtTable | None = None) -> dict[str, Any]:
        """What every page is told; ``at``: the table as it stands, where it was read already."""
        return {
            "door": self,
            "evening": self.evening,
            "back": self.home,
            "can_run": self.can_run,
            "can_score": self.can_score,
        }


def member_door(request: HttpRequest, evening: Evening) -> Door:
    """The door of a member's page, whose right was found."""
    return Door(evening, of_member(request).right)
