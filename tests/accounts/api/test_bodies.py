"""The body of an address has what its service's signature says, and nothing else."""

from collections.abc import Sequence
from typing import Annotated

import pytest
from rest_framework.exceptions import ValidationError

from accounts.arguments import ArgumentLimits, Name, RoleName, Yes
from accounts.models import Club, User
from accounts.shared.api.bodies import make_body
from accounts.shared.api.fields import Text, read

Colour = Annotated[str, ArgumentLimits("Of the cloth.", words=("", "green"))]
Roles = Annotated[Sequence[RoleName], ArgumentLimits(most=2)]


def table_make(*, by: User, club: Club, name: Name, colour: Colour = "", admin: bool = False) -> None:
    """Make a table. Rows are named by the address, and ``admin`` has no limits."""


def table_change(*, by: User, club: Club, name: Name | None = None, roles: Roles | None = None) -> None:
    """Change a table."""


def test_it_works():
    body = make_body(table_make)
    assert body.__name__ == "TableMakeBody"
    assert [*body().fields] == ["name", "colour"]
    assert read(body, {"name": "Round"}) == {"name": "Round", "colour": ""}
    assert body().fields["colour"].help_text == "Of the cloth."
    with pytest.raises(ValidationError, match="one of: , green"):
        read(body, {"name": "Round", "colour": "red"})


def test_what_is_not_sent_stays():
    body = make_body(table_change, note=Text(max_length=5, required=False))
    assert body.__doc__ == "What is not sent stays as it is."
    assert read(body, {}) == {}
    assert read(body, {"roles": ["lady"], "note": "new"}) == {"roles": ["lady"], "note": "new"}
    with pytest.raises(ValidationError, match="At most 2"):
        read(body, {"roles": ["lady", "guest", "child"]})


def test_an_argument_without_limits():
    def table_mend(*, by: User, table: int, gently: Yes = False) -> None:
        """Mend a table."""

    with pytest.raises(TypeError, match="table_mend: table has no limits"):
        make_body(table_mend)
