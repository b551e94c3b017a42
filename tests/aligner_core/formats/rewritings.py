"""Seeded ways to write the files below cases/ anew that change nothing: what is read must stay the same.

Keys in another order, keys that nobody knows, white space, byte order marks, keys that a vendor may leave out.
"""

import io
import json
import zipfile
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from tests.aligner_core.formats.mutations import CONTENTS, ODD, format_of

OPTIONAL: Mapping[str, tuple[str, ...]] = {
    "chatgpt": ("create_time", "update_time", "status", "weight", "end_turn", "recipient", "model_slug", "title"),
    "claude": ("created_at", "updated_at", "name", "account", "attachments", "files", "summary"),
    "claude_code": ("cwd", "gitBranch", "version", "userType", "timestamp", "requestId", "toolUseResult", "isMeta"),
    "langextract": (
        "alignment_status",
        "extraction_index",
        "group_index",
        "description",
        "attributes",
        "token_interval",
    ),
    "openai_responses": ("id", "created_at", "model", "status", "usage", "score", "attributes", "logprobs"),
    "anthropic": ("id", "model", "usage", "stop_reason", "stop_sequence", "document_title", "system", "file_id"),
    "mem0": ("hash", "metadata", "score", "created_at", "updated_at", "user_id", "relations"),
    "graphiti": ("valid_at", "invalid_at", "created_at", "expired_at", "group_id", "source_description", "labels"),
    "documents": ("metadata", "score", "type", "embedding", "relationships", "start_char_idx", "end_char_idx"),
    "openai_chat": ("id", "created", "model", "usage", "tool_calls", "tool_call_id", "name", "finish_reason"),
    "session": ("role", "name", "timestamp", "title", "sessionId", "run", "model"),
    "extraction": ("run", "type", "body", "stage", "entryId", "messageIndex"),
    "retrieval": ("title", "fileName", "source", "score", "relevance", "events", "answer"),
    "retrieved_evidence": ("relevance", "matched_tags", "method", "truncated", "matched_keyword"),
}
"""Keys that the files of a format may lack, and still be of it."""
NAMED_BY_THEIR_MAKERS = frozenset({"fields"})
"""Objects whose every key is the name of a text."""
MARK = b"\xef\xbb\xbf"


class Rewritten(NamedTuple):
    """A case, its bytes written anew, and whether it holds all that the case held."""

    name: str
    data: bytes
    is_whole: bool


def rewritten(count: int, seed: int) -> Iterator[Rewritten]:
    """Yield cases written anew."""
    rng = Random(seed)  # noqa: S311 - seeded on purpose
    names = sorted(CONTENTS)
    for number in range(count):
        name = names[number % len(names)]
        dropped = rng.choice(OPTIONAL.get(format_of(name), ("",))) if rng.random() < 0.3 else ""
        yield Rewritten(name, _anew(name, CONTENTS[name], rng, dropped), not dropped)


def _anew(name: str, data: bytes, rng: Random, dropped: str) -> bytes:
    if name.endswith(".zip"):
        return _zip_anew(data, rng, dropped)
    mark = MARK if rng.random() < 0.3 and not data.startswith(MARK) else b""
    if name.endswith(".jsonl"):
        lines = [_json_anew(line, rng, dropped, indent=None) for line in data.decode().splitlines()]
        return mark + rng.choice(["\n", "\r\n", "\n\n", " \n"]).join(lines).encode() + rng.choice([b"", b"\n"])
    if name.endswith(".json"):
        text = _json_anew(data.decode("utf-8-sig"), rng, dropped, indent=rng.choice([None, 1, "\t"]))
        return mark + rng.choice(["", " ", "\n\n"]).encode() + text.encode() + rng.choice([b"", b"\n"])
    return mark + data + rng.choice([b"", b"\n", b"\r\n"])


def _zip_anew(data: bytes, rng: Random, dropped: str) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as given, zipfile.ZipFile(made, "w", rng.choice([0, 8])) as target:
        members = [member.filename for member in given.infolist()]
        rng.shuffle(members)
        for member in members:
            content = given.read(member)
            is_ours = "conversations" in member
            target.writestr(member, _anew("a.json", content, rng, dropped) if is_ours else content)
    return made.getvalue()


def _json_anew(text: str, rng: Random, dropped: str, indent: int | str | None) -> str:
    value = _value_anew(json.loads(text), rng, dropped)
    separators = None if indent is not None or rng.random() < 0.5 else (",", ":")
    return json.dumps(value, ensure_ascii=rng.random() < 0.5, indent=indent, separators=separators)


def _value_anew(value: Any, rng: Random, dropped: str, name: str = "") -> Any:  # noqa: ANN401 - JSON
    if isinstance(value, list):
        return [_value_anew(item, rng, dropped) for item in value]
    if not isinstance(value, dict):
        return value
    items = [(key, _value_anew(item, rng, dropped, key)) for key, item in value.items() if key != dropped]
    rng.shuffle(items)
    if name not in NAMED_BY_THEIR_MAKERS and rng.random() < 0.1:
        odd = [one for one in ODD if one != "\ud800"]
        items.insert(rng.randrange(len(items) + 1), ("unheardOf", rng.choice(odd)))
    return dict(items)
