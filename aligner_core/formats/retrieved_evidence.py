"""Retrieved evidence as the first version of the product wrote it: `chunk_id` and `quoted_text`."""

from collections.abc import Iterator, Mapping
from typing import Any

from aligner_core.formats.reading import Counting, Omissions, Parts, Reader, Row, RowVariant, Variant, part_of
from aligner_core.formats.shapes import ANYTHING, LIST, TEXT, Having, Some, at
from aligner_core.formats.words import text_in

_ITEM = Having({"chunk_id": TEXT, "quoted_text": TEXT})
_TAKEN = frozenset({"chunk_id", "quoted_text", "relevance", "matched_tags", "method", "truncated"})
_NO_SEARCH = ("messages", "chunks", "entries")
_OF_A_SEARCH = ("found", "search_method", "matched_keyword", "events", "disposal_rules")


def _search(value: Mapping[str, Any], where: str) -> Parts:
    omissions = Omissions()
    for key in value.keys() - {"evidence", *_OF_A_SEARCH}:
        omissions.add(key, at(where, key))
    search = {key: value[key] for key in _OF_A_SEARCH if value.get(key) is not None}
    rows = (Row(at(at(where, "evidence"), place), item) for place, item in enumerate(value["evidence"]))
    yield from _parts(rows, omissions, where, search)


def _gather(rows: Iterator[Row]) -> Parts:
    yield from _parts(rows, Omissions(), "", {})


def _parts(rows: Iterator[Row], omissions: Omissions, where: str, search: Mapping[str, Any]) -> Parts:
    """Yield one extraction with an entry for each chunk, what it is quoted for and its words, and how it was found."""
    entries = []
    for row in rows:
        if not isinstance(row.value, Mapping):
            omissions.add("row", row.where)
            continue
        entries.append(_entry(row.value))
        for key in row.value.keys() - _TAKEN:
            omissions.add(key, at(row.where, key))
    upload = {"entries": entries, "index": "none", **({"search": search} if search else {})}
    yield part_of(upload, where=where, notes=omissions.notes())


def _entry(item: Mapping[str, Any]) -> dict[str, Any]:
    tags = item.get("matched_tags")
    details = {"relevance": text_in(item, "relevance"), "method": text_in(item, "method")}
    details["matched_tags"] = ", ".join(map(str, tags)) if isinstance(tags, list) else ""
    return {
        "type": "citation",
        "title": text_in(item, "chunk_id"),
        "body": "\n".join(f"{name}: {text}" for name, text in details.items() if text),
        "evidence": [{"quote": item.get("quoted_text"), "chunkId": text_in(item, "chunk_id")}],
    }


RETRIEVED_EVIDENCE = Reader(
    name="retrieved_evidence",
    title="Retrieved evidence",
    example='[{"chunk_id": "glass", "relevance": "high", "quoted_text": "Remove the label.", "method": "keyword"}]',
    variants=(
        Variant(
            "`evidence` with `chunk_id` and `quoted_text`",
            Having({"evidence": Some(_ITEM)}, lacking=_NO_SEARCH),
            _search,
            Counting.CHUNK_IDS,
        ),
        Variant(
            "a search without evidence: `found`, `search_method` and `evidence`",
            Having({"found": ANYTHING, "search_method": TEXT, "evidence": LIST}, lacking=_NO_SEARCH),
            _search,
            Counting.CHUNK_IDS,
        ),
        RowVariant("rows with `chunk_id` and `quoted_text`", _ITEM, _gather, Counting.CHUNK_IDS),
    ),
)
