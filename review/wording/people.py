"""Roles, policy items, and changes of the people of a project, in words."""

from collections.abc import Iterable

from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from aligner_core.evidence import three_digits
from review.domain.limits import INVITATION_TIME, MAX_WEBHOOKS
from review.domain.policy import PolicyItem
from review.domain.roles import Obstacle, Role
from review.domain.switches import Allowance
from review.domain.tokens import Scope
from review.models import AccountOrigin, ApiToken, Invitation, Membership, Project
from review.selectors.promotion.below_bar import HeldBack
from review.selectors.promotion.switches import SwitchesThen
from review.wording.names import member_role
from review.wording.quantities import lazy_duration

ROLE_SENTENCES = {
    Role.VIEWER: gettext_lazy("reads everything"),
    Role.REVIEWER: gettext_lazy("uploads, repairs, verifies"),
    Role.CERTIFIER: gettext_lazy("reviews, and certifies what another person verified"),
    Role.AUDITOR: gettext_lazy("reads everything and the journal, changes nothing"),
    Role.MANAGER: gettext_lazy("reviews, reads the journal, decides on people and policy"),
}
POLICY_SWITCHES = {
    PolicyItem.EXPLAIN_SOURCES: (
        gettext_lazy("Explain evidence that the user did not say"),
        gettext_lazy("An entry whose words come only from the assistant, a tool or a summary needs a reason."),
    ),
    PolicyItem.TWO_REVIEWERS: (
        gettext_lazy("Two reviewers for verified"),
        gettext_lazy(
            "An entry is verified only when another reviewer has approved it as it is. Accounts that invited one "
            "another count as one person until staff confirm them."
        ),
    ),
    PolicyItem.SEPARATE_SPAN_AUTHOR: (
        gettext_lazy("Chosen words are verified by somebody else"),
        gettext_lazy(
            "Whoever chose words of a quote, by selecting, typing or repairing them, or wrote the claim, does not "
            "verify the entry. Accounts that invited one another count as one person until staff confirm them."
        ),
    ),
    PolicyItem.CLAIM_FACTS: (
        gettext_lazy("Claims wait for the facts that their evidence lacks"),
        gettext_lazy(
            "Where a number, a name, a date or another fact of a claim is not in its evidence, a person has to say "
            "whether the claim is true, or correct it. When off, such facts are only marked."
        ),
    ),
    Allowance.BULK_UNREAD: (
        gettext_lazy("Several at once: unread entries too, where every quote is exact or normalized"),
        gettext_lazy(
            "When off, a person verifies several entries at once only where they have opened each of them since it "
            "changed."
        ),
    ),
    Allowance.TOKENS_VERIFY: (
        gettext_lazy("Programs verify with the token of a person"),
        gettext_lazy(
            "When off, only a person verifies, approves, gives reasons and answers for a claim. When on, a program may "
            "do so for the owner of its token, and every page and bundle says that it did."
        ),
    ),
}
SCOPES = {
    Scope.READ: (gettext_lazy("read"), gettext_lazy("check quotes, read sessions, entries, memories and exports")),
    Scope.INGEST: (gettext_lazy("upload"), gettext_lazy("upload sessions, extractions and retrievals")),
    Scope.REPAIR: (gettext_lazy("repair"), gettext_lazy("repair quotes, add entries and quotes, correct claims")),
    Scope.PROMOTE: (gettext_lazy("promote"), gettext_lazy("promote up to candidate, demote, reject, reopen")),
    Scope.AUDIT: (gettext_lazy("audit"), gettext_lazy("read the journal, seal bundles")),
}
"""The scopes of tokens: their names, and what they allow."""
OBSTACLES = {
    Obstacle.NOT_PERMITTED: gettext_lazy("Only a manager of the project may do this."),
    Obstacle.CONFLICT: gettext_lazy("Somebody changed this a moment ago. This is how it is now; please look again."),
    Obstacle.LAST_MANAGER: gettext_lazy("A project keeps one manager: make somebody else a manager first."),
    Obstacle.ALREADY_MEMBER: gettext_lazy("You are a member of this project already."),
    Obstacle.NAME_TAKEN: gettext_lazy("Somebody took this name a moment ago. Choose another one."),
    Obstacle.INVITATION_USED: gettext_lazy("This invitation has been used. Each lets one person in."),
    Obstacle.INVITATION_REVOKED: gettext_lazy("This invitation was revoked."),
    Obstacle.INVITATION_EXPIRED: format_lazy(
        gettext_lazy("This invitation has expired: each holds for {time}."), time=lazy_duration(INVITATION_TIME)
    ),
    Obstacle.SECOND_PERSON: gettext_lazy(
        "No manager gives this role alone. Invite them to it: they have it when a second manager or staff confirms the "
        "account that followed the link."
    ),
    Obstacle.SAME_PERSON: gettext_lazy(
        "You are one person with this account, or invited it: somebody else has to confirm it."
    ),
    Obstacle.TOO_MANY: format_lazy(
        gettext_lazy("A project has up to {count} webhooks: delete one that nobody needs any more."), count=MAX_WEBHOOKS
    ),
}


