"""The arguments of services, each with its bounds and a line of help, said once.

A service's signature is the only declaration of what it is given: ``name: Name``. The body that programs send
derives from it, with its description. Plain values: the worker loads them.
"""

from dataclasses import dataclass
from typing import Annotated

from accounts.names import LONGEST, LONGEST_ROLE


@dataclass(frozen=True)
class ArgumentLimits:
    """The bounds of an argument: of a number, of a text's characters, of a list's length.

    ``stored``: the number of a row. ``empty``: a text may be empty. ``null``: None may be sent. ``words``: a
    text is one of these.
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
