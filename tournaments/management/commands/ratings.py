"""``manage.py ratings``: calculate all ratings anew from the results."""

from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection

from accounts.models import Club
from tournaments.management.backups.archive import refuse_others
from tournaments.models import RatingRow
from tournaments.records.services.ratings import rate_next, ratings_forget


class Command(BaseCommand):
    help = "Calculate all ratings anew from the results. It can be stopped: the worker goes on."

    def handle(self, **options: Any) -> None:
        refuse_others(connection)
        for club in Club.objects.order_by("pk"):
            ratings_forget(club.pk)
            while rate_next(club.pk):
                pass
            number = RatingRow.objects.filter(rated__club=club).count()
            self.stdout.write(f"{club}: {number} ratings.")
