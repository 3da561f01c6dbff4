"""What is said where those sit together who stand about as well."""

from accounts.errors import gettext_noop as _

PHRASES = {
    _("As few as can be meet again."): _("Who stands about as well sits together."),
    _("Draw seats by lot, so that few sit with somebody they have met."): _(
        "Write down the standing: the best sit at table 1, the next at table 2, and so on; change two "
        "who have met for two who have not."
    ),
}
