"""What a screen, a sheet or a file shows, worded: built from facts, never writing."""
