"""The roles of members and what each may do. No ORM: the caller looks the role up."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType


class Role(StrEnum):
    """The role of a member in a project."""

    VIEWER = "viewer"
    REVIEWER = "reviewer"
    CERTIFIER = "certifier"
    AUDITOR = "auditor"
    MANAGER = "manager"


class Capability(StrEnum):
    """What somebody may do in a project."""

    READ = "read"
    REVIEW = "review"
    CERTIFY = "certify"
    AUDIT = "audit"
    OVERRIDE = "override"
    MANAGE = "manage"


CAPABILITIES: Mapping[Role, frozenset[Capability]] = MappingProxyType(
    {
        Role.VIEWER: frozenset({Capability.READ}),
        Role.REVIEWER: frozenset({Capability.READ, Capability.REVIEW}),
        Role.CERTIFIER: frozenset({Capability.READ, Capability.REVIEW, Capability.CERTIFY}),
        Role.AUDITOR: frozenset({Capability.READ, Capability.AUDIT}),
        Role.MANAGER: frozenset(
            {Capability.READ, Capability.REVIEW, Capability.AUDIT, Capability.OVERRIDE, Capability.MANAGE}
        ),
    }
)


def roles_that(capability: Capability) -> frozenset[Role]:
    """Return the roles that have a capability.

    >>> sorted(roles_that(Capability.OVERRIDE))
    [<Role.MANAGER: 'manager'>]
    """
    return frozenset(role for role, capabilities in CAPABILITIES.items() if capability in capabilities)


NEEDS_SECOND_PERSON = frozenset({Role.CERTIFIER, Role.MANAGER})
"""The roles that a manager cannot give alone: with two accounts, one person could verify and certify."""


class Obstacle(StrEnum):
    """Why the people, the policy or a webhook of a project were not changed."""

    NOT_PERMITTED = "not_permitted"
    CONFLICT = "conflict"
    LAST_MANAGER = "last_manager"
    ALREADY_MEMBER = "already_member"
    NAME_TAKEN = "name_taken"
    INVITATION_USED = "invitation_used"
    INVITATION_REVOKED = "invitation_revoked"
    INVITATION_EXPIRED = "invitation_expired"
    SECOND_PERSON = "second_person"
    SAME_PERSON = "same_person"
    TOO_MANY = "too_many"


@dataclass(frozen=True, slots=True)
class Unchanged:
    """Nothing was changed, and why."""

    obstacle: Obstacle
