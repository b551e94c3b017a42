"""Tokens: the one that a program sends, and those of a project for its page."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone

from aligner_core import text_hash
from review.domain.limits import MAX_LISTED_TOKENS, TOKEN_WARNING_TIME
from review.domain.tokens import NEEDS, Scope, grantable, is_well_formed
from review.models import ApiToken, Project
from review.selectors.access import Person, capabilities_of, may_manage, shown_capabilities


@dataclass(frozen=True, slots=True)
class ListedToken:
    """A token as the page of its project lists it; `allowed` are the scopes that its owner's role still covers."""

    token: ApiToken
    allowed: tuple[Scope, ...]
    is_over: bool
    ends_soon: bool
    may_revoke: bool

    @property
    def scopes(self) -> tuple[tuple[Scope, bool], ...]:
        """Every scope that it was issued for, and whether its owner may still do that."""
        return tuple((scope, scope in self.allowed) for scope in Scope if scope in self.token.given_scopes)


@dataclass(frozen=True, slots=True)
class TokensPage:
    """What the page of the tokens of a project shows; `grantable` are the scopes that the reader can give."""

    project: Project
    tokens: Sequence[ListedToken]
    grantable: tuple[Scope, ...]


def usable_token(secret: str) -> ApiToken | None:
    """Return the token that a program sent; None unless it holds now and its owner may log in."""
    if not is_well_formed(secret):
        return None
    tokens = ApiToken.objects.select_related("project", "owner")
    token = tokens.filter(digest=text_hash(secret), revoked_at=None, owner__is_active=True).first()
    return None if token is None or token.expires_at <= timezone.now() else token


def may_call(token: ApiToken, scope: Scope) -> bool:
    """Return whether a token was issued for a scope, and its owner may do that now."""
    return scope in token.given_scopes and NEEDS[scope] in capabilities_of(token.owner, token.project_id)


def still_may_call(token: ApiToken, scope: Scope) -> bool:
    """Return whether a token that held when a call began still holds, and may still call with a scope."""
    now = timezone.now()
    held = ApiToken.objects.filter(pk=token.pk, revoked_at=None, owner__is_active=True, expires_at__gt=now)
    return held.exists() and may_call(token, scope)


def ends_soon(token: ApiToken, now: datetime) -> bool:
    """Return whether a token that holds will expire before long."""
    return token.revoked_at is None and now < token.expires_at <= now + TOKEN_WARNING_TIME


def own_or_managed(project: Project, user: Person) -> QuerySet[ApiToken]:
    """Return the tokens of a project that a person may see and revoke: their own, and for managers all."""
    tokens = ApiToken.objects.filter(project=project)
    return tokens if may_manage(user, project.pk) else tokens.filter(owner_id=user.pk or 0)


def tokens_page(project: Project, user: Person) -> TokensPage:
    """Return the tokens of a project that a person may see: their own, and for managers all."""
    now = timezone.now()
    rows = list(own_or_managed(project, user).select_related("owner")[:MAX_LISTED_TOKENS])
    allowed = {row.owner_id: grantable(capabilities_of(row.owner, project.pk)) for row in rows}
    listed = [
        ListedToken(
            token=row,
            allowed=allowed[row.owner_id],
            is_over=row.revoked_at is not None or row.expires_at <= now,
            ends_soon=ends_soon(row, now),
            may_revoke=row.revoked_at is None and row.expires_at > now,
        )
        for row in rows
    ]
    return TokensPage(
        project, sorted(listed, key=lambda one: one.is_over), grantable(shown_capabilities(user, project.pk))
    )


def ending_tokens(user: Person) -> list[ApiToken]:
    """Return a person's tokens that will expire before long, the next one first."""
    now = timezone.now()
    tokens = ApiToken.objects.filter(
        owner_id=user.pk or 0, revoked_at=None, expires_at__gt=now, expires_at__lte=now + TOKEN_WARNING_TIME
    )
    return list(tokens.select_related("project").order_by("expires_at"))
