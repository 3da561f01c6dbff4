"""Phones that send results, in a process of its own: ``python -m tests.deploy.playing PHONES RESULTS``.

It makes the tables and an evening in the database that the environment names, and says ``ready``. Once it is
told to go on, it sends results, and writes the key of each that was answered.
"""

import sys
import threading
from uuid import uuid4

import django
from django.core.management import call_command


def main(phones: int, results: int) -> None:
    django.setup()
    call_command("migrate", verbosity=0)
    from django.conf import settings
    from django.db import connection, connections

    from tests.bench import scene
    from tests.cast import make_cast
    from tests.linked_phones import as_json, form, linked, scan
    from tournaments.core.settings import BellBy, Counting

    settings.ALLOWED_HOSTS = ["testserver"]
    night = linked(scene.playing(make_cast(), 12, bell=BellBy.HAND, deals=100, counting=Counting.AT_THE_END))
    with connection.cursor() as cursor:
        cursor.execute("CHECKPOINT")
    connection.close()
    print("ready", flush=True)
    sys.stdin.readline()

    def send(table: int) -> None:
        phone, (winner, *_others) = scan(night, table), night.table(table)
        for deal in range(1, results + 1):
            key = uuid4()
            result = form(night, table, winners=winner, nobody="on", request_key=str(key))
            answer = as_json(phone, f"/score/1/{deal}/", result)
            assert answer.status_code == 200, answer.content
            sys.stdout.write(f"{key}\n")
            sys.stdout.flush()
        connections.close_all()

    threads = [threading.Thread(target=send, args=[table]) for table in night.tables[:phones]]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
