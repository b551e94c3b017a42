"""Messages of Anthropic's API with their documents and citations, which become quotes of the documents."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from aligner_core.formats.notes import Note
from aligner_core.formats.reading import Counting, Omissions, Parts, Reader, Variant, note_on_empty, part_of
from aligner_core.formats.shapes import ANYTHING, LIST, TEXT, Both, Either, Having, Some, at, one_of
from aligner_core.formats.words import items_in, stands_at, text_in, words_of

_BLOCKS = (
    *("document", "search_result", "tool_use", "tool_result", "thinking", "redacted_thinking"),
    *("server_tool_use", "web_search_tool_result"),
)
_BLOCK = Either((Having({"type": one_of(*_BLOCKS)}), Having({"type": one_of("text"), "citations": LIST})))
_MESSAGE = Having({"role": one_of("user", "assistant"), "content": Some(_BLOCK)}, lacking=("uuid", "sessionId"))
_ANSWER = Having({"type": one_of("message"), "role": TEXT, "content": LIST}, lacking=("uuid", "sessionId"))
_BLOCKY = Either((_MESSAGE, _ANSWER))
_TURN = Having({"role": one_of("user", "assistant"), "content": ANYTHING}, lacking=("type", "uuid", "sessionId"))


@dataclass(frozen=True)
class _Sources:
    """The documents and search results of a request, each kind with a count of its own."""

    chunks: list[dict[str, Any]] = field(default_factory=list)
    blocks: list[list[str]] = field(default_factory=list)
    numbers: dict[tuple[str, int], int] = field(default_factory=dict)


def _conversation(value: Mapping[str, Any], where: str) -> Parts:
    first = [{"role": "system", "content": value["system"]}] if value.get("system") else []
    yield from _parts([*first, *value["messages"]], where, at(where, "messages"), skipped=len(first))


def _list(value: list[Any], where: str) -> Parts:
    yield from _parts(value, where, where, skipped=0)


def _answer(value: Mapping[str, Any], where: str) -> Parts:
    yield from _parts([value], where, where, skipped=0)


def _parts(messages: list[Any], where: str, place: str, *, skipped: int) -> Parts:
    """Yield the conversation; and, where there are sources or citations, these with a claim for each cited block."""
    omissions = Omissions()
    read = [_message(message, at(place, i - skipped), omissions) for i, message in enumerate(messages)]
    yield part_of({"messages": read}, where=where, notes=(*omissions.notes(), *note_on_empty(read, place)))
    sources = _sources(messages)
    entries, notes = list[dict[str, Any]](), list[Note]()
    for there, block in _cited_blocks(messages, place, skipped):
        entry, found = _entry(block, there, sources)
        entries.append(entry)
        notes.extend(found)
    if not entries and not sources.chunks:
        return
    extraction: dict[str, Any] = {"entries": entries}
    if any("messageIndex" not in quote for entry in entries for quote in entry["evidence"]):
        extraction["index"] = "none"
    if sources.chunks:
        yield part_of({"chunks": sources.chunks, "extraction": extraction}, where=where, notes=notes)
    else:
        yield part_of(extraction, where=where, notes=(Note(code="no_documents", where=where), *notes))


def _message(message: object, where: str, omissions: Omissions) -> dict[str, str]:
    given = message if isinstance(message, Mapping) else {}
    return {
        "role": text_in(given, "role"),
        "content": words_of(given.get("content"), at(where, "content"), omissions),
    }


def _sources(messages: list[Any]) -> _Sources:
    """Return the sources in the order of the messages; a search result may stand inside of a tool's result."""
    sources, counts = _Sources(), Counter[str]()
    for block in _blocks(messages):
        kind = block["type"]
        count = counts[kind]
        counts[kind] += 1
        sources.numbers[kind, count] = len(sources.chunks)
        given = block.get("source")
        source: Mapping[str, Any] = given if isinstance(given, Mapping) else block
        texts = _texts(source)
        sources.blocks.append(texts)
        name = text_in(block, "title", "source") or text_in(source, "url", "file_id")
        sources.chunks.append({"chunkId": f"{kind}-{count}", "title": name, "content": "".join(texts)})
    return sources


