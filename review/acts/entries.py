"""What a person decides on an entry, and states for the gate."""

from review.acts.act import Decision, Part, by_name
from review.domain.policy import Stage
from review.domain.roles import Capability
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
from review.models import ABOVE_CANDIDATE
from review.selectors.entries.entry_page import EntryPage
from review.services.promotion.claims import confirm_claim, correct_claim
from review.services.promotion.overrides import override_policy
from review.services.promotion.stages import demote_entry, promote_entry, reject_entry, reopen_entry
from review.services.promotion.statements import approve_entry, explain_requirement
from review.services.queue.assignments import assign_entry, end_assignment
from review.services.queue.changes import request_change, resolve_change


def _may_promote(page: EntryPage, to: str) -> bool:
    return to in page.next_stages and not (page.is_blocked and to == Stage.VERIFIED)


def _may_demote(page: EntryPage, _to: str) -> bool:
    return page.entry.stage in ABOVE_CANDIDATE and page.entry.rejected_at is None


_STAGE = frozenset({Part.FACTS, Part.QUOTES})
"""What changes with the stage: the quotes of a settled entry can be read, not repaired."""
_UNASSIGN = Decision(
    name="unassign",
    form=AssignmentForm,
    service=end_assignment,
    event="assignment_ended",
    may_repeat=lambda page, _to: page.assignment is not None,
)

ENTRY_ACTS = by_name(
    Decision(
        name="promote",
        form=PromotionForm,
        service=promote_entry,
        event="entry_promoted",
        changes=_STAGE,
        may_repeat=_may_promote,
    ),
    Decision(
        name="certify",
        form=CertificationForm,
        service=promote_entry,
        event="entry_promoted",
        changes=frozenset({Part.FACTS}),
        capability=Capability.CERTIFY,
        may_repeat=_may_promote,
        open_form="certify",
        asks_password=True,
    ),
    Decision(
        name="override",
        form=OverrideForm,
        service=override_policy,
        event="policy_overridden",
        changes=_STAGE,
        capability=Capability.OVERRIDE,
        texts=("reason",),
        may_repeat=lambda page, _to: page.checklist.may_override,
        open_form="override",
    ),
    Decision(
        name="approve",
        form=VersionForm,
        service=approve_entry,
        event="entry_approved",
        may_repeat=lambda page, _to: page.checklist.may_approve,
        turn="approved",
    ),
    Decision(
        name="demote",
        form=ReasonForm,
        service=demote_entry,
        event="entry_demoted",
        changes=_STAGE,
        texts=("reason",),
        may_repeat=_may_demote,
    ),
    Decision(
        name="reject",
        form=ReasonForm,
        service=reject_entry,
        event="entry_rejected",
        changes=_STAGE,
        texts=("reason",),
        may_repeat=lambda page, _to: page.entry.rejected_at is None,
        turn="rejected",
    ),
    Decision(
        name="reopen",
        form=VersionForm,
        service=reopen_entry,
        event="entry_reopened",
        changes=_STAGE,
        may_repeat=lambda page, _to: page.entry.rejected_at is not None,
    ),
    Decision(
        name="change",
        form=ChangeForm,
        service=request_change,
        event="change_requested",
        texts=("comment",),
        may_repeat=lambda page, _to: not page.is_settled and page.change is None,
        turn="change",
    ),
    Decision(
        name="resolve",
        path="change/resolve",
        form=VersionForm,
        service=resolve_change,
        event="change_resolved",
        may_repeat=lambda page, _to: page.change is not None,
    ),
    Decision(
        name="assign",
        form=AssignmentForm,
        service=assign_entry,
        event="entry_assigned",
        turn="assigned",
        hands_to="person",
        without=(("person", _UNASSIGN),),
    ),
    Decision(
        name="confirm",
        form=VersionForm,
        service=confirm_claim,
        event="claim_confirmed",
        may_repeat=lambda page, _to: not page.is_settled and page.claim.is_open,
    ),
    Decision(
        name="correct",
        form=ClaimForm,
        service=correct_claim,
        event="claim_corrected",
        changes=frozenset({Part.QUOTES, Part.LATER}),
        texts=("title", "body"),
        open_form="correct",
    ),
    Decision(
        name="explain",
        form=ExplanationForm,
        service=explain_requirement,
        event="requirement_explained",
        texts=("reason",),
    ),
)
"""The decisions on an entry, by the name that follows `entry_` in the name of their URL."""
