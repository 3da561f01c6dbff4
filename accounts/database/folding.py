"""Names in SQL, compared as ``accounts.names.fold`` does: the same on both databases."""

import sys
import unicodedata
from typing import Any

from django.db.models import CharField, F, Func
from django.db.models.lookups import Contains

from accounts.names import LETTERS, MARKS, fold

FUNCTION = "folded_name"


class Folded(Func):
    """A name's sort key: without case and accents. Keys compare by code point, independent of any country."""

    function = FUNCTION
    output_field = CharField()

    def as_postgresql(self, compiler: Any, connection: Any, **options: Any) -> Any:
        template = '%(function)s(%(expressions)s) COLLATE "C"'
        return super().as_sql(compiler, connection, template=template, **options)


@CharField.register_lookup
class Alike(Contains):
    """A lookup by part of a name, without case and accents: ``name__alike="ozil"`` finds Özil."""

    lookup_name = "alike"

    def get_prep_lookup(self) -> str:
        return fold(str(self.rhs))

    def get_rhs_op(self, connection: Any, rhs: str) -> str:
        return str(connection.operators["contains"] % rhs)

    def process_lhs(self, compiler: Any, connection: Any, lhs: Any = None) -> Any:
        sql, params = super().process_lhs(compiler, connection, lhs)
        return f"{FUNCTION}({sql})", params


def by_name(path: str = "name") -> tuple[Any, ...]:
    """Return the arguments of ``order_by`` for names: first the folded letters, then the exact spelling."""
    return Folded(F(path)), path


def postgresql_function() -> str:
    """Return the SQL that creates the function. The function does not depend on the server's locale."""
    singles = [chr(point) for point in range(sys.maxunicode) if not 0xD800 <= point <= 0xDFFF]
    lower = {sign: low for sign in singles if (low := sign.casefold()) != sign}
    lower = {sign: low for sign, low in lower.items() if unicodedata.normalize("NFKD", sign) == sign}
    single_signs = {sign: low for sign, low in lower.items() if len(low) == 1 and low not in LETTERS}
    many = {sign: fold(sign) for sign in (*lower, *LETTERS) if sign not in single_signs}
    sql = f"regexp_replace(normalize(value, NFKD), '[{MARKS}]', '', 'g')"
    sql = f"translate({sql}, {_quote(''.join(single_signs))}, {_quote(''.join(single_signs.values()))})"
    for sign, letters in many.items():
        sql = f"replace({sql}, {_quote(sign)}, {_quote(letters)})"
    return (
        f"CREATE OR REPLACE FUNCTION {FUNCTION}(value text) RETURNS text "
        f"LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $folded$ SELECT {sql} $folded$"
    )


def _quote(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
