"""Evenings played by the program: the demo, rehearsals, tests of rules."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Login:
    """How to sign in. Only this object has the password: the database stores its hash."""

    email: str
    password: str
