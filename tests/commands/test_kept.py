"""A backup and documents of an earlier version: restored, its evenings say the same, byte for byte.

``kept/backup.zip`` holds nine small evenings of `manage.py simulate`: each format, each kind of play, and
one under way; then an evening recorded by hand, and a closed season. ``kept/documents.zip`` holds what
that version exported. They are not made anew: where an export is to change, its document is replaced.
"""

import json
import zipfile
from pathlib import Path

import pytest

from accounts.models import Club
from tests.commands.laptops import exports, laptop, restore
from tournaments.core.files.cells import write_csv
from tournaments.models import Evening, Season
from tournaments.transfer.presenters.tables import (
    build_evening_table,
    build_players_document,
    build_season_document,
    build_standing_table,
)

KEPT = Path(__file__).with_name("kept")

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("here"), pytest.mark.slow]


def documents() -> dict[str, str]:
    """Return every document of every evening, season and club, by the name of its file."""
    found = {f"evening-{pk}.json": text for pk, text in exports().items()}
    for evening in Evening.objects.all():
        found[f"evening-{evening.pk}.csv"] = write_csv(*build_evening_table(evening))
    for season in Season.objects.all():
        found[f"season-{season.pk}.json"] = json.dumps(
            build_season_document(season, all_known=True), indent=1
        )
        found[f"season-{season.pk}.csv"] = write_csv(*build_standing_table(season, all_known=True))
    for club in Club.objects.all():
        found[f"club-{club.pk}.json"] = json.dumps(build_players_document(club), indent=1)
    return found


def test_a_backup_of_an_earlier_version_says_the_same(tmp_path: Path):
    with zipfile.ZipFile(KEPT / "documents.zip") as archive:
        kept = {name: archive.read(name).decode() for name in archive.namelist()}
    with laptop(tmp_path / "laptop"):
        restore(KEPT / "backup.zip")
        found = documents()
    assert found.keys() == kept.keys()
    differing = [name for name in kept if found[name] != kept[name]]
    assert differing == []
