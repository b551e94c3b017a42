"""Undo the last decision."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from review.acts.entries import changes_of
from review.domain.events import BY_TYPE, Undo
from review.domain.policy import Refused
from review.models import Entry, Event
from review.selectors.promotion.undoable import is_over, is_undoable, last_decision, undo_of
from review.selectors.quotes.quote_rows import QuoteRow
from review.services.promotion.undo import undo_decision
from review.services.queue.sitting import note_undone
from review.services.repair.splitting import undo_split
from review.services.repair.undoing import Declined, undo_attempt
from review.views._requests import CONFLICT, SignedInRequest, queue_of
from review.views.entries import changed_response, decidable_or_404, entry_response, readable_or_404
from review.views.queue import next_in_queue
from review.views.repair import quote_response, repairable_row


@require_POST
def undo(request: SignedInRequest, pk: int) -> HttpResponse:
    """Undo a decision on an entry, and show the entry as it is again."""
    event = get_object_or_404(Event, pk=pk, entry__isnull=False)
    entry = decidable_or_404(request, event.entry_id or 0)
    row = _listed_row(request, event, entry)
    is_refused = _is_refused(request, event, entry)
    sentence = _refusal(event) if is_refused else _("Undone.")
    if row is not None:
        outcome = {"status": CONFLICT, "refusal": sentence} if is_refused else {"done": sentence}
        return quote_response(request, row, **outcome)
    if not request.htmx:
        messages.add_message(request, messages.ERROR if is_refused else messages.SUCCESS, sentence)
    query = queue_of(request)
    turn = "" if query is None or is_refused else BY_TYPE[event.event_type].turn_of(event.body)
    if query is not None and turn:
        note_undone(request.session, turn)
        return next_in_queue(request, query, done=sentence)
    fresh = readable_or_404(request, entry.pk)
    if not request.htmx:
        return redirect(fresh)
    if is_refused or undo_of(event) is Undo.SPLIT:
        return entry_response(request, fresh, done=sentence, status=CONFLICT if is_refused else 200)
    changes, position = changes_of(event.event_type), event.body.get("quote")
    return changed_response(request, fresh, changes=changes, position=position, done=sentence)


def _listed_row(request: SignedInRequest, event: Event, entry: Entry) -> QuoteRow | None:
    """Return the row of the quote of the decision, if it was made in a list; None on pages of entries."""
    if not request.htmx or request.POST.get("at") not in {"row", "reader", "desk"} or "quote" not in event.body:
        return None
    return repairable_row(request, entry.quotes.get(position=event.body["quote"]).pk)


def _is_refused(request: SignedInRequest, event: Event, entry: Entry) -> bool:
    match undo_of(event):
        case Undo.NONE:
            return True
        case Undo.ATTEMPT:
            return isinstance(undo_attempt(event_id=event.pk, actor=request.user), Declined)
        case Undo.SPLIT:
            return _is_split_kept(request, event, entry)
        case Undo.REVERT | Undo.VOID:
            return isinstance(undo_decision(entry_id=entry.pk, event_id=event.pk, actor=request.user), Refused)


def _is_split_kept(request: SignedInRequest, event: Event, entry: Entry) -> bool:
    """Undo a split; the check for later events needs no lock, as the card allows undoing a split at any time."""
    if last_decision(entry) != event or not is_undoable(event, actor=request.user):
        return True
    whole = entry.quotes.get(position=event.body["quote"])
    undone = undo_split(quote_id=whole.pk, seen_attempt=event.body["attempt"], actor=request.user)
    return isinstance(undone, Declined)


def _refusal(event: Event) -> str:
    if is_over(event):
        return _("It is too late to undo this.")
    return _("This cannot be undone any more: something else happened to the entry since.")
