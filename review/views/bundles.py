"""Audit bundles: the page that shows what a bundle would contain, and the bundle itself."""

from http import HTTPStatus

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from review.domain.errors import KeyFileError
from review.domain.limits import MAX_BUNDLE_ENTRIES
from review.faults import Fault
from review.forms import BundleForm, EntryFilterForm
from review.forms.bundles import BundleFileForm
from review.keys import has_signing_key, keyring
from review.models import Entry, Job, ReviewSession
from review.selectors.access import visible_entries, visible_sessions
from review.selectors.bundles.checked import checked_bundle
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
from review.services.bundles.large import bundle_subject, is_large, is_too_large, seal_and_keep, start_bundle
from review.services.bundles.seal import SealedBundle, Unsealed, seal_bundle
from review.views._requests import CONFLICT, UNPROCESSABLE, SignedInRequest
from review.wording import FAULTS, UNSEALED

FORBIDDEN = 403
VERIFY = "review/bundles/verify.html"
STATUS = {Unsealed.NOT_PERMITTED: FORBIDDEN, Unsealed.CONFLICT: CONFLICT}


@require_http_methods(["GET", "HEAD", "POST"])
def entry_bundle(request: SignedInRequest, pk: int) -> HttpResponse:
    """Offer the bundle of one entry."""
    entries = visible_entries(request.user).select_related("session__project", "extraction")
    entry = get_object_or_404(entries, pk=pk)
    return _bundle_response(request, entry_scope(entry), {"entry": entry})


@require_http_methods(["GET", "HEAD", "POST"])
def session_bundle(request: SignedInRequest, pk: int) -> HttpResponse:
    """Offer the bundle of a whole session."""
    session = get_object_or_404(visible_sessions(request.user).select_related("project"), pk=pk)
    return _bundle_response(request, session_scope(session), {"session": session})


@require_http_methods(["GET", "HEAD", "POST"])
def entries_bundle(request: SignedInRequest) -> HttpResponse:
    """Offer the bundle of the entries that match the filters of the list; of too many, nothing else is counted."""
    filters = EntryFilterForm(request.GET, user=request.user).active_filters()
    keys = first_entries(request.user, filters, at_most=MAX_BUNDLE_ENTRIES + 1)
    if len(keys) > MAX_BUNDLE_ENTRIES:
        return _too_large_response(request, {"filters": filters, "more_than": MAX_BUNDLE_ENTRIES})
    return _bundle_response(request, filter_scope(Entry.objects.filter(pk__in=keys), filters), {"filters": filters})


@require_http_methods(["GET", "HEAD", "POST"])
def verify_bundle(request: SignedInRequest) -> HttpResponse:
    """Check a bundle that somebody sends; nothing of it is stored."""
    form = BundleFileForm(request.POST, request.FILES) if request.method == "POST" else BundleFileForm()
    if not form.is_bound:
        return render(request, VERIFY, {"form": form})
    if not form.is_valid():
        return render(request, VERIFY, {"form": form}, status=UNPROCESSABLE)
    sent = form.cleaned_data["bundle"]
    return render(request, VERIFY, {"form": form, "page": checked_bundle(sent.read(), name=sent.name)})


def _bundle_response(request: SignedInRequest, scope: BundleScope, shown: dict[str, object]) -> HttpResponse:
    if request.method != "POST":
        return _page_response(request, scope, shown)
    records, chars, withheld = sum(sizes_of(scope).values()), characters_of(scope), BundleForm(request.POST).withheld
    if is_too_large(records, chars):
        return _page_response(request, scope, shown, status=UNPROCESSABLE)
    page, given = request.get_full_path(), {"query": request.GET.urlencode(), **_named(shown)}
    if is_large(records, chars):
        start_bundle(request.user, title=_title(shown), page=page, given={**given, "withheld": withheld})
        return HttpResponseRedirect(page)
    bundle: SealedBundle | Job | Unsealed
    if "keep" in request.POST:
        about = {"page": page, **given}
        bundle = seal_and_keep(scope=scope, withheld=withheld, actor=request.user, title=_title(shown), given=about)
    else:
        bundle = seal_bundle(scope=scope, withheld=withheld, actor=request.user)
    if isinstance(bundle, Unsealed):
        return _page_response(
            request, scope, {**shown, "refused": UNSEALED[bundle]}, status=STATUS.get(bundle, UNPROCESSABLE)
        )
    if isinstance(bundle, Job):
        return HttpResponseRedirect(page)
    headers = {"Content-Disposition": f'attachment; filename="{bundle.name}"', "Cache-Control": "no-store"}
    return HttpResponse(bundle.content, content_type="application/zip", headers=headers)


def _too_large_response(request: SignedInRequest, shown: dict[str, object]) -> HttpResponse:
    context = {"is_too_large": True, **_key(), **shown}
    status = UNPROCESSABLE if request.method == "POST" else HTTPStatus.OK
    return render(request, "review/bundles/bundle.html", context, status=status)


def _page_response(
    request: SignedInRequest, scope: BundleScope, shown: dict[str, object], *, status: int = 200
) -> HttpResponse:
    sizes = sizes_of(scope)
    records, chars = sum(sizes.values()), characters_of(scope)
    context = {
        "form": BundleForm(),
        "sizes": sizes,
        "is_too_large": is_too_large(records, chars),
        "is_large": is_large(records, chars),
        "job": newest_job(bundle_subject(request.user, request.get_full_path())),
        **_key(),
        **shown,
    }
    return render(request, "review/bundles/bundle.html", context, status=status)


def _named(shown: dict[str, object]) -> dict[str, object]:
    """Return what a page of bundles is about, for a job: the kind of it, and its key if it has one."""
    match shown:
        case {"entry": Entry() as one}:
            return {"kind": "entry", "key": one.pk}
        case {"session": ReviewSession() as one}:
            return {"kind": "session", "key": one.pk}
    return {"kind": "entries", "key": None}


def _title(shown: dict[str, object]) -> str:
    return str(shown.get("entry") or shown.get("session") or _("Entries"))


def _key() -> dict[str, object]:
    """Return the id of the signing key, if there is one yet, or the reason why nothing can be signed."""
    try:
        return {"key_id": keyring().newest.key_id if has_signing_key() else None}
    except KeyFileError:
        return {"trouble": FAULTS[Fault.KEYS]}
