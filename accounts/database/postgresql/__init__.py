"""Django's ENGINE for PostgreSQL, with snapshots."""
