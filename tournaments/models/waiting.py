"""What *What waits* in the administration keeps: decisions to leave something, and comparisons."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from accounts.models import Club
from tournaments.models.results import Result


class WaitingDecision(models.Model):
    """Somebody decided to leave a row as it is. It waits again as soon as its ``mark`` is another.

    ``what``: the kind of thing that waits. ``row``: its number. ``mark``: changes whenever the row does.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    what = models.CharField(max_length=20)
    row = models.PositiveBigIntegerField()
    mark = models.PositiveBigIntegerField()
    reason = models.CharField(max_length=200)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("what", "row"), name="one_decision_each"),)

    def __str__(self) -> str:
        return f"{self.what} {self.row}"


class Comparison(models.Model):
    """Whether a version of an evening's result differs from what its facts come to."""

    result = models.OneToOneField(Result, models.CASCADE, primary_key=True, related_name="comparison")
    differs = models.BooleanField()

    def __str__(self) -> str:
        return str(self.result)
