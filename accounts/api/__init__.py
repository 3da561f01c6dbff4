"""What every API of the program shares: one shape of errors, strict fields, bounds."""
