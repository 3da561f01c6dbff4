"""Database engines: Django's own, with snapshots for readers."""
