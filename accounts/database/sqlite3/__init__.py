"""Django's ENGINE for SQLite, with snapshots."""
