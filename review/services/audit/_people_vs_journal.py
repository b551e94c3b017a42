"""Compare the people and policies of projects with what the journal records of them. Private to the services."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User

from review.domain.events import people
from review.models import Chain, Event, Invitation, Membership, Project
from review.models.projects import DEFAULT_CONFIG
from review.services.audit._finding import Finding

InProject = tuple[str, str]
"""The slug of a project, and the name of a member, a role or a policy item in it."""


@dataclass(slots=True)
class RecordedPeople:
    """What the events of the store add up to; a role of None is a membership that ended."""

    roles: dict[InProject, str | None] = field(default_factory=dict)
    policies: dict[InProject, bool] = field(default_factory=dict)
    stale_limits: dict[str, int] = field(default_factory=dict)
    aligners: dict[str, tuple[float, int]] = field(default_factory=dict)
    accounts: dict[str, bool] = field(default_factory=dict)
    invitations: dict[int, InProject] = field(default_factory=dict)
    confirmed: dict[int, str] = field(default_factory=dict)
    accepted: dict[int, tuple[str, InProject]] = field(default_factory=dict)
    revoked: set[int] = field(default_factory=set)


def people_differences() -> Iterator[Finding]:
    """Yield how memberships, policies, accounts and invitations differ from the last event about each.

    A member without any event is no finding: the journal has not always recorded people.
    """
    recorded, chain = RecordedPeople(), Chain.objects.filter(name=Chain.STORE).first()
    try:
        for event in Event.objects.filter(chain=chain).order_by("seq").iterator():
            _add(recorded, event.event_type, event.body)
            if event.event_type == people.InvitationConfirmed.event_type:
                recorded.confirmed[event.body["invitation"]] = event.actor
    except (ValueError, LookupError, TypeError):
        yield Finding("journal_unreadable", "chain", chain.pk if chain else 0, Chain.STORE)
        return
    yield from _member_differences(recorded)
    yield from _policy_differences(recorded)
    yield from _account_differences(recorded)
    for invitation in Invitation.objects.select_related("project", "confirmed_by", "accepted_by").order_by("pk"):
        if not _is_as_recorded(invitation, recorded):
            yield Finding("invitation_unaccounted", "invitation", invitation.pk)


def _add(recorded: RecordedPeople, kind: str, body: Mapping[str, Any]) -> None:
    match kind:
        case people.MemberAdded.event_type:
            recorded.roles[body["project"], body["member"]] = body["role"]
            if body["invitation"] is not None:
                recorded.accepted[body["invitation"]] = (body["member"], (body["project"], body["role"]))
        case people.RoleChanged.event_type:
            recorded.roles[body["project"], body["member"]] = body["to_role"]
            if body.get("invitation") is not None:
                recorded.accepted[body["invitation"]] = (body["member"], (body["project"], body["to_role"]))
        case people.MemberRemoved.event_type:
            recorded.roles[body["project"], body["member"]] = None
        case people.InvitationMade.event_type:
            recorded.invitations[body["invitation"]] = (body["project"], body["role"])
        case people.InvitationRevoked.event_type:
            recorded.revoked.add(body["invitation"])
        case people.AccountDeactivated.event_type | people.AccountActivated.event_type:
            recorded.accounts[body["account"]] = kind == people.AccountActivated.event_type
        case _:
            _add_setting(recorded, kind, body)


def _add_setting(recorded: RecordedPeople, kind: str, body: Mapping[str, Any]) -> None:
    match kind:
        case people.PolicyChanged.event_type:
            recorded.policies[body["project"], body["policy"]] = body["on"]
        case people.StaleLimitChanged.event_type:
            recorded.stale_limits[body["project"]] = body["days"]
        case people.AlignerChanged.event_type:
            recorded.aligners[body["project"]] = (body["fuzzy_threshold"], body["max_quote_length"])


def _member_differences(recorded: RecordedPeople) -> Iterator[Finding]:
    rows = Membership.objects.values_list("project__slug", "user__username", "role")
    stored = {(slug, name): role for slug, name, role in rows}
    projects = dict(Project.objects.values_list("slug", "pk"))
    for (slug, name), role in recorded.roles.items():
        if slug in projects and stored.get((slug, name)) != role:
            yield Finding("member_unaccounted", "project", projects[slug], name)


def _policy_differences(recorded: RecordedPeople) -> Iterator[Finding]:
    projects = {project.slug: project for project in Project.objects.all()}
    for (slug, policy), on in recorded.policies.items():
        if slug in projects and getattr(projects[slug], policy, on) is not on:
            yield Finding("policy_unaccounted", "project", projects[slug].pk, policy)
    for slug, days in recorded.stale_limits.items():
        if slug in projects and projects[slug].stale_after_days != days:
            yield Finding("policy_unaccounted", "project", projects[slug].pk, "stale_after_days")
    default = (DEFAULT_CONFIG.fuzzy_threshold, DEFAULT_CONFIG.max_quote_length)
    for slug, project in projects.items():
        if (project.fuzzy_threshold, project.max_quote_length) != recorded.aligners.get(slug, default):
            yield Finding("policy_unaccounted", "project", project.pk, "aligner")


def _account_differences(recorded: RecordedPeople) -> Iterator[Finding]:
    for user in User.objects.filter(username__in=recorded.accounts).order_by("pk"):
        if user.is_active is not recorded.accounts[user.username]:
            yield Finding("account_unaccounted", "account", user.pk)


def _is_as_recorded(invitation: Invitation, recorded: RecordedPeople) -> bool:
    """Return whether an invitation was made, confirmed, accepted and revoked as recorded; the role included."""
    made = recorded.invitations.get(invitation.pk)
    member = invitation.accepted_by.get_username() if invitation.accepted_by else None
    confirmer = invitation.confirmed_by.get_username() if invitation.confirmed_by else None
    accepted = None if member is None or made is None else (member, made)
    return (
        made == (invitation.project.slug, invitation.role)
        and recorded.confirmed.get(invitation.pk) == confirmer
        and recorded.accepted.get(invitation.pk) == accepted
        and (invitation.pk in recorded.revoked) is (invitation.revoked_at is not None)
    )
