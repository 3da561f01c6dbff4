"""What is written of users, clubs and their people, and by whom."""
