"""Django's databases, with snapshots for those who read."""
