"""Clubs and their members: settings and looks, roles, invitations, and claims on a player.

Begin with `services.py`.
"""
