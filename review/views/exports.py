"""Exports: the page that offers the formats, and what is taken out, streamed as it is made."""

from collections.abc import Iterator
from http import HTTPStatus

from django.http import HttpResponse, HttpResponseRedirect, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from review.domain.errors import KeyFileError
from review.domain.limits import (
    MAX_BUNDLE_CHARS,
    MAX_BUNDLE_ENTRIES,
    MAX_BUNDLE_RECORDS,
    MAX_RECORD_CHARS_AT_ONCE,
    MAX_RECORDS_AT_ONCE,
)
from review.faults import Fault
from review.forms import EntryFilterForm, ExportForm
from review.models import Entry
from review.selectors.access import visible_entries, visible_sessions
from review.selectors.bundles.contents import (
    BundleScope,
    characters_of,
    entry_scope,
    filter_scope,
    session_scope,
    sizes_of,
)
from review.selectors.entries.entry_list import first_entries
from review.selectors.jobs import newest_job
from review.services.exports.compression import gzipped
from review.services.exports.export import Export, NotExported, export
from review.services.exports.large import export_subject, start_export
from review.views._requests import UNPROCESSABLE, SignedInRequest
from review.wording import EXPORT_FORMATS, FAULTS, NOT_EXPORTED


@require_http_methods(["GET", "HEAD", "POST"])
def session_export(request: SignedInRequest, pk: int) -> HttpResponseBase:
    """Offer a whole session in every format."""
    session = get_object_or_404(visible_sessions(request.user).select_related("project"), pk=pk)
    return _response(request, session_scope(session), {"session": session})


@require_http_methods(["GET", "HEAD", "POST"])
def entry_export(request: SignedInRequest, pk: int) -> HttpResponseBase:
    """Offer one entry in every format, among them a page to send to somebody without an account."""
    entries = visible_entries(request.user).select_related("session__project", "extraction", "claim")
    entry = get_object_or_404(entries, pk=pk)
    return _response(request, entry_scope(entry), {"entry": entry})


@require_http_methods(["GET", "HEAD", "POST"])
def entries_export(request: SignedInRequest) -> HttpResponseBase:
    """Offer the entries that match the filters of the list; of too many, nothing else is counted."""
    filters = EntryFilterForm(request.GET, user=request.user).active_filters()
    keys = first_entries(request.user, filters, at_most=MAX_BUNDLE_ENTRIES + 1)
    if len(keys) > MAX_BUNDLE_ENTRIES:
        status = UNPROCESSABLE if request.method == "POST" else HTTPStatus.OK
        shown = {"filters": filters, "is_too_large": True, "more_than": MAX_BUNDLE_ENTRIES}
        return render(request, "review/exports/export.html", shown, status=status)
    return _response(request, filter_scope(Entry.objects.filter(pk__in=keys), filters), {"filters": filters})


def _response(request: SignedInRequest, scope: BundleScope, shown: dict[str, object]) -> HttpResponseBase:
    if request.method != "POST":
        return _page(request, scope, shown)
    form = ExportForm(request.POST)
    sizes, chars = sizes_of(scope), characters_of(scope)
    if not form.is_valid() or _is_too_large(sizes, chars):
        return _page(request, scope, shown, status=UNPROCESSABLE)
    name = form.cleaned_data["format"]
    if _is_large(sizes, chars) and "entry" not in shown:
        session = shown.get("session")
        about = {"kind": "session", "key": session.pk} if session else {"kind": "entries", "key": None}  # type: ignore[attr-defined]
        given = {"query": request.GET.urlencode(), "format": name, **about}
        title = f"{session or _('Entries')} · {EXPORT_FORMATS[name].title}"
        start_export(request.user, title=title, page=request.get_full_path(), given=given)
        return HttpResponseRedirect(request.get_full_path())
    try:
        done = export(scope=scope, name=name, actor=request.user)
    except KeyFileError:
        return _page(request, scope, {**shown, "trouble": FAULTS[Fault.KEYS]}, status=UNPROCESSABLE)
    if isinstance(done, NotExported):
        return _page(request, scope, {**shown, "refused": NOT_EXPORTED[done]}, status=UNPROCESSABLE)
    return streamed(request, done)


def streamed(request: SignedInRequest, done: Export) -> StreamingHttpResponse:
    """Respond with an export as it is made, compressed where the client takes that."""
    takes_gzip = "gzip" in request.headers.get("Accept-Encoding", "")
    response = StreamingHttpResponse(_bytes(done, takes_gzip=takes_gzip), content_type=done.format.media_type)
    if takes_gzip:
        response.headers["Content-Encoding"] = "gzip"
    patch_vary_headers(response, ("Accept-Encoding",))
    response.headers["Content-Disposition"] = f'attachment; filename="{done.format.file_name}"'
    response.headers["Cache-Control"] = "no-store"
    return response


def _bytes(done: Export, *, takes_gzip: bool) -> Iterator[bytes]:
    if takes_gzip:
        return gzipped(done.pieces)
    return (piece.encode("utf-8", "surrogatepass") for piece in done.pieces)


def _page(request: SignedInRequest, scope: BundleScope, shown: dict[str, object], *, status: int = 200) -> HttpResponse:
    sizes, chars = sizes_of(scope), characters_of(scope)
    context = {
        "formats": EXPORT_FORMATS,
        "sizes": sizes,
        "is_too_large": _is_too_large(sizes, chars),
        "is_large": _is_large(sizes, chars),
        "job": newest_job(export_subject(request.user, request.get_full_path())),
        **shown,
    }
    return render(request, "review/exports/export.html", context, status=status)


def _is_too_large(sizes: dict[str, int], chars: int) -> bool:
    return sum(sizes.values()) > MAX_BUNDLE_RECORDS or chars > MAX_BUNDLE_CHARS


def _is_large(sizes: dict[str, int], chars: int) -> bool:
    """Return whether an export takes too long for a request."""
    return sum(sizes.values()) > MAX_RECORDS_AT_ONCE or chars > MAX_RECORD_CHARS_AT_ONCE
