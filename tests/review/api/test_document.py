"""The document of the API describes what operations take and answer."""

import json
from typing import Any

import pytest
from django.test import Client

from review.acts.entries import ENTRY_ACTS
from review.acts.quotes import QUOTE_ACTS
from review.api import entry_acts, quote_acts
from review.api.app import api
from tests.review.api.test_access import SCOPES


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    schema: dict[str, Any] = json.loads(json.dumps(api.get_openapi_schema(path_prefix="/api/v1/")))
    return schema


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


def test_every_act_of_the_pages_is_offered_or_takes_a_person() -> None:
    assert entry_acts.OFFERED.keys() | entry_acts.OF_PEOPLE == ENTRY_ACTS.keys()
    assert quote_acts.OFFERED.keys() | quote_acts.OF_PEOPLE == QUOTE_ACTS.keys()
    assert entry_acts.OFFERED.keys().isdisjoint(entry_acts.OF_PEOPLE)
    assert quote_acts.OFFERED.keys().isdisjoint(quote_acts.OF_PEOPLE)
