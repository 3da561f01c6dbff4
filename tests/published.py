"""What everybody may read, published without a service: at addresses that tests know in advance."""

from typing import Any

from django.db.models import CharField, QuerySet, Value
from django.db.models.functions import Cast, Concat

from tournaments.models import Evening, League, Season


def publish_all(rows: QuerySet[Any], names: str = "first") -> None:
    """Publish each at the address ``public-`` and its number."""
    address = Concat(Value("public-"), Cast("pk", CharField()))
    rows.update(public_address=address, names_shown=names)


def page_of(row: Evening | League | Season) -> str:
    """Return the path of the public page, as it stands now."""
    if isinstance(row, Season):
        return f"{page_of(row.league)}seasons/{row.pk}/"
    row.refresh_from_db(fields=["public_address"])
    return f"/public/{'evenings' if isinstance(row, Evening) else 'leagues'}/{row.public_address}/"
