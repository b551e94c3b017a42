"""Who may see and do what: every page's query starts from the projects a person is a member of."""

from django.contrib.auth.models import AbstractBaseUser, AbstractUser, AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, QuerySet

from review.domain.roles import CAPABILITIES, Capability, Role, roles_that
from review.models import Entry, Membership, Project, Quote, ReviewSession

Person = AbstractBaseUser | AnonymousUser


def visible_projects(user: Person) -> QuerySet[Project]:
    """Return the projects a person is a member of."""
    return Project.objects.filter(memberships__user_id=_key(user))


def visible_sessions(user: Person) -> QuerySet[ReviewSession]:
    """Return the sessions of a person's projects."""
    return ReviewSession.objects.filter(
        Exists(Membership.objects.filter(user_id=_key(user), project_id=OuterRef("project_id")))
    )


def visible_entries(user: Person) -> QuerySet[Entry]:
    """Return the entries of a person's projects."""
    return Entry.objects.filter(is_visible(user, "session"))


def visible_quotes(user: Person) -> QuerySet[Quote]:
    """Return the quotes of a person's projects."""
    seen = Entry.objects.filter(pk=OuterRef("entry"), session__project__memberships__user_id=_key(user))
    return Quote.objects.filter(Exists(seen))


def is_visible(user: Person, session: str) -> Exists:
    """Match the rows of sessions that a person may see; *session* is the lookup path to the session.

    It is a subquery per row, here and above. With a join, SQLite starts from memberships or sessions and reads all of
    them to find the few rows that the rest of the query selects.
    """
    seen = ReviewSession.objects.filter(pk=OuterRef(session), project__memberships__user_id=_key(user))
    return Exists(seen)


def projects_where(user: Person, capability: Capability) -> QuerySet[Project]:
    """Return the projects in which a person's own role has a capability."""
    roles = roles_that(capability)
    return Project.objects.filter(memberships__user_id=_key(user), memberships__role__in=roles)


def memberships_with(user: Person, capability: Capability) -> QuerySet[Membership]:
    """Return the memberships of a person whose roles have a capability."""
    return Membership.objects.filter(user_id=_key(user), role__in=roles_that(capability))


def uploadable_projects(user: Person) -> QuerySet[Project]:
    """Return the projects a person may change: those they review, and for trusted staff all they are members of."""
    return visible_projects(user) if is_trusted(user) else projects_where(user, Capability.REVIEW)


def reviewed_projects(user: Person) -> frozenset[int]:
    """Return the keys of the projects a person may decide in."""
    return frozenset(uploadable_projects(user).values_list("pk", flat=True))


def may(user: Person, capability: Capability, project_id: int) -> bool:
    """Return whether a person may do something in a project."""
    return capability in capabilities_of(user, project_id)


def capabilities_of(user: Person, project_id: int) -> frozenset[Capability]:
    """Return what a person may do in a project: what their role allows; trusted staff may also review."""
    memberships = Membership.objects.filter(user_id=_key(user), project_id=project_id)
    trusted = frozenset({Capability.REVIEW}) if is_trusted(user) else frozenset()
    return trusted.union(*(CAPABILITIES[Role(role)] for role in memberships.values_list("role", flat=True)))


def may_review(user: Person, project_id: int) -> bool:
    """Return whether a person may change things in a project."""
    return may(user, Capability.REVIEW, project_id)


def require(user: Person, capability: Capability, project_id: int) -> None:
    """Raise PermissionDenied unless a person may do something in a project."""
    if not may(user, capability, project_id):
        raise PermissionDenied


def require_review(user: Person, project_id: int) -> None:
    """Raise PermissionDenied unless a person may change things in a project."""
    require(user, Capability.REVIEW, project_id)


def may_certify(user: Person, project_id: int) -> bool:
    """Return whether a person may certify what somebody else verified."""
    return may(user, Capability.CERTIFY, project_id)


def may_override(user: Person, project_id: int) -> bool:
    """Return whether a person may override what only the policy of a project requires."""
    return may(user, Capability.OVERRIDE, project_id)


def may_manage(user: Person, project_id: int) -> bool:
    """Return whether a person may change the members and the policy of a project."""
    return may(user, Capability.MANAGE, project_id)


def is_trusted(user: Person) -> bool:
    """Return whether a person is active staff trusted with entries."""
    return isinstance(user, AbstractUser) and user.is_staff and user.has_perm("review.change_entry")


def appoints_people(user: Person) -> bool:
    """Return whether a person is active staff who may give anybody a role in any project."""
    return isinstance(user, AbstractUser) and user.is_staff and user.has_perm("review.change_membership")


def reads_all_events(user: Person) -> bool:
    """Return whether a person is active staff who may read every event."""
    return isinstance(user, AbstractUser) and user.is_staff and user.has_perm("review.view_event")


def _key(user: Person) -> int:
    """Return the key of a person's account; 0 for anonymous users and deactivated accounts."""
    return user.pk if user.is_active and user.pk else 0
