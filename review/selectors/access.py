"""Who may see and do what: every page's query starts from the projects a person is a member of."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.contrib.auth.models import AbstractBaseUser, AbstractUser, AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, QuerySet

from review.databases.statements import Statement
from review.domain.roles import CAPABILITIES, Capability, Role, roles_that
from review.models import Entry, Membership, Project, Quote, ReviewSession

Person = AbstractBaseUser | AnonymousUser
_read: ContextVar[dict[int, tuple[Membership, ...]] | None] = ContextVar("memberships read", default=None)


@contextmanager
def memberships_read_once() -> Iterator[None]:
    """Read the memberships of a person once, whatever asks for them: for reading, in one request.

    Acts look up what a person may do anew, within their transaction.
    """
    token = _read.set({})
    try:
        yield
    finally:
        _read.reset(token)


def forget_memberships() -> None:
    """Read memberships again from here on, as they were changed."""
    if (known := _read.get()) is not None:
        known.clear()


def memberships_of(user: Person) -> tuple[Membership, ...]:
    """Return a person's memberships with their projects, ordered by the name of the project; one query a request."""
    key, known = _key(user), _read.get()
    if known is not None and key in known:
        return known[key]
    rows = Membership.objects.filter(user_id=key).select_related("project").order_by("project__name", "project_id")
    memberships = tuple(rows)
    if known is not None:
        known[key] = memberships
    return memberships


def own_projects(user: Person, capability: Capability = Capability.READ) -> tuple[Project, ...]:
    """Return the projects in which a person's own role has a capability, by name."""
    roles = roles_that(capability)
    return tuple(one.project for one in memberships_of(user) if one.role in roles)


def decided_projects(user: Person) -> tuple[Project, ...]:
    """Return the projects a person may decide in: those they review, and for trusted staff all they are members of."""
    return own_projects(user, Capability.READ if is_trusted(user) else Capability.REVIEW)


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


def uploadable_projects(user: Person) -> QuerySet[Project]:
    """Return the projects a person may change: those they review, and for trusted staff all they are members of."""
    return visible_projects(user) if is_trusted(user) else projects_where(user, Capability.REVIEW)


def reviewed_projects(user: Person) -> frozenset[int]:
    """Return the keys of the projects a person may decide in."""
    return frozenset(project.pk for project in decided_projects(user))


def may(user: Person, capability: Capability, project_id: int) -> bool:
    """Return whether a person may do something in a project."""
    return capability in capabilities_of(user, project_id)


def capabilities_of(user: Person, project_id: int) -> frozenset[Capability]:
    """Return what a person may do in a project: what their role allows; trusted staff may also review."""
    return _capabilities(user, (role for (role,) in _roles.rows(user=_key(user), project=project_id)))


@Statement
def _roles(user: int, project: int) -> QuerySet[Membership, tuple[str]]:
    return Membership.objects.filter(user_id=user, project_id=project).values_list("role")


def shown_capabilities(user: Person, project_id: int) -> frozenset[Capability]:
    """Return what a page offers a person to do in a project, by the memberships that are read once."""
    return _capabilities(user, (one.role for one in memberships_of(user) if one.project_id == project_id))


def _capabilities(user: Person, roles: Iterable[str]) -> frozenset[Capability]:
    trusted = frozenset({Capability.REVIEW}) if is_trusted(user) else frozenset()
    return trusted.union(*(CAPABILITIES[Role(role)] for role in roles))


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
