"""Django's PostgreSQL backend, with snapshots."""

from django.db.backends.postgresql import base

from accounts.database.snapshots import Snapshots


class DatabaseWrapper(Snapshots, base.DatabaseWrapper):
    BEGIN = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"
