"""Calls over httpx that are made again when they do not get through, and lines that are answered by lines."""

import gzip
import json
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from aligner_core._lazy import lazy_module
from aligner_core.client.errors import ApiError

if TYPE_CHECKING:
    import httpx
else:
    httpx = lazy_module("httpx", extra="client")

SECONDS, FIRST_PAUSE = 60.0, 0.2
BUSY = frozenset({429, 502, 503, 504})
"""The statuses after which a call is made again."""


class Connection:
    """The API of one server with a token; *tries* is how often a call is made in all."""

    def __init__(
        self,
        url: str,
        token: str,
        *,
        tries: int,
        sleep: Callable[[float], object],
        transport: "httpx.BaseTransport | None",
    ) -> None:
        self._tries, self._sleep = tries, sleep
        self._http = httpx.Client(
            base_url=f"{url.rstrip('/')}/api/v1/",
            headers={"Authorization": f"Bearer {token}"},
            timeout=SECONDS,
            transport=transport,
        )

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def call(self, method: str, path: str, **given: Any) -> "httpx.Response":  # noqa: ANN401 - what httpx takes
        """Return the response of an operation.

        Raises:
            ApiError: the API refused the call, or was busy to the last try.
            httpx.TransportError: the server cannot be reached.

        """
        return self._tried(lambda: self._called(method, path, given))

    def answers(self, path: str, lines: dict[int, bytes], params: Mapping[str, str]) -> Iterator[dict[str, Any]]:
        """Yield the answer to each of some lines by their numbers, and take them out of these.

        What a connection that broke left without an answer is sent again.

        Raises:
            ApiError: the API refused the call, or the lines after the last one that it answered.
            httpx.TransportError: the server cannot be reached.

        """
        left = self._tries
        while lines:
            response, before = self._tried(lambda: self._begun(path, lines, params)), len(lines)
            try:
                last = yield from _taken_out(response, lines)
            except httpx.TransportError:
                left = self._tries if len(lines) < before else left - 1
                if not left:
                    raise
                self._sleep(FIRST_PAUSE)
                continue
            finally:
                response.close()
            if lines:
                raise ApiError(int(last.get("status", 0)), last)

    def _tried(self, make: Callable[[], "httpx.Response"]) -> "httpx.Response":
        tries = 0
        while True:
            tries += 1
            is_last, pause = tries >= self._tries, FIRST_PAUSE * 2 ** (tries - 1)
            try:
                response = make()
            except httpx.TransportError:
                if is_last:
                    raise
                self._sleep(pause)
                continue
            if is_last or response.status_code not in BUSY:
                break
            self._sleep(float(response.headers.get("Retry-After", pause)))
        if response.is_error:
            raise ApiError(response.status_code, _problem(response))
        return response

    def _called(self, method: str, path: str, given: dict[str, Any]) -> "httpx.Response":
        return self._http.request(method, path, **given)

    def _begun(self, path: str, lines: Mapping[int, bytes], params: Mapping[str, str]) -> "httpx.Response":
        headers = {"Content-Type": "application/x-ndjson", "Content-Encoding": "gzip"}
        packed = gzip.compress(b"\n".join(lines.values()))
        request = self._http.build_request("POST", path, content=packed, headers=headers, params=params)
        response = self._http.send(request, stream=True)
        if response.is_error:
            response.read()
        return response


def _taken_out(response: "httpx.Response", lines: dict[int, bytes]) -> Generator[dict[str, Any], None, dict[str, Any]]:
    """Yield the answers of a response with the numbers of the lines, and return the last one before the end.

    Raises:
        httpx.TransportError: the response has no end.

    """
    numbers, told = list(lines), dict[str, Any]()
    for line in _split(response.iter_bytes()):
        answer = json.loads(line)
        if "line" not in answer:
            return told
        number = numbers[answer["line"] - 1]
        told = {**answer, "line": number}
        del lines[number]
        yield told
    message = "The answers end before their last line."
    raise httpx.RemoteProtocolError(message)


def _split(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the whole lines of what comes in pieces."""
    rest = b""
    for piece in pieces:
        *whole, rest = (rest + piece).split(b"\n")
        yield from whole


def _problem(response: "httpx.Response") -> Mapping[str, Any]:
    if "json" not in response.headers.get("Content-Type", ""):
        return {"code": "failed", "detail": response.text[:200]}
    given = response.json()
    return given if isinstance(given, dict) else {}
