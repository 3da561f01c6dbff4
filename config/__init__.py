"""The project: settings, addresses, and the applications that servers and workers start from."""

import atexit
import gc

# What stands in memory at the end goes with the process: to look through it all takes Python up to a second.
atexit.register(gc.freeze)
