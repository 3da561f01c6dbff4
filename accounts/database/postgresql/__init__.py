"""A Django ENGINE for PostgreSQL, with snapshots."""
