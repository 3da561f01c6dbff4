"""Refusals of values that a program sent: the same wherever such a value is read."""

from accounts.errors import gettext_noop as _

WRONG_KIND = _("This is the wrong kind of value. The API’s description says which kind is needed.")
UNKNOWN_NAME = _("This name is not known. Check the spelling.")
UNKNOWN_VALUE = _("“%(value)s” is not possible here. Choose another value.")
