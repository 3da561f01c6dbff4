"""What pages, sheets and files show otherwise for each kind of play: one class for each family."""
