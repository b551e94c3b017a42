"""Journal the changes of accounts through Django: in the admin, by a command, by a log-in that rehashes a password.

Changes that bypass Django's models are not recorded, and the audit finds them. The services of this folder record
their own changes, which are not recorded again here.
"""

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, Group, User
from django.db import transaction
from django.db.models.signals import m2m_changed, post_save, pre_save

from review.domain.events import Payload
from review.domain.events.people import (
    AccountActivated,
    AccountDeactivated,
    AccountMade,
    PasswordChanged,
    RightsChanged,
)
from review.domain.people_state import Rights
from review.models import AccountOrigin
from review.selectors.accounts import password_digest, rights_of
from review.services import _journal
from review.services.people._inviting import inviter

_actor: ContextVar[AbstractBaseUser | AnonymousUser | None] = ContextVar("actor", default=None)
RECORDED = frozenset({"is_active", "is_staff", "is_superuser", "password", "username"})
"""The columns of an account that the journal records."""


@contextmanager
def acting(person: AbstractBaseUser | AnonymousUser) -> Iterator[None]:
    """Record a person as the actor of account changes in the block."""
    token = _actor.set(person)
    try:
        yield
    finally:
        _actor.reset(token)


def connect() -> None:
    """Connect to the signals of accounts and of the relations that give them rights."""
    pre_save.connect(_keep_stored, sender=User)
    post_save.connect(_record_saved, sender=User)
    for through in (User.groups.through, User.user_permissions.through, Group.permissions.through):
        m2m_changed.connect(_record_granted, sender=through)


def _keep_stored(instance: User, **_signal: object) -> None:
    """Attach the stored account to the one that is about to be saved."""
    instance._stored = User.objects.filter(pk=instance.pk).first()  # type: ignore[attr-defined]  # noqa: SLF001


def _record_saved(instance: User, *, raw: bool, update_fields: Collection[str] | None, **_signal: object) -> None:
    """Record how an account differs from the stored one; loaded fixtures bring their own events."""
    before: User | None = instance._stored  # type: ignore[attr-defined]  # noqa: SLF001
    if raw or (update_fields is not None and RECORDED.isdisjoint(update_fields)):
        return
    after = User.objects.get(pk=instance.pk)
    if before is None:
        by = inviter() or _acting_person()
        with transaction.atomic():
            AccountOrigin.objects.create(account=after, invited_by_id=None if by is None else by.pk)
            _append([_made(after, by)])
    else:
        _append(_changes(before, after))


def _made(user: User, by: AbstractBaseUser | None) -> Payload:
    return AccountMade(
        account=user.get_username(),
        active=user.is_active,
        password=password_digest(user),
        invited_by=None if by is None else by.get_username(),
        **_rights_fields(rights_of(User.objects.filter(pk=user.pk))[user.pk]),
    )


def _changes(before: User, after: User) -> Iterator[Payload]:
    name = after.get_username()
    if before.is_active is not after.is_active:
        yield (AccountActivated if after.is_active else AccountDeactivated)(account=name)
    if before.password != after.password:
        yield PasswordChanged(account=name, password=password_digest(after))
    if (before.is_staff, before.is_superuser) != (after.is_staff, after.is_superuser):
        yield from _granted([after.pk])


def _record_granted(instance: User | Group, *, action: str, model: type, pk_set: set[int] | None, **_: object) -> None:
    """Record the rights of accounts after their groups or permissions, or the permissions of a group, changed."""
    if action == "pre_clear":
        instance._losing = list(_holders(instance, model, None))  # type: ignore[union-attr]  # noqa: SLF001
    elif action == "post_clear":
        _append(_granted(instance._losing))  # type: ignore[union-attr]  # noqa: SLF001
    elif action in {"post_add", "post_remove"}:
        _append(_granted(_holders(instance, model, pk_set)))


def _holders(instance: Any, model: type, others: Iterable[int] | None) -> Iterable[int]:  # noqa: ANN401
    """Return the accounts on either side of a relation; for a group, those of its members."""
    if isinstance(instance, User):
        return [instance.pk]
    if model is User:
        return others if others is not None else instance.user_set.values_list("pk", flat=True)
    groups = [instance.pk] if isinstance(instance, Group) else others
    groups = instance.group_set.values_list("pk", flat=True) if groups is None else groups
    return User.objects.filter(groups__in=groups).distinct().values_list("pk", flat=True)


def _granted(users: Iterable[int]) -> Iterator[Payload]:
    rows = User.objects.filter(pk__in=list(users))
    names = dict(rows.values_list("pk", "username"))
    for pk, rights in sorted(rights_of(rows).items()):
        yield RightsChanged(account=names[pk], **_rights_fields(rights))


def _rights_fields(rights: Rights) -> dict[str, Any]:
    return {"staff": rights.staff, "superuser": rights.superuser, "permissions": list(rights.permissions)}


def _append(payloads: Iterable[Payload]) -> None:
    if changes := list(payloads):
        with transaction.atomic():
            _journal.append_all([(payload, None) for payload in changes], session=None, actor=_acting_person())


def _acting_person() -> AbstractBaseUser | None:
    person = _actor.get()
    return person if isinstance(person, AbstractBaseUser) and person.is_authenticated else None
