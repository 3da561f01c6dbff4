"""The doctor's checks of the database and its evenings, and the findings of every check.

A finding is well, doubtful or wrong. It has a message, and a remedy unless it is well.
"""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from stat import S_IROTH, S_IXOTH
from typing import Any

from django.conf import settings
from django.db import DatabaseError, IntegrityError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Count, F, Max, Q, QuerySet

from tournaments.base.words import describe_reason
from tournaments.core.counters import ledger
from tournaments.core.evening import Facts
from tournaments.core.record import Stage
from tournaments.core.results.standings import FIGURES
from tournaments.evening.selectors.evening import load_facts
from tournaments.management.disk import describe_move_away, find_database_file
from tournaments.models import Evening, Result
from tournaments.standings.selectors.standings import BY_DEEDS, Reckoning, build_figures, compute_reckoning


class CheckState(StrEnum):
    WELL = "well"
    DOUBT = "doubt"
    WRONG = "wrong"


@dataclass(frozen=True)
class Finding:
    """One finding. ``mend``: the remedy, unless the finding is well."""

    state: CheckState
    says: str
    mend: str = ""


def well(says: str) -> Finding:
    return Finding(CheckState.WELL, says)


def doubt(says: str, mend: str) -> Finding:
    return Finding(CheckState.DOUBT, says, mend)


def wrong(says: str, mend: str) -> Finding:
    return Finding(CheckState.WRONG, says, mend)


def _report_nothing(_done: int, _all: int) -> None:
    """Report no progress."""


@dataclass(frozen=True)
class CheckScope:
    """What to check: one evening, or all. ``tell`` is called with the progress of a long check."""

    evening: int | None = None
    tell: Callable[[int, int], None] = _report_nothing


@dataclass(frozen=True)
class Check:
    """A named check. It is left out if a check in ``needs`` found something wrong."""

    name: str
    look: Callable[[CheckScope], Iterator[Finding]]
    needs: tuple[str, ...] = ()


OLDEST_POSTGRESQL = 14
CLOCKS_APART = 2.0
"""Seconds that two machines' clocks may differ. With more, a countdown looks wrong."""
HEADER, MODE_AT, WAL = 20, 18, b"\x02\x02"
"""The bytes of a SQLite file's header that tell whether it uses a write-ahead log."""
MOUNTS = Path("/proc/mounts")
FAR = {"9p", "afs", "ceph", "cifs", "glusterfs", "nfs", "nfs4", "smb2", "smb3", "smbfs", "fuse.sshfs"}
"""File systems on another machine, or in WSL2 on Windows."""
MIGRATE = settings.PLACE.format_command("migrate")


@contextmanager
def refuse_writes() -> Iterator[None]:
    """Make the database refuse writes inside the block. Opening it does not change its file either."""
    options = connection.settings_dict["OPTIONS"]
    before = dict(options)
    sqlite = connection.vendor == "sqlite"
    postgres_options = f"{before.get('options', '')} -c default_transaction_read_only=on"
    options |= (
        {"init_command": "PRAGMA query_only=ON"}
        if sqlite
        else {"options": postgres_options, "connect_timeout": 5}
    )
    was_open = connection.connection is not None
    if was_open and sqlite:
        _ask("PRAGMA query_only=ON")
    try:
        yield
    finally:
        options.clear()
        options |= before
        if not was_open:
            connection.close()
        elif sqlite:
            _ask("PRAGMA query_only=OFF")


