"""What a person decides on an entry, and states for the gate."""

from django.utils.translation import gettext_lazy

from review.acts.act import Decision, Part, by_name
from review.acts.keys import Key
from review.domain.events import (
    AssignmentEnded,
    ChangeRequested,
    ChangeResolved,
    ClaimConfirmed,
    ClaimCorrected,
    EntryApproved,
    EntryAssigned,
    EntryDemoted,
    EntryPromoted,
    EntryRejected,
    EntryReopened,
    PolicyOverridden,
    RequirementExplained,
)
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


REPAIRED = frozenset({Part.FACTS, Part.CLAIM})
"""What changes with a quote, beside its card: the claim is compared with the words that count."""
_STAGE = frozenset({Part.FACTS, Part.QUOTES})
"""What changes with the stage: the quotes of a settled entry can be read, not repaired."""
_UNASSIGN = Decision(
    name="unassign",
    form=AssignmentForm,
    service=end_assignment,
    event=AssignmentEnded,
    wanted=gettext_lazy("Unassign"),
    done=gettext_lazy("Unassigned. The entry is in the queue of everybody again."),
    may_repeat=lambda page, _to: page.assignment is not None,
)

ENTRY_ACTS = by_name(
    Decision(
        name="promote",
        key=Key.DECIDE,
        form=PromotionForm,
        service=promote_entry,
        event=EntryPromoted,
        wanted=gettext_lazy("Promote to %(stage)s"),
        done=gettext_lazy("Promoted to %(stage)s."),
        changes=_STAGE,
        may_repeat=_may_promote,
    ),
    Decision(
        name="certify",
        key=Key.DECIDE,
        form=CertificationForm,
        service=promote_entry,
        event=EntryPromoted,
        wanted=gettext_lazy("Promote to %(stage)s"),
        done=gettext_lazy("Promoted to %(stage)s."),
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
        event=PolicyOverridden,
        wanted=gettext_lazy("Verify past the policy"),
        done=gettext_lazy("Verified past the policy of the project. The mark stays."),
        changes=_STAGE,
        capability=Capability.OVERRIDE,
        texts=("reason",),
        may_repeat=lambda page, _to: page.checklist.may_override,
        open_form="override",
    ),
    Decision(
        name="approve",
        key=Key.DECIDE,
        form=VersionForm,
        service=approve_entry,
        event=EntryApproved,
        wanted=gettext_lazy("Approve"),
        done=gettext_lazy("Approved. Another reviewer may verify it."),
        may_repeat=lambda page, _to: page.checklist.may_approve,
    ),
    Decision(
        name="demote",
        key=Key.BACK,
        form=ReasonForm,
        service=demote_entry,
        event=EntryDemoted,
        wanted=gettext_lazy("Demote"),
        done=gettext_lazy("Back to %(stage)s."),
        changes=_STAGE,
        texts=("reason",),
        may_repeat=_may_demote,
    ),
    Decision(
        name="reject",
        key=Key.REJECT,
        claim_key=Key.UNTRUE,
        form=ReasonForm,
        service=reject_entry,
        event=EntryRejected,
        wanted=gettext_lazy("Reject"),
        done=gettext_lazy("Rejected. It left every queue and can be reopened."),
        changes=_STAGE,
        texts=("reason",),
        may_repeat=lambda page, _to: page.entry.rejected_at is None,
    ),
    Decision(
        name="reopen",
        key=Key.BACK,
        form=VersionForm,
        service=reopen_entry,
        event=EntryReopened,
        wanted=gettext_lazy("Reopen"),
        done=gettext_lazy("Reopened as %(stage)s."),
        changes=_STAGE,
        may_repeat=lambda page, _to: page.entry.rejected_at is not None,
    ),
    Decision(
        name="change",
        key=Key.CHANGE,
        form=ChangeForm,
        service=request_change,
        event=ChangeRequested,
        wanted=gettext_lazy("Request change"),
        done=gettext_lazy("Change requested. The queue leaves the entry out until it is settled."),
        texts=("comment",),
        may_repeat=lambda page, _to: not page.is_settled and page.change is None,
    ),
    Decision(
        name="resolve",
        path="change/resolve",
        form=VersionForm,
        service=resolve_change,
        event=ChangeResolved,
        wanted=gettext_lazy("Call the change settled"),
        done=gettext_lazy("Settled. The entry is in the queue again."),
        may_repeat=lambda page, _to: page.change is not None,
    ),
    Decision(
        name="assign",
        form=AssignmentForm,
        service=assign_entry,
        event=EntryAssigned,
        wanted=gettext_lazy("Assign"),
        done=gettext_lazy("Assigned. Their queue begins with it, and other queues leave it out."),
        hands_to="person",
        without=(("person", _UNASSIGN),),
    ),
    Decision(
        name="confirm",
        claim_key=Key.STILL_TRUE,
        form=VersionForm,
        service=confirm_claim,
        event=ClaimConfirmed,
        wanted=gettext_lazy("Say that the claim is still true"),
        done=gettext_lazy("Confirmed: the claim still holds for the words that count."),
        may_repeat=lambda page, _to: not page.is_settled and page.claim.is_open,
    ),
    Decision(
        name="correct",
        claim_key=Key.OTHER_WORDS,
        form=ClaimForm,
        service=correct_claim,
        event=ClaimCorrected,
        wanted=gettext_lazy("Correct the claim"),
        done=gettext_lazy("The claim is corrected. Reasons, approvals and acknowledgements given before are void."),
        changes=frozenset({Part.CLAIM, Part.QUOTES, Part.LATER}),
        texts=("title", "body"),
        open_form="correct",
    ),
    Decision(
        name="explain",
        form=ExplanationForm,
        service=explain_requirement,
        event=RequirementExplained,
        wanted=gettext_lazy("Give a reason"),
        done=gettext_lazy("The reason is kept. It applies to you and to this evidence only."),
        texts=("reason",),
    ),
)
"""The decisions on an entry, by the name that follows `entry_` in the name of their URL."""


def changes_of(event_type: str) -> frozenset[Part]:
    """Return the parts of the page that undoing what such an event records changes, beside the quote that it names."""
    decided = [act.changes for act in ENTRY_ACTS.values() if act.event.event_type == event_type]
    return frozenset[Part]().union(*decided) if decided else REPAIRED
