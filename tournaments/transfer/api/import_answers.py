"""What an import by API answers."""

from typing import Any

from rest_framework import serializers

from games.calculators.api.answers import numbers
from tournaments.base.api.answers import Answer
from tournaments.transfer.presenters.import_preview import COUNTED


class ComplaintAnswer(Answer):
    """What is wrong in the row that begins at this line."""

    line = serializers.IntegerField()
    field = serializers.CharField()
    reason = serializers.CharField()


class LeftOutAnswer(Answer):
    """A name in a list as it was sent, and as it is imported. Empty: nothing of the line is imported."""

    line = serializers.IntegerField()
    before = serializers.CharField()
    after = serializers.CharField()


class RemovedLineAnswer(Answer):
    """A line with a new name, but with the place and the figures of a player whose name was removed.

    The line stays without the name, unless ``not_removed`` has the name.
    """

    line = serializers.IntegerField()
    date = serializers.DateField()
    evening = serializers.CharField()
    name = serializers.CharField()


class Counts(Answer):
    """How much is new, changed or the same. ``new_results``: the lines of the new evenings."""

    def get_fields(self) -> dict[str, Any]:
        return {key: serializers.IntegerField() for key in COUNTED}


class ImportLookAnswer(Answer):
    """What an import would make of the club, in words; ``mark`` stands for it. Nothing, with complaints.

    ``players`` and ``evenings``: the numbers of those that it would change.
    ``left_out``: numbers, bullets, headings and mail addresses that were left out of names.
    ``probably_removed``: lines of players whose names were removed for good.
    """

    mark = serializers.CharField()
    words = serializers.ListField(child=serializers.CharField())
    counts = Counts()
    players = numbers()
    evenings = numbers()
    unknown_columns = serializers.ListField(child=serializers.CharField())
    complaints = ComplaintAnswer(many=True)
    left_out = LeftOutAnswer(many=True)
    probably_removed = RemovedLineAnswer(many=True)


class ImportAnswer(Answer):
    """What was done, in words."""

    words = serializers.ListField(child=serializers.CharField())


class SeasonImportAnswer(Answer):
    season = serializers.IntegerField()
    league = serializers.IntegerField()