def _ask(sql: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return list(cursor.fetchall()) if cursor.description else []


def check_reachable(_scope: CheckScope) -> Iterator[Finding]:
    path = find_database_file(connection)
    if path is not None and not path.exists():
        yield wrong(
            f"There is no database at {path} yet.",
            "Run {up} or {migrate} to create it, or set DATABASE_URL.".format(
                up=settings.PLACE.format_command("up"), migrate=MIGRATE
            ),
        )
        return
    began = time.perf_counter()
    try:
        _ask("SELECT 1")
    except DatabaseError as error:
        yield wrong(
            "It does not answer: {error}".format(error=" ".join(str(error).split())),
            "Start it, or correct DATABASE_URL.",
        )
        return
    yield well(f"{connection.display_name} answers after {round((time.perf_counter() - began) * 1000)} ms.")


def check_migrations(_scope: CheckScope) -> Iterator[Finding]:
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    newer = set(executor.loader.applied_migrations) - set(executor.loader.disk_migrations)
    if plan:
        yield wrong(
            f"{len(plan)} are not applied, first {plan[0][0]}.",
            MIGRATE,
        )
    if newer := {migration for migration in newer if migration[0] in executor.loader.migrated_apps}:
        yield wrong(
            "The database belongs to a newer version. It has {which}.".format(
                which=", ".join(".".join(migration) for migration in sorted(newer))
            ),
            "Run the version that made it, or restore a backup of this version.",
        )
    if not plan and not newer:
        yield well("All migrations are applied.")


def check_sqlite_file(_scope: CheckScope) -> Iterator[Finding]:
    path = find_database_file(connection)
    if path is None:
        return
    if (system := find_file_system(path)) in FAR:
        yield doubt(
            f"{path} is on {system}. SQLite's locks do not work on such file systems.",
            "Set HEADTABLE_DATA to a folder on this machine's own disk.",
        )
    with path.open("rb") as stream:
        if stream.read(HEADER)[MODE_AT:] != WAL:
            yield doubt(
                f"{path} has no write-ahead log, so phones wait while a result is saved.",
                "The next start of Headtable adds one, if the file system allows it.",
            )
    if _is_open_to_others(path):
        yield doubt(
            f"{path} can be read by other users of this machine. It contains names and addresses.",
            f"Run chmod 600 on {path} and its -wal and -shm files.",
        )
    yield _check_file(path)


def _is_open_to_others(path: Path) -> bool:
    """Return whether other users can read the file, by its mode and those of the folders above."""
    own = path.resolve()
    return own.stat().st_mode & S_IROTH != 0 and all(
        folder.stat().st_mode & S_IXOTH for folder in own.parents
    )


def _check_file(path: Path) -> Finding:
    """Check the file with SQLite's own check."""
    try:
        lines = [str(row[0]) for row in _ask("PRAGMA quick_check(5)")]
    except DatabaseError as error:
        lines = [str(error)]
    if lines == ["ok"]:
        return well(f"{path} is whole.")
    return wrong(
        "{path} is damaged: {said}".format(path=path, said=" ".join(lines[0].split())),
        describe_move_away(),
    )


def find_file_system(path: Path, mounts: Path = MOUNTS) -> str:
    """Return the type of the path's file system. Empty if the machine does not tell."""
    try:
        rows = [line.split() for line in mounts.read_text().splitlines()]
    except OSError:
        return ""
    at = path.resolve()
    holding = [row for row in rows if at.is_relative_to(row[1].replace("\\040", " "))]
    return max(holding, key=lambda row: len(row[1]), default=["", "", ""])[2]


def check_postgresql(_scope: CheckScope) -> Iterator[Finding]:
    if connection.vendor != "postgresql":
        return
    ((version, encoding, now),) = _ask(
        "SELECT current_setting('server_version_num')::int / 10000, current_setting('server_encoding'), "
        "extract(epoch FROM clock_timestamp())::float"
    )
    if version < OLDEST_POSTGRESQL:
        yield wrong(
            f"It is version {version}.",
            f"Version {OLDEST_POSTGRESQL} or newer is needed.",
        )
    if encoding != "UTF8":
        yield wrong(
            f"Its encoding is {encoding}, so some names cannot be stored.",
            "Create the database again with encoding UTF8, and restore a backup.",
        )
    yield check_clock(now)


def check_clock(its: float) -> Finding:
    """Check how far another machine's clock differs from ours. ``its``: seconds since 1970."""
    differs = its - time.time()
    text = "Its clock differs from this machine's by {seconds} s.".format(seconds=f"{abs(differs):.1f}")
    if abs(differs) > CLOCKS_APART:
        return wrong(text, "Use the same time server (NTP) on both.")
    return well(text)


def check_references(_scope: CheckScope) -> Iterator[Finding]:
    """Check references between rows. Other programs can write SQLite's file without these checks."""
    if connection.vendor == "postgresql":
        yield well("PostgreSQL checks references itself.")
        return
    try:
        connection.check_constraints()
    except IntegrityError as error:
        yield wrong(
            f"A row refers to a missing row: {error}",
            "Stop Headtable, and restore the last backup with --replace.",
        )
    else:
        yield well("All references are valid.")


CHECKS = (
    Check("database", check_reachable),
    Check("SQLite file", check_sqlite_file, needs=("database",)),
    Check("PostgreSQL", check_postgresql, needs=("database",)),
    Check("migrations", check_migrations, needs=("database", "SQLite file")),
    Check("references", check_references, needs=("database", "SQLite file", "migrations")),
)


BACKUP = "Compare it with an earlier backup. If that is right, restore it."


def _select_evenings(scope: CheckScope) -> QuerySet[Evening]:
    rows = Evening.objects.order_by("pk")
    return rows if scope.evening is None else rows.filter(pk=scope.evening)


def check_journals(scope: CheckScope) -> Iterator[Finding]:
    """Check that each journal's lines are numbered from 1 without a gap, up to the evening's number."""
    rows = _select_evenings(scope).annotate(last=Max("journal__seq"), lines=Count("journal"))
    broken = rows.filter(Q(last=None) | ~Q(seq=F("last")) | ~Q(seq=F("lines")))
    for evening in broken.iterator(chunk_size=100):
        yield wrong(
            f"Evening {evening.pk} is at line {evening.seq}, "
            f"but its journal has {evening.lines} lines, the last is {evening.last or 0}.",
            BACKUP,
        )
    if not broken.exists():
        yield well("Every journal is complete.")


def check_evenings(scope: CheckScope) -> Iterator[Finding]:
    """Check the evenings one by one, so that memory holds only one at a time."""
    rows = _select_evenings(scope)
    number, sound = rows.count(), 0
    if scope.evening is not None and not number:
        yield wrong(
            f"There is no evening {scope.evening}.",
            "The number is part of the address of its pages.",
        )
        return
    for count, evening in enumerate(rows.iterator(chunk_size=100), start=1):
        findings = list(_check_evening(evening))
        sound += not findings
        yield from findings
        scope.tell(count, number)
    yield well(f"{sound} of {number} are consistent.")


def _check_evening(evening: Evening) -> Iterator[Finding]:
    try:
        settings, facts = evening.settings, load_facts(evening.pk)
    except Exception as error:  # any error: the stored data can be anything
        yield wrong(
            f"Evening {evening.pk} cannot be read: {error}",
            "Another version made it, or it was changed by hand. Restore a backup.",
        )
        return
    try:
        counts = evening.stage != Stage.CALLED_OFF
        if counts and facts.stakes and (broken := ledger.find_imbalance(facts, settings)) is not None:
            yield _report_counters(evening, describe_reason(broken.why, facts.names))
        if evening.stage == Stage.FINISHED and facts.play.format.planned:
            yield from _check_result(evening, facts)
    except Exception as error:
        yield wrong(
            f"Evening {evening.pk} cannot be calculated: {type(error).__name__}: {error}",
            BACKUP,
        )


def _report_counters(evening: Evening, reason: str) -> Finding:
    """Return a finding about counters made or lost: wrong after the evening, before that doubtful."""
    says = f"Evening {evening.pk}: {reason}"
    if evening.stage == Stage.FINISHED:
        return wrong(says, BACKUP)
    return doubt(says, "Count again, or correct the deal. The organiser's page shows which lines differ.")


def _check_result(evening: Evening, facts: Facts) -> Iterator[Finding]:
    """Check that the newest result is what the facts give now."""
    if facts.chips.needs:
        yield doubt(
            f"Evening {evening.pk}: a correction needs a cut for the yellow chip.",
            "Enter the cut on the organiser's page. Then the result is saved again.",
        )
        return
    result = Result.objects.filter(evening=evening).order_by("-version").first()
    if result is None:
        yield wrong(f"Evening {evening.pk} is finished, but has no result.", BACKUP)
    elif differ := _list_differences(result, compute_reckoning(facts), facts):
        yield wrong(
            ("Evening {evening}: its result, version {version}, does not match its data: {what}.").format(
                evening=evening.pk, version=result.version, what=", ".join(differ)
            ),
            "Compare with its ledger page. The next correction of a deal saves it again.",
        )


def _list_differences(result: Result, reckoned: Reckoning, facts: Facts) -> list[str]:
    """Return the names of the people whose figures differ, and the titles of the prizes that differ."""
    stored = {row.pop("entry"): row for row in result.settlements.values("entry", *FIGURES)}
    figures = {row.entry: build_figures(row, facts.play) for row in reckoned.standing}
    for entry, row in stored.items():
        if row["deals"] is None and entry in figures:  # results of earlier versions lack these figures
            figures[entry] |= dict.fromkeys(BY_DEEDS)
    names = facts.names
    people = {e for e in stored | figures if stored.get(e) != figures.get(e)}
    stored_awards: dict[str, Any] = {
        award.prize: [award.rank, award.why, award.figures, sorted(w.pk for w in award.winners.all())]
        for award in result.awards.prefetch_related("winners")
    }
    expected = {
        award.prize.key: [rank, award.why.code, _reload_figures(award.why.figures), sorted(award.winners)]
        for rank, award in enumerate(reckoned.awards, start=1)
    }
    prizes = {key for key in stored_awards | expected if stored_awards.get(key) != expected.get(key)}
    return sorted(names.get(entry, str(entry)) for entry in people) + sorted(prizes)


def _reload_figures(figures: Any) -> Any:
    """Return the figures in the form in which the database returns them."""
    return json.loads(json.dumps(dict(figures)))


SOUND = ("database", "SQLite file", "migrations")
EVENING_CHECKS = (
    Check("journals", check_journals, needs=SOUND),
    Check("evenings", check_evenings, needs=SOUND),
)
