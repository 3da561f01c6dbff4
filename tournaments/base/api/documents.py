"""The documents of docs/export.md and docs/season.md in the API's description: parts of it."""

import json
from pathlib import Path
from typing import Any

from django.conf import settings

EXPORT, SEASON = "Export", "SeasonFile"
FILES = {EXPORT: "export.schema.json", SEASON: "season.schema.json"}
PARTS = "#/components/schemas/"


def document(name: str) -> dict[str, Any]:
    """Return the schema of a document, as an address or a field names it."""
    return {"$ref": f"{PARTS}{name}"}


def add_documents(result: dict[str, Any], **_how: Any) -> dict[str, Any]:
    """Add the schemas of the documents, and those of their parts: a hook of the description.

    As everywhere in it, more properties are not forbidden: who reads a season passes over others.
    """
    for name, file in FILES.items():
        text = (Path(settings.BASE_DIR) / "docs" / file).read_text()
        text = text.replace("#/$defs/", f"{PARTS}{name}_").replace('"additionalProperties": false,', "")
        schema = json.loads(text)
        parts = {f"{name}_{key}": part for key, part in schema.pop("$defs").items()}
        del schema["$schema"]
        result["components"]["schemas"] |= {name: schema, **parts}
    return result
