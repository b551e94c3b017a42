"""Documents of LangChain and LlamaIndex in the form of a retrieval upload."""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from aligner_core.ledger.canonical_json import text_hash

_LISTS = ("documents", "source_documents", "source_nodes", "nodes", "context")
_QUERIES = ("query", "question", "input")
_ANSWERS = ("answer", "result", "response", "output")
_TITLES = ("title", "document_title", "section")
_FILES = ("fileName", "file_name", "filename")
_SOURCES = ("source", "file_path", "url")
_SCORES = ("score", "relevance_score")
_OURS = "lastUpdated"
_IDS = ("id", "chunk_id", "doc_id")
_TIMES = (_OURS, "last_updated", "last_modified", "last_modified_date", "lastModified", "updated_at", "updatedAt")
_ISO = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:?\d\d))?", re.ASCII)
"""A day, or a time with its UTC offset; without one it may be any time within a day."""
_HOST = re.compile(r"^[A-Za-z][A-Za-z0-9+.-]*://[^/]*")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MADE_UP = 12
"""How many digits of its digest are the id of a document that has none."""


def upload_from_documents(payload: object) -> dict[str, Any] | None:
    """Return documents as a retrieval upload in plain JSON; None when the payload holds no documents.

    >>> node = {"node": {"id_": "n", "text": "a"}, "score": 0.5}
    >>> upload = upload_from_documents({"query": "x", "source_nodes": [node]})
    >>> upload["query"], upload["chunks"][0]["chunkId"], upload["chunks"][0]["score"]
    ('x', 'n', 0.5)
    """
    given: Mapping[str, Any] = payload if isinstance(payload, Mapping) else {"documents": payload}
    items = next((given[name] for name in _LISTS if _are_documents(given.get(name))), None)
    if items is None or "chunks" in given:
        return None
    return {
        "query": _first(given, _QUERIES),
        "chunks": [_chunk(document, score) for document, score in map(_scored, items)],
        "answer": _first(given, _ANSWERS) or None,
    }


def _are_documents(items: object) -> bool:
    return isinstance(items, list | tuple) and bool(items) and all(_scored(item)[0] for item in items)


def _scored(item: object) -> tuple[Mapping[str, Any], object]:
    """Return a document and its score; an empty document when the item is not one."""
    match item:
        case [Mapping() as document, score]:
            return _plain(document), score
        case {"node": Mapping() as node, **rest}:
            return _plain(node), rest.get("score")
        case Mapping():
            document = _plain(item)
            numbers = (document.get("metadata", {}).get(name) for name in _SCORES)
            return document, next((number for number in numbers if number is not None), None)
    return {}, None


def _plain(document: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return text, metadata and id of a document, however it is written; nothing when it is not a document."""
    constructed = document.get("kwargs") if document.get("lc") else None
    given = constructed if isinstance(constructed, Mapping) else document
    resource = given.get("text_resource")
    text = given.get("page_content")
    if "id_" in given or "node_id" in given:
        text = resource.get("text") if isinstance(resource, Mapping) else given.get("text")
    if not isinstance(text, str):
        return {}
    metadata = given.get("metadata")
    return {
        "text": text,
        "metadata": metadata if isinstance(metadata, Mapping) else {},
        "id": _first(given, ("id_", "node_id", "id")),
    }


def _chunk(document: Mapping[str, Any], score: object) -> dict[str, Any]:
    text, metadata = document["text"], document["metadata"]
    source = _first(metadata, _SOURCES)
    file_name = _first(metadata, _FILES) or _last_part(source)
    updated = next((moment for key in _TIMES if (moment := _milliseconds(metadata.get(key), key)) is not None), None)
    return {
        "chunkId": document["id"] or _first(metadata, _IDS) or text_hash(f"{source}\n{text}")[:_MADE_UP],
        "title": _first(metadata, _TITLES) or file_name,
        "content": text,
        "fileName": file_name,
        "source": source,
        "score": score,
        "metadata": {"lastUpdated": updated},
    }


def _first(given: Mapping[str, Any], names: Sequence[str]) -> str:
    """Return the first string under these names that is not empty, or ""."""
    return next((value for name in names if isinstance(value := given.get(name), str) and value), "")


def _last_part(source: str) -> str:
    """Return the file name at the end of a path or URL, or ""."""
    path = re.split("[?#]", _HOST.sub("", source))[0]
    name = re.split(r"[/\\]", path)[-1]
    return name if "." in name.strip(".") else ""


def _milliseconds(value: object, key: str) -> int | float | None:
    """Return a time in milliseconds: a number known to be in them, or an ISO text of one moment or one day."""
    if isinstance(value, int | float) and key == _OURS:
        return value
    if not isinstance(value, str) or not _ISO.fullmatch(value):
        return None
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        return None
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return (aware - _EPOCH) // timedelta(milliseconds=1)
