"""How the deciding clock stood against each machine's steady clock when a worker last looked."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class ClockReference(models.Model):
    """By which times were written. It tells a process that starts whether the clock was set meanwhile."""

    machine = models.CharField(_("machine, since its last start"), max_length=100, unique=True)
    offset = models.FloatField(_("seconds ahead of its steady clock"))
    seen_at = models.DateTimeField(_("seen"), auto_now=True)

    class Meta:
        verbose_name = _("clock of a machine")
        verbose_name_plural = _("clocks of machines")

    def __str__(self) -> str:
        return self.machine
