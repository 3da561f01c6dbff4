"""Types for the arguments of services, each with its limits and help text.

A service declares an argument once, in its signature: ``name: Name``. The fields of the API's request body
and their descriptions are derived from it. The module uses plain values, because the worker loads it.
"""

from dataclasses import dataclass
from typing import Annotated

from accounts.names import LONGEST, LONGEST_ROLE


@dataclass(frozen=True)
class ArgumentLimits:
    """The limits of an argument: of a number, of a text's characters, or of a list's length.

    ``stored``: the number of a row. ``empty``: a text may be empty. ``null``: None may be sent. ``words``:
    the words that a text may be.
    """

    help: str = ""
    least: int | None = None
    most: int | None = None
    stored: bool = False
    empty: bool = False
    null: bool = False
    words: tuple[str, ...] = ()


Name = Annotated[str, ArgumentLimits(most=LONGEST)]
RoleName = Annotated[str, ArgumentLimits(most=LONGEST_ROLE)]
RoleOrNone = Annotated[str, ArgumentLimits(most=LONGEST_ROLE, empty=True)]
Yes = Annotated[bool, ArgumentLimits()]
