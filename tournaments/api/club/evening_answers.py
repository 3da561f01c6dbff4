"""An evening as a list of the API has it, and as the answer to who planned it."""

from __future__ import annotations

from django.db.models import Count, Q, QuerySet
from rest_framework import serializers

from tournaments.api.answers import Answer
from tournaments.models import Evening


class EveningAnswer(Answer):
    """An evening. ``seq`` counts its journal; ``join_code`` leads to its hall's pages once that is open."""

    id = serializers.IntegerField()
    club = serializers.IntegerField(source="club_id")
    club_name = serializers.CharField(source="club.name")
    name = serializers.CharField()
    held_on = serializers.DateField()
    stage = serializers.CharField()
    format = serializers.CharField()
    game = serializers.CharField()
    rules_name = serializers.CharField()
    people = serializers.IntegerField()
    join_code = serializers.CharField()
    published = serializers.BooleanField()
    seq = serializers.IntegerField()


def listed() -> QuerySet[Evening]:
    """Evenings as ``EveningAnswer`` shows them: each with its club, and how many people."""
    people = Count("entries", filter=Q(entries__void=None))
    return Evening.objects.select_related("club").annotate(people=people)


def told(evening: int) -> dict[str, object]:
    """One evening as lists have it."""
    return dict(EveningAnswer(listed().get(pk=evening)).data)
