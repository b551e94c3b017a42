"""Compare the people and policies of projects with what the journal records of them. Private to the services."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User

from review.domain.events import people
from review.domain.switches import SWITCHES
from review.models import Chain, Event, Invitation, Membership, Project
from review.models.projects import DEFAULT_CONFIG
from review.services.audit._accounts_vs_journal import RecordedAccounts, account_differences
from review.services.audit._finding import Finding
from review.services.audit._moments import matches_recorded_time

InProject = tuple[str, str]
"""The slug of a project, and the name of a member, a role or a policy item in it."""
DEFAULT_STALE_LIMIT: int = Project._meta.get_field("stale_after_days").default  # noqa: SLF001
DEFAULT_ALIGNER = (DEFAULT_CONFIG.fuzzy_threshold, DEFAULT_CONFIG.max_quote_length)


@dataclass(frozen=True, slots=True)
class RecordedInvitation:
    """An invitation as its event records it."""

    granted: InProject
    made_by: str
    made_at: datetime
    expires_at: datetime
    token_hash: str


@dataclass(slots=True)
class RecordedPeople:
    """The state that the events of the store add up to; a role of None is a membership that ended."""

    roles: dict[InProject, str | None] = field(default_factory=dict)
    policies: dict[InProject, bool] = field(default_factory=dict)
    stale_limits: dict[str, int] = field(default_factory=dict)
    aligners: dict[str, tuple[float, int]] = field(default_factory=dict)
    queue_weights: dict[str, dict[str, int]] = field(default_factory=dict)
    accounts: RecordedAccounts = field(default_factory=RecordedAccounts)
    invitations: dict[int, RecordedInvitation] = field(default_factory=dict)
    accepted: dict[int, tuple[str, datetime]] = field(default_factory=dict)
    waiting: set[int] = field(default_factory=set)
    granted: dict[int, InProject] = field(default_factory=dict)
    confirmed: dict[int, tuple[str, datetime]] = field(default_factory=dict)
    revoked_at: dict[int, datetime] = field(default_factory=dict)
    projects: set[str] = field(default_factory=set)


def people_differences() -> Iterator[Finding]:
    """Yield how projects, memberships, policies, accounts and invitations differ from the last event about each."""
    recorded, chain = RecordedPeople(), Chain.objects.filter(name=Chain.STORE).first()
    try:
        for event in Event.objects.filter(chain=chain).order_by("seq").iterator():
            _add(recorded, event, event.body)
    except (ValueError, LookupError, TypeError):
        yield Finding("journal_unreadable", "chain", chain.pk if chain else 0, Chain.STORE)
        return
    for slug in sorted(recorded.projects - set(Project.objects.values_list("slug", flat=True))):
        yield Finding("project_missing", "store", 0, slug)
    yield from _member_differences(recorded)
    yield from _policy_differences(recorded)
    yield from account_differences(recorded.accounts)
    yield from _invitation_differences(recorded)


def _invitation_differences(recorded: RecordedPeople) -> Iterator[Finding]:
    rows = Invitation.objects.select_related("project", "made_by", "accepted_by", "confirmed_by")
    for invitation in rows.order_by("pk"):
        if not _is_as_recorded(invitation, recorded):
            yield Finding("invitation_unaccounted", "invitation", invitation.pk)
    for gone in sorted(recorded.invitations.keys() - set(Invitation.objects.values_list("pk", flat=True))):
        yield Finding("invitation_missing", "invitation", gone)


def _add(recorded: RecordedPeople, event: Event, body: Mapping[str, Any]) -> None:
    if "project" in body:
        recorded.projects.add(body["project"])
    match event.event_type:
        case people.MemberAdded.event_type:
            recorded.roles[body["project"], body["member"]] = body["role"]
            _add_grant(recorded, event, body, role=body["role"])
        case people.RoleChanged.event_type:
            recorded.roles[body["project"], body["member"]] = body["to_role"]
            _add_grant(recorded, event, body, role=body["to_role"])
        case people.MemberRemoved.event_type:
            recorded.roles[body["project"], body["member"]] = None
        case _:
            _add_invitation(recorded, event, body)
            _add_setting(recorded, event.event_type, body)
            recorded.accounts.add(event, body)


def _add_grant(recorded: RecordedPeople, event: Event, body: Mapping[str, Any], *, role: str) -> None:
    """Add the role that an invitation gave; where the account did not wait for it, it followed the link just then."""
    if body["invitation"] is not None:
        recorded.granted[body["invitation"]] = (body["project"], role)
        recorded.accepted.setdefault(body["invitation"], (body["member"], event.created_at))


def _add_invitation(recorded: RecordedPeople, event: Event, body: Mapping[str, Any]) -> None:
    match event.event_type:
        case people.InvitationMade.event_type:
            recorded.invitations[body["invitation"]] = RecordedInvitation(
                granted=(body["project"], body["role"]),
                made_by=event.actor,
                made_at=event.created_at,
                expires_at=datetime.fromisoformat(body["expires_at"]),
                token_hash=body["token_hash"],
            )
        case people.InvitationAccepted.event_type:
            recorded.accepted[body["invitation"]] = (body["account"], event.created_at)
            recorded.waiting.add(body["invitation"])
        case people.InvitationConfirmed.event_type:
            recorded.confirmed[body["invitation"]] = (event.actor, event.created_at)
            recorded.waiting.discard(body["invitation"])
        case people.InvitationRevoked.event_type:
            recorded.revoked_at[body["invitation"]] = event.created_at
            recorded.waiting.discard(body["invitation"])


def _add_setting(recorded: RecordedPeople, kind: str, body: Mapping[str, Any]) -> None:
    match kind:
        case people.PolicyChanged.event_type:
            recorded.policies[body["project"], body["policy"]] = body["on"]
        case people.StaleLimitChanged.event_type:
            recorded.stale_limits[body["project"]] = body["days"]
        case people.AlignerChanged.event_type:
            recorded.aligners[body["project"]] = (body["fuzzy_threshold"], body["max_quote_length"])
        case people.QueueWeightsChanged.event_type:
            recorded.queue_weights[body["project"]] = body["weights"]


def _member_differences(recorded: RecordedPeople) -> Iterator[Finding]:
    rows = Membership.objects.values_list("project__slug", "user__username", "role")
    stored = {(slug, name): role for slug, name, role in rows}
    projects = dict(Project.objects.values_list("slug", "pk"))
    unrecorded = dict.fromkeys(stored.keys() - recorded.roles.keys())
    for (slug, name), role in sorted((recorded.roles | unrecorded).items(), key=lambda item: item[0]):
        if slug in projects and stored.get((slug, name)) != role:
            yield Finding("member_unaccounted", "project", projects[slug], name)


def _policy_differences(recorded: RecordedPeople) -> Iterator[Finding]:
    for slug, project in ((project.slug, project) for project in Project.objects.order_by("pk")):
        for policy in SWITCHES:
            if getattr(project, policy) is not recorded.policies.get((slug, policy), False):
                yield Finding("policy_unaccounted", "project", project.pk, policy)
        if project.stale_after_days != recorded.stale_limits.get(slug, DEFAULT_STALE_LIMIT):
            yield Finding("policy_unaccounted", "project", project.pk, "stale_after_days")
        if (project.fuzzy_threshold, project.max_quote_length) != recorded.aligners.get(slug, DEFAULT_ALIGNER):
            yield Finding("policy_unaccounted", "project", project.pk, "aligner")
        if project.queue_weights != recorded.queue_weights.get(slug, {}):
            yield Finding("policy_unaccounted", "project", project.pk, "queue_weights")


def _is_as_recorded(invitation: Invitation, recorded: RecordedPeople) -> bool:
    """Return whether an invitation was made, accepted, confirmed and revoked as recorded; the role included."""
    made = recorded.invitations.get(invitation.pk)
    if made is None or made.granted != (invitation.project.slug, invitation.role):
        return False
    return (
        recorded.granted.get(invitation.pk, made.granted) == made.granted
        and invitation.is_waiting is (invitation.pk in recorded.waiting)
        and matches_recorded_time(invitation.revoked_at, recorded.revoked_at.get(invitation.pk))
        and _is_as_made(invitation, made)
        and _is_by_recorded(invitation.accepted_by, invitation.accepted_at, recorded.accepted.get(invitation.pk))
        and _is_by_recorded(invitation.confirmed_by, invitation.confirmed_at, recorded.confirmed.get(invitation.pk))
    )


def _is_as_made(invitation: Invitation, made: RecordedInvitation) -> bool:
    return (
        invitation.made_by.get_username() == made.made_by
        and matches_recorded_time(invitation.made_at, made.made_at)
        and invitation.expires_at == made.expires_at
        and made.token_hash == invitation.token_hash
    )


def _is_by_recorded(person: User | None, at: datetime | None, event: tuple[str, datetime] | None) -> bool:
    """Return whether the person who did something, and the time, are those of its event."""
    name, moment = event or (None, None)
    return (person.get_username() if person else None) == name and matches_recorded_time(at, moment)
