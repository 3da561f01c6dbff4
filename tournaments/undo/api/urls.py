"""The API's addresses of what takes something back."""

from tournaments.base.api.addresses import of_evenings
from tournaments.undo.api import repair_commands

OF_EVENINGS = repair_commands.COMMANDS
urlpatterns = of_evenings(OF_EVENINGS)
