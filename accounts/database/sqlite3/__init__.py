"""A Django ENGINE for SQLite, with snapshots."""
