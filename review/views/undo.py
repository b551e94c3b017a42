"""Take back the decision that was just made."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from review.domain.events import QuoteWithdrawn
from review.domain.policy import Refused
from review.models import Event
from review.selectors.promotion.undoable import is_over
from review.services.promotion.undo import undo_decision
from review.views._requests import CONFLICT, SignedInRequest, queue_of
from review.views.entries import decidable_or_404, entry_response, readable_or_404
from review.views.queue import next_in_queue

ON_QUOTES = frozenset({QuoteWithdrawn.event_type})
"""Decisions on one quote, with which the entry was not dealt with: the queue stays at it."""


@require_POST
def undo(request: SignedInRequest, pk: int) -> HttpResponse:
    """Take back a decision on an entry, and show the entry as it is again."""
    event = get_object_or_404(Event, pk=pk, entry__isnull=False)
    entry = decidable_or_404(request, event.entry_id or 0)
    decision = undo_decision(entry_id=entry.pk, event_id=event.pk, actor=request.user)
    is_refused = isinstance(decision, Refused)
    said = _refusal(event) if is_refused else _("Undone.")
    if not request.htmx:
        messages.add_message(request, messages.ERROR if is_refused else messages.SUCCESS, said)
    query = queue_of(request)
    if query is not None and not is_refused and event.event_type not in ON_QUOTES:
        return next_in_queue(request, query, done=said)
    fresh = readable_or_404(request, entry.pk)
    if not request.htmx:
        return redirect(fresh)
    return entry_response(request, fresh, done=said, status=CONFLICT if is_refused else 200)


def _refusal(event: Event) -> str:
    if is_over(event):
        return _("It is too late to undo this.")
    return _("This cannot be undone any more: something else happened to the entry since.")
