"""Compare the people and policies of projects with what the journal says of them. Private to the services."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User

from review.events import people
from review.models import Chain, Event, Invitation, Membership, Project
from review.services._findings import Finding

Named = tuple[str, str]
"""A project by its slug, and a member or a policy item by its name."""


@dataclass(slots=True)
class Told:
    """What the events of the store add up to; a role of nothing is a membership that ended."""

    roles: dict[Named, str | None] = field(default_factory=dict)
    policies: dict[Named, bool] = field(default_factory=dict)
    stale_limits: dict[str, int] = field(default_factory=dict)
    accounts: dict[str, bool] = field(default_factory=dict)
    invitations: dict[int, Named] = field(default_factory=dict)
    accepted: dict[int, tuple[str, Named]] = field(default_factory=dict)
    revoked: set[int] = field(default_factory=set)


def unaccounted_people() -> Iterator[Finding]:
    """Compare memberships, policies, accounts and invitations with the last that the journal says of each.

    Of whom it says nothing, nothing is known: members from before it told of people are no finding.
    """
    told, chain = Told(), Chain.objects.filter(name=Chain.STORE).first()
    try:
        for event in Event.objects.filter(chain=chain).order_by("seq").iterator():
            _add(told, event.event_type, event.body)
    except (ValueError, LookupError, TypeError):
        yield Finding("journal_unreadable", "chain", chain.pk if chain else 0, Chain.STORE)
        return
    yield from _members(told)
    yield from _policies(told)
    yield from _accounts(told)
    for invitation in Invitation.objects.select_related("project", "accepted_by").order_by("pk"):
        if not _is_as_told(invitation, told):
            yield Finding("invitation_unaccounted", "invitation", invitation.pk)


def _add(told: Told, kind: str, body: Mapping[str, Any]) -> None:
    match kind:
        case people.MemberAdded.event_type:
            told.roles[body["project"], body["member"]] = body["role"]
            if body["invitation"] is not None:
                told.accepted[body["invitation"]] = (body["member"], (body["project"], body["role"]))
        case people.RoleChanged.event_type:
            told.roles[body["project"], body["member"]] = body["to_role"]
        case people.MemberRemoved.event_type:
            told.roles[body["project"], body["member"]] = None
        case people.PolicyChanged.event_type:
            told.policies[body["project"], body["policy"]] = body["on"]
        case people.StaleLimitChanged.event_type:
            told.stale_limits[body["project"]] = body["days"]
        case people.InvitationMade.event_type:
            told.invitations[body["invitation"]] = (body["project"], body["role"])
        case people.InvitationRevoked.event_type:
            told.revoked.add(body["invitation"])
        case people.AccountDeactivated.event_type | people.AccountActivated.event_type:
            told.accounts[body["account"]] = kind == people.AccountActivated.event_type


def _members(told: Told) -> Iterator[Finding]:
    rows = Membership.objects.values_list("project__slug", "user__username", "role")
    stored = {(slug, name): role for slug, name, role in rows}
    projects = dict(Project.objects.values_list("slug", "pk"))
    for (slug, name), role in told.roles.items():
        if slug in projects and stored.get((slug, name)) != role:
            yield Finding("member_unaccounted", "project", projects[slug], name)


def _policies(told: Told) -> Iterator[Finding]:
    projects = {project.slug: project for project in Project.objects.all()}
    for (slug, policy), on in told.policies.items():
        if slug in projects and getattr(projects[slug], policy, on) is not on:
            yield Finding("policy_unaccounted", "project", projects[slug].pk, policy)
    for slug, days in told.stale_limits.items():
        if slug in projects and projects[slug].stale_after_days != days:
            yield Finding("policy_unaccounted", "project", projects[slug].pk, "stale_after_days")


def _accounts(told: Told) -> Iterator[Finding]:
    for user in User.objects.filter(username__in=told.accounts).order_by("pk"):
        if user.is_active is not told.accounts[user.username]:
            yield Finding("account_unaccounted", "account", user.pk)


def _is_as_told(invitation: Invitation, told: Told) -> bool:
    """Compare an invitation with how it was made and what became of it: nobody joins in another role."""
    made = told.invitations.get(invitation.pk)
    who = invitation.accepted_by.get_username() if invitation.accepted_by else None
    accepted = None if who is None or made is None else (who, made)
    return (
        made == (invitation.project.slug, invitation.role)
        and told.accepted.get(invitation.pk) == accepted
        and (invitation.pk in told.revoked) is (invitation.revoked_at is not None)
    )
