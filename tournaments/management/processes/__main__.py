"""The program that ``manage.py up`` becomes: ``python -m tournaments.management.processes 7``."""

import sys

from tournaments.management.processes.keeping import main

sys.exit(main(int(sys.argv[1])))
