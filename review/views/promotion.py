"""Decisions on an entry, as `review/acts/entries.py` lists them: one view and one response."""

from collections.abc import Mapping

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST
from django_htmx.http import trigger_client_event

from review.acts.act import Decision, Given
from review.domain.policy import Granted, Reason, Refused, Stage
from review.forms import Sender
from review.models import Entry
from review.services.people.passwords import keep_proof, kept_proof
from review.services.queue.sitting import note_decided
from review.views._late import late_decision
from review.views._requests import CONFLICT, TOO_MANY, UNPROCESSABLE, SignedInRequest, queue_of
from review.views.entries import changed_response, entry_response, permitted_or_404, readable_or_404
from review.views.queue import next_in_queue
from review.wording import own_change_sentence, refusal_sentences


@sensitive_post_parameters("password")
@require_POST
def entry_act(request: SignedInRequest, pk: int, act: Decision) -> HttpResponse:
    """Decide on an entry; a decision that asks for the password keeps the proof of it for a while."""
    entry = permitted_or_404(request, pk, act.capability)
    form = act.form(request.POST, entry=entry, **_sender(request, act))
    if not form.is_valid():
        status = UNPROCESSABLE if form.held_back is None else TOO_MANY
        shown = readable_or_404(request, entry.pk)
        return entry_response(request, shown, form=form, open_form=act.open_form, status=status)
    given, meant = form.cleaned_data, act.as_sent(form.cleaned_data)
    if act.asks_password:
        keep_proof(request.session, given["reauthentication"], user=request.user)
    decision = meant.service(entry_id=entry.pk, actor=request.user, **given)
    if isinstance(decision, Refused):
        return _refusal_response(request, readable_or_404(request, entry.pk), decision, wanted=meant)
    return _decision_response(request, entry, decision, act=meant, given=given)


def _sender(request: SignedInRequest, act: Decision) -> Mapping[str, Sender]:
    """Return what the form of a decision with a password needs to check it; nothing for the others."""
    if not act.asks_password:
        return {}
    kept = kept_proof(request.session, user=request.user)
    return {"sender": Sender(request.user, request.META.get("REMOTE_ADDR", ""), kept)}


def _decision_response(
    request: SignedInRequest, entry: Entry, decision: Granted, *, act: Decision, given: Given
) -> HttpResponse:
    """Respond with an entry as it is now; the queue goes on if the decision ended the turn of the entry."""
    sentence = act.said(decision)
    if not request.htmx:
        messages.success(request, sentence)
    query, kind = queue_of(request), act.ended_as(decision, given, actor=request.user)
    if query is not None and kind is not None:
        note_decided(request.session, kind, entry.pk)
        return next_in_queue(request, query, done=sentence, decided=entry)
    if not request.htmx:
        return redirect(entry)
    response = changed_response(request, readable_or_404(request, entry.pk), changes=act.changes, done=sentence)
    return response if kind is None else trigger_client_event(response, "entry-decided", {"entry": entry.pk})


def _refusal_response(request: SignedInRequest, entry: Entry, decision: Refused, *, wanted: Decision) -> HttpResponse:
    if Reason.NOT_PERMITTED in decision.reasons and decision.to != Stage.CERTIFIED:
        raise PermissionDenied
    refusals = refusal_sentences(decision)
    is_other = request.POST.get("seen_version") != str(entry.version)
    if Reason.CONFLICT in decision.reasons or (Reason.WRONG_STAGE in decision.reasons and is_other):
        late = late_decision(request, entry, wanted, to=decision.to)
        if late.is_own:
            refusals = [own_change_sentence(is_done=late.is_done)]
        return entry_response(request, entry, status=CONFLICT, late=late, refused=decision, refusals=refusals)
    if request.htmx:
        return changed_response(request, entry, status=UNPROCESSABLE, refused=decision, refusals=refusals)
    return entry_response(request, entry, status=UNPROCESSABLE, refused=decision, refusals=refusals)
