"""The parts of pages, sheets and files that differ by kind of play: one class for each family."""
