"""Measurements: `python -m tests.bench`, or `make bench`. docs/bench.md says what each row is."""
