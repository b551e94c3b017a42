"""Records of sessions that another store exported, as lines of JSON or as a bundle, checked before they are stored.

Both become the same values: a session with its messages, its extractions as they came, and its entries with every
attempt and the events that decided on them.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr, ValidationError
from pydantic.alias_generators import to_camel

from review.domain.errors import Problem, UploadRefusedError
from review.payloads.reading import read_json_text

FORMAT: Final = "evidence-review"
VERSION: Final = 1
STORE = re.compile("[0-9a-f]{8}")
Index = Annotated[StrictInt, Field(ge=0, le=2**31 - 1)]
Number = Annotated[StrictInt, Field(ge=1, le=2**31 - 1)]
Json = dict[str, Any]


class _Record(BaseModel):
    """One record; keys that are not known are for people."""

    model_config = ConfigDict(frozen=True, extra="ignore", alias_generator=to_camel, validate_by_name=True)


class StoredMessage(_Record):
    """One version of a message, and of a retrieval what came with its chunk."""

    message_index: Index
    version: Number = 1
    role: StrictStr = ""
    name: StrictStr = ""
    timestamp: StrictStr = ""
    content: StrictStr
    chunk: Json | None = None


class StoredExtraction(_Record):
    """An extraction as it came, and the notes of what was left out."""

    digest: StrictStr
    extraction: Json | list[Any]
    notes: list[Json] = []


class StoredAttempt(_Record):
    """One attempt at a quote: what was found, in which version of which message, and by which rules."""

    attempt: Number
    message_version: Number | None = None
    made_with: Json
    outcome: Json


class StoredQuote(_Record):
    """One quote of an entry with its attempts."""

    position: Index
    attempts: list[StoredAttempt]


class StoredEvent(_Record):
    """One event of an entry; `store` names the store whose people it is about, if that is a third one."""

    event_id: Annotated[StrictStr, Field(min_length=1, max_length=64)]
    event_type: StrictStr
    actor: Annotated[StrictStr, Field(min_length=1, max_length=150)]
    created_at: StrictStr
    payload: Json
    store: Annotated[StrictStr, Field(pattern=f"^{STORE.pattern}$")] | None = None


class StoredEntry(_Record):
    """An entry: where it came from, and what was decided on it."""

    extraction: StrictStr | None
    position: Index
    entry_id: StrictStr = ""
    stage: StrictStr
    evidence: list[StoredQuote]
    history: list[StoredEvent]

    @property
    def attempts(self) -> dict[tuple[int, int], StoredAttempt]:
        """The attempts by the position of their quote and their number."""
        return {(quote.position, one.attempt): one for quote in self.evidence for one in quote.attempts}


@dataclass(slots=True)
class StoredSession:
    """Everything of one session, as another store has it; `query` is that of a retrieval."""

    name: str
    title: str = ""
    query: str | None = None
    events: list[str] = field(default_factory=list)
    messages: list[StoredMessage] = field(default_factory=list)
    extractions: list[StoredExtraction] = field(default_factory=list)
    entries: list[StoredEntry] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Source:
    """The file that records came in: its form, its digest, the key that signed it, and the store that wrote it."""

    format: Literal["jsonl", "bundle"]
    file: str
    store: str
    key_id: str = ""


Kind = TypeVar("Kind", bound=_Record)


def store_of_lines(lines: Iterable[str]) -> str:
    """Return the name of the store that exported some lines, from the first of them.

    Raises:
        UploadRefusedError: they are no complete export.

    """
    header = read_json_text(next(iter(lines), ""))
    if not isinstance(header, dict) or (header.get("format"), header.get("version")) != (FORMAT, VERSION):
        raise UploadRefusedError(Problem("not_an_export"))
    return checked_store(header.get("store"))


def checked_store(name: object) -> str:
    """Return the name of a store.

    Raises:
        UploadRefusedError: it is none.

    """
    if not isinstance(name, str) or STORE.fullmatch(name) is None:
        raise UploadRefusedError(Problem("not_an_export", "store"))
    return name


def sessions_of_lines(lines: Iterable[str]) -> Iterator[StoredSession]:
    """Yield the sessions of the lines after the first, one in memory at a time.

    Raises:
        UploadRefusedError: a line is not a record, or its session did not come before it.

    """
    session: StoredSession | None = None
    for number, line in enumerate(lines, start=2):
        if not line.strip():
            continue
        record = read_json_text(line)
        kind = record.get("record") if isinstance(record, dict) else None
        if not isinstance(record, dict) or not isinstance(kind, str):
            raise UploadRefusedError(Problem("not_a_record", f"line {number}"))
        if kind == "session":
            if session is not None:
                yield session
            session = StoredSession(_text(record, "session", number), _text(record, "title", number))
        elif session is None or record.get("session") != session.name:
            raise UploadRefusedError(Problem("not_a_record", f"line {number}"))
        else:
            _add(session, kind, record, f"line {number}")
    if session is not None:
        yield session


def sessions_of_bundle(files: Mapping[str, bytes]) -> Iterator[StoredSession]:
    """Yield the sessions of the files of a bundle, whose digests were checked.

    Raises:
        UploadRefusedError: the bundle is of a part of a session, or has withheld something.

    """
    manifest = json.loads(files["manifest.json"])
    if manifest["withheld"] or manifest["scope"].get("kind") != "session":
        raise UploadRefusedError(Problem("not_a_whole_bundle"))
    of_session = {name: _by_session(files, name) for name in _FILES}
    history = {one["event_id"]: one for rows in of_session["events"].values() for one in rows}
    titles = {
        one["session_id"]: one["payload"]["title"]
        for one in history.values()
        if one["event_type"] == "session_ingested"
    }
    for name, messages in of_session["messages"].items():
        session = StoredSession(name, titles.get(name, ""))
        chunks = dict[tuple[int, int], Json]()
        for one in of_session["retrievals"].get(name, ()):
            session.query, session.events = one["query"], one["events"]
            chunks = {(chunk["message_index"], 1): chunk for chunk in one["chunks"]}
        for row in messages:
            chunk = chunks.get((row["message_index"], row["version"]))
            _add(session, "message", {**row, "chunk": chunk and _camel(chunk)}, "messages.jsonl")
        for row in of_session["extractions"].get(name, ()):
            _add(session, "extraction", row, "extractions.jsonl")
        attempts = defaultdict[tuple[object, object], dict[int, list[Json]]](lambda: defaultdict(list))
        for row in of_session["evidence"].get(name, ()):
            attempts[row["extraction"], row["entry"]][row["quote"]].append(row)
        for row in of_session["entries"].get(name, ()):
            quotes = attempts[row["extraction"], row["entry"]]
            _add(session, "entry", _entry_of_bundle(row, quotes, history), "entries.jsonl")
        yield session


_FILES: Final = ("messages", "extractions", "entries", "evidence", "events", "retrievals")


def _by_session(files: Mapping[str, bytes], name: str) -> dict[str, list[Json]]:
    rows = defaultdict[str, list[Json]](list)
    for line in files.get(f"{name}.jsonl", b"").decode().split("\n"):
        if line:
            row = json.loads(line)
            rows[row["session_id"]].append(row)
    return rows


def _entry_of_bundle(row: Json, quotes: Mapping[int, list[Json]], history: Mapping[str, Json]) -> Json:
    told = [past for one in row["events"] for past in _unfolded(history[one])]
    evidence = [{"position": place, "attempts": list(map(_attempt, some))} for place, some in sorted(quotes.items())]
    return {**row, "position": row["entry"], "evidence": evidence, "history": told}


def _attempt(row: Json) -> Json:
    """Return an attempt of a bundle, which states the digest of its configuration beside it."""
    made_with = {key: value for key, value in row["made_with"].items() if key != "config_digest"}
    return {**_camel(row), "madeWith": made_with}


def _unfolded(event: Json) -> Iterator[Json]:
    """Yield an event of a bundle; one that imported others as these."""
    if event["event_type"] != "entry_imported":
        yield _camel(event)
        return
    yield from map(_camel, event["payload"]["history"])


def _camel(row: Json) -> Json:
    return {to_camel(key): value for key, value in row.items()}


def _add(session: StoredSession, kind: str, record: Json, where: str) -> None:
    match kind:
        case "message":
            session.messages.append(_checked(StoredMessage, record, where))
        case "extraction":
            session.extractions.append(_checked(StoredExtraction, record, where))
        case "entry":
            session.entries.append(_checked(StoredEntry, record, where))
        case "retrieval":
            query, events = record.get("query"), record.get("events")
            if not isinstance(query, str) or not isinstance(events, list):
                raise UploadRefusedError(Problem("not_a_record", where))
            session.query, session.events = query, [str(one) for one in events]
        case _:
            raise UploadRefusedError(Problem("not_a_record", where))


def _checked(kind: type[Kind], record: Json, where: str) -> Kind:
    try:
        return kind.model_validate(record)
    except ValidationError as error:
        place = ".".join(map(str, error.errors(include_url=False)[0]["loc"]))
        raise UploadRefusedError(Problem("not_a_record", f"{where}: {place}")) from error


def _text(record: Json, key: str, number: int) -> str:
    value = record.get(key, "")
    if not isinstance(value, str):
        raise UploadRefusedError(Problem("not_a_record", f"line {number}: {key}"))
    return value
