"""Sentences that several kinds of reasons use."""

from accounts.errors import gettext_noop as _

NOT_COUNTED = _("Not counted yet: %(others)s.")
EQUAL_WITH = _("Equal with %(others)s.")
BY_LOT = _("The lot decided, seed “%(seed)s”.")
