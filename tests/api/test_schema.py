"""The OpenAPI description: whole, true, and without a warning."""

import json
import re
from pathlib import Path

import jsonschema
import pytest
from django.core.management import call_command
from django.urls import URLResolver, get_resolver
from drf_spectacular.drainage import GENERATOR_STATS

from accounts.shared.api.schema import build_schema
from tests.api.asking import EXAMPLES, ask, changed, operation_of
from tests.api.described import fits, operation
from tournaments.base.api.addresses import FILES, PARTS

PAGES = sorted((Path(__file__).parents[2] / "docs").glob("api*.md"))
PAGE = "\n".join(page.read_text() for page in PAGES)
REFUSALS = {"400", "404", "429"}
OF_MEMBERS = REFUSALS | {"401", "403"}


def operations():
    """Each operation by method and address."""
    return {
        (method.upper(), path): operation
        for path, methods in build_schema()["paths"].items()
        for method, operation in methods.items()
    }


def public():
    """The operations that nobody need sign in for."""
    return {where: operation for where, operation in operations().items() if operation["security"] == [{}]}


@pytest.mark.thorough
def test_it_is_made_without_a_warning(tmp_path):
    GENERATOR_STATS.reset()
    call_command("spectacular", "--fail-on-warn", "--validate", "--file", str(tmp_path / "schema.yml"))
    assert (tmp_path / "schema.yml").stat().st_size > 10_000


@pytest.mark.thorough
def test_it_is_served_as_json():
    response = ask("/api/v1/schema/")
    assert response.headers["Content-Type"] == "application/json"
    assert response.json() == json.loads(json.dumps(build_schema()))
    assert response.json()["openapi"] == "3.1.0"


def test_every_operation_is_told_with_an_example_of_its_answer():
    for (method, path), told in operations().items():
        assert told["summary"], path
        assert told["description"], path
        answers = {status for status in told["responses"] if status.startswith("2")}
        assert len(answers) == 1, path
        for media in told["responses"][answers.pop()].get("content", {}).values():
            binary = media["schema"].get("format") == "binary"
            assert media.get("examples") or binary, (method, path)
        for media in told.get("requestBody", {}).get("content", {}).values():
            assert media.get("examples"), (method, path)


def test_every_operation_tells_how_it_may_be_refused():
    for (method, path), told in operations().items():
        refusals = {status for status in told["responses"] if status.startswith("4")}
        large = {"413"} if "requestBody" in told else set()
        if (method, path) in public():
            assert refusals == REFUSALS | large, path
            assert method in ("GET", "POST"), path
        else:
            keyed = any(one["name"] == "Idempotency-Key" for one in told.get("parameters", ()))
            looks = path.endswith("/look/")
            assert told["security"] == [{"token": []}, {"session": []}], path
            assert refusals - {"409", "422"} == OF_MEMBERS | large, path
            assert keyed is (method != "GET" and not looks), path
            assert {"409", "422"} <= refusals or not keyed, path


def test_every_example_is_what_the_description_says():
    for method, path in operations():
        told = operation(method, path)
        asked = [told["requestBody"]] if "requestBody" in told else []
        answered = [holds for status, holds in told["responses"].items() if status.startswith("2")]
        for holds in (*asked, *answered):
            for media in holds.get("content", {}).values():
                for example in media.get("examples", {}).values():
                    try:
                        fits(media["schema"], example["value"])
                    except jsonschema.ValidationError as error:
                        raise AssertionError(f"{method} {path}: {error.message}") from error


def test_it_describes_every_address():
    """As often as the address can be asked in different ways."""
    undescribed = {"api-schema", "api-nothing-here", "api-page", "api-operation"}
    served = {
        re.sub(r"<(?:\w+:)?(\w+)>", "{}", route)
        for name, route in routes()
        if name.startswith("api-") and name not in undescribed
    }
    assert {re.sub(r"\{\w+\}", "{}", path) for _method, path in operations()} == served
    assert {told["operationId"] for told in public().values()} >= {operation_of(name) for name in EXAMPLES}
    ids = [told["operationId"] for told in operations().values()]
    assert len(set(ids)) == len(ids)


def routes(resolver=None, before="/"):
    """Each address by its name, as the urlconf has it."""
    for entry in (resolver or get_resolver()).url_patterns:
        here = before + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from routes(entry, here)
        else:
            yield entry.name or "", here


