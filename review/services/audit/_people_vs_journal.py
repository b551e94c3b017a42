"""Compare the people and policies of projects with what the journal records of them. Private to the services."""

from collections.abc import Iterator
from datetime import datetime

from django.contrib.auth.models import User

from review.domain.people_state import PeopleState, RecordedInvitation
from review.domain.replay import replay_people
from review.domain.switches import SWITCHES
from review.models import Chain, Event, Invitation, Membership, Project
from review.models.projects import DEFAULT_CONFIG
from review.services.audit._accounts_vs_journal import account_differences
from review.services.audit._finding import Finding
from review.services.audit._moments import matches_recorded_time
from review.services.audit._tokens_vs_journal import token_differences
from review.services.audit._webhooks_vs_journal import webhook_differences

DEFAULT_STALE_LIMIT: int = Project._meta.get_field("stale_after_days").default  # noqa: SLF001
DEFAULT_ALIGNER = (DEFAULT_CONFIG.fuzzy_threshold, DEFAULT_CONFIG.max_quote_length)


def people_differences() -> Iterator[Finding]:
    """Yield how projects, members, policies, accounts, invitations, tokens and webhooks differ from the journal."""
    chain = Chain.objects.filter(name=Chain.STORE).first()
    events = Event.objects.filter(chain=chain).order_by("seq")
    try:
        recorded = replay_people(event.recorded for event in events.iterator())
    except (ValueError, LookupError, TypeError):
        yield Finding("journal_unreadable", "chain", chain.pk if chain else 0, Chain.STORE)
        return
    for slug in sorted(recorded.projects - set(Project.objects.values_list("slug", flat=True))):
        yield Finding("project_missing", "store", 0, slug)
    yield from _member_differences(recorded)
    yield from _policy_differences(recorded)
    yield from account_differences(recorded.accounts)
    yield from _invitation_differences(recorded)
    yield from token_differences(recorded)
    yield from webhook_differences(recorded.webhooks)


def _invitation_differences(recorded: PeopleState) -> Iterator[Finding]:
    rows = Invitation.objects.select_related("project", "made_by", "accepted_by", "confirmed_by")
    for invitation in rows.order_by("pk"):
        if not _is_as_recorded(invitation, recorded):
            yield Finding("invitation_unaccounted", "invitation", invitation.pk)
    for gone in sorted(recorded.invitations.keys() - set(Invitation.objects.values_list("pk", flat=True))):
        yield Finding("invitation_missing", "invitation", gone)


def _member_differences(recorded: PeopleState) -> Iterator[Finding]:
    rows = Membership.objects.values_list("project__slug", "user__username", "role")
    stored = {(slug, name): role for slug, name, role in rows}
    projects = dict(Project.objects.values_list("slug", "pk"))
    unrecorded = dict.fromkeys(stored.keys() - recorded.roles.keys())
    for (slug, name), role in sorted((recorded.roles | unrecorded).items(), key=lambda item: item[0]):
        if slug in projects and stored.get((slug, name)) != role:
            yield Finding("member_unaccounted", "project", projects[slug], name)


def _policy_differences(recorded: PeopleState) -> Iterator[Finding]:
    """Yield the settings of projects that differ; those that no event changed are as for a new project."""
    for project in Project.objects.order_by("pk"):
        slug = project.slug
        aligner = (project.fuzzy_threshold, project.max_quote_length)
        for name, stored, known in (
            *((one, getattr(project, one), recorded.policies.get((slug, one), False)) for one in SWITCHES),
            ("stale_after_days", project.stale_after_days, recorded.stale_limits.get(slug, DEFAULT_STALE_LIMIT)),
            ("aligner", aligner, recorded.aligners.get(slug, DEFAULT_ALIGNER)),
            ("queue_weights", project.queue_weights, recorded.queue_weights.get(slug, {})),
            ("extractor", project.extractor, recorded.extractors.get(slug, {})),
            ("mappings", project.mappings, recorded.mappings.get(slug, [])),
        ):
            if stored != known:
                yield Finding("policy_unaccounted", "project", project.pk, name)


def _is_as_recorded(invitation: Invitation, recorded: PeopleState) -> bool:
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
