"""What an import by API answers."""

from typing import Any

from rest_framework import serializers

from tournaments.base.api.answers import Answer
from tournaments.base.api.values import answer
from tournaments.transfer.presenters.import_preview import COUNTED, Looked


class Counts(Answer):
    """How much is new, changed or the same. ``new_results``: the lines of the new evenings."""

    def get_fields(self) -> dict[str, Any]:
        return {key: serializers.IntegerField() for key in COUNTED}


LOOKED = answer(Looked, counts=Counts)


class ImportAnswer(Answer):
    """What was done, in words."""

    words = serializers.ListField(child=serializers.CharField())


class SeasonImportAnswer(Answer):
    season = serializers.IntegerField()
    league = serializers.IntegerField()