def test_a_refusal_is_what_the_description_says():
    address, body = changed("score", bids=[9, 9, 9])
    told = operation("POST", address)
    fits(told["responses"]["400"]["content"]["application/json"]["schema"], ask(address, body).json())


def bare(address):
    return re.sub(r"<\w+>|\{\w+\}", "<>", address)


def test_the_pages_have_a_heading_for_every_address():
    """What only looks at what another address does is told there."""
    found = re.findall(r"^##+ `(GET|POST|PATCH|PUT|DELETE) ([^`]+)`$", PAGE, re.MULTILINE)
    headings = [(method, bare(address)) for method, address in found]
    assert len(set(headings)) == len(headings)
    wanted = {(method, bare(path)) for method, path in operations() if not path.endswith("/look/")}
    assert set(headings) == wanted | {("GET", "/api/v1/schema/")}


CURL = re.compile(
    r"^```sh\ncurl (?P<said>.*?)\n```(?:\n\n```json\n(?P<answer>.*?)\n```)?", re.MULTILINE | re.DOTALL
)


def commands():
    """Those of the pages that ask what is public."""
    for found in CURL.finditer(PAGE):
        if "Authorization" in found["said"]:
            continue
        address = re.search(r"http://localhost:8000(/[^'\s]*)", found["said"])
        body = re.search(r"--json '(.*)'", found["said"], re.DOTALL)
        assert address, found["said"]
        yield address[1], json.loads(body[1]) if body else None, json.loads(found["answer"] or "null")


@pytest.mark.parametrize(("address", "body", "said"), list(commands()))
def test_a_command_of_the_page_is_answered_as_it_says(address, body, said):
    response = ask(address, body)
    if said is None:
        assert response.status_code == 200
    else:
        assert response.json() == said


def test_every_calculator_has_a_command_on_the_page():
    asked = [address.partition("?")[0] for address, _body, _said in commands()]
    for _method, path in public():
        if not path.startswith("/api/v1/public/") and path != "/api/v1/":
            assert any(re.fullmatch(path.replace("{key}", "[^/]+"), address) for address in asked), path


def test_descriptions_are_markdown():
    """Docstrings mark code by two signs on each side, which is no Markdown."""
    assert "``" not in json.dumps(build_schema())


FREE = {
    "LineAnswer.payload": "each of over a hundred verbs writes what it needs, and old lines stay as written",
    "Export_journal_line.payload": "the same line, in a file",
}
"""Objects of which nothing more is told, each with why."""
SEVERAL = ("oneOf", "anyOf", "allOf")
TYPED = {"type", "$ref", "const", "enum", *SEVERAL}


def shapes():
    """Every shape of the description: the named ones, and what each operation takes and answers."""
    yield from build_schema()["components"]["schemas"].items()
    for (method, path), told in operations().items():
        yield from ((f"{path}?{one['name']}", one["schema"]) for one in told.get("parameters", ()))
        for holds in (told.get("requestBody", {}), *told["responses"].values()):
            yield from ((f"{method} {path}", media["schema"]) for media in holds.get("content", {}).values())


def free(shape, at):
    """What of a shape has no type, or is an object of which no property has one."""
    known = bool(shape.get("properties") or shape.get("additionalProperties", True) not in (True, {}))
    types = shape.get("type", "")
    if TYPED.isdisjoint(shape) or ("object" in ([types] if isinstance(types, str) else types) and not known):
        yield at
        return
    for name, part in shape.get("properties", {}).items():
        yield from free(part, f"{at}.{name}")
    parts = [
        shape.get("items"),
        shape.get("additionalProperties"),
        *(p for n in SEVERAL for p in shape.get(n, ())),
    ]
    for part in parts:
        if isinstance(part, dict):
            yield from free(part, at)


def test_no_object_is_free():
    assert {at for name, shape in shapes() for at in free(shape, name)} == FREE.keys()


def test_every_part_that_is_named_is_there():
    used = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(build_schema())))
    assert used <= build_schema()["components"]["schemas"].keys()


@pytest.mark.parametrize(("name", "file"), FILES.items())
def test_documents_are_those_of_the_docs(name, file):
    schema = json.loads((PAGES[0].parent / file).read_text().replace("#/$defs/", f"{PARTS}{name}_"))
    told = build_schema()["components"]["schemas"]
    for key, part in {
        name: schema,
        **{f"{name}_{key}": part for key, part in schema["$defs"].items()},
    }.items():
        assert told[key].get("properties", {}).keys() == part.get("properties", {}).keys()
        assert told[key].get("required") == part.get("required")
