#!/usr/bin/env python
"""The project's commands: ``manage.py up`` runs it, ``manage.py help`` lists the rest."""

from headtable import main

if __name__ == "__main__":
    main()
