"""The document of the API describes what operations take and answer."""

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.utils.html import escape

from review.acts.entries import ENTRY_ACTS
from review.acts.quotes import QUOTE_ACTS
from review.api import entry_acts, quote_acts
from review.api.app import api
from review.api.feed import MEDIA_TYPES
from review.api.operations import operations_of
from review.domain.roles import Role
from review.services.exports.formats import FORMATS
from tests.factories import make_project, make_user
from tests.review.api.conftest import EVERY, Programs
from tests.review.api.test_access import BODIES, OPERATIONS, SCOPES, Operation, call, things


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    schema: dict[str, Any] = json.loads(json.dumps(api.get_openapi_schema(path_prefix="/api/v1/")))
    return schema


@pytest.fixture
def keys() -> dict[str, int]:
    return things("ledger")


def operations(document: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    return [(method, path, operation) for path, some in document["paths"].items() for method, operation in some.items()]


def test_document_is_answered_without_a_token(client: Client, document: dict[str, Any]) -> None:
    response = client.get("/api/v1/openapi.json")

    assert (response.status_code, response.json()["openapi"]) == (200, document["openapi"])
    assert response.json()["paths"].keys() == document["paths"].keys()


def test_every_operation_has_a_name_a_sentence_and_a_token(document: dict[str, Any]) -> None:
    found = operations(document)

    names = [operation["operationId"] for _, _, operation in found]
    assert len(names) == len(set(names)) > 30
    for method, path, operation in found:
        [[scope]] = [one["Bearer"] for one in operation["security"]]
        assert scope == SCOPES[operation["operationId"]], (method, path)
    sentences = [operation["summary"] for _, _, operation in found]
    assert len(sentences) == len(set(sentences))
    assert not any(sentence.istitle() and " " in sentence for sentence in sentences)


def test_document_is_made_once(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Making it takes half a second, and whoever asks for it needs no token."""
    client.get("/api/v1/openapi.json")
    monkeypatch.setattr(api, "get_openapi_schema", None)

    assert client.get("/api/v1/openapi.json").status_code == 200


def test_every_error_is_a_problem(document: dict[str, Any]) -> None:
    for method, path, operation in operations(document):
        for status, response in operation["responses"].items():
            if int(status) >= 400:
                assert list(response["content"]) == ["application/problem+json"], (method, path, status)
        assert {"401", "403", "404", "422", "429"} <= operation["responses"].keys()


def test_every_answer_is_described(document: dict[str, Any]) -> None:
    """An empty schema would leave a generated client with nothing."""
    for method, path, operation in operations(document):
        for status, response in operation["responses"].items():
            for content in response.get("content", {}).values():
                schema = content["schema"]
                assert schema.get("$ref") or schema.get("anyOf") or schema.get("type"), (method, path, status)
    for name, schema in document["components"]["schemas"].items():
        assert schema.get("properties") or schema.get("enum") or schema.get("anyOf"), name


def test_memories_and_exports_state_all_their_forms(document: dict[str, Any]) -> None:
    forms = {one["operationId"]: one["responses"].get("200", {}).get("content") for _, _, one in operations(document)}

    assert forms["memories"].keys() == MEDIA_TYPES.keys()
    assert forms["export"].keys() == {one.media_type.partition(";")[0] for one in FORMATS.values()}


def test_an_extraction_may_have_anything_beside_its_entries(document: dict[str, Any]) -> None:
    """The readers leave it out with a note; only what they read is described."""
    [align] = [one for _, _, one in operations(document) if one["operationId"] == "align"]
    schema = align["requestBody"]["content"]["application/json"]["schema"]["properties"]["extraction"]

    assert schema["properties"]["evidence"] == {}
    assert "type" not in schema["properties"]["run"]
    assert [one["required"] for one in schema["anyOf"]] == [["entries"], ["evidence"]]


def test_exports_of_one_json_value_are_described_as_one(document: dict[str, Any]) -> None:
    [content] = [
        one["responses"]["200"]["content"] for _, _, one in operations(document) if one["operationId"] == "export"
    ]

    kinds = {media_type: form["schema"]["type"] for media_type, form in content.items()}
    assert kinds["application/json"] == "array"
    assert kinds["application/ld+json"] == "object"
    assert kinds["application/x-ndjson"] == "string"


@pytest.mark.parametrize("seen", ['"1"', 'W/"1"', '"1", "2"', 'W/"1",W/"22"'])
def test_if_match_may_name_several_versions(document: dict[str, Any], seen: str) -> None:
    [promote] = [one for _, _, one in operations(document) if one["operationId"] == "entry_promote"]
    [if_match] = [one["schema"] for one in promote["parameters"] if one["name"] == "If-Match"]

    assert re.search(if_match["pattern"], seen)
    assert not re.search(if_match["pattern"], f"{seen}, x")


def test_every_act_of_the_pages_is_offered_or_takes_a_person() -> None:
    assert entry_acts.OFFERED.keys() | entry_acts.OF_PEOPLE == ENTRY_ACTS.keys()
    assert quote_acts.OFFERED.keys() | quote_acts.OF_PEOPLE == QUOTE_ACTS.keys()
    assert entry_acts.OFFERED.keys().isdisjoint(entry_acts.OF_PEOPLE)
    assert quote_acts.OFFERED.keys().isdisjoint(quote_acts.OF_PEOPLE)


@pytest.mark.django_db
def test_people_read_which_operations_there_are(client: Client, document: dict[str, Any]) -> None:
    client.force_login(make_user("mina"))

    page = client.get("/api/v1/docs/").content.decode()

    for method, path, operation in operations(document):
        [row] = re.findall(rf'<div id="{operation["operationId"]}">.*?</div>', page, re.DOTALL)
        assert f"<b>{method.upper()}</b> {path.removeprefix('/api/v1/')}</dt>" in row
        assert escape(operation["summary"]) in row
        assert f'<dd class="mono">{SCOPES[operation["operationId"]]}</dd>' in row


def test_keys_of_a_body_say_what_they_are(document: dict[str, Any]) -> None:
    found = {one.name: one for one in operations_of(document)}

    assert ("extraction", "", True) in found["align"].body
    assert ("quotes", "array", True) in found["check"].body
    assert ("If-Match", "string", True) in found["entry_promote"].taken
    assert found["session_send"].statuses == ["200", "201", "202"]


def test_document_has_the_keys_that_operations_take(document: dict[str, Any]) -> None:
    """Two bodies of one name would overwrite each other in the document."""
    described = {one.name: {key.name for key in one.body} for one in operations_of(document)}

    assert [name for name, body in BODIES.items() if not body.keys() <= described[name]] == []


@pytest.mark.django_db
@pytest.mark.parametrize("operation", OPERATIONS, ids=[one.name for one in OPERATIONS])
def test_answers_are_what_the_document_says(
    operation: Operation, keys: dict[str, int], program: Programs, document: dict[str, Any]
) -> None:
    """A client that is generated from the document reads the keys that it names."""
    bot = program(make_user("dana", project=make_project(), role=Role.MANAGER), scopes=EVERY)

    answer = call(bot, operation, keys)

    described = document["paths"][f"/api/v1/{operation.path}"][operation.method.lower()]["responses"]
    content = described[str(answer.status)]["content"]
    if not isinstance(answer.body, bytes):
        [media_type] = {answer.headers["Content-Type"].partition(";")[0]} & content.keys()
        assert fits(answer.body, content[media_type]["schema"], document["components"]["schemas"])


def fits(value: object, schema: dict[str, Any], schemas: dict[str, Any]) -> bool:
    """Return whether a value has the keys that a schema requires, and no others, at every depth."""
    if "$ref" in schema:
        return fits(value, schemas[schema["$ref"].rpartition("/")[2]], schemas)
    if "anyOf" in schema:
        return any(fits(value, one, schemas) for one in schema["anyOf"])
    if isinstance(value, list):
        return schema.get("type") in {None, "array"} and all(
            fits(one, schema.get("items", {}), schemas) for one in value
        )
    if not isinstance(value, dict):
        return schema.get("type") not in {"object", "array"} and (
            value is not None or schema.get("type") in {None, "null"}
        )
    if schema.get("type") not in {None, "object"}:
        return False
    properties = schema.get("properties", {})
    takes_others = schema.get("additionalProperties", not properties)
    return set(schema.get("required", ())) <= value.keys() and all(
        fits(one, properties[key], schemas) if key in properties else takes_others for key, one in value.items()
    )


@pytest.mark.django_db
def test_who_is_not_logged_in_is_asked_to(client: Client) -> None:
    response = client.get("/api/v1/docs/")

    assert (response.status_code, response.headers["Location"]) == (302, "/accounts/login/?next=/api/v1/docs/")
