"""The calculators of the games by API: parse, ask the rules once, show."""
