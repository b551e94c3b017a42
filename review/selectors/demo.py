"""The people of the demo who are offered on the log-in page: only on this machine, and never staff."""

from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import ip_address

from django.conf import settings

from review.domain.roles import Role
from review.models import Membership

DEMO_PROJECT = "demo"
DEMO_PASSWORD = "demo"  # noqa: S105 - everybody may know it
"""The password of everybody in the demo; a person who has changed it cannot log in with one click."""
DEMO_PEOPLE = (
    ("mina", Role.REVIEWER, False),
    ("jun", Role.REVIEWER, False),
    ("hana", Role.CERTIFIER, False),
    ("sora", Role.AUDITOR, False),
    ("dana", Role.MANAGER, False),
    ("guest", Role.VIEWER, False),
    ("admin", Role.REVIEWER, True),
)
"""A name, a role in the demo project, and whether the person is staff."""


@dataclass(frozen=True, slots=True)
class DemoPerson:
    """A person of the demo as the log-in page offers them."""

    name: str
    role: Role


def demo_people(*, address: str, is_forwarded: bool) -> Sequence[DemoPerson]:
    """Return the people to offer a browser at an address, in the order of the demo; none outside a local demo.

    None either to a request that somebody forwarded: behind a tunnel on this machine, the browser may be anywhere.
    """
    is_local = _is_loopback(address) and not is_forwarded
    if not settings.REVIEW_DEMO or settings.REVIEW_IS_EXPOSED or not is_local:
        return ()
    names = [name for name, _, _ in DEMO_PEOPLE]
    members = Membership.objects.filter(
        project__slug=DEMO_PROJECT,
        user__username__in=names,
        user__is_active=True,
        user__is_staff=False,
        user__is_superuser=False,
    )
    rows = sorted(members.values_list("user__username", "role"), key=lambda row: names.index(row[0]))
    return [DemoPerson(name, Role(role)) for name, role in rows]


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
