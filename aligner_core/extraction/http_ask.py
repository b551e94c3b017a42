"""Asks a model over HTTP: with a key from the environment, patient with what passes, and clear about what does not."""

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import urlsplit

from aligner_core._lazy import lazy_module
from aligner_core.errors import InvalidValueError
from aligner_core.extraction.protocols import Protocol, ProtocolName, protocol_named
from aligner_core.extraction.questions import Answer, AskError, Question

if TYPE_CHECKING:
    import httpx
else:
    httpx = lazy_module("httpx", extra="llm")

MAX_PAUSE = 60.0
OTHER_PROTOCOL = "other_protocol"
PASSING = frozenset({408, 409, 425, 429})
"""The statuses below 500 after which a question is asked again."""
OF_THE_QUESTION = frozenset({400, 413, 422})
"""The statuses that say something of this question alone: another one, of a shorter window, may be answered."""
SERVER_ERROR = 500
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
MAX_TOLD_CHARS = 200


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to wait for a model, how often to try, with which first pause, and how long its answer may be.

    An answer after one that was cut off may be twice as long.
    """

    seconds: float = 120.0
    tries: int = 4
    pause: float = 0.5
    max_tokens: int = 8_000
    sleep: Callable[[float], object] = time.sleep


PATIENCE = Patience()


class HttpAsk:
    """Asks a model by one of two protocols: `openai`, which most servers speak, or `anthropic`.

    The key is that of the environment unless one is given: `OPENAI_API_KEY` or `ANTHROPIC_API_KEY`. It needs httpx
    (`pip install "evidence-review[llm]"`). Threads may share it.

    Raises:
        InvalidValueError: there is no such protocol, no model is named, or the address is none of http or https.

    """

    def __init__(
        self,
        protocol: ProtocolName,
        model: str,
        *,
        base_url: str = "",
        key: str | None = None,
        patience: Patience = PATIENCE,
    ) -> None:
        self.protocol: Protocol = protocol_named(protocol)
        self.model, self._patience = model, patience
        address = (base_url or self.protocol.base_url).rstrip("/")
        parts = urlsplit(address)
        if not model or parts.scheme not in {"http", "https"} or not parts.hostname:
            message = "name a model, and an address that begins with http:// or https://"
            raise InvalidValueError(message)
        given = os.environ.get(self.protocol.key_variable, "") if key is None else key
        self._url = address + self.protocol.path
        self._http = httpx.Client(
            timeout=patience.seconds,
            headers=self.protocol.headers(given) if given else {},
            trust_env=parts.hostname not in LOOPBACK,
        )

    def __enter__(self) -> Self:
        """Return it."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Close the connections."""
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def __call__(self, question: Question) -> Answer:
        """Return the answer to a question.

        Raises:
            AskError: there is none, after several tries where it might have passed.

        """
        body = self.protocol.body(question, self.model, self._patience.max_tokens)
        for count in range(1, self._patience.tries + 1):
            response = self._response(body)
            if isinstance(response, AskError):
                error = response
            elif response.is_success:
                return self._read(response)
            elif response.status_code not in PASSING and response.status_code < SERVER_ERROR:
                raise _refused(response)
            else:
                error = _passing(response)
            if count < self._patience.tries:
                self._patience.sleep(self._seconds_to_wait(response, count))
        raise error

    def _response(self, body: Mapping[str, Any]) -> "httpx.Response | AskError":
        try:
            return self._http.post(self._url, json=body)
        except httpx.TimeoutException:
            return AskError("timeout", f"{self._url} did not answer in time")
        except httpx.HTTPError as error:
            return AskError("unreachable", f"{self._url} cannot be reached: {error or type(error).__name__}")

    def _seconds_to_wait(self, response: "httpx.Response | AskError", count: int) -> float:
        """Return how long to wait before the next try: as long as the server says, else longer each time."""
        told = "" if isinstance(response, AskError) else response.headers.get("retry-after", "")
        wait = self._patience.pause * 2 ** (count - 1)
        return min(max(0.0, _seconds(told, otherwise=wait)), MAX_PAUSE)

    def _read(self, response: "httpx.Response") -> Answer:
        try:
            return self.protocol.read(response.json())
        except (ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
            message = f"{self._url} answers something else than the protocol {self.protocol.name}"
            raise AskError(OTHER_PROTOCOL, message) from error


def _seconds(told: str, *, otherwise: float) -> float:
    """Return the seconds of a Retry-After: a number, or a moment."""
    if told.replace(".", "", 1).isdecimal():
        return float(told)
    try:
        return parsedate_to_datetime(told).timestamp() - time.time()
    except ValueError:
        return otherwise


def _passing(response: "httpx.Response") -> AskError:
    code = "rate_limited" if response.status_code == httpx.codes.TOO_MANY_REQUESTS else "server_error"
    return AskError(code, f"{response.url} answered {response.status_code}{_told(response)}")


def _refused(response: "httpx.Response") -> AskError:
    status = response.status_code
    code = "not_authorized" if status in {401, 402, 403} else "refused"
    text = f"{response.url} answered {status}{_told(response)}"
    return AskError(code, text, is_final=status not in OF_THE_QUESTION)


def _told(response: "httpx.Response") -> str:
    """Return what a server says of its refusal."""
    try:
        error = response.json()["error"]
        text = str(error["message"] if isinstance(error, dict) else error)
    except (ValueError, KeyError, TypeError):
        return ""
    return f": {' '.join(text.split())[:MAX_TOLD_CHARS]}"
