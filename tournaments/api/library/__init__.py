"""What a club keeps from evening to evening, by API: groups, records, prize sets, leagues and seasons."""
