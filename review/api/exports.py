"""Exports: the entries that match filters in a format of this or another tool, streamed as they are made."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any, Literal

from django.http import StreamingHttpResponse
from ninja import Query, Router

from review.api.answers import answers
from review.api.calls import Call, scoped, with_token
from review.api.entries import ExportFilters, active_filters
from review.api.problems import ProblemError
from review.domain.tokens import Scope
from review.models import Entry
from review.selectors.bundles.contents import BundleScope, filter_scope
from review.selectors.entries.entry_list import entry_list
from review.services.exports.compression import gzipped
from review.services.exports.export import Export, NotExported, export
from review.services.exports.formats import FORMATS
from review.wording import NOT_EXPORTED

router = Router(tags=["exports"], by_alias=True)
FormatName = Literal["jsonl", "csv", "annotations", "langextract", "label-studio", "label-studio-config", "html"]
TEXT: dict[str, Any] = {"schema": {"type": "string"}}
OF_JSON: dict[str, Any] = {
    "application/json": {"schema": {"type": "array", "items": {"type": "object"}}},
    "application/ld+json": {"schema": {"type": "object"}},
}
"""The formats that are one value of JSON; lines of JSON are none."""
MEDIA_TYPES = sorted({one.media_type.partition(";")[0] for one in FORMATS.values()})
STREAMED: dict[str, Any] = {
    "responses": {
        200: {
            "description": "The file, in the format that was asked for.",
            "content": {name: OF_JSON.get(name, TEXT) for name in MEDIA_TYPES},
        }
    }
}


@router.get("/exports/{name}", response=answers(None), operation_id="export", openapi_extra=STREAMED)
@scoped(Scope.READ)
def export_entries(request: Call, name: FormatName, filters: Query[ExportFilters]) -> StreamingHttpResponse:
    """Return the entries that match the filters as a file; JSONL has their sessions whole. Each export is journaled."""
    done = export(scope=_scope(request, filters), name=name, actor=request.user)
    if isinstance(done, NotExported):
        raise ProblemError(HTTPStatus.NOT_FOUND, "not_found", str(NOT_EXPORTED[done]))
    takes_gzip = "gzip" in request.headers.get("Accept-Encoding", "")
    pieces = with_token(request, gzipped(done.pieces) if takes_gzip else _encoded(done))
    response = StreamingHttpResponse(pieces, content_type=done.format.media_type)
    if takes_gzip:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Vary"] = "Accept-Encoding"
    response.headers["Content-Disposition"] = f'attachment; filename="{done.format.file_name}"'
    return response


def _encoded(done: Export) -> Iterator[bytes]:
    return (piece.encode("utf-8", "surrogatepass") for piece in done.pieces)


def _scope(request: Call, filters: ExportFilters) -> BundleScope:
    chosen = active_filters(request, filters)
    entries = entry_list(request.user, chosen)
    if filters.type:
        entries = entries.filter(type=filters.type)
        chosen = {**chosen, "type": filters.type}
    return filter_scope(Entry.objects.filter(pk__in=entries.order_by().values("pk")), chosen)