SCOPE_SENTENCES = {
    Obstacle.NOT_PERMITTED: gettext_lazy("Your role does not cover all of this: a token may do no more than you."),
}


def revoked_sentence(token: ApiToken) -> str:
    """Return the sentence for a token that was revoked."""
    return _("Revoked: nothing can be done with the token %(name)s any more.") % {"name": token.name}


def project_decision_sentence(outcome: Membership | Project | Invitation | AccountOrigin) -> str:
    """Return the sentence for a change by a manager or by staff."""
    match outcome:
        case AccountOrigin():
            return _("Confirmed: %(name)s is another person.") % {"name": outcome.account}
        case Membership(pk=None):
            return _("%(name)s is no longer a member. What they did stays.") % {"name": outcome.user}
        case Membership():
            role = member_role(outcome.role)
            return _("%(name)s has the role %(role)s now.") % {"name": outcome.user, "role": role}
        case Invitation(accepted_by=None):
            return _("Revoked: the link lets nobody in.")
        case Invitation():
            return _("Revoked: %(name)s does not get the role.") % {"name": outcome.accepted_by}
        case Project():
            return _("The policy is changed.")


def realigned_sentence(*, realigned: int, kept: int) -> str:
    """Return what realigning a project did: how many quotes got an attempt, how many of verified entries were kept."""
    done = ngettext("%(count)s quote was realigned.", "%(count)s quotes were realigned.", realigned)
    stays = ngettext(
        "%(count)s quote of a verified entry is judged differently and stays as it is.",
        "%(count)s quotes of verified entries are judged differently and stay as they are.",
        kept,
    )
    said = [done % {"count": realigned}, *([stays % {"count": kept}] if kept else [])]
    return " ".join(said)


def joined_sentence(joined: Membership | Invitation) -> str:
    """Return the sentence for a person who followed a link: their role, or what it waits for."""
    params = {"project": joined.project, "role": member_role(joined.role)}
    if isinstance(joined, Membership):
        return _("You are a member of %(project)s now, as %(role)s.") % params
    return (
        _(
            "You followed the invitation to %(project)s. You are %(role)s when a second manager or staff confirms your "
            "account."
        )
        % params
    )


def switches_mark(then: SwitchesThen | None) -> str:
    """Return the mark of an entry verified with fewer requirements than its project has now; empty for others."""
    return _("a switch was off") if then is not None and then.off else ""


def switches_sentences(then: SwitchesThen | None) -> list[str]:
    """Return which requirements the policy had when an entry was verified, and which current ones it lacked."""
    if then is None:
        return []
    sentences = []
    if then.off:
        sentences.append(_("Off when it was verified, on today: %(switches)s") % {"switches": _switch_names(then.off)})
    if then.on:
        sentences.append(_("On when it was verified: %(switches)s") % {"switches": _switch_names(then.on)})
    return sentences or [_("No switch of the policy was on when it was verified.")]


def _switch_names(items: Iterable[PolicyItem]) -> str:
    return " · ".join(str(POLICY_SWITCHES[item][0]) for item in items)


def held_back_sentence(held: HeldBack) -> str:
    """Return how many entries a higher bar would hold back, before it is stored."""
    sentence = ngettext(
        "A bar of %(bar)s holds back %(count)s entry, %(verified)s of them verified: a quote of it is less similar. "
        "Nothing was changed yet.",
        "A bar of %(bar)s holds back %(count)s entries, %(verified)s of them verified: a quote of each is less "
        "similar. Nothing was changed yet.",
        held.entries,
    )
    return sentence % {"bar": three_digits(held.bar), "count": held.entries, "verified": held.verified}
