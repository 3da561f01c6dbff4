"""What the API tells of evenings: as the pages show it, from the same selectors."""
