"""The list of entries, and the entry page: now, at an event, and with related places of its session."""

from collections.abc import Collection
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe
from django_htmx.http import reswap, retarget

from review.acts.act import Part
from review.acts.entries import REPAIRED
from review.domain.roles import Capability
from review.forms import EntryFilterForm, MomentForm, ReaderForm
from review.models import Entry
from review.selectors.access import shown_capabilities, visible_entries
from review.selectors.audit.entry_at_event import entry_at
from review.selectors.entries.entry_list import entry_pages
from review.selectors.entries.entry_page import entry_page, readable_entry
from review.selectors.keyset import read_cursor
from review.selectors.promotion.claim_facts import facts_elsewhere
from review.selectors.promotion.readiness import missing_for
from review.selectors.quotes.failed_count import count_failed
from review.selectors.reader.later_mentions import later_mentions
from review.services.bulk.reading import note_read
from review.services.queue.sitting import sitting_of
from review.views._late import Late
from review.views._requests import SignedInRequest


@require_safe
def entry_list_page(request: SignedInRequest) -> HttpResponse:
    """List the entries that match the filters."""
    form = EntryFilterForm(request.GET, user=request.user)
    filters = form.active_filters()
    found = entry_pages(request.user, filters, read_cursor(request.GET))
    missing = missing_for(found.entries, request.user)
    context = {"form": form, "filters": filters, "found": found, "page": found.page, "missing": missing}
    if found.count == "0" and not filters:
        context["all_rejected"] = visible_entries(request.user).exists()
    return render(request, "review/entries/entry_list.html", context)


@require_safe
def entry_detail(request: SignedInRequest, pk: int) -> HttpResponse:
    """Show one entry with its evidence and its checklist, or as it was at an event."""
    entry = get_object_or_404(readable_entry(request.user, pk).select_related("verified_by", "certified_by"))
    if "at" in request.GET:
        return _past_response(request, entry)
    return entry_response(request, entry, **_seen_in_queue(request, entry))


def _seen_in_queue(request: SignedInRequest, entry: Entry) -> dict[str, Any]:
    """Return the way back into the queue, for an entry that was seen there."""
    if "queue" not in request.GET:
        return {}
    return {"back_to_queue": request.GET["queue"], "seen_before": sitting_of(request.session).seen_before(entry.pk)}


@require_safe
def entry_later(request: SignedInRequest, pk: int) -> HttpResponse:
    """Show where the session of an entry mentions its claim again."""
    entry = get_object_or_404(visible_entries(request.user).select_related("session__project"), pk=pk)
    template = "review/entries/_later_mentions.html" if request.htmx else "review/entries/entry_later.html"
    return render(request, template, {"entry": entry, "later": later_mentions(entry), "is_loaded": True})


@require_safe
def entry_facts(request: SignedInRequest, pk: int) -> HttpResponse:
    """Show where the session of an entry contains the facts of its claim that its evidence lacks."""
    entry = get_object_or_404(visible_entries(request.user).select_related("session__project", "claim"), pk=pk)
    template = "review/entries/_facts_elsewhere.html" if request.htmx else "review/entries/entry_facts.html"
    return render(request, template, {"entry": entry, "elsewhere": facts_elsewhere(entry), "is_loaded": True})


def entry_response(request: SignedInRequest, entry: Entry, *, status: int = 200, **extra: object) -> HttpResponse:
    """Respond with an entry: the whole page, or for htmx its changing part; with a late decision, if there is one."""
    if (position := _position_at_desk(request, entry)) is not None:
        return desk_response(request, entry, position, status=status, **extra)
    context = _with_late(_context(request, entry) | extra)
    template = "review/entries/_entry_response.html" if request.htmx else "review/entries/entry_detail.html"
    return render(request, template, context, status=status)


