"""No request is a server error: every address, whoever asks, whatever the form, the headers and the uploads hold.

`REVIEW_FUZZ_EXAMPLES=5000 make pytest ARGS=tests/test_fuzz.py` asks more often.
"""

import json
import os
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import quote, urlencode

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.http import HttpResponseBase
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.doors import DOORS, PEOPLE, World, make_world
from tests.test_doors_admin import MODELS, pages

EXAMPLES = int(os.environ.get("REVIEW_FUZZ_EXAMPLES", "300"))
HOSTILE = (
    "",
    "0",
    "-1",
    "1.5",
    "9" * 30,
    str(2**63),
    str(2**31),
    "１２",
    "NaN",
    "true",
    "null",
    "[]",
    "{}",
    "\0",
    "a\0b",
    "foo",
    "review:home",
    "http://[",
    "//evil.example",
    "/" + "a" * 3_000,
    "../../etc/passwd",
    "'; DROP TABLE x; --",
    "<script>alert(1)</script>",
    "%",
    "%00",
    "%ff",
    "\u202e\u200b",
    "가" * 500,
    "😀",
    "\r\nX: y",
    "0:3:7",
    "0:7:3",
    "0:-1:5",
    "0:3:999999999999999999999",
    "verified",
    "certified",
    "move-0",
    "3,4",
    "2026-13-99",
    "e=1&e=2",
    "x" * 70_000,
)
"""What forms and addresses do not expect."""
NAMES = [
    "page",
    "stage",
    "q",
    "quote",
    "at",
    "from",
    "to",
    "next",
    "seen_version",
    "seen_attempt",
    "message_index",
    "text",
    "start",
    "places",
    "words",
    "session",
    "project",
    "draft",
    "window",
    "index",
    "state",
    "reason",
    "loaded",
    "entry",
    "sort",
    "order",
    "o",
    "p",
    "_changelist_filters",
    "all",
    "id__in",
    "action",
    "_selected_action",
    "date_from",
    "find",
]
HEADERS = [
    "HX-Request",
    "HX-Current-URL",
    "HX-Target",
    "HX-Trigger",
    "HX-Boosted",
    "HX-History-Restore-Request",
    "Referer",
    "HX-Current-URL-URI-AutoEncoded",
    "Accept-Language",
    "Accept",
    "Cookie",
    "X-Forwarded-For",
    "X-Forwarded-Proto",
    "Range",
    "If-Modified-Since",
    "If-None-Match",
    "Origin",
    "Content-Encoding",
    "Triggering-Event",
    "User-Agent",
]
FROM_HTMX = [{"HX-Request": "true", "HX-Current-URL": page} for page in ("http://[", "http://testserver/?quote=1")]
TYPES = (
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "multipart/form-data",
    "application/json",
    "text/plain; charset=none",
    "",
)

values = st.one_of(
    st.sampled_from(HOSTILE), st.text(st.characters(exclude_categories=["Cs"]), max_size=40), st.integers().map(str)
)
fields = st.dictionaries(
    st.one_of(st.sampled_from(NAMES), st.text(st.characters(codec="ascii"), max_size=8)), values, max_size=4
)
latin = st.text(st.characters(min_codepoint=32, max_codepoint=255, exclude_characters="\x7f"), max_size=60)
header_values = st.one_of(
    latin,
    st.sampled_from(
        [
            "true",
            "http://[",
            "http://testserver/",
            "http://testserver/?quote=x",
            "ko",
            "*",
            "bytes=5-",
            "sessionid=x; csrftoken=\xff",
        ]
    ),
)
jsons = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.sampled_from(HOSTILE), st.text(max_size=20)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(
                [
                    "messages",
                    "sessionId",
                    "title",
                    "content",
                    "role",
                    "entries",
                    "evidence",
                    "entryId",
                    "quote",
                    "type",
                    "messageIndex",
                    "run",
                    "stage",
                    "query",
                    "chunks",
                    "chunkId",
                    "answer",
                    "metadata",
                    "extraction",
                ]
            ),
            inner,
            max_size=4,
        ),
    ),
    max_leaves=12,
)
uploads = st.one_of(jsons.map(lambda value: json.dumps(value).encode("utf-8", "surrogatepass")), st.binary(max_size=60))


