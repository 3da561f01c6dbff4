"""The layer in front of Django: limits on connections, open files, and simultaneous requests."""
