"""The page of an audit bundle: what would be in it, and the bundle itself."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_http_methods

from review.forms import BundleForm, EntryFilterForm
from review.keys import signing_keyring
from review.selectors.access import visible_entries, visible_sessions
from review.selectors.bundles import Wanted, characters_of, sizes_of, wanted_entry, wanted_filter, wanted_session
from review.selectors.entries import entry_list
from review.services.bundles import Unsealed, seal_bundle
from review.views._requests import SignedInRequest, signed_in
from review.wording import UNSEALED

CONFLICT, UNPROCESSABLE, FORBIDDEN = 409, 422, 403
STATUS = {Unsealed.NOT_PERMITTED: FORBIDDEN, Unsealed.CONFLICT: CONFLICT}
MOST_RECORDS = 20_000
MOST_CHARACTERS = 50_000_000
"""A larger bundle would keep the browser and a worker waiting: it is for `manage.py export_bundle`."""


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def entry_bundle(request: SignedInRequest, pk: int) -> HttpResponse:
    """Offer the bundle of one entry."""
    entries = visible_entries(request.user).select_related("session__project", "extraction")
    entry = get_object_or_404(entries, pk=pk)
    return _answer(request, wanted_entry(entry), {"entry": entry})


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def session_bundle(request: SignedInRequest, pk: int) -> HttpResponse:
    """Offer the bundle of a whole session."""
    session = get_object_or_404(visible_sessions(request.user).select_related("project"), pk=pk)
    return _answer(request, wanted_session(session), {"session": session})


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def entries_bundle(request: SignedInRequest) -> HttpResponse:
    """Offer the bundle of the entries that pass the filters of the list."""
    filters = EntryFilterForm(request.GET, user=request.user).chosen()
    return _answer(request, wanted_filter(entry_list(request.user, filters), filters), {"filters": filters})


def _answer(request: SignedInRequest, wanted: Wanted, shown: dict[str, object]) -> HttpResponse:
    if request.method != "POST":
        return _page(request, wanted, shown)
    if _is_too_large(wanted, sizes_of(wanted)):
        return _page(request, wanted, shown, status=UNPROCESSABLE)
    bundle = seal_bundle(wanted=wanted, withheld=BundleForm(request.POST).withheld, actor=request.user)
    if isinstance(bundle, Unsealed):
        return _page(request, wanted, {**shown, "refused": UNSEALED[bundle]}, status=STATUS.get(bundle, UNPROCESSABLE))
    headers = {"Content-Disposition": f'attachment; filename="{bundle.name}"', "Cache-Control": "no-store"}
    return HttpResponse(bundle.content, content_type="application/zip", headers=headers)


def _page(request: SignedInRequest, wanted: Wanted, shown: dict[str, object], *, status: int = 200) -> HttpResponse:
    sizes = sizes_of(wanted)
    context = {
        "form": BundleForm(),
        "sizes": sizes,
        "is_too_large": _is_too_large(wanted, sizes),
        "key_id": signing_keyring().newest.key_id,
        **shown,
    }
    return render(request, "review/bundle.html", context, status=status)


def _is_too_large(wanted: Wanted, sizes: dict[str, int]) -> bool:
    return sum(sizes.values()) > MOST_RECORDS or characters_of(wanted) > MOST_CHARACTERS