@dataclass(frozen=True, slots=True)
class Asked:
    """One request as it was drawn; `place` chooses among all addresses."""

    place: int
    person: str
    method: str
    keep: bool
    changed: Mapping[str, str]
    query: Mapping[str, str]
    headers: Mapping[str, str]
    files: Mapping[str, bytes]
    body: bytes | None
    kind: str
    tail: str | None


requests = st.builds(
    Asked,
    place=st.integers(0, 10_000),
    person=st.sampled_from([*PEOPLE, "reviewer", "manager", "staff"]),
    method=st.sampled_from(["GET", "GET", *["POST"] * 6, "HEAD", "PUT", "DELETE", "OPTIONS"]),
    keep=st.sampled_from([True, True, True, False]),
    changed=st.builds(dict, fields, next=st.sampled_from(["foo", "http://[", "/?a"]) | values) | fields,
    query=fields,
    headers=st.dictionaries(st.sampled_from(HEADERS), header_values, max_size=4) | st.sampled_from(FROM_HTMX),
    files=st.dictionaries(st.sampled_from(["files", "extraction_file"]), uploads, max_size=2),
    body=st.integers(0, 6).flatmap(lambda number: st.none() if number else st.binary(max_size=80)),
    kind=st.sampled_from(TYPES),
    tail=st.sampled_from([*[None] * 240, *HOSTILE]),
)


@pytest.mark.django_db
def test_no_request_is_a_server_error() -> None:
    world = make_world()
    addresses = _addresses(world)
    broken: dict[str, str] = {}
    statuses: Counter[int] = Counter()

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=[*HealthCheck],
    )
    @given(requests)
    def ask(asked: Asked) -> None:
        address, form = addresses[asked.place % len(addresses)]
        response = _send(world, asked, address, form)
        statuses[response.status_code] += 1
        if response.status_code >= 500:
            raised = getattr(response, "exc_info", None)
            broken[f"{asked.method} {address}"] = f"{raised[1]!r}" if raised else str(response.status_code)

    ask()

    assert broken == {}
    assert sum(statuses.values()) == EXAMPLES
    assert {200, 302, 403, 404} <= set(statuses)


def _addresses(world: World) -> list[tuple[str, Callable[[], Mapping[str, object]]]]:
    """Return every address with the form that belongs to it."""
    ours = [(world.address(name), lambda door=door: door.fields(world)) for name, door in DOORS.items()]
    admins = [(address, dict) for model in MODELS for address in pages(model).values()]
    return [*ours, *ours, *ours, *admins, ("/admin/", dict), ("/admin/login/", dict), ("/nowhere/", dict)]


def _send(world: World, asked: Asked, address: str, form: Callable[[], Mapping[str, object]]) -> HttpResponseBase:
    """Send a request, roll back what it changed, and return the response."""
    client = world.client(asked.person)
    client.raise_request_exception = False
    given = {**(form() if asked.keep else {}), **asked.changed}
    data: dict[str, object] = {name: value for name, value in given.items() if name} | {
        name: SimpleUploadedFile("file.json", content) for name, content in asked.files.items()
    }
    path = address if asked.tail is None else f"{address}{quote(asked.tail)}/"
    target = f"{path}?{urlencode(asked.query)}"
    point = transaction.savepoint()
    try:
        if asked.body is not None and asked.method not in {"GET", "HEAD"}:
            return client.generic(asked.method, target, asked.body, content_type=asked.kind, headers=asked.headers)
        if asked.method == "POST":
            return client.post(target, data, headers=asked.headers)
        return client.generic(asked.method, target, headers=asked.headers)
    finally:
        transaction.savepoint_rollback(point)
