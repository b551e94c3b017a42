"""The formats of exports as a table: what each is called as a file, and how it is made of records in scope."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Final

from django.utils.translation import get_language

from aligner_core.exports import (
    annotation_page,
    html_page,
    json_line,
    json_list,
    label_studio_config,
    label_studio_task,
    langextract_document,
    table_lines,
)
from review.keys import keyring
from review.selectors.bundles.contents import BundleScope
from review.selectors.exports.records import record_lines
from review.selectors.exports.rows import entry_types, quote_rows, session_rows
from review.services._signing import signer

STORE_CHARS: Final = 8
"""How much of the id of its first key names a store."""
NAME: Final = "urn:evidence-review:export"
MODEL: Final = "evidence-review"


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """One format: its name in addresses and commands, its file, and the pieces of text that a scope becomes."""

    name: str
    media_type: str
    file_name: str
    make: Callable[[BundleScope], Iterator[str]]


def store_name() -> str:
    """Return the name of this store for others: the beginning of the id of its first key, which may be made now.

    Raises:
        KeyFileError: the keys cannot be used.

    """
    signer()
    return keyring().key_ids[0][:STORE_CHARS]


def _jsonl(scope: BundleScope) -> Iterator[str]:
    return map(json_line, record_lines(scope, store=store_name()))


def _csv(scope: BundleScope) -> Iterator[str]:
    return table_lines(quote_rows(scope))


def _annotations(scope: BundleScope) -> Iterator[str]:
    return annotation_page(quote_rows(scope), name=NAME)


def _langextract(scope: BundleScope) -> Iterator[str]:
    for rows in session_rows(scope):
        for message in (*rows.messages, *rows.older):
            yield json_line(langextract_document(message))


def _label_studio(scope: BundleScope) -> Iterator[str]:
    tasks = (label_studio_task(one.session.session_id, one.messages, model=MODEL) for one in session_rows(scope))
    return json_list(tasks)


def _label_studio_config(scope: BundleScope) -> Iterator[str]:
    yield label_studio_config(entry_types(scope))


def _html(scope: BundleScope) -> Iterator[str]:
    """Return a page to send: of one session with its conversation, in the language of whoever makes it."""
    is_one = scope.sessions.count() == 1
    messages = chain.from_iterable(one.messages for one in session_rows(scope)) if is_one else ()
    return html_page(quote_rows(scope), messages=messages, language=get_language() or "en")


FORMATS: Final[Mapping[str, ExportFormat]] = {
    one.name: one
    for one in (
        ExportFormat("jsonl", "application/x-ndjson", "evidence.jsonl", _jsonl),
        ExportFormat("csv", "text/csv; charset=utf-8", "evidence-not-for-import.csv", _csv),
        ExportFormat("annotations", "application/ld+json", "annotations.jsonld", _annotations),
        ExportFormat("langextract", "application/x-ndjson", "langextract.jsonl", _langextract),
        ExportFormat("label-studio", "application/json", "label-studio-tasks.json", _label_studio),
        ExportFormat("label-studio-config", "application/xml", "label-studio-config.xml", _label_studio_config),
        ExportFormat("html", "text/html; charset=utf-8", "evidence.html", _html),
    )
}
"""Every format by its name."""
