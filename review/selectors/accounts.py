"""The rights of an account beyond its memberships, and the digest of its password, as the journal records them."""

from collections import defaultdict
from collections.abc import Mapping

from django.contrib.auth.models import AbstractBaseUser, User
from django.db.models import QuerySet

from aligner_core import canonical_json, digest
from review.domain.people_state import Rights


def password_digest(user: AbstractBaseUser) -> str:
    """Return a digest of a stored password; salted as that is, and unlike that of another account with the same."""
    return digest(canonical_json(["password", user.get_username(), user.password]))


def rights_of(users: QuerySet[User]) -> Mapping[int, Rights]:
    """Return the rights of accounts by their keys."""
    held: dict[int, set[str]] = defaultdict(set)
    for through in ("user_permissions", "groups__permissions"):
        rows = users.filter(**{f"{through}__isnull": False})
        for pk, app, name in rows.values_list("pk", f"{through}__content_type__app_label", f"{through}__codename"):
            held[pk].add(f"{app}.{name}")
    flags = users.values_list("pk", "is_staff", "is_superuser")
    return {pk: Rights(staff, superuser, tuple(sorted(held[pk]))) for pk, staff, superuser in flags}
