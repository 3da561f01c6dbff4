"""The OpenAPI description: whole, true, and without a warning."""

import json
import re
from pathlib import Path

import jsonschema
import pytest
from django.core.management import call_command
from drf_spectacular.drainage import GENERATOR_STATS

from accounts.api.schema import whole
from tests.api.asking import EXAMPLES, answer, ask, changed

PAGE = (Path(__file__).parents[2] / "docs" / "api.md").read_text()
ASKED = [(name, number) for name, examples in EXAMPLES.items() for number in range(len(examples))]


def operations():
    """Each operation by method and address."""
    return {
        (method.upper(), path): operation
        for path, methods in whole()["paths"].items()
        for method, operation in methods.items()
    }


def operation_of(example):
    method = "GET" if example.body is None else "POST"
    path = example.address.partition("?")[0]
    for (its_method, its_path), operation in operations().items():
        if its_method == method and re.fullmatch(its_path.replace("{key}", "[^/]+"), path):
            return operation
    raise AssertionError(example.address)


def fits(schema, value):
    """Whether a value is what the description says, and holds nothing that it does not say."""
    components = json.loads(json.dumps(whole()["components"]).replace("#/components/", "#/$defs/components/"))
    schema = json.loads(json.dumps(schema).replace("#/components/", "#/$defs/components/"))
    for named in components["schemas"].values():
        if named.get("type") == "object":
            named.setdefault("additionalProperties", False)
    jsonschema.Draft202012Validator({**schema, "$defs": {"components": components}}).validate(value)


def test_it_is_made_without_a_warning(tmp_path):
    GENERATOR_STATS.reset()
    call_command("spectacular", "--fail-on-warn", "--validate", "--file", str(tmp_path / "schema.yml"))
    assert (tmp_path / "schema.yml").stat().st_size > 10_000


def test_it_is_served_as_json():
    response = ask("/api/schema/")
    assert response.headers["Content-Type"] == "application/json"
    assert response.json() == json.loads(json.dumps(whole()))
    assert response.json()["openapi"] == "3.1.0"


def test_every_operation_is_told_with_an_example_of_its_answer():
    for (method, path), operation in operations().items():
        assert operation["summary"], path
        assert operation["description"], path
        assert set(operation["responses"]) == {"200", "400", "404", "429"}, path
        assert operation["responses"]["200"]["content"]["application/json"]["examples"], path
        if method == "POST":
            assert operation["requestBody"]["content"]["application/json"]["examples"], path
        assert "security" not in operation or operation["security"] == [{}]


def test_it_describes_every_address():
    described = {operation["operationId"] for operation in operations().values()}
    names = {name.replace("-", "_") for name in EXAMPLES} - {"round", "prizes"}
    assert described == names | {"progressive_round", "progressive_prizes"}


@pytest.mark.parametrize(("name", "number"), ASKED)
def test_an_example_is_what_the_description_says(name, number):
    example = EXAMPLES[name][number]
    operation = operation_of(example)
    content = "application/json"
    fits(operation["responses"]["200"]["content"][content]["schema"], answer(example.address, example.body))
    fits(operation["responses"]["200"]["content"][content]["schema"], example.answer)
    if example.body is not None:
        fits(operation["requestBody"]["content"][content]["schema"], example.body)


def test_a_refusal_is_what_the_description_says():
    operation = operation_of(EXAMPLES["score"][0])
    address, body = changed("score", bids=[9, 9, 9])
    fits(operation["responses"]["400"]["content"]["application/json"]["schema"], ask(address, body).json())


def test_the_page_has_a_heading_for_every_address():
    headings = set(re.findall(r"^## `(GET|POST) ([^`]+)`$", PAGE, re.MULTILINE))
    assert headings == {(method, path.replace("{key}", "<key>")) for method, path in operations()} | {
        ("GET", "/api/schema/")
    }


CURL = re.compile(
    r"^```sh\ncurl (?P<said>.*?)\n```(?:\n\n```json\n(?P<answer>.*?)\n```)?", re.MULTILINE | re.DOTALL
)


def commands():
    for found in CURL.finditer(PAGE):
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


def test_every_address_has_a_command_on_the_page():
    asked = [address.partition("?")[0] for address, _body, _said in commands()]
    for _method, path in operations():
        assert any(re.fullmatch(path.replace("{key}", "[^/]+"), address) for address in asked), path
