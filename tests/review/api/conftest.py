"""A program with a token, as a client of the API."""

import json
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from review.domain.tokens import Scope
from review.models import ApiToken, Project
from review.services.people.tokens import Issued, issue_token
from tests.factories import make_project, make_user

EVERY = tuple(Scope)
WORKING = (Scope.READ, Scope.INGEST, Scope.REPAIR, Scope.PROMOTE)


@dataclass(frozen=True)
class Answer:
    """What the API answered."""

    status: int
    body: Any
    headers: Any

    @property
    def code(self) -> str:
        """The code of a problem."""
        return str(self.body["code"])


@dataclass(frozen=True)
class Program:
    """A client that sends a token."""

    client: Client
    secret: str
    token: ApiToken

    def call(
        self, method: str, path: str, body: object = None, *, content_type: str = "application/json", **headers: str
    ) -> Answer:
        """Call an operation; a body is sent as JSON unless it is bytes."""
        data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        response = self.client.generic(
            method,
            f"/api/v1/{path}",
            data,
            content_type=content_type,
            headers={"authorization": f"Bearer {self.secret}", "accept-language": "en", **names},
        )
        text = b"".join(response.streaming_content) if response.streaming else response.content  # type: ignore[attr-defined]
        is_json = (
            "json" in response.headers.get("Content-Type", "") and "ndjson" not in response.headers["Content-Type"]
        )
        return Answer(response.status_code, json.loads(text) if is_json and text else text, response.headers)

    def get(self, path: str, **headers: str) -> Answer:
        """Read something."""
        return self.call("GET", path, **headers)

    def post(self, path: str, body: object = None, *, content_type: str = "application/json", **headers: str) -> Answer:
        """Send something."""
        return self.call("POST", path, body, content_type=content_type, **headers)


Programs = Callable[..., Program]


@pytest.fixture
def program(client: Client) -> Programs:
    """Return a function that makes a program of a person in a project, with some scopes."""

    def make(
        owner: User | None = None, *, project: Project | None = None, scopes: Collection[Scope] = WORKING
    ) -> Program:
        into = project or make_project()
        person = owner or make_user("mina", project=into)
        issued = issue_token(project_id=into.pk, name="writer", scopes=scopes, days=90, actor=person)
        assert isinstance(issued, Issued)
        return Program(client, issued.secret, issued.token)

    return make
