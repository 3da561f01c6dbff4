"""Links by which a phone at a table writes that table's deals, without an account."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.evening import STANDS, Evening, Fact


class ScorerLink(Fact):
    """A table's link in one evening. Void: revoked. Its address is its number, signed."""

    evening = models.ForeignKey(Evening, models.CASCADE, related_name="links", verbose_name=_("evening"))
    table = models.PositiveIntegerField(_("table"))

    class Meta:
        verbose_name = _("scorer's link")
        verbose_name_plural = _("scorers' links")
        ordering = ("evening", "table", "id")
        constraints = (
            models.UniqueConstraint(
                fields=("evening", "table"), condition=STANDS, name="one_link_for_a_table"
            ),
        )

    def __str__(self) -> str:
        return str(self.table)
