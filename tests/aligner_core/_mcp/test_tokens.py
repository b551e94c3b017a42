"""Over http nothing is answered without a token."""

import asyncio
from collections.abc import MutableMapping
from typing import Any

import pytest

from aligner_core._mcp.tokens import RequireToken, token_in

Message = MutableMapping[str, Any]


def answered(scope: Message) -> list[Message]:
    """Return what is sent for a request; what is behind sends one message."""
    sent: list[Message] = []

    async def behind(_scope: Message, _receive: object, send: Any) -> None:  # noqa: ANN401
        await send({"type": "let in"})

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {}

    asyncio.run(RequireToken(behind)(scope, receive, send))
    return sent


@pytest.mark.parametrize(
    "headers",
    [
        [],
        [(b"authorization", b"")],
        [(b"authorization", b"Bearer")],
        [(b"authorization", b"Bearer sk-1")],
        [(b"authorization", b"Basic evr_1")],
        [(b"authorization", b"Bearer evr_1"), (b"authorization", b"Bearer evr_2")],
    ],
)
def test_a_request_without_a_token_gets_no_further(headers: list[tuple[bytes, bytes]]) -> None:
    start, body = answered({"type": "http", "headers": headers})

    assert (start["status"], dict(start["headers"])[b"www-authenticate"][:6]) == (401, b"Bearer")
    assert b"not_authenticated" in body["body"]
    assert dict(start["headers"])[b"content-length"] == str(len(body["body"])).encode()


@pytest.mark.parametrize(
    "scope",
    [
        {"type": "http", "headers": [(b"host", b"x"), (b"authorization", b"Bearer evr_1")]},
        {"type": "lifespan"},
    ],
)
def test_others_get_in(scope: Message) -> None:
    assert answered(scope) == [{"type": "let in"}]


def test_the_token_is_read_from_the_header() -> None:
    assert token_in("Bearer evr_abc") == token_in("BEARER  evr_abc ") == "evr_abc"
    assert token_in("evr_abc") == token_in("Bearer evr_abc"[:8]) == ""
