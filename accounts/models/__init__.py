"""Users, clubs, who may do what in a club, the club's players, and the ways in."""

from accounts.models.access import Answer, Claim, Invitation, Token
from accounts.models.clubs import (
    DEMO_CLUB,
    BellSound,
    Club,
    ClubLogo,
    Membership,
    NamesShown,
    Public,
    Role,
    document_roles,
)
from accounts.models.players import Group, Merge, Player
from accounts.models.users import DEMO, User, UserManager

__all__ = [
    "DEMO",
    "DEMO_CLUB",
    "Answer",
    "BellSound",
    "Claim",
    "Club",
    "ClubLogo",
    "Group",
    "Invitation",
    "Membership",
    "Merge",
    "NamesShown",
    "Player",
    "Public",
    "Role",
    "Token",
    "User",
    "UserManager",
    "document_roles",
]