def _blocks(messages: list[Any]) -> Iterator[Mapping[str, Any]]:
    for message in messages:
        for block in items_in(message, "content"):
            for one in (block, *items_in(block, "content")):
                if isinstance(one, Mapping) and one.get("type") in ("document", "search_result"):
                    yield one


def _texts(source: Mapping[str, Any]) -> list[str]:
    """Return the texts of a source as its citations number them; one that is no text, as a PDF, has none."""
    if source.get("type") == "text":
        return [text_in(source, "data")]
    if isinstance(source.get("content"), str):
        return [source["content"]]
    return [text_in(block, "text") for block in items_in(source, "content") if isinstance(block, Mapping)]


def _cited_blocks(messages: list[Any], place: str, skipped: int) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for number, message in enumerate(messages):
        for index, block in enumerate(items_in(message, "content")):
            if isinstance(block, Mapping) and block.get("type") == "text" and items_in(block, "citations"):
                yield at(at(at(place, number - skipped), "content"), index), block


def _entry(block: Mapping[str, Any], where: str, sources: _Sources) -> tuple[dict[str, Any], list[Note]]:
    """Return a cited block as a claim with its quotes, and notes on offsets that do not hold the cited words."""
    evidence, notes = list[dict[str, Any]](), list[Note]()
    for place, citation in enumerate(items_in(block, "citations")):
        there = at(at(where, "citations"), place)
        if not isinstance(citation, Mapping):
            notes.append(Note(code="left_out", where=there, params={"kind": "citation", "count": 1}))
            continue
        number = _number(citation, sources)
        quote = {"quote": citation.get("cited_text")}
        evidence.append(quote if number is None else {"messageIndex": number, **quote})
        if number is not None and sources.chunks and not _holds(citation, sources, number):
            params = {"value": json.dumps(citation.get("cited_text"), ensure_ascii=False)[:80]}
            notes.append(Note(code="offsets_wrong", where=there, params=params))
    return {"type": "citation", "title": text_in(block, "text").strip(), "evidence": evidence}, notes


def _number(citation: Mapping[str, Any], sources: _Sources) -> int | None:
    """Return the number of the cited source among all; without the sources, the number that the citation gives."""
    for kind, key in (("document", "document_index"), ("search_result", "search_result_index")):
        number = citation.get(key)
        if isinstance(number, int) and not isinstance(number, bool):
            return sources.numbers.get((kind, number), None if sources.chunks else number)
    return None


def _holds(citation: Mapping[str, Any], sources: _Sources, number: int) -> bool:
    """Whether the offsets of a citation hold its words; pages have no offsets that could be checked."""
    words = text_in(citation, "cited_text")
    match citation.get("type"):
        case "char_location":
            start, end = citation.get("start_char_index"), citation.get("end_char_index")
            return stands_at(words, sources.chunks[number]["content"], start, end)
        case "content_block_location" | "search_result_location":
            return _blocks_read(words, sources.blocks[number], citation)
    return True


def _blocks_read(words: str, blocks: list[str], citation: Mapping[str, Any]) -> bool:
    start, end = citation.get("start_block_index"), citation.get("end_block_index")
    if not isinstance(start, int) or not isinstance(end, int) or not 0 <= start <= end <= len(blocks):
        return False
    place = 0
    for number in range(start, end):
        if not words.startswith(blocks[number], place):
            return False
        place += len(blocks[number])
    return place == len(words)


ANTHROPIC = Reader(
    name="anthropic",
    title="Anthropic messages",
    example='{"type": "message", "role": "assistant", "content": [{"type": "text", "text": "One hour.", "citations": '
    '[{"type": "char_location", "cited_text": "one hour", "document_index": 0, "start_char_index": 20, '
    '"end_char_index": 28}]}]}',
    variants=(
        Variant(
            "a list of messages with documents, tools or citations in blocks of `content`",
            Both((Some(_BLOCKY), Some(_TURN))),
            _list,
            Counting.DOCUMENTS,
        ),
        Variant("`type` is `message`, with blocks of `content`", _ANSWER, _answer, Counting.DOCUMENTS),
        Variant(
            "`messages` with documents, tools or citations in blocks of `content`",
            Having({"messages": Some(_BLOCKY)}, lacking=("title", "extraction", "choices")),
            _conversation,
            Counting.DOCUMENTS,
        ),
    ),
)
