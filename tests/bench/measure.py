"""Groups of rows, in a process of their own: `python -m tests.bench.measure FOLDER SIZES_BY_GROUP`."""

import json
import sys
from ast import literal_eval
from dataclasses import astuple
from importlib import import_module
from pathlib import Path

import django
from django.conf import settings
from django.core.management import call_command


def main(folder: str, parts: str) -> None:
    """Make the database that the environment names, measure in it, and print the rows as JSON."""
    django.setup()
    settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
    call_command("migrate", verbosity=0)
    from tests.cast import make_cast  # models are there once Django is set up

    cast = make_cast()
    for group, sizes in literal_eval(parts).items():
        for row in import_module(f"tests.bench.{group}").measure(cast, Path(folder), **sizes):
            print(json.dumps(astuple(row)), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
