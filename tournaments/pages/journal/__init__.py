"""The journal for a reader: who did what when, each line in one plain sentence."""
