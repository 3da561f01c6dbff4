"""Examples of what the API tells of accounts and clubs, by operation. Tests hold them to the description."""

from collections.abc import Mapping
from typing import Any

from accounts.shared.api.schema import Example

API = "/api/v1"
CLUB = f"{API}/clubs/1"
AT = "2026-05-08T19:30:00Z"

A_CLUB: dict[str, Any] = {
    "id": 1,
    "name": "Thursday Club",
    "public": "initials",
    "roles": ["lady", "gentleman"],
    "colour": "#7a1f3d",
    "bell": "bronze",
    "logo": "/clubs/1/logo/5f70bf18a086007016e948b04aed3b82/",
    "created": AT,
    "my_role": "owner",
}
A_TOKEN: dict[str, Any] = {
    "id": 3,
    "name": "Score board",
    "hint": "ht_Ag7Kq",
    "role": "scorer",
    "club": 1,
    "made_at": AT,
    "expires": None,
    "used_at": None,
    "revoked_at": None,
}
ANNA: dict[str, Any] = {
    "player": 7,
    "name": "Anna Berg",
    "role": "lady",
    "active": True,
    "public": "",
    "public_name": "",
    "also": ["A. Berg"],
    "merged_into": None,
}
NEW: dict[str, Any] = ANNA | {"player": 8, "name": "Carl", "role": "", "also": []}
SAM: dict[str, Any] = {
    "user": 4,
    "name": "Sam",
    "email": "sam@example.org",
    "role": "scorer",
    "since": AT,
    "player": 12,
}
INVITED: dict[str, Any] = {
    "id": 5,
    "role": "scorer",
    "player": None,
    "made_by": "Alice",
    "made_at": AT,
    "expires": "2026-05-15T19:30:00Z",
}
CLAIMED: dict[str, Any] = {
    "id": 2,
    "player": 7,
    "player_name": "Anna Berg",
    "user": 9,
    "user_name": "Anna",
    "asked_at": AT,
    "granted": None,
    "decided_at": None,
}


def page(*rows: dict[str, Any]) -> dict[str, Any]:
    """The only page of a list."""
    return {"count": len(rows), "next": None, "previous": None, "results": list(rows)}


EXAMPLES: Mapping[str, tuple[Example, ...]] = {
    "me": (
        Example(
            "A token for one club",
            f"{API}/me/",
            {
                "id": 2,
                "name": "Alice",
                "email": "alice@example.org",
                "clubs": [{"id": 1, "name": "Thursday Club", "role": "owner"}],
                "token": A_TOKEN,
            },
        ),
    ),
    "tokens": (Example("One token", f"{API}/me/tokens/", page(A_TOKEN)),),
    "clubs": (Example("One club", f"{API}/clubs/?ordering=name", page(A_CLUB)),),
    "club": (Example("A club", f"{CLUB}/", A_CLUB),),
    "club_create": (
        Example(
            "A second club",
            f"{API}/clubs/",
            A_CLUB | {"id": 2, "name": "Friday Club", "public": "name"},
            {"name": "Friday Club"},
        ),
    ),
    "club_change": (Example("Strangers read initials", f"{CLUB}/", A_CLUB, {"public": "initials"}),),
    "players": (Example("Whose name holds “berg”", f"{CLUB}/players/?search=berg&active=true", page(ANNA)),),
    "player": (Example("Anna", f"{CLUB}/players/7/", ANNA),),
    "player_add": (Example("A new player", f"{CLUB}/players/", NEW, {"name": "Carl"}),),
    "player_change": (
        Example("Off the list", f"{CLUB}/players/7/", ANNA | {"active": False}, {"active": False}),
    ),
    "members": (Example("As an owner reads them", f"{CLUB}/members/", page(SAM)),),
    "member_change": (
        Example(
            "Sam organises, too", f"{CLUB}/members/4/", SAM | {"role": "organiser"}, {"role": "organiser"}
        ),
    ),
    "invitations": (Example("One is open", f"{CLUB}/invitations/", page(INVITED)),),
    "invitation_make": (
        Example(
            "A scorer, within a week",
            f"{CLUB}/invitations/",
            INVITED | {"address": "http://localhost:8000/i/Wm3hQd0tq7Yx4o2kVb8nZ1LcRf6sTj5u/"},
            {"role": "scorer", "days": 7},
        ),
    ),
    "claims": (Example("To be decided", f"{CLUB}/claims/?pending=true", page(CLAIMED)),),
    "claim_ask": (Example("That is me", f"{CLUB}/claims/", CLAIMED, {"player": 7}),),
    "claim_decide": (
        Example(
            "Granted",
            f"{CLUB}/claims/2/decide/",
            CLAIMED | {"granted": True, "decided_at": AT},
            {"granted": True},
        ),
    ),
}
