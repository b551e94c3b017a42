"""Decisions on an entry: promote, demote, reject, reopen, and statements for the gate."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from review.domain.events import BY_TYPE
from review.domain.policy import Decision, Granted, Reason, Refused, Stage
from review.forms import (
    AssignmentForm,
    CertificationForm,
    ChangeForm,
    ClaimForm,
    ExplanationForm,
    OverrideForm,
    PromotionForm,
    ReasonForm,
    VersionForm,
)
from review.models import ABOVE_CANDIDATE, Entry
from review.selectors.access import may_certify, may_override
from review.services.people.passwords import keep_proof, kept_proof
from review.services.promotion.claims import confirm_claim, correct_claim
from review.services.promotion.overrides import override_policy
from review.services.promotion.stages import demote_entry, promote_entry, reject_entry, reopen_entry
from review.services.promotion.statements import approve_entry, explain_requirement
from review.services.queue.assignments import assign_entry, end_assignment
from review.services.queue.changes import request_change, resolve_change
from review.services.queue.sitting import note_decided
from review.views._late import late_decision
from review.views._requests import CONFLICT, TOO_MANY, UNPROCESSABLE, SignedInRequest, queue_of
from review.views.entries import decidable_or_404, entry_response, readable_or_404
from review.views.queue import next_in_queue
from review.wording import entry_decision_sentence, refusal_sentences


@require_POST
def promote(request: SignedInRequest, pk: int) -> HttpResponse:
    """Promote an entry, if the gate allows it."""
    entry = decidable_or_404(request, pk)
    form = PromotionForm(request.POST)
    if not form.is_valid():
        return entry_response(request, entry, form=form, status=UNPROCESSABLE)
    decision = promote_entry(
        entry_id=entry.pk,
        to=form.cleaned_data["to"],
        seen_version=form.cleaned_data["seen_version"],
        actor=request.user,
    )
    return decision_response(request, entry, decision, done="entry_promoted")


@require_POST
def demote(request: SignedInRequest, pk: int) -> HttpResponse:
    """Return an entry to candidate."""
    entry = decidable_or_404(request, pk)
    form = ReasonForm(request.POST)
    if not form.is_valid():
        return entry_response(request, entry, form=form, status=UNPROCESSABLE)
    decision = demote_entry(entry_id=entry.pk, actor=request.user, **form.cleaned_data)
    return decision_response(request, entry, decision, done="entry_demoted")


@require_POST
def reject(request: SignedInRequest, pk: int) -> HttpResponse:
    """Reject an entry, which removes it from every queue."""
    entry = decidable_or_404(request, pk)
    form = ReasonForm(request.POST)
    if not form.is_valid():
        return entry_response(request, entry, form=form, status=UNPROCESSABLE)
    decision = reject_entry(entry_id=entry.pk, actor=request.user, **form.cleaned_data)
    return decision_response(request, entry, decision, done="entry_rejected")


@require_POST
def reopen(request: SignedInRequest, pk: int) -> HttpResponse:
    """Reopen a rejected entry."""
    entry = decidable_or_404(request, pk)
    form = VersionForm(request.POST)
    if not form.is_valid():
        return entry_response(request, entry, form=form, status=UNPROCESSABLE)
    decision = reopen_entry(entry_id=entry.pk, actor=request.user, **form.cleaned_data)
    return decision_response(request, entry, decision, done="entry_reopened")


@require_POST
def change(request: SignedInRequest, pk: int) -> HttpResponse:
    """Request a change of an entry instead of deciding on it."""
    entry = decidable_or_404(request, pk)
    form = ChangeForm(request.POST)
    if not form.is_valid():
        return entry_response(request, entry, form=form, status=UNPROCESSABLE)
    decision = request_change(entry_id=entry.pk, actor=request.user, **form.cleaned_data)
    return decision_response(request, entry, decision, done="change_requested")


@require_POST
def resolve(request: SignedInRequest, pk: int) -> HttpResponse:
    """Resolve the requested change, as made or not needed."""
    entry = decidable_or_404(request, pk)
    form = VersionForm(request.POST)
    if not form.is_valid():
        return entry_response(request, entry, form=form, status=UNPROCESSABLE)
    decision = resolve_change(entry_id=entry.pk, actor=request.user, **form.cleaned_data)
    return decision_response(request, entry, decision, done="change_resolved")


@require_POST
def assign(request: SignedInRequest, pk: int) -> HttpResponse:
    """Assign an entry to a person, or to nobody in particular."""
    entry = decidable_or_404(request, pk)
    form = AssignmentForm(request.POST, entry=entry)
    if not form.is_valid():
        return entry_response(request, entry, form=form, status=UNPROCESSABLE)
    person, seen_version = form.cleaned_data["person"], form.cleaned_data["seen_version"]
    if person is None:
        decision = end_assignment(entry_id=entry.pk, seen_version=seen_version, actor=request.user)
        return decision_response(request, entry, decision, done="assignment_ended")
    decision = assign_entry(entry_id=entry.pk, person=person, seen_version=seen_version, actor=request.user)
    return decision_response(request, entry, decision, done="entry_assigned", is_over=person != request.user)


@require_POST
def confirm(request: SignedInRequest, pk: int) -> HttpResponse:
    """Confirm that the claim of an entry still holds."""
    entry = decidable_or_404(request, pk)
    form = VersionForm(request.POST)
    if not form.is_valid():
        return entry_response(request, entry, form=form, status=UNPROCESSABLE)
    decision = confirm_claim(entry_id=entry.pk, actor=request.user, **form.cleaned_data)
    return decision_response(request, entry, decision, done="claim_confirmed")


@require_POST
def correct(request: SignedInRequest, pk: int) -> HttpResponse:
    """Correct the words of the claim of an entry."""
    entry = decidable_or_404(request, pk)
    form = ClaimForm(request.POST, entry=entry)
    if not form.is_valid():
        return entry_response(request, entry, form=form, open_form="correct", status=UNPROCESSABLE)
    decision = correct_claim(entry_id=entry.pk, actor=request.user, **form.cleaned_data)
    return decision_response(request, entry, decision, done="claim_corrected")


@require_POST
def approve(request: SignedInRequest, pk: int) -> HttpResponse:
    """Approve the evidence of an entry, so that another person may verify it."""
    entry = decidable_or_404(request, pk)
    form = VersionForm(request.POST)
    if not form.is_valid():
        return entry_response(request, entry, form=form, status=UNPROCESSABLE)
    decision = approve_entry(entry_id=entry.pk, actor=request.user, **form.cleaned_data)
    return decision_response(request, entry, decision, done="entry_approved")


@require_POST
def explain(request: SignedInRequest, pk: int) -> HttpResponse:
    """Record a reason for a requirement of the project that the entry does not meet."""
    entry = decidable_or_404(request, pk)
    form = ExplanationForm(request.POST)
    if not form.is_valid():
        return entry_response(request, entry, form=form, status=UNPROCESSABLE)
    decision = explain_requirement(entry_id=entry.pk, actor=request.user, **form.cleaned_data)
    return decision_response(request, entry, decision, done="requirement_explained")


@sensitive_post_parameters("password")
@require_POST
def certify(request: SignedInRequest, pk: int) -> HttpResponse:
    """Certify an entry that another person verified; the certifier re-enters their password once in a while."""
    entry = readable_or_404(request, pk)
    if not may_certify(request.user, entry.session.project_id):
        raise PermissionDenied
    kept = kept_proof(request.session, user=request.user)
    address = request.META.get("REMOTE_ADDR", "")
    form = CertificationForm(request.POST, user=request.user, address=address, kept=kept)
    if not form.is_valid():
        status = UNPROCESSABLE if form.held_back is None else TOO_MANY
        return entry_response(request, entry, form=form, open_form="certify", status=status)
    keep_proof(request.session, form.cleaned_data["password"], user=request.user)
    decision = promote_entry(
        entry_id=entry.pk,
        to=Stage.CERTIFIED,
        seen_version=form.cleaned_data["seen_version"],
        actor=request.user,
        reauthentication=form.cleaned_data["password"],
    )
    return decision_response(request, entry, decision, done="entry_promoted")


@require_POST
def override(request: SignedInRequest, pk: int) -> HttpResponse:
    """Verify an entry by overriding what only its project requires."""
    entry = readable_or_404(request, pk)
    if not may_override(request.user, entry.session.project_id):
        raise PermissionDenied
    form = OverrideForm(request.POST, entry=entry)
    if not form.is_valid():
        return entry_response(request, entry, form=form, open_form="override", status=UNPROCESSABLE)
    decision = override_policy(
        entry_id=entry.pk,
        reason=form.cleaned_data["reason"],
        seen_version=form.cleaned_data["seen_version"],
        actor=request.user,
    )
    return decision_response(request, entry, decision, done="policy_overridden")


def decision_response(
    request: SignedInRequest, entry: Entry, decision: Decision, *, done: str, is_over: bool = True
) -> HttpResponse:
    """Respond with the result of a decision, or why it was refused; the queue goes on if the turn *is over*."""
    fresh = readable_or_404(request, entry.pk)
    if isinstance(decision, Refused):
        return _refusal_response(request, fresh, decision, wanted=done)
    sentence = entry_decision_sentence(done, stage=decision.to)
    if not request.htmx:
        messages.success(request, sentence)
    query, kind = queue_of(request), _kind_of(decision, done)
    if query is not None and kind is not None and is_over:
        note_decided(request.session, kind, entry.pk)
        return next_in_queue(request, query, done=sentence, decided=fresh)
    if not request.htmx:
        return redirect(fresh)
    return entry_response(request, fresh, done=sentence)


def _kind_of(decision: Granted, done: str) -> str | None:
    """Return the kind under which the queue counts a decision; None if it does not end the turn of the entry."""
    return BY_TYPE[done].ends_turn_as or (str(decision.to) if decision.to in ABOVE_CANDIDATE else None)


def _refusal_response(request: SignedInRequest, entry: Entry, decision: Refused, *, wanted: str) -> HttpResponse:
    if Reason.NOT_PERMITTED in decision.reasons and decision.to != Stage.CERTIFIED:
        raise PermissionDenied
    refusals = refusal_sentences(decision)
    is_other = request.POST.get("seen_version") != str(entry.version)
    if Reason.CONFLICT in decision.reasons or (Reason.WRONG_STAGE in decision.reasons and is_other):
        late = late_decision(request, wanted, to=decision.to)
        return entry_response(request, entry, status=CONFLICT, late=late, refused=decision, refusals=refusals)
    return entry_response(request, entry, status=UNPROCESSABLE, refused=decision, refusals=refusals)
