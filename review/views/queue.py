"""The review queue: one entry at a time, and after a decision the next one in the same response."""

from django.http import HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from review.domain.row_keys import key_of
from review.forms import EntryFilterForm
from review.models import Entry
from review.selectors.access import visible_entries
from review.selectors.entries.entry_page import entry_page, readable_entry
from review.selectors.keyset import read_cursor
from review.selectors.promotion.undoable import undoable
from review.selectors.queue import remains
from review.services.bulk.reading import note_read
from review.services.queue.leases import Claimed, claim_next, holder_of, take_lease
from review.services.queue.sitting import Sitting, note_skipped, sitting_of
from review.views._requests import CONFLICT, SignedInRequest
from review.views.entries import decidable_or_404
from review.wording import FAULTS, next_sentence, turn_reason


@require_safe
def queue_page(request: SignedInRequest) -> HttpResponse:
    """Show the next entry of those that the filters of the list of entries leave."""
    skipped = key_of(request.GET.get("skipped", ""))
    if skipped is not None:
        note_skipped(request.session, skipped)
    return _queue_response(request, request.GET)


@require_POST
def queue_beat(request: SignedInRequest, pk: int) -> HttpResponse:
    """Renew the lease on an entry for the person looking at it; a conflict means that somebody else has it now."""
    entry = decidable_or_404(request, pk)
    until = take_lease(entry_id=entry.pk, holder=request.user)
    if until is None:
        return JsonResponse({"holder": holder_of(entry.pk)}, status=CONFLICT)
    return JsonResponse({"until": until.isoformat()})


def next_in_queue(
    request: SignedInRequest, query: QueryDict, *, done: str, decided: Entry | None = None
) -> HttpResponse:
    """Respond with the next entry of the queue after a decision, which can be undone for a while."""
    if not request.htmx:
        return redirect(f"{reverse('review:queue')}?{query.urlencode()}")
    return _queue_response(request, query, done=done, decided=decided)


def _queue_response(
    request: SignedInRequest, query: QueryDict, *, done: str = "", decided: Entry | None = None
) -> HttpResponse:
    filters = EntryFilterForm(query, user=request.user).active_filters()
    claimed = claim_next(user=request.user, filters=filters, turn=query.get("turn", ""), cursor=read_cursor(query))
    if claimed.fault is not None:
        request.session.modified = False  # nothing can be stored, so the page would fail at its end
    sitting = sitting_of(request.session)
    context = {
        "claimed": claimed,
        "queue": claimed.queue,
        "sitting": sitting,
        **_turn_context(request, claimed, sitting),
    }
    entry = context.get("entry")
    if request.htmx:
        context["done"] = ""
        context["undone_with"] = done
        context["undoable"] = None if decided is None else undoable(decided, actor=request.user)
        context["said"] = next_sentence(done, str(entry or "")) if done else str(entry or "")
    template = "review/queue/_response.html" if request.htmx else "review/queue/queue.html"
    response = render(request, template, context)
    if request.htmx:
        response.headers["HX-Replace-Url"] = f"{reverse('review:queue')}?{claimed.queue.here}"
    return response


def _turn_context(request: SignedInRequest, claimed: Claimed, sitting: Sitting) -> dict[str, object]:
    if claimed.turn is None:
        left = remains(request.user, sitting.skipped, claimed.queue.filters)
        return {"is_stocked": visible_entries(request.user).exists(), "remains": left}
    entry = readable_entry(request.user, claimed.turn.entry_id).get()
    page = entry_page(entry, actor=request.user)
    may_review = page.reader.may_review and claimed.fault is None
    if may_review:
        note_read(entry, person=request.user)
    return {
        "entry": entry,
        "page": page,
        "may_review": may_review,
        "fault": None if claimed.fault is None else FAULTS[claimed.fault],
        "undoable": page.undoable,
        "reason": turn_reason(claimed.turn.name, by=page.assignment.by if page.assignment else ""),
    }
