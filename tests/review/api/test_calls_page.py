"""docs/calls.md: its calls are made in their order, and every operation has one."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from review.api.app import api
from review.domain.roles import Role
from review.models import UploadDraft
from review.services.ingest.sent import receive_later
from tests.factories import make_project, make_user, switch
from tests.review.api.conftest import EVERY, Program, Programs

PAGE = (Path(__file__).parents[3] / "docs" / "calls.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```http\n(.*?)^```$", re.MULTILINE | re.DOTALL)
KEY = re.compile(r"\{([a-z_]+)\}")
MARK = "key "


@dataclass(frozen=True)
class Example:
    """A call as the page shows it: what is sent, and what of its answer matters."""

    method: str
    path: str
    headers: dict[str, str]
    body: str
    status: int
    shown: str


def examples() -> Iterator[Example]:
    for block in BLOCK.findall(PAGE):
        sent, _, answered = block.partition("→ ")
        first, *others = sent.splitlines()
        method, _, path = first.partition(" ")
        headers = dict(line.split(": ", 1) for line in others if re.match(r"^[A-Z][A-Za-z-]+: ", line))
        body = "\n".join(line for line in others if not re.match(r"^[A-Z][A-Za-z-]+: ", line))
        status, _, shown = answered.partition(" ")
        yield Example(method, path, headers, body, int(status), shown.strip())


EXAMPLES = list(examples())


def with_keys(text: str, keys: dict[str, object]) -> str:
    return KEY.sub(lambda found: str(keys[found[1]]), text)


def shows(expected: object, actual: object, keys: dict[str, object]) -> bool:
    """Return whether an answer has what the page shows of it; a key that is new is kept."""
    if isinstance(expected, str) and expected.startswith(MARK):
        return keys.setdefault(expected.removeprefix(MARK), actual) == actual
    if isinstance(expected, dict):
        return isinstance(actual, dict) and all(shows(value, actual.get(key), keys) for key, value in expected.items())
    if isinstance(expected, list):
        return (
            isinstance(actual, list)
            and bool(expected or not actual)
            and len(expected) <= len(actual)
            and all(shows(one, other, keys) for one, other in zip(expected, actual, strict=False))
        )
    return expected == actual


@pytest.fixture
def bot(program: Programs) -> Program:
    switch(tokens_verify=True, explain_sources=True)
    return program(make_user("dana", project=make_project(), role=Role.MANAGER), scopes=EVERY)


@pytest.mark.django_db(transaction=True)
def test_the_calls_work_in_their_order(bot: Program) -> None:
    keys: dict[str, object] = {"job": waiting_job(bot)}

    for one in EXAMPLES:
        headers = {name.replace("-", "_"): value for name, value in one.headers.items()}
        body = with_keys(one.body, keys).encode() if one.body else None
        answer = bot.call(one.method, with_keys(one.path, keys), body, **headers)
        assert answer.status == one.status, (one.path, answer.body)
        if one.shown.startswith("{") and not isinstance(answer.body, bytes):
            expected: Any = json.loads(KEY.sub(lambda found: json.dumps(MARK + found[1]), one.shown))
            assert shows(expected, answer.body, keys), (one.path, one.shown, answer.body)
        else:
            assert one.shown.encode() in answer.body, (one.path, answer.body)


def waiting_job(bot: Program) -> int:
    """Return a job that waits, as a large upload is answered with."""
    given = json.dumps({"sessionId": "large", "messages": ["Hello."]})
    draft = UploadDraft(project=bot.token.project, created_by=bot.token.owner, session_json=given)
    return receive_later(draft, title="large").pk


def test_every_operation_has_an_example() -> None:
    paths: dict[str, Any] = api.get_openapi_schema(path_prefix="")["paths"]
    shown = {(one.method, KEY.sub("{}", one.path.partition("?")[0])) for one in EXAMPLES}

    for path, some in paths.items():
        for method in some:
            wanted = path.lstrip("/").replace("{name}", "csv")
            assert (method.upper(), KEY.sub("{}", wanted)) in shown
