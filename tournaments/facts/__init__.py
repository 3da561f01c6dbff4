"""Queries that load facts, in a bounded number: no words, no HTML."""
