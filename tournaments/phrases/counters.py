"""What is said, and what is not, where counters are played for."""

from accounts.errors import gettext_noop as _

PHRASES = {
    _("The prizes come next."): "",
}
