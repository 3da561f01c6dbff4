"""The project: settings, addresses, and the applications that servers and workers start from."""

import atexit
import gc

# At exit, Python would search all of memory for garbage, for up to a second. The process frees it anyway.
atexit.register(gc.freeze)
