"""Ratings as rows: the only thing that is computed and stored. They can be made anew from the results.

docs/decisions/0062-ratings-are-rows.md says why, and when a row is right. Backups leave them out.
"""

from django.db import models

from accounts.models import Club
from tournaments.models.evening import Evening
from tournaments.models.people import EntryRow


class ClubRatings(models.Model):
    """As of which state of the club's list its ratings are rows: its ``revision``, and who was ``merged``.

    ``version`` counts what was written. Whoever writes compares it with the one that they read.
    """

    club = models.OneToOneField(Club, models.CASCADE, primary_key=True, related_name="rated")
    revision = models.PositiveIntegerField(default=0)
    merged = models.JSONField(default=dict, blank=True)
    version = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return str(self.club)


class RatedEvening(models.Model):
    """An evening whose ratings are rows, as of its day and of a line of its journal.

    ``evening`` is empty where it is no more: what was rated on that day and later is wrong then.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    evening = models.OneToOneField(Evening, models.SET_NULL, null=True, related_name="rated")
    held_on = models.DateField()
    seq = models.PositiveIntegerField()

    class Meta:
        indexes = (models.Index(fields=("club", "held_on"), name="rated_by_date"),)

    def __str__(self) -> str:
        return str(self.evening)


class RatingRow(models.Model):
    """Somebody's rating after an evening, in its game: the last of so many ``evenings``.

    ``until`` is the day of the person's next one in that game; that may be the same day.
    """

    rated = models.ForeignKey(RatedEvening, models.CASCADE, related_name="ratings")
    entry = models.ForeignKey(EntryRow, models.CASCADE, related_name="+")
    evenings = models.PositiveIntegerField()
    number = models.IntegerField()
    mu = models.FloatField()
    sigma = models.FloatField()
    until = models.DateField(null=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("rated", "entry"), name="rated_once"),)

    def __str__(self) -> str:
        return f"{self.entry}: {self.number}"
