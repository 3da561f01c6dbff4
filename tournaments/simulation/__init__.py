"""Evenings that are played by themselves: the demo, rehearsals, tests of rules."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Login:
    """How to sign in. The password is known only now: it is stored hashed."""

    email: str
    password: str
