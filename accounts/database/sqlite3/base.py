"""SQLite, as Django has it, with snapshots."""

from django.db.backends.sqlite3 import base

from accounts.database.snapshots import Snapshots


class DatabaseWrapper(Snapshots, base.DatabaseWrapper):
    BEGIN = "BEGIN DEFERRED"
