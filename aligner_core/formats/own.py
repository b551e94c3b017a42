"""Our own forms: a session, an extraction, both in one, a retrieval, and the claims of version 1."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from aligner_core.formats.reading import MAX_ITEMS, Counting, Parts, Reader, Row, RowVariant, Variant, part_of
from aligner_core.formats.shapes import ANYTHING, EMPTY, LIST, TEXT, Either, Every, Having, Some
from aligner_core.formats.synonyms import unified_upload

_MESSAGE = Either((TEXT, Having({"content": TEXT})))
_RETRIEVED = ("quoted_text",)
_QUOTE = Either((TEXT, Having({"quote": ANYTHING}, lacking=_RETRIEVED)))
_LISTED = Either((TEXT, Having({"content": TEXT}, lacking=("rating",))))
"""Judgements of conversations have a content, too."""
_MESSAGES = Either((Some(_MESSAGE), EMPTY))
"""A session without messages is one too, so that it is refused as that."""
_NO_SESSION = ("messages", "sessionMessages", "chunks", "edges", "episodes")
_SEARCHED = ("found", "search_method")


def _upload(value: Mapping[str, Any], where: str) -> Parts:
    upload = unified_upload(value)
    if "messages" not in upload:
        upload["messages"] = upload.pop("sessionMessages")
    yield part_of(upload, where=where)


def _list(value: list[Any], where: str) -> Parts:
    yield part_of({"messages": value}, where=where)


def _extraction(value: Mapping[str, Any], where: str) -> Parts:
    yield part_of(value, where=where)


def _quotes(rows: Iterator[Row]) -> Parts:
    yield part_of({"evidence": [row.value for row in islice(rows, MAX_ITEMS + 1)]})


_SESSIONS = (
    Variant(
        "`messages` or `sessionMessages`, with `extraction`, `extractedJson` or `claims`",
        Having({"messages|sessionMessages": _MESSAGES, "extraction|extractedJson|claims": ANYTHING}),
        _upload,
    ),
    Variant(
        "`sourceContent` and `claims`, the form of version 1",
        Having({"sourceContent|source_content": TEXT, "claims": LIST}),
        _upload,
        Counting.ONE_TEXT,
    ),
    Variant(
        "`messages` of texts or of objects with `content`",
        Having({"messages|sessionMessages": _MESSAGES}),
        _upload,
    ),
)
_ENTRIES = Variant("`entries`", Having({"entries": LIST}, lacking=_NO_SESSION), _extraction)
_EVIDENCE = Variant(
    "`evidence` of quotes",
    Having({"evidence": Either((Some(_QUOTE), EMPTY))}, lacking=(*_NO_SESSION, *_SEARCHED)),
    _extraction,
)
_CHUNKS = Variant(
    "`chunks` with `chunkId` and `content`",
    Having({"chunks": Some(Having({"chunkId": TEXT, "content": TEXT}))}, lacking=("messages",)),
    _extraction,
    Counting.DOCUMENTS,
)

SESSION = Reader(
    name="session",
    title="Session",
    example='{"title": "Cache", "messages": [{"role": "user", "content": "The cache lives for one hour."}], '
    '"extraction": {"evidence": [{"messageIndex": 0, "quote": "for one hour"}]}}',
    variants=(*_SESSIONS, Variant("a list of texts, or of objects with `content`", Every(_LISTED), _list)),
)
EXTRACTION = Reader(
    name="extraction",
    title="Extraction",
    example='{"entries": [{"title": "One hour", "evidence": [{"messageIndex": 0, "quote": "lives for one hour"}]}]}',
    variants=(
        _ENTRIES,
        RowVariant(
            "rows with `quote`", Having({"quote": ANYTHING}, lacking=(*_RETRIEVED, *_NO_SESSION, "content")), _quotes
        ),
        _EVIDENCE,
    ),
    others=_SESSIONS,
)
RETRIEVAL = Reader(
    name="retrieval",
    title="Retrieval",
    example='{"query": "How long?", "chunks": [{"chunkId": "a", "content": "The cache lives for one hour."}]}',
    variants=(_CHUNKS,),
    others=(*_SESSIONS, _ENTRIES, _EVIDENCE),
)
