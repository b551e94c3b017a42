"""What schemathesis puts in place of what it made up: keys and words that the store has, so that calls reach the gate.

It loads this as its hooks (`SCHEMATHESIS_HOOKS`). Where it means to send something wrong, that stays wrong. What was
answered is counted, and written to a file at the end.
"""

import atexit
import json
import os
from collections import Counter, defaultdict
from http import HTTPStatus
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import schemathesis
from schemathesis import AuthContext, Case, HookContext, SerializationContext
from schemathesis.core.failures import Failure
from schemathesis.core.parameters import ParameterLocation
from schemathesis.core.transport import Response

KNOWN: dict[str, Any] = json.loads(Path(os.environ["CONFORMANCE_KNOWN"]).read_text(encoding="utf-8"))
CHANCE = 0.9
"""How often something known is sent; else what was made up."""
HALF = 0.5
"""How often a session of messages that are stored is sent, in other words a session that is right as a whole."""
SEEN = ", ".join(f'"{number}"' for number in range(40))
"""Every version that an entry or a quote is likely to have, so that an act is not refused for an old one."""
_answered: defaultdict[str, Counter[int]] = defaultdict(Counter)
"""How often each operation was answered with each status."""
_tokens = cycle(KNOWN["tokens"])
_random = Random(33)


@schemathesis.auth(refresh_interval=None)
class Tokens:
    """The tokens in turn."""

    def get(self, case: Case, context: AuthContext) -> str:
        """Return the next token."""
        return str(next(_tokens))

    def set(self, case: Case, data: str, context: AuthContext) -> None:
        """Send a token."""
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {data}"}


@schemathesis.serializer("application/zip", "application/gzip", "application/x-ndjson", "application/jsonl")
def as_it_is(context: SerializationContext, value: Any) -> bytes:  # noqa: ANN401 - whatever it made up
    """Send the bytes of a file as they are."""
    return value if isinstance(value, bytes) else str(value).encode("utf-8", errors="surrogatepass")


@schemathesis.hook
def before_call(context: HookContext, case: Case, kwargs: dict[str, Any]) -> None:
    """Put what is known into a call, but where it is wrong on purpose."""
    if case.meta is None or _random.random() > CHANCE:
        return
    if "pk" in (case.path_parameters or {}) and not case.meta.is_negative_at(ParameterLocation.PATH):
        case.path_parameters = {**case.path_parameters, "pk": _known_key(case)}
    if "If-Match" in (case.headers or {}) and not case.meta.is_negative_at(ParameterLocation.HEADER):
        case.headers = {**case.headers, "If-Match": SEEN}
    if isinstance(case.body, dict) and not case.meta.is_negative_at(ParameterLocation.BODY):
        case.body = _known_words(case, case.body)


@schemathesis.hook
def after_call(context: HookContext, case: Case, response: Response) -> None:
    """Count an answer."""
    _answered[case.operation.definition.raw["operationId"]][response.status_code] += 1


@schemathesis.hook
def filter_failure(context: HookContext, failure: Failure, case: Case, response: Response) -> bool:
    """Drop what the server before the application says of an address that is too long for it."""
    return bool(response.status_code != HTTPStatus.REQUEST_URI_TOO_LONG)


@atexit.register
def _write_counts() -> None:
    Path(os.environ["CONFORMANCE_ANSWERED"]).write_text(json.dumps(_answered), encoding="utf-8")


def _known_key(case: Case) -> int:
    keys = KNOWN["keys"][_room(case)]
    if case.path.endswith("/fix"):
        keys = [int(key) for key in KNOWN["fixes"]]
    found: int = _random.choice(keys)
    return found


def _known_words(case: Case, body: dict[str, Any]) -> dict[str, Any]:
    """Return a body with words of messages where words and an index are asked for, and with the name of a fix."""
    if "fix" in body:
        return {**body, "fix": _random.choice(KNOWN["fixes"].get(str(case.path_parameters["pk"]), [body["fix"]]))}
    if "reason" in body and not case.path.endswith("/change"):
        return {**body, "reason": "It is not about this."}
    if case.path.endswith("/bundles"):
        return {"session": _random.choice(KNOWN["keys"]["sessions"])}
    if case.path.endswith("/sessions") and _random.random() < HALF:
        return {"messages": [words for _, words in _random.choice(list(KNOWN["words"].values()))]}
    if "parts" in body:
        return {**body, "parts": [_quoted(case) for _ in body["parts"]]}
    if isinstance(body.get("evidence"), dict):
        return {**body, "evidence": _quoted(case)}
    return {**body, **_quoted(case)} if {"quote", "messageIndex"} <= body.keys() else body


def _quoted(case: Case) -> dict[str, object]:
    """Return words of the session that a call is about."""
    key = str(case.path_parameters["pk"])
    session = KNOWN["session_of"].get(_room(case), {}).get(key, key)
    index, words = _random.choice(KNOWN["words"].get(str(session), [(0, "words")]))
    return {"quote": words, "messageIndex": index}


def _room(case: Case) -> str:
    """Return the first word of the address of a call."""
    return str(case.path).removeprefix("/api/v1/").split("/")[0]
