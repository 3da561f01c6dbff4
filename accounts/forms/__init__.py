"""What people type about themselves, their club and its players."""
