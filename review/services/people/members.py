"""The changes that managers make in a project: roles, memberships and the policy. Past work of members stays."""

from collections.abc import Mapping

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from aligner_core import AlignerConfig
from review.aligner import config_of
from review.domain.extracting import ExtractorSettings
from review.domain.roles import NEEDS_SECOND_PERSON, Obstacle, Role, Unchanged
from review.domain.switches import Switch
from review.domain.turns import weights_of
from review.models import Membership, Project
from review.selectors.access import appoints_people, may_manage
from review.selectors.extracting import extractor_digest
from review.services.people import _project_people
from review.services.people._project_people import changeable_membership, lock_project

__all__ = [
    "Unchanged",
    "change_role",
    "remove_member",
    "set_aligner",
    "set_extractor",
    "set_policy",
    "set_queue_weights",
    "set_stale_limit",
]


@transaction.atomic(durable=True)
def change_role(
    *, project_id: int, user_id: int, to: Role, seen_role: Role, actor: AbstractBaseUser
) -> Membership | Unchanged:
    """Change the role of a member; the last manager of a project stays one.

    A role that needs a second person is given by staff, or by an invitation that somebody else confirms.
    """
    project = lock_project(project_id)
    membership = changeable_membership(project, user_id, seen_role=seen_role, actor=actor, to=to)
    if isinstance(membership, Unchanged) or to is seen_role:
        return membership
    if to in NEEDS_SECOND_PERSON and not appoints_people(actor):
        return Unchanged(Obstacle.SECOND_PERSON)
    return _project_people.change_role(membership, to=to, actor=actor)


@transaction.atomic(durable=True)
def remove_member(*, project_id: int, user_id: int, seen_role: Role, actor: AbstractBaseUser) -> Membership | Unchanged:
    """Remove a member; the last manager of a project stays."""
    project = lock_project(project_id)
    membership = changeable_membership(project, user_id, seen_role=seen_role, actor=actor, to=None)
    return membership if isinstance(membership, Unchanged) else _project_people.remove_member(membership, actor=actor)


@transaction.atomic(durable=True)
def set_policy(*, project_id: int, policy: Switch, on: bool, actor: AbstractBaseUser) -> Project | Unchanged:
    """Turn a switch of a project on or off; it is a `conflict` when somebody else already did."""
    project = lock_project(project_id)
    if not may_manage(actor, project.pk):
        return Unchanged(Obstacle.NOT_PERMITTED)
    if getattr(project, policy) is on:
        return Unchanged(Obstacle.CONFLICT)
    return _project_people.set_policy(project, policy, on=on, actor=actor)


@transaction.atomic(durable=True)
def set_stale_limit(*, project_id: int, days: int, seen_days: int, actor: AbstractBaseUser) -> Project | Unchanged:
    """Set after how many days the sources of a project are stale; a limit other than *seen_days* is a `conflict`."""
    project = lock_project(project_id)
    if not may_manage(actor, project.pk):
        return Unchanged(Obstacle.NOT_PERMITTED)
    if project.stale_after_days != seen_days:
        return Unchanged(Obstacle.CONFLICT)
    return project if days == seen_days else _project_people.set_stale_limit(project, days, actor=actor)


@transaction.atomic(durable=True)
def set_aligner(
    *, project_id: int, config: AlignerConfig, seen: AlignerConfig, actor: AbstractBaseUser
) -> Project | Unchanged:
    """Set how quotes are aligned from now on; settings other than those *seen* are a `conflict`.

    Nothing is aligned again: every attempt records the configuration it was made with. Entries with a fuzzy quote below
    the new bar wait for a person.
    """
    project = lock_project(project_id)
    if not may_manage(actor, project.pk):
        return Unchanged(Obstacle.NOT_PERMITTED)
    if config_of(project) != seen:
        return Unchanged(Obstacle.CONFLICT)
    return project if config == seen else _project_people.set_aligner(project, config, actor=actor)


@transaction.atomic(durable=True)
def set_queue_weights(
    *, project_id: int, weights: Mapping[str, int], seen: Mapping[str, int], actor: AbstractBaseUser
) -> Project | Unchanged:
    """Set how early each kind of turn of the queue comes; weights other than those *seen* are a `conflict`."""
    project = lock_project(project_id)
    if not may_manage(actor, project.pk):
        return Unchanged(Obstacle.NOT_PERMITTED)
    if weights_of(project.queue_weights) != seen:
        return Unchanged(Obstacle.CONFLICT)
    return project if weights == seen else _project_people.set_queue_weights(project, weights, actor=actor)


@transaction.atomic(durable=True)
def set_extractor(
    *, project_id: int, chosen: ExtractorSettings, seen: str, actor: AbstractBaseUser
) -> Project | Unchanged:
    """Set how sessions are extracted by a model; settings other than those with the digest *seen* are a `conflict`."""
    project = lock_project(project_id)
    if not may_manage(actor, project.pk):
        return Unchanged(Obstacle.NOT_PERMITTED)
    if extractor_digest(project) != seen:
        return Unchanged(Obstacle.CONFLICT)
    return (
        project if chosen.stored == project.extractor else _project_people.set_extractor(project, chosen, actor=actor)
    )
