"""Change the people and the policy of a locked project, each change with its event. Private to the services.

`members` and `staff_actions` have functions of the same names, which check permissions and call these.
"""

from collections.abc import Mapping

from django.contrib.auth.models import AbstractBaseUser, User

from aligner_core import AlignerConfig
from review.domain.events.people import (
    AlignerChanged,
    ExtractorChanged,
    MemberAdded,
    MemberRemoved,
    PolicyChanged,
    QueueWeightsChanged,
    RoleChanged,
    StaleLimitChanged,
)
from review.domain.extracting import ExtractorSettings
from review.domain.policy import PolicyItem
from review.domain.roles import CAPABILITIES, Capability, Obstacle, Role, Unchanged
from review.domain.switches import Switch
from review.models import Membership, Project
from review.selectors.access import forget_memberships, may_manage
from review.services import _journal
from review.services._assignments import end_assignments
from review.services.derived.failures import diagnose_all_again
from review.services.derived.project_changes import mark_below_bar, mark_claims

Actor = AbstractBaseUser | None
"""The acting person; None for a command."""


def lock_project(project_id: int) -> Project:
    """Return a project, locked: every change of its people or its policy does this first."""
    return Project.objects.select_for_update(no_key=True).get(pk=project_id)


def changeable_membership(
    project: Project, user_id: int, *, seen_role: Role, actor: AbstractBaseUser, to: Role | None
) -> Membership | Unchanged:
    """Return a membership, read under the lock, that may change to the role *to* or, if that is None, end."""
    if not may_manage(actor, project.pk):
        return Unchanged(Obstacle.NOT_PERMITTED)
    membership = project.memberships.select_related("user").filter(user__pk=user_id).first()
    if membership is None or membership.role != seen_role:
        return Unchanged(Obstacle.CONFLICT)
    if seen_role is Role.MANAGER and to is not Role.MANAGER and not _has_another_manager(project, membership):
        return Unchanged(Obstacle.LAST_MANAGER)
    return membership


def add_member(
    project: Project, user: User, *, role: Role, actor: Actor, invitation: int | None = None
) -> Membership | Unchanged:
    """Make a person a member, unless they already are one in any role."""
    membership, created = Membership.objects.get_or_create(project=project, user=user, defaults={"role": role})
    if not created:
        return Unchanged(Obstacle.ALREADY_MEMBER)
    forget_memberships()
    payload = MemberAdded(project=project.slug, member=user.get_username(), role=role, invitation=invitation)
    _journal.append(payload, session=None, actor=actor)
    return membership


def change_role(membership: Membership, *, to: Role, actor: Actor, invitation: int | None = None) -> Membership:
    """Change the role of a member; their assignments end if they no longer review."""
    came_from, membership.role = membership.role, to
    membership.save(update_fields=["role"])
    forget_memberships()
    if Capability.REVIEW not in CAPABILITIES[to]:
        end_assignments(membership.project, membership.user.get_username(), actor=actor)
    payload = RoleChanged(
        project=membership.project.slug,
        member=membership.user.get_username(),
        from_role=came_from,
        to_role=to,
        invitation=invitation,
    )
    _journal.append(payload, session=None, actor=actor)
    return membership


def remove_member(membership: Membership, *, actor: Actor) -> Membership:
    """Remove a person from a project; everything they did stays, and their assignments end."""
    membership.delete()
    forget_memberships()
    end_assignments(membership.project, membership.user.get_username(), actor=actor)
    payload = MemberRemoved(
        project=membership.project.slug, member=membership.user.get_username(), role=membership.role
    )
    _journal.append(payload, session=None, actor=actor)
    return membership


def set_policy(project: Project, policy: Switch, *, on: bool, actor: Actor) -> Project:
    """Turn one switch of a project on or off, and mark the claims that wait for a person accordingly."""
    setattr(project, policy, on)
    project.save(update_fields=[policy])
    if policy is PolicyItem.CLAIM_FACTS:
        mark_claims(project)
    payload = PolicyChanged(project=project.slug, policy=policy, on=on)
    _journal.append(payload, session=None, actor=actor)
    return project


def set_stale_limit(project: Project, days: int, *, actor: Actor) -> Project:
    """Set after how many days the sources of a project are stale."""
    project.stale_after_days = days
    project.save(update_fields=["stale_after_days"])
    _journal.append(StaleLimitChanged(project=project.slug, days=days), session=None, actor=actor)
    return project


def set_aligner(project: Project, config: AlignerConfig, *, actor: Actor) -> Project:
    """Set how the quotes of a project are aligned from now on, and judge by it what was aligned before.

    Failed quotes are diagnosed again, and entries with a quote below the bar wait.
    """
    is_other_bar = project.fuzzy_threshold != config.fuzzy_threshold
    project.fuzzy_threshold, project.max_quote_length = config.fuzzy_threshold, config.max_quote_length
    project.save(update_fields=["fuzzy_threshold", "max_quote_length"])
    if is_other_bar:
        mark_below_bar(project)
    diagnose_all_again(project)
    payload = AlignerChanged(
        project=project.slug, fuzzy_threshold=config.fuzzy_threshold, max_quote_length=config.max_quote_length
    )
    _journal.append(payload, session=None, actor=actor)
    return project


def set_queue_weights(project: Project, weights: Mapping[str, int], *, actor: Actor) -> Project:
    """Set how early each kind of turn of the queue comes in a project."""
    project.queue_weights = dict(weights)
    project.save(update_fields=["queue_weights"])
    _journal.append(QueueWeightsChanged(project=project.slug, weights=dict(weights)), session=None, actor=actor)
    return project


def set_extractor(project: Project, chosen: ExtractorSettings, *, actor: Actor) -> Project:
    """Set how sessions of a project are extracted by a model."""
    project.extractor = chosen.stored
    project.save(update_fields=["extractor"])
    _journal.append(ExtractorChanged(project=project.slug, **chosen.stored), session=None, actor=actor)
    return project


def _has_another_manager(project: Project, membership: Membership) -> bool:
    """Return whether another manager is left who can log in."""
    managers = project.memberships.filter(role=Role.MANAGER, user__is_active=True)
    return managers.exclude(pk=membership.pk).exists()
