"""Tokens: issued once, for no more than their owner may, revoked by them or a manager, and accounted for."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone

from aligner_core import text_hash
from review.domain.roles import Obstacle, Role
from review.domain.tokens import Scope, is_well_formed
from review.models import ApiToken, Event, Membership
from review.selectors.tokens import ending_tokens, may_call, tokens_page, usable_token
from review.services.audit.audit_store import audit_store
from review.services.people.tokens import Issued, Unchanged, issue_token, note_used, revoke_token
from tests.factories import make_project, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


def issue(owner: User, *scopes: Scope, days: int = 90) -> Issued:
    issued = issue_token(project_id=make_project().pk, name="bot", scopes=scopes, days=days, actor=owner)
    assert isinstance(issued, Issued)
    return issued


def findings() -> list[tuple[str, str]]:
    return [(one.code, one.detail) for one in audit_store() if not one.is_note]


def test_a_token_is_shown_once_and_stored_as_a_digest(mina: User) -> None:
    issued = issue(mina, Scope.READ, Scope.INGEST)

    assert re.fullmatch(r"evr_[A-Za-z0-9_-]{43}[0-9a-f]{8}", issued.secret)
    assert is_well_formed(issued.secret)
    stored = ApiToken.objects.get()
    assert (stored.digest, stored.start) == (text_hash(issued.secret), issued.secret[:12])
    assert issued.secret not in str(vars(stored))
    event = Event.objects.get(event_type="token_issued")
    assert (event.actor, event.body["name"], event.body["scopes"]) == ("mina", "bot", ["read", "ingest"])
    assert issued.secret not in event.payload
    assert findings() == []


@pytest.mark.parametrize(
    ("role", "scope", "may"),
    [
        (Role.VIEWER, Scope.READ, True),
        (Role.VIEWER, Scope.INGEST, False),
        (Role.REVIEWER, Scope.PROMOTE, True),
        (Role.REVIEWER, Scope.AUDIT, False),
        (Role.AUDITOR, Scope.AUDIT, True),
        (Role.AUDITOR, Scope.REPAIR, False),
        (Role.MANAGER, Scope.AUDIT, True),
    ],
)
def test_a_token_may_do_no_more_than_its_owner(role: Role, scope: Scope, *, may: bool) -> None:
    owner = make_user("jun", project=make_project(), role=role)

    issued = issue_token(project_id=make_project().pk, name="bot", scopes=[scope], days=1, actor=owner)

    assert isinstance(issued, Issued) is may
    assert may or issued == Unchanged(Obstacle.NOT_PERMITTED)


def test_a_token_shrinks_with_the_role_of_its_owner(mina: User) -> None:
    token = issue(mina, Scope.READ, Scope.PROMOTE).token
    assert may_call(token, Scope.PROMOTE)

    Membership.objects.filter(user=mina).update(role=Role.VIEWER)

    assert may_call(token, Scope.READ)
    assert not may_call(token, Scope.PROMOTE)
    assert not may_call(token, Scope.INGEST)
    [listed] = tokens_page(make_project(), mina).tokens
    assert listed.scopes == ((Scope.READ, True), (Scope.PROMOTE, False))


def test_who_may_revoke_a_token(mina: User) -> None:
    dana = make_user("dana", project=make_project(), role=Role.MANAGER)
    jun = make_user("jun", project=make_project())
    first, second = issue(mina, Scope.READ), issue(mina, Scope.READ)

    assert revoke_token(token_id=first.token.pk, actor=jun) == Unchanged(Obstacle.NOT_PERMITTED)
    assert usable_token(first.secret) is not None
    assert isinstance(revoke_token(token_id=first.token.pk, actor=mina), ApiToken)
    assert isinstance(revoke_token(token_id=second.token.pk, actor=dana), ApiToken)
    assert revoke_token(token_id=second.token.pk, actor=dana) == Unchanged(Obstacle.CONFLICT)
    assert (usable_token(first.secret), usable_token(second.secret)) == (None, None)
    assert Event.objects.filter(event_type="token_revoked").values_list("actor", flat=True).order_by("pk")[1] == "dana"
    assert findings() == []


def test_only_managers_see_the_tokens_of_others(mina: User) -> None:
    dana = make_user("dana", project=make_project(), role=Role.MANAGER)
    jun = make_user("jun", project=make_project())
    issue(mina, Scope.READ)

    assert [len(tokens_page(make_project(), one).tokens) for one in (mina, dana, jun)] == [1, 1, 0]


def test_a_token_is_marked_before_it_ends(mina: User) -> None:
    near, far = issue(mina, Scope.READ, days=10).token, issue(mina, Scope.READ, days=60).token

    assert [one.token for one in tokens_page(make_project(), mina).tokens if one.ends_soon] == [near]
    assert ending_tokens(mina) == [near]
    ApiToken.objects.filter(pk=far.pk).update(expires_at=timezone.now())
    assert [one.token for one in tokens_page(make_project(), mina).tokens if one.is_over] == [far]


def test_the_last_use_is_stored_once_in_a_while(mina: User) -> None:
    token = issue(mina, Scope.READ).token
    note_used(token)
    first = ApiToken.objects.get().last_used_at
    assert first is not None

    note_used(ApiToken.objects.get())
    assert ApiToken.objects.get().last_used_at == first
    ApiToken.objects.update(last_used_at=first - timedelta(minutes=2))
    note_used(ApiToken.objects.get())
    assert (ApiToken.objects.get().last_used_at or first) >= first


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("scopes", "read audit"),
        ("digest", "0" * 64),
        ("name", "other"),
        ("expires_at", "2999-01-01 00:00:00+00:00"),
        ("made_at", "2020-01-01 00:00:00+00:00"),
        ("revoked_at", None),
    ],
)
def test_the_audit_finds_a_token_that_was_changed(mina: User, column: str, value: str | None) -> None:
    token = issue(mina, Scope.READ).token
    revoke_token(token_id=token.pk, actor=mina)
    changes = {column: value} if column != "revoked_at" else {"revoked_at": None, "revoked_by": None}
    ApiToken.objects.update(**changes)

    assert findings() == [("token_unaccounted", "other" if column == "name" else "bot")]


def test_the_audit_finds_tokens_that_are_gone_or_were_never_issued(mina: User) -> None:
    token = issue(mina, Scope.READ).token
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM review_apitoken")
    assert findings() == [("token_missing", "bot")]

    now = timezone.now()
    ApiToken.objects.create(
        pk=token.pk + 1,
        project=make_project(),
        owner=mina,
        name="forged",
        start="evr_",
        digest="1" * 64,
        scopes="read",
        made_at=now,
        expires_at=now,
    )
    assert ("token_unaccounted", "forged") in findings()
