"""The pages of users, clubs and their lists."""
