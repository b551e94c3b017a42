"""The client of the API: what a program sends and takes, a method for each."""

import json
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Self, TypedDict, cast

from aligner_core.client.connection import Connection
from aligner_core.client.errors import JobFailedError

if TYPE_CHECKING:
    import httpx

Json = dict[str, Any]
"""An answer, with the keys of the document at `/api/v1/openapi.json`."""
TRIES, LINES_AT_ONCE = 4, 100
ACCEPTED, OPEN = 202, frozenset({"waiting", "running"})


class Quote(TypedDict):
    """A quote of an entry with its newest attempt, as far as this client uses it; answers have more keys."""

    id: int
    entry: int
    attempt: int
    quote: str
    verdict: str
    outcome: Json


class Entry(TypedDict):
    """An entry, as far as this client uses it; answers have more keys."""

    id: int
    entryId: str
    session: int
    type: str
    title: str
    body: str
    stage: str
    version: int
    promotionBlocked: bool
    blockers: list[str]
    evidence: list[Quote]


class Place(TypedDict):
    """Words of a message that may support a claim, as far as this client uses it; answers have more keys."""

    messageIndex: int
    quote: str
    score: float


class Bundle(TypedDict):
    """An audit bundle that is kept or being sealed, as far as this client uses it; answers have more keys."""

    id: int
    state: str
    title: str
    digest: str
    size: int
    counts: dict[str, int]
    keyId: str


