"""Django's SQLite backend, with snapshots and the SQL function for folded names."""

from typing import Any

from django.db.backends.sqlite3 import base

from accounts.database.snapshots import Snapshots
from accounts.names import fold


class DatabaseWrapper(Snapshots, base.DatabaseWrapper):
    BEGIN = "BEGIN DEFERRED"

    def get_new_connection(self, conn_params: Any) -> Any:
        connection = super().get_new_connection(conn_params)
        connection.create_function(
            "folded_name", 1, lambda name: None if name is None else fold(name), deterministic=True
        )
        return connection
