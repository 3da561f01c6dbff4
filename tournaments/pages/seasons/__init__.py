"""Leagues and seasons for a reader: the table, each row explained, evenings and people, and the journal."""
