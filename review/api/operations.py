"""The operations of the API in few words, read from its document."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any, NamedTuple

PREFIX = "/api/v1/"
NULL = "null"
UNSAID = ("", NULL)


class Parameter(NamedTuple):
    """A parameter of an operation or a key of its body, as the document describes it."""

    name: str
    kind: str
    is_required: bool


class Operation(NamedTuple):
    """An operation, as the page lists it.

    `taken` are its parameters but those in its path, `body` the keys of its body, `statuses` those of its good answers.
    """

    name: str
    tag: str
    method: str
    path: str
    summary: str
    description: str
    scope: str
    taken: list[Parameter]
    body: list[Parameter]
    statuses: list[str]


def by_tag(document: Mapping[str, Any]) -> list[tuple[str, list[Operation]]]:
    """Return the operations of a document under their tags, in its order."""
    return [(tag, list(some)) for tag, some in groupby(operations_of(document), key=lambda one: one.tag)]


def operations_of(document: Mapping[str, Any]) -> Iterator[Operation]:
    """Yield the operations of a document, in its order."""
    schemas = document["components"]["schemas"]
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield Operation(
                name=operation["operationId"],
                tag=operation["tags"][0],
                method=method.upper(),
                path=path.removeprefix(PREFIX),
                summary=operation["summary"],
                description=operation.get("description", ""),
                scope=operation["security"][0]["Bearer"][0],
                taken=list(_taken(operation, schemas)),
                body=list(_body(operation, schemas)),
                statuses=[status for status in operation["responses"] if status < "400"],
            )


def _taken(operation: Mapping[str, Any], schemas: Mapping[str, Any]) -> Iterator[Parameter]:
    for one in operation["parameters"]:
        if one["in"] != "path":
            yield Parameter(one["name"], _kind(one["schema"], schemas), one.get("required", False))


def _body(operation: Mapping[str, Any], schemas: Mapping[str, Any]) -> Iterator[Parameter]:
    content = operation.get("requestBody", {}).get("content", {})
    first: Mapping[str, Any] = next(iter(content.values()), {})
    schema = _resolved(first.get("schema", {}), schemas)
    required = schema.get("required", [])
    for name, one in schema.get("properties", {}).items():
        yield Parameter(name, _kind(one, schemas), name in required)


def _kind(schema: Mapping[str, Any], schemas: Mapping[str, Any]) -> str:
    """Return the type of a value in a word or a few, without what may be absent."""
    schema = _resolved(schema, schemas)
    if "enum" in schema:
        return " | ".join(str(one) for one in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(kind for kind in (_kind(one, schemas) for one in schema["anyOf"]) if kind not in UNSAID)
    kind = schema.get("type", "")
    return " | ".join(one for one in kind if one != NULL) if isinstance(kind, list) else kind


def _resolved(schema: Mapping[str, Any], schemas: Mapping[str, Any]) -> Mapping[str, Any]:
    name = schema.get("$ref", "").rpartition("/")[2]
    return schemas[name] if name else schema
