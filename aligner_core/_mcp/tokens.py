"""The token of whoever calls over http: without one nothing is answered, and the process has no rights of its own."""

import json
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
SCHEME, PREFIX = "bearer", "evr_"
REFUSAL = {"code": "not_authenticated", "detail": "Send a token of a project: Authorization: Bearer evr_…"}


def token_in(header: str) -> str:
    """Return the token of an Authorization header; "" where it has none.

    >>> token_in("Bearer evr_abc"), token_in("bearer  evr_abc "), token_in("Basic evr_abc"), token_in("Bearer abc")
    ('evr_abc', 'evr_abc', '', '')
    """
    scheme, _, token = header.partition(" ")
    token = token.strip()
    return token if scheme.lower() == SCHEME and token.startswith(PREFIX) else ""


class RequireToken:
    """An ASGI application before another one: a request without a token is answered with 401."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not token_in(_authorization(scope)):
            await _refuse(send)
            return
        await self.app(scope, receive, send)


def _authorization(scope: Scope) -> str:
    """Return the header; "" where there are several, of which two programs might read different ones."""
    given: list[bytes] = [value for name, value in scope["headers"] if name.lower() == b"authorization"]
    return given[0].decode("latin-1") if len(given) == 1 else ""


async def _refuse(send: Send) -> None:
    body = json.dumps(REFUSAL, ensure_ascii=False).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"www-authenticate", b'Bearer realm="evidence-review"'),
    ]
    await send({"type": "http.response.start", "status": 401, "headers": headers})
    await send({"type": "http.response.body", "body": body})
