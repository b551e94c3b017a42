"""docs/api.md: its first calls are made as they are written, and its tables are those of the document."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from review.api.app import api
from tests.factories import make_project, make_user
from tests.review.api.conftest import Programs
from tests.review.api.test_access import SCOPES

GUIDE = (Path(__file__).parents[3] / "docs" / "api.md").read_text(encoding="utf-8")
CALL = re.compile(
    r'^curl -s "\$API/(?P<path>[^"]+)" -H "\$AUTH"(?: -H \'If-Match: (?P<seen>[^\']+)\')?(?: -d \'(?P<body>[^\']+)\')?',
    re.MULTILINE,
)
ROW = re.compile(r"^\| `?(?P<calls>(?:GET|POST|PUT|DELETE) .+?) \| .* \| (?P<scopes>[a-z, ]+) \|$", re.MULTILINE)


@pytest.mark.django_db
def test_the_first_calls_work_as_they_are_written(program: Programs) -> None:
    bot = program(make_user("dana", project=make_project()))
    numbers: dict[str, str] = {}
    answers: list[Any] = []

    for found in CALL.finditer(GUIDE):
        path = found["path"].replace("13", numbers.get("13", "13")).replace("140", numbers.get("140", "140"))
        body = None if found["body"] is None else json.loads(found["body"])
        headers = {} if found["seen"] is None else {"If_Match": found["seen"]}
        answer = bot.post(path, body, **headers) if body is not None else bot.get(path)
        assert answer.status in {200, 201}, (path, answer.body)
        answers.append(answer.body)
        numbers.setdefault("13", str(answers[0]["session"]))
        if path.startswith("failed"):
            numbers["140"] = str(answer.body["items"][0]["id"])
            assert answer.body["items"][0]["fixes"][0]["name"] == "use_words-0"

    assert answers[1]["failedQuotes"] == ["the beta starts on 4 May"]
    assert (answers[3]["attempt"], answers[3]["verdict"]) == (2, "verbatim")
    assert answers[4]["items"] == []  # no person has verified it here


def test_every_operation_is_in_the_table_of_calls_with_its_scope() -> None:
    rows = [(found["calls"].replace("`", ""), found["scopes"]) for found in ROW.finditer(GUIDE)]
    paths: dict[str, Any] = api.get_openapi_schema(path_prefix="")["paths"]
    operations = {
        (method.upper(), path.lstrip("/")): one for path, some in paths.items() for method, one in some.items()
    }

    assert len(rows) > 15
    for (method, path), operation in operations.items():
        room, _, ending = path.partition("/{pk}")
        in_row = [
            calls
            for calls, scopes in rows
            if method in calls.split()
            and room in calls
            and ending.lstrip("/") in calls
            and SCOPES[operation["operationId"]] in scopes
        ]
        assert in_row or operation["operationId"] == "entry_certify", (method, path)
