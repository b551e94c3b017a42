"""The export of ChatGPT: every conversation is a tree of nodes, of which one branch is current."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from aligner_core.formats.notes import Note
from aligner_core.formats.reading import Counting, Omissions, Part, Parts, Reader, Variant, conversation_of
from aligner_core.formats.shapes import LIST, Having, SomeValue, at
from aligner_core.formats.words import items_in, text_in, words_of

_NODE = Having({"children": LIST})
_Tree = Mapping[str, Any]
MAX_OFFERED_MESSAGES = 20_000


def _conversation(value: Mapping[str, Any], where: str) -> Parts:
    """Yield the current branch of a conversation, then its other branches as alternates."""
    mapping = value["mapping"]
    leaves = [name for name, node in mapping.items() if _has_message(node) and not _children(node, mapping)]
    current = value.get("current_node")
    guessed: tuple[Note, ...] = ()
    if not isinstance(current, str) or current not in mapping:
        guessed = (Note(code="branch_guessed", where=at(where, "current_node")),)
        current = max(leaves, key=lambda name: _time(mapping[name]), default="")
    path = _path(mapping, current)
    taken = set(path)
    others = [leaf for leaf in leaves if leaf not in taken]
    branches = (Note(code="other_branches", where=at(where, "mapping"), params={"count": len(others)}),)
    yield _branch(value, where, path, (*guessed, *(branches if others else ())))
    for leaf, branch in _offered(mapping, others):
        yield _branch(value, where, branch, (), leaf=leaf)


def _offered(mapping: _Tree, leaves: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield branches until they have too many messages together: a tree of n nodes may have n²/4 of them."""
    left = MAX_OFFERED_MESSAGES
    for leaf in leaves:
        branch = _path(mapping, leaf)
        left -= len(branch)
        if left < 0:
            return
        yield leaf, branch


def _branch(value: Mapping[str, Any], where: str, path: list[str], notes: tuple[Note, ...], *, leaf: str = "") -> Part:
    omissions = Omissions()
    mapping = value["mapping"]
    messages = list(_messages(mapping, path, at(where, "mapping"), omissions))
    name = text_in(value, "conversation_id", "id")
    upload = {
        "sessionId": (f"{name}#{leaf}" if leaf else name) or None,
        "title": text_in(value, "title"),
        "messages": messages,
    }
    return conversation_of(upload, where=where, notes=(*notes, *omissions.notes()), is_alternate=bool(leaf))


def _messages(mapping: _Tree, path: list[str], where: str, omissions: Omissions) -> Iterator[dict[str, str]]:
    """Yield the messages with words that people see."""
    for name in path:
        message = mapping[name].get("message") if isinstance(mapping[name], Mapping) else None
        if not isinstance(message, Mapping):
            continue
        there = at(at(where, name), "message")
        metadata, author = message.get("metadata"), message.get("author")
        if isinstance(metadata, Mapping) and metadata.get("is_visually_hidden_from_conversation"):
            omissions.add("hidden message", there)
            continue
        words = _words(message.get("content"), at(there, "content"), omissions)
        who = author if isinstance(author, Mapping) else {}
        if words:
            moment = _timestamp(message.get("create_time"))
            yield {"role": text_in(who, "role"), "name": text_in(who, "name"), "content": words, "timestamp": moment}


def _words(content: object, where: str, omissions: Omissions) -> str:
    """Return the words of a content: its parts, or the text that a tool was given or gave back."""
    given = content if isinstance(content, Mapping) else {}
    kind = text_in(given, "content_type") or "content"
    if isinstance(given.get("parts"), list):
        words = words_of(given["parts"], at(where, "parts"), omissions)
    else:
        words = text_in(given, "text", "result") if kind not in {"thoughts", "reasoning_recap"} else ""
    if not words and kind not in {"text", "multimodal_text"}:
        omissions.add(kind, where)
    return words


def _path(mapping: _Tree, leaf: str) -> list[str]:
    """Return the nodes from the root to a leaf, each once, even if their parents form a cycle."""
    path: dict[str, None] = {}
    name: object = leaf
    while isinstance(name, str) and name in mapping and name not in path:
        path[name] = None
        node = mapping[name]
        name = node.get("parent") if isinstance(node, Mapping) else None
    return list(path)[::-1]


def _children(node: object, mapping: _Tree) -> list[str]:
    return [name for name in items_in(node, "children") if isinstance(name, str) and _has_message(mapping.get(name))]


def _has_message(node: object) -> bool:
    return isinstance(node, Mapping) and isinstance(node.get("message"), Mapping)


def _time(node: Mapping[str, Any]) -> float:
    moment = node["message"].get("create_time")
    return float(moment) if isinstance(moment, int | float) and abs(moment) < _LAST else 0.0


def _timestamp(moment: object) -> str:
    """Return a time in seconds as ISO text; what is no time of the calendar as nothing."""
    if isinstance(moment, bool) or not isinstance(moment, int | float) or not 0 < moment < _LAST:
        return ""
    return datetime.fromtimestamp(moment, UTC).isoformat()


_LAST = 253_402_300_799
"""The last second of the year 9999."""

CHATGPT = Reader(
    name="chatgpt",
    title="ChatGPT export",
    example='[{"title": "Cache", "mapping": {"n1": {"message": {"author": {"role": "user"}, "content": '
    '{"content_type": "text", "parts": ["How long?"]}}, "parent": null, "children": []}}, "current_node": "n1"}]',
    variants=(
        Variant(
            "`mapping` of nodes", Having({"mapping": SomeValue(_NODE)}), _conversation, Counting.MESSAGES_WITH_WORDS
        ),
    ),
)
