"""What the API tells of evenings: as the pages show it, built by the same pages."""
