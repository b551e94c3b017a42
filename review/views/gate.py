"""What people say to the gate: approve, explain, certify, override."""

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from review.forms import CertificationForm, ExplanationForm, OverrideForm, VersionForm
from review.policy import Stage
from review.selectors.access import may_certify, may_override
from review.services.overrides import override_policy
from review.services.promotions import promote_entry
from review.services.statements import approve_entry, explain_requirement
from review.views._requests import SignedInRequest, signed_in
from review.views.entries import UNPROCESSABLE, answer_entry, decidable, readable, show_entry

TOO_MANY = 429


@signed_in
@require_POST
def approve(request: SignedInRequest, pk: int) -> HttpResponse:
    """Say of an entry that its evidence holds, so that another person may verify it."""
    entry = decidable(request, pk)
    form = VersionForm(request.POST)
    if not form.is_valid():
        return show_entry(request, entry, form=form, status=UNPROCESSABLE)
    decision = approve_entry(entry_id=entry.pk, actor=request.user, **form.cleaned_data)
    return answer_entry(request, entry, decision, done="entry_approved")


@signed_in
@require_POST
def explain(request: SignedInRequest, pk: int) -> HttpResponse:
    """Give a reason for what the project of an entry asks and the entry misses."""
    entry = decidable(request, pk)
    form = ExplanationForm(request.POST)
    if not form.is_valid():
        return show_entry(request, entry, form=form, status=UNPROCESSABLE)
    decision = explain_requirement(entry_id=entry.pk, actor=request.user, **form.cleaned_data)
    return answer_entry(request, entry, decision, done="requirement_explained")


@sensitive_post_parameters("password")
@signed_in
@require_POST
def certify(request: SignedInRequest, pk: int) -> HttpResponse:
    """Certify an entry that another person verified; who certifies gives the password again."""
    entry = readable(request, pk)
    if not may_certify(request.user, entry.session.project_id):
        raise PermissionDenied
    form = CertificationForm(request.POST, user=request.user, address=request.META.get("REMOTE_ADDR", ""))
    if not form.is_valid():
        status = UNPROCESSABLE if form.held_back is None else TOO_MANY
        return show_entry(request, entry, form=form, asked="certify", status=status)
    decision = promote_entry(
        entry_id=entry.pk,
        to=Stage.CERTIFIED,
        seen_version=form.cleaned_data["seen_version"],
        actor=request.user,
        reauthentication=form.cleaned_data["password"],
    )
    return answer_entry(request, entry, decision, done="entry_promoted")


@signed_in
@require_POST
def override(request: SignedInRequest, pk: int) -> HttpResponse:
    """Verify an entry past what only its project asks."""
    entry = readable(request, pk)
    if not may_override(request.user, entry.session.project_id):
        raise PermissionDenied
    form = OverrideForm(request.POST, entry=entry)
    if not form.is_valid():
        return show_entry(request, entry, form=form, asked="override", status=UNPROCESSABLE)
    decision = override_policy(
        entry_id=entry.pk,
        reason=form.cleaned_data["reason"],
        seen_version=form.cleaned_data["seen_version"],
        actor=request.user,
    )
    return answer_entry(request, entry, decision, done="policy_overridden")
