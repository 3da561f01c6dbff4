"""What happens if: the bell and the prizes of any position, by API."""
