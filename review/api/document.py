"""The document of the API, openapi.json: scopes, a sentence for each operation, and errors that are problem+json."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from ninja.openapi.schema import OpenAPISchema

from review.api.calls import STATED_SCOPE
from review.api.problems import MEDIA_TYPE

JSON = "application/json"
STATED_LINES = "x-lines"
"""Where an operation states that it answers with lines of JSON, each of which its schema describes."""
LINES = "application/x-ndjson"
Made = Callable[..., OpenAPISchema]


def documented(make: Made) -> Made:
    """Return a function that makes the document as *make* does, and corrects what that cannot know."""

    def schema(*args: Any, **kwargs: Any) -> OpenAPISchema:  # noqa: ANN401 - as it is called
        document = make(*args, **kwargs)
        for path in document["paths"].values():
            for operation in path.values():
                _describe(operation)
                if operation.pop(STATED_LINES, False):
                    content = operation["responses"][200]["content"]
                    content[LINES] = content.pop(JSON)
                for status, response in operation["responses"].items():
                    _correct(int(status), response)
        return document

    return schema


def _describe(operation: dict[str, Any]) -> None:
    """Correct the summary of an operation to the first line of its docstring, if it has one, and state its scope."""
    sentence, _, rest = operation.pop("description", "").partition("\n\n")
    if sentence:
        operation["summary"] = sentence.removesuffix(".")
    if rest:
        operation["description"] = rest
    operation["security"] = [{"Bearer": [operation.pop(STATED_SCOPE)]}]


def _correct(status: int, response: dict[str, Any]) -> None:
    content = response.get("content", {})
    if status >= HTTPStatus.BAD_REQUEST and JSON in content:
        response["content"] = {MEDIA_TYPE: content[JSON]}
