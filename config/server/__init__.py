"""What stands before Django: connections that find room, open files, and requests at the same time."""