class EvidenceReview:
    """The API of one server, with a token that names the project.

    A call that cannot get through is made again, *tries* times in all: nothing is done twice, since uploads are named
    by their contents, changes by the version that was seen, and everything else by a key of its own. *transport* is
    another transport of httpx, for tests.
    """

    def __init__(
        self,
        url: str,
        token: str,
        *,
        tries: int = TRIES,
        sleep: Callable[[float], object] = time.sleep,
        transport: "httpx.BaseTransport | None" = None,
    ) -> None:
        self._sleep = sleep
        self._connection = Connection(url, token, tries=tries, sleep=sleep, transport=transport)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._connection.close()

    def call(self, method: str, path: str, **given: Any) -> "httpx.Response":  # noqa: ANN401 - what httpx takes
        """Return the response of any operation, by its path below `/api/v1/`.

        Raises:
            ApiError: the API refused the call, or was busy to the last try.
            httpx.TransportError: the server cannot be reached.

        """
        return self._connection.call(method, path, **given)

    def check(self, quotes: Sequence[str | Mapping[str, Any]], sources: Sequence[str], *, strict: bool = False) -> Json:
        """Return the report of a check; nothing is stored."""
        return cast(
            "Json",
            self._json("POST", "check", json={"quotes": list(quotes), "sources": list(sources), "strict": strict}),
        )

    def align(self, messages: Sequence[Any], extraction: Mapping[str, Any]) -> Json:
        """Return how an extraction aligns to messages; nothing is stored."""
        return cast(
            "Json", self._json("POST", "align", json={"sessionMessages": list(messages), "extraction": extraction})
        )

    def check_claim(self, claim: str, evidence: Sequence[str | Mapping[str, Any]]) -> Json:
        """Return which facts of a claim are in its evidence, and what is wrong with it; nothing is stored.

        The evidence is texts, or ``{text, speaker: {name, role}, to, message, start}`` where it is known who said it.
        """
        return cast("Json", self._json("POST", "claims/check", json={"claim": claim, "evidence": list(evidence)}))

    def send_session(self, session: Mapping[str, Any], *, accept_changes: bool = False) -> Json:
        """Send a session, with its `extraction` if it has one, and return what was done once it is.

        Raises:
            ApiError: it was refused; with the code `messages_changed` because stored messages differ.
            JobFailedError: it was large, and its job ended without storing it.

        """
        return self._sent("sessions", accept_changes, json=dict(session))

    def send_file(self, data: bytes, *, name: str = "", format: str = "auto", accept_changes: bool = False) -> Json:  # noqa: A002
        """Send a file of any format that is read, as `send_session` does."""
        params = {"format": format, "name": name}
        return self._sent("sessions", accept_changes, content=data, headers=_type("octet-stream"), params=params)

    def send_extraction(self, session: int, extraction: Mapping[str, Any]) -> Json:
        """Send what was extracted from a session, and return what was done once it is.

        Raises:
            JobFailedError: it was large, and its job ended without storing it.

        """
        return self._done(self.call("POST", f"sessions/{session}/extractions", json=dict(extraction)))

    def send_sessions(self, sessions: Iterable[Mapping[str, Any]], *, accept_changes: bool = False) -> Iterator[Json]:
        """Send any number of sessions, each with its `extraction` if it has one, and yield an answer to each.

        They are sent in compressed parts, whose answers come while the server still reads; what a connection that
        broke left without an answer is sent again. An answer has the `line` of its session, counted from 1, and what
        was done, or the `job` that does it (see `wait`), or the `code` of the problem: it does not stop the others.

        Raises:
            ApiError: nothing can be received any more, for the reason that the last answer has.

        """
        numbered = enumerate(sessions, start=1)
        while part := {number: json.dumps(one).encode() for number, one in islice(numbered, LINES_AT_ONCE)}:
            yield from self._connection.answers("sessions/stream", part, _changes(accept_changes))

    def sessions(self) -> Iterator[Json]:
        """Yield every session, the newest first."""
        return self._pages("sessions", {})

    def messages(self, session: int) -> list[Json]:
        """Return the messages of a session in their newest versions."""
        items: list[Json] = self._json("GET", f"sessions/{session}/messages")["items"]
        return items

    def proposals(self, session: int, claim: str, *, limit: int = 3) -> list[Place]:
        """Return the words of a session that may support a claim, the likeliest first; nobody has judged them."""
        given = {"claim": claim, "limit": limit}
        places: list[Place] = self._json("POST", f"sessions/{session}/proposals", json=given)["items"]
        return places

    def extract(self, session: int) -> Json:
        """Have the model of the project extract a session, and return what came of it once it is stored.

        Raises:
            ApiError: there is no model for it (409, `no_model`, `no_key`, `tokens_spent`, …), or it runs already.
            JobFailedError: the model gave no answer that can be used.

        """
        return self._done(self.call("POST", f"sessions/{session}/extract", headers=_once()))

    def entries(self, **filters: object) -> Iterator[Entry]:
        """Yield the entries that filters such as `stage`, `session` or `blocked` leave, the newest session first."""
        return self._pages("entries", filters)

    def entry(self, key: int) -> Entry:
        """Return an entry as it is now."""
        return cast("Entry", self._json("GET", f"entries/{key}"))

    def failed(self, **filters: object) -> Iterator[Quote]:
        """Yield the failed quotes, each with its `diagnosis` and the `fixes` that work."""
        return self._pages("failed", filters)

    def quote(self, key: int) -> Quote:
        """Return a quote as it is now."""
        return cast("Quote", self._json("GET", f"quotes/{key}"))

    def act(self, entry: Entry, name: str, /, *, method: str = "POST", **given: object) -> Entry:
        """Do something to an entry as it was seen, such as `demote`, `reject` or `change`, and return it.

        Raises:
            ApiError: the gate refused (409, `blockers`), the entry has changed since (412, `current`), or it takes
                more than the token may (403).

        """
        return cast(
            "Entry", self._json(method, f"entries/{entry['id']}/{name}", json=given, headers=_seen(entry["version"]))
        )

    def promote(self, entry: Entry, *, to: str) -> Entry:
        """Promote an entry to a stage; see `act`."""
        return self.act(entry, "promote", to=to)

    def correct_claim(self, entry: Entry, *, title: str, body: str = "") -> Entry:
        """Correct the claim of an entry; see `act`."""
        return self.act(entry, "claim", method="PUT", title=title, body=body)

    def add_entry(self, session: int, claim: Mapping[str, str], *, quote: str, message_index: int) -> Entry:
        """Add an entry that rests on words which a message has exactly once, and return it.

        The *claim* has a `title`, and may have a `type` and a `body`.
        """
        given = {**claim, "evidence": {"quote": quote, "messageIndex": message_index}}
        return cast("Entry", self._json("POST", f"sessions/{session}/entries", json=given, headers=_once()))

    def add_quote(self, entry: Entry, quote: str, *, message_index: int) -> Entry:
        """Add words of a message to an entry, and return it."""
        headers = _seen(entry["version"]) | _once()
        given = {"quote": quote, "messageIndex": message_index}
        return cast("Entry", self._json("POST", f"entries/{entry['id']}/quotes", json=given, headers=headers))

    def repair(self, quote: Quote, name: str, /, **given: object) -> Quote:
        """Do something to a quote as it was seen, such as `choose`, `split` or `withdraw`, and return it; see `act`."""
        return cast(
            "Quote", self._json("POST", f"quotes/{quote['id']}/{name}", json=given, headers=_seen(quote["attempt"]))
        )

    def retry(self, quote: Quote, words: str, *, message_index: int) -> Quote:
        """Look for other words in the place of a quote, and return it."""
        return self.repair(quote, "retry", quote=words, messageIndex=message_index)

    def fix(self, quote: Quote, name: str) -> Quote:
        """Apply one of the `fixes` of a quote, by its name, and return it."""
        return self.repair(quote, "fix", fix=name)

    def memories(self, *, since: int = 0) -> Iterator[Json]:
        """Yield each memory that was verified or no longer is, and moved after a number, as it is now.

        Go on after the `number` of the last one that was stored.
        """
        while True:
            page = self._json("GET", "memories", params={"since": since})
            yield from page["items"]
            if not page["items"]:
                return
            since = page["next"]

    def seal_bundle(self, *, withhold: Sequence[str] = (), **of: object) -> Bundle:
        """Seal an audit bundle and return it once it is sealed; a job seals a large one.

        It is of an `entry` or a `session` by its number, or of the entries that a `filter` leaves. *withhold* may have
        `messages`, whose words are left out then.

        Raises:
            ApiError: there is nothing to seal, or too much for a call.
            JobFailedError: the job ended without a bundle.

        """
        response = self.call("POST", "bundles", json={**of, "withhold": list(withhold)}, headers=_once())
        made: Bundle = response.json()
        if response.status_code != ACCEPTED:
            return made
        self.wait(response.json())
        return next(one for one in self.bundles() if one["id"] == made["id"])

    def bundles(self) -> list[Bundle]:
        """Return the newest bundles that are kept or being sealed."""
        items: list[Bundle] = self._json("GET", "bundles")["items"]
        return items

    def bundle(self, key: int) -> bytes:
        """Return the zip of a bundle."""
        content: bytes = self.call("GET", f"bundles/{key}").content
        return content

    def bundle_statement(self, key: int) -> Json:
        """Return the statement of in-toto about a bundle, in an envelope that the key of the bundle signed."""
        return cast("Json", self._json("GET", f"bundles/{key}/statement"))

    def verify_bundle(self, data: bytes) -> Json:
        """Return what the offline verifier finds in the zip of a bundle; nothing is stored."""
        return cast("Json", self._json("POST", "bundles/verify", content=data, headers=_type("zip")))

    def import_export(self, data: bytes, *, name: str = "") -> Json:
        """Import an export as JSONL, compressed or not, or an audit bundle, and return what was done once it is.

        What is there stays; `refused` has what contradicts it. It takes a manager, who answers for the decisions.

        Raises:
            ApiError: it is no export (422), or its sender is no manager (403).
            JobFailedError: it was large, and its job ended without importing it.

        """
        given = {"params": {"name": name}, "headers": _type("octet-stream")}
        return self._done(self.call("POST", "imports", content=data, **given))

    def job(self, key: int) -> Json:
        """Return how far a job is."""
        return cast("Json", self._json("GET", f"jobs/{key}"))

    def wait(self, job: Json, *, every: float = 1.0) -> Json:
        """Return the result of a job once it is done.

        Raises:
            JobFailedError: it ended without its effect.

        """
        while job["state"] in OPEN:
            self._sleep(every)
            job = self.job(job["id"])
        if job["state"] != "done":
            raise JobFailedError(job)
        result: Json = job["result"]
        return result

    def _sent(self, path: str, accept_changes: bool, *, params: Json | None = None, **given: Any) -> Json:  # noqa: ANN401, FBT001
        return self._done(self.call("POST", path, params={**(params or {}), **_changes(accept_changes)}, **given))

    def _done(self, response: "httpx.Response") -> Json:
        answer: Json = response.json()
        return self.wait(answer) if response.status_code == ACCEPTED else answer

    def _json(self, method: str, path: str, **given: Any) -> Any:  # noqa: ANN401 - as the operation answers
        return self.call(method, path, **given).json()

    def _pages(self, path: str, filters: Mapping[str, object]) -> Iterator[Any]:
        given = {name: _text(value) for name, value in filters.items()}
        while True:
            page = self._json("GET", path, params=given)
            yield from page["items"]
            if page["next"] is None:
                return
            given["after"] = page["next"]


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _seen(number: int) -> dict[str, str]:
    return {"If-Match": f'"{number}"'}


def _type(name: str) -> dict[str, str]:
    return {"Content-Type": f"application/{name}"}


def _once() -> dict[str, str]:
    """Return the key by which a call that is sent again does nothing twice."""
    return {"Idempotency-Key": uuid.uuid4().hex}


def _changes(accepts: bool) -> dict[str, str]:  # noqa: FBT001
    return {"changes": "accept" if accepts else "refuse"}
