"""The document of the API, openapi.json: errors are problem+json, and streams are nothing else."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from ninja.openapi.schema import OpenAPISchema

from review.api.problems import MEDIA_TYPE

JSON, NDJSON = "application/json", "application/x-ndjson"
Made = Callable[..., OpenAPISchema]


def documented(make: Made) -> Made:
    """Return a function that makes the document as *make* does, and corrects what that cannot know."""

    def schema(*args: Any, **kwargs: Any) -> OpenAPISchema:  # noqa: ANN401 - as it is called
        document = make(*args, **kwargs)
        for path in document["paths"].values():
            for operation in path.values():
                for status, response in operation["responses"].items():
                    _correct(int(status), response)
        return document

    return schema


def _correct(status: int, response: dict[str, Any]) -> None:
    content = response.get("content", {})
    if status >= HTTPStatus.BAD_REQUEST and JSON in content:
        response["content"] = {MEDIA_TYPE: content[JSON]}
    elif NDJSON in content:
        content.pop(JSON, None)
