"""Post to an address that a person chose, and never to one inside. Private to the services.

The name is looked up once, every address that it has is looked at, and the connection goes to one of those very
addresses, so that a name which changes in between leads nowhere else. No redirect is followed and no proxy is asked.
"""

import socket
import ssl
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from http.client import HTTPConnection, HTTPException, HTTPResponse
from ipaddress import ip_address
from threading import Timer
from time import monotonic
from urllib.parse import SplitResult

from aligner_core import printable
from review.domain.addresses import PORTS, fault_of_url, is_allowed, is_public, parts_of, port_of
from review.domain.limits import MAX_WEBHOOK_ANSWER_CHARS

MOST_BYTES = 4 * MAX_WEBHOOK_ANSWER_CHARS
"""How much of an answer is read: a character has at most four bytes."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a post: the status and the beginning of its text, or 0 and the name of what went wrong."""

    code: int
    text: str

    def __str__(self) -> str:
        said = f"{self.code} {self.text}" if self.code else self.text
        return printable(said.strip())[:MAX_WEBHOOK_ANSWER_CHARS]


class _Cut:
    """Cuts a connection when its time is over, whatever it waits for: an answer may come a byte at a time."""

    def __init__(self, until: float) -> None:
        self.connected: socket.socket | None = None
        self.is_late = False
        self.timer = Timer(max(0, until - monotonic()), self._cut)
        self.timer.daemon = True

    @contextmanager
    def running(self) -> Iterator[None]:
        """Let the time run while the block does."""
        self.timer.start()
        try:
            yield
        finally:
            self.timer.cancel()

    def _cut(self) -> None:
        self.is_late = True
        if self.connected is not None:
            with suppress(OSError):
                socket.socket.shutdown(self.connected, socket.SHUT_RDWR)


class _To(HTTPConnection):
    """A connection over a socket that is there already."""

    def __init__(self, parts: SplitResult, connected: socket.socket) -> None:
        super().__init__(parts.hostname or "", port_of(parts))
        self.default_port = PORTS[parts.scheme]  # the header `Host` names any other one
        self.sock = connected


def post(url: str, *, body: bytes, headers: Mapping[str, str], allowed: Collection[str], within: timedelta) -> Answer:
    """Post a body, within a time; *allowed* are the hosts inside to which the staff let it go."""
    parts, fault = parts_of(url), fault_of_url(url, allowed=allowed)
    if parts is None or fault is not None:
        return Answer(0, fault or "no_url")
    until = monotonic() + within.total_seconds()
    try:
        addresses = _addresses(parts)
    except (OSError, UnicodeError):
        return Answer(0, "unresolved")
    if not is_allowed(parts, allowed) and not all(is_public(ip_address(one)) for one in addresses):
        return Answer(0, "inside")
    cut = _Cut(until)
    with cut.running():
        try:
            with _connected(parts, addresses, cut, until) as connected:
                return _posted(_To(parts, connected), parts, body, headers, cut)
        except ssl.SSLCertVerificationError:
            return Answer(0, "not_trusted")
        except TimeoutError:
            return Answer(0, "late")
        except (OSError, ValueError, HTTPException) as error:
            refused = isinstance(error, OSError) and cut.connected is None
            return Answer(0, "late" if cut.is_late else "unreachable" if refused else "broken_off")


def _addresses(parts: SplitResult) -> list[str]:
    """Return all addresses of a host, in the order in which the system prefers them."""
    found = socket.getaddrinfo(parts.hostname, port_of(parts), type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(place[0]).partition("%")[0] for *_, place in found))


def _posted(connection: _To, parts: SplitResult, body: bytes, headers: Mapping[str, str], cut: _Cut) -> Answer:
    target = parts._replace(scheme="", netloc="").geturl() or "/"
    connection.request("POST", target, body, dict(headers))
    response = connection.getresponse()
    if cut.is_late:  # the head of an answer that was cut looks like a whole one
        return Answer(0, "late")
    return Answer(response.status, _beginning(response))


@contextmanager
def _connected(parts: SplitResult, addresses: list[str], cut: _Cut, until: float) -> Iterator[socket.socket]:
    """Connect to the first address that answers; over https, the certificate has to be one of the name."""
    connected = _first_to_answer(addresses, port_of(parts), until)
    if parts.scheme == "https":
        connected = ssl.create_default_context().wrap_socket(
            connected, server_hostname=parts.hostname, do_handshake_on_connect=False
        )
    with connected:
        cut.connected = connected
        if isinstance(connected, ssl.SSLSocket):
            connected.do_handshake()
        yield connected


def _first_to_answer(addresses: list[str], port: int, until: float) -> socket.socket:
    refused: OSError | None = None
    for address in addresses:
        try:
            return socket.create_connection((address, port), timeout=max(0.001, until - monotonic()))
        except OSError as error:
            refused = error
    raise refused or OSError


def _beginning(response: HTTPResponse) -> str:
    """Return the beginning of an answer; one that breaks off is as good as none, since its status is known."""
    text = b""
    with suppress(OSError, ValueError, HTTPException):
        text = response.read(MOST_BYTES)
    return text.decode(errors="replace")
