"""Documents of LangChain and LlamaIndex, which become the chunks of a retrieval."""

from collections.abc import Iterator, Mapping
from typing import Any

from aligner_core.formats.framework_documents import upload_from_documents
from aligner_core.formats.reading import Counting, Omissions, Parts, Reader, Row, RowVariant, Variant, part_of
from aligner_core.formats.shapes import Is

_DOCUMENT = Is(
    "a document with `page_content`, or a node with `id_` and `text`",
    lambda value: upload_from_documents([value]) is not None,
)
_DOCUMENTS = Is(
    "an object with `documents` or `source_nodes`",
    lambda value: isinstance(value, dict) and upload_from_documents(value) is not None,
)


def _whole(value: Mapping[str, Any], where: str) -> Parts:
    yield part_of(upload_from_documents(value) or {}, where=where)


def _gather(rows: Iterator[Row]) -> Parts:
    omissions, documents = Omissions(), list[Any]()
    for row in rows:
        if _DOCUMENT.misfit(row.value) is None:
            documents.append(row.value)
        else:
            omissions.add("what is no document", row.where)
    yield part_of(upload_from_documents(documents) or {}, notes=omissions.notes())


DOCUMENTS = Reader(
    name="documents",
    title="LangChain or LlamaIndex documents",
    example='[{"page_content": "The cache lives for one hour.", "metadata": {"source": "cache.md"}}]',
    variants=(
        Variant("a list of documents below a key", _DOCUMENTS, _whole, Counting.DOCUMENTS),
        RowVariant("documents with `page_content`, or nodes", _DOCUMENT, _gather, Counting.DOCUMENTS),
    ),
)
