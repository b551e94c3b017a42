"""Issue and revoke tokens, and note that one was used."""

import secrets
from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import DatabaseError, transaction
from django.db.models import Q
from django.utils import timezone

from aligner_core import text_hash
from review.domain.events.tokens import TokenIssued, TokenRevoked
from review.domain.limits import TOKEN_NOTE_TIME
from review.domain.roles import Obstacle, Unchanged
from review.domain.tokens import SHOWN_CHARS, Scope, as_stored, grantable, spelled
from review.faults import fault_of
from review.models import ApiToken
from review.selectors.access import capabilities_of, may_manage
from review.services import _journal
from review.services.people._project_people import lock_project

__all__ = ["Issued", "Unchanged", "issue_token", "note_used", "revoke_token"]

SECRET_BYTES = 32


@dataclass(frozen=True, slots=True)
class Issued:
    """A token was issued. `secret` is known only now: the store keeps a digest."""

    token: ApiToken
    secret: str


@transaction.atomic(durable=True)
def issue_token(*, project_id: int, name: str, scopes: Collection[Scope], days: int, actor: User) -> Issued | Unchanged:
    """Issue a token with which a program acts for a person in a project; it may do no more than that person."""
    project = lock_project(project_id)
    if not set(scopes) <= set(grantable(capabilities_of(actor, project.pk))):
        return Unchanged(Obstacle.NOT_PERMITTED)
    now, secret = timezone.now(), spelled(secrets.token_urlsafe(SECRET_BYTES))
    token = ApiToken.objects.create(
        project=project,
        owner=actor,
        name=name,
        start=secret[:SHOWN_CHARS],
        digest=text_hash(secret),
        scopes=as_stored(scopes),
        made_at=now,
        expires_at=now + timedelta(days=days),
    )
    payload = TokenIssued(
        project=project.slug,
        number=token.pk,
        name=name,
        scopes=token.scopes.split(),
        expires_at=token.expires_at.isoformat(),
        digest=token.digest,
    )
    _journal.append(payload, session=None, actor=actor)
    return Issued(token, secret)


@transaction.atomic(durable=True)
def revoke_token(*, token_id: int, actor: User) -> ApiToken | Unchanged:
    """Revoke a token, as its owner or as a manager of its project; one that is revoked already is a `conflict`."""
    project = lock_project(ApiToken.objects.values_list("project", flat=True).get(pk=token_id))
    token = ApiToken.objects.select_related("project", "owner").get(pk=token_id)
    if token.owner_id != actor.pk and not may_manage(actor, project.pk):
        return Unchanged(Obstacle.NOT_PERMITTED)
    if token.revoked_at is not None:
        return Unchanged(Obstacle.CONFLICT)
    token.revoked_at, token.revoked_by = timezone.now(), actor
    token.save(update_fields=["revoked_at", "revoked_by"])
    payload = TokenRevoked(project=project.slug, number=token.pk, name=token.name)
    _journal.append(payload, session=None, actor=actor)
    return token


def note_used(token: ApiToken) -> None:
    """Store when a token was last used, at most once in a while; where that cannot be stored, the call goes on."""
    now = timezone.now()
    is_due = Q(last_used_at=None) | Q(last_used_at__lt=now - TOKEN_NOTE_TIME)
    if token.last_used_at is not None and token.last_used_at >= now - TOKEN_NOTE_TIME:
        return
    try:
        ApiToken.objects.filter(is_due, pk=token.pk).update(last_used_at=now)
    except DatabaseError as error:
        if fault_of(error) is None:
            raise