def changed_response(
    request: SignedInRequest,
    entry: Entry,
    *,
    changes: Collection[Part] = (),
    position: int | None = None,
    status: int = 200,
    **extra: object,
) -> HttpResponse:
    """Respond to htmx with the parts of an entry that an act changed, each in its place; the others stay.

    Of the quotes it is all of them, or the one at a *position*.
    """
    if (shown := _position_at_desk(request, entry)) is not None:
        return desk_response(request, entry, shown, status=status, **extra)
    context = _context(request, entry) | {"changes": changes, **extra}
    if Part.QUOTES in changes:
        context["cards"] = context["page"].cards
    elif position is not None:
        context["cards"] = (context["page"].card_at(position),)
    return reswap(render(request, "review/entries/_act_response.html", context, status=status), "none")


def card_response(
    request: SignedInRequest, entry: Entry, position: int, *, status: int = 200, **extra: object
) -> HttpResponse:
    """Respond to htmx with the card of one quote, and the parts of its entry that depend on it."""
    context = _context(request, entry) | {"changes": REPAIRED, "failed": count_failed(request.user), **extra}
    context["card"] = context["page"].card_at(position)
    return render(request, "review/repair/_card_response.html", context, status=status)


def desk_response(
    request: SignedInRequest, entry: Entry, position: int, *, status: int = 200, **extra: object
) -> HttpResponse:
    """Respond with a quote and the decision on its entry, as the session reader shows them beside the text."""
    context = _with_late(desk_context(request, entry, position) | {"failed": count_failed(request.user), **extra})
    template = "review/reader/_desk_response.html" if request.method == "POST" else "review/reader/_desk.html"
    response = render(request, template, context, status=status)
    return reswap(retarget(response, "#entry"), "outerHTML")


def desk_context(request: SignedInRequest, entry: Entry, position: int) -> dict[str, Any]:
    """Return what the session reader shows of an entry beside the text: one quote, and the decision."""
    context = _context(request, entry)
    return context | {"card": context["page"].card_at(position)}


def _position_at_desk(request: SignedInRequest, entry: Entry) -> int | None:
    """Return which quote the session reader shows with an entry; None if the request is not from there."""
    if not request.htmx or request.POST.get("at") != "desk":
        return None
    shown = ReaderForm(request.POST).reader_query().quote or 0
    return entry.quotes.filter(pk=shown).values_list("position", flat=True).first() or 0


def _with_late(context: dict[str, Any]) -> dict[str, Any]:
    late = context.get("late")
    return context | {"may_repeat": late.may_repeat(context["page"])} if isinstance(late, Late) else context


def _context(request: SignedInRequest, entry: Entry) -> dict[str, Any]:
    page = entry_page(entry, actor=request.user)
    if page.reader.may_review and not page.is_settled:
        note_read(entry, person=request.user)
    return {"page": page, "entry": entry, "may_review": page.reader.may_review, "undoable": page.undoable}


def _past_response(request: SignedInRequest, entry: Entry) -> HttpResponse:
    seq = MomentForm(request.GET).seq()
    past = None if seq is None else entry_at(entry, seq)
    if past is None:
        raise Http404
    return render(request, "review/entries/entry_past.html", {"entry": entry, "past": past})


def readable_or_404(request: SignedInRequest, pk: int) -> Entry:
    """Return an entry that the person may read; raise Http404 otherwise."""
    return get_object_or_404(readable_entry(request.user, pk))


def decidable_or_404(request: SignedInRequest, pk: int) -> Entry:
    """Return an entry that the person may decide on; raise Http404 or PermissionDenied otherwise."""
    return permitted_or_404(request, pk, Capability.REVIEW)


def permitted_or_404(request: SignedInRequest, pk: int, capability: Capability) -> Entry:
    """Return an entry with which the person may do something; raise Http404 or PermissionDenied otherwise.

    It is joined with its session and its claim alone: what is shown afterwards is read after the act.
    """
    entry = get_object_or_404(visible_entries(request.user).select_related("session", "claim"), pk=pk)
    if capability not in shown_capabilities(request.user, entry.session.project_id):
        raise PermissionDenied
    return entry
