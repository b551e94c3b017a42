"""A receiver of webhooks that behaves as it is told, and verifies what it is sent by the library for receivers."""

import json
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from time import sleep
from typing import Any

from standardwebhooks.webhooks import Webhook, WebhookVerificationError


@dataclass
class Receiver:
    """What a receiver is to do with the next requests, then `otherwise`; and what it was sent and took."""

    script: list[str | int] = field(default_factory=list)
    otherwise: str | int = 200
    secret: str = ""
    port: int = 0
    scheme: str = "http"
    seen: list[dict[str, str]] = field(default_factory=list)
    taken: list[dict[str, Any]] = field(default_factory=list)
    unverified: list[str] = field(default_factory=list)

    @property
    def url(self) -> str:
        """The address to give to a webhook."""
        return f"{self.scheme}://127.0.0.1:{self.port}/hook?from=us"

    @property
    def host(self) -> str:
        """The host inside that has to be allowed."""
        return f"127.0.0.1:{self.port}"

    def next(self) -> str | int:
        """Return what to do with a request."""
        return self.script.pop(0) if self.script else self.otherwise

    def verified(self, body: bytes, headers: dict[str, str]) -> None:
        """Note whether the signature is right, as a receiver finds out; without a secret none is expected."""
        if not self.secret:
            return
        try:
            Webhook(self.secret).verify(body, headers)
        except WebhookVerificationError as error:
            self.unverified.append(str(error))


@contextmanager
def receiving(receiver: Receiver, *, certificate: str | None = None) -> Iterator[Receiver]:
    """Have a receiver listen while the block runs, over TLS with the *certificate* in a file."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(receiver))
    server.daemon_threads = True
    if certificate is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
        receiver.scheme = "https"
    receiver.port = server.server_address[1]
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _handler(receiver: Receiver) -> type[BaseHTTPRequestHandler]:
    return type("Handler", (_Handler,), {"receiver": receiver})


class _Handler(BaseHTTPRequestHandler):
    receiver: Receiver

    def log_message(self, *_: object) -> None:
        """Write no line for a request."""

    def do_POST(self) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        body = self.rfile.read(int(headers["content-length"]))
        self.receiver.seen.append({**headers, "path": self.path})
        self.receiver.verified(body, headers)
        with suppress(OSError):  # nobody may be there any more, or read a huge answer to its end
            self._behave(self.receiver.next(), body)

    def _behave(self, way: str | int, body: bytes) -> None:
        match way:
            case "close":
                self.connection.shutdown(socket.SHUT_RDWR)
            case "drip":
                self._drip()
            case "huge":
                self._answer(500, b"x" * 3_000_000)
            case "nonsense":
                self.wfile.write(b"\x00\x01 no HTTP at all\r\n\r\n")
            case "redirect":
                self._answer(302, b"", location=f"http://127.0.0.1:{self.receiver.port}/elsewhere")
            case int() as code:
                if code == 200:
                    self.receiver.taken.append(json.loads(body))
                self._answer(code, b"said so")

    def _answer(self, code: int, text: bytes, *, location: str = "") -> None:
        self.send_response(code)
        if location:
            self.send_header("Location", location)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def _drip(self) -> None:
        """Send a byte of the head at a time, each early enough for a time that is counted for each."""
        for byte in b"HTTP/1.1 200 OK\r\nX-Slow: " + b"x" * 200:
            self.wfile.write(bytes([byte]))
            sleep(0.05)
