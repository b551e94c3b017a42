"""Every column of every table is changed once behind the triggers: refused, found, or on a list with the reason."""

import json
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, TypeAlias, cast

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, Permission, User
from django.db import DatabaseError, connection, models, transaction

from review.domain.policy import PolicyItem, Reason, Stage
from review.domain.roles import Role
from review.models import CitedSource, Comment, Entry, ReviewSession
from review.selectors.repair.selection import Selection
from review.services.audit._chains import broken_chains
from review.services.audit._people_vs_journal import people_differences
from review.services.audit.audit_store import UNREADABLE, Finding, audit_store
from review.services.comments import make_comment, resolve_comment
from review.services.people import staff_actions
from review.services.people.invitations import Invited, accept_invitation, confirm_invitation, invite
from review.services.people.passwords import confirm_password
from review.services.promotion.claims import correct_claim
from review.services.promotion.overrides import override_policy
from review.services.promotion.stages import promote_entry
from review.services.promotion.statements import approve_entry, explain_requirement
from review.services.promotion.undo import undo_decision
from review.services.repair.adding import add_quote
from review.services.repair.new_entries import NewClaim, add_entry
from review.services.repair.quotes import acknowledge_differences
from review.services.repair.splitting import split_quote
from review.services.retrievals import correct_source
from tests.behind import lifted
from tests.factories import MessageLike, confirm, make_entries, make_project, make_retrieval, make_session, quotes_of
from tests.joining import staff
from tests.worked import make_worked_session

pytestmark = pytest.mark.django_db

OUTSIDE = {
    "django_admin_log": "Django's own log of the admin; the journal has the changes",
    "django_content_type": "made anew by every migration",
    "django_session": "a log-in, signed by nobody: who writes one acts in that person's name, as who has a password",
    "review_auditrun": "what audits found; the next one finds it again",
    "review_batch": "which entries a person chose at once, and when; the events of each show what was done",
    "review_batchitem": "how far a batch is with an entry; what is taken back is looked up in the journal",
    "review_checkpoint": "signed copies; the file outside the database is compared too",
    "review_entryread": "what a person had before them; it lets nothing pass that the gate does not",
    "review_lease": "who looks at an entry for some minutes; nothing is decided by it",
    "review_logintries": "counts of one minute",
    "review_notice": "whom the pages notified of an event, and who has seen it; the events are in the journal",
    "review_savedview": "names for addresses, which show a reader what that reader may see",
    "review_uploaddraft": "what a person has not confirmed yet",
    "review_uploadfile": "what a person has not confirmed yet",
}
"""Tables of which no column is compared."""
LISTED = {
    "auth_group.name": "a label; what the group gives is compared by account",
    "auth_permission.content_type_id": "only its app is asked for, which is compared",
    "auth_permission.name": "a label",
    "auth_user.date_joined": "shown to staff, decides nothing",
    "auth_user.email": "shown to staff, decides nothing",
    "auth_user.first_name": "shown to staff, decides nothing",
    "auth_user.last_login": "shown to staff, decides nothing",
    "auth_user.last_name": "shown to staff, decides nothing",
    "review_entry.version": "counts changes so that two people do not overwrite each other; decides nothing else",
    "review_failedquote.engine": "the version that diagnosed; another one is a note",
    "review_project.created_at": "shown in the admin, decides nothing",
    "review_project.name": "a label; the journal names projects by their slugs",
}
"""Columns that nothing compares, and why; docs/operation.md says the same."""


PASSWORD = "correct horse"  # noqa: S105 - of tests
PREFERRED: dict[type[models.Model], dict[str, Any]] = {
    Permission: {"group__isnull": False},
    CitedSource: {"is_real": False},
}
Column: TypeAlias = "models.Field[Any, Any]"


def account(name: str) -> User:
    user = User(username=name)
    user.set_password(PASSWORD)
    user.save()
    return user


def version_of(entry: Entry) -> int:
    return Entry.objects.get(pk=entry.pk).version


@pytest.fixture
def store() -> None:
    """Fill every table, through the services."""
    project = make_project()
    people = {name: account(name) for name in ("mina", "jun", "dana", "sora")}
    mina, jun, dana, sora = people.values()
    for user, role in ((mina, Role.REVIEWER), (jun, Role.CERTIFIER), (dana, Role.MANAGER)):
        staff_actions.add_member(project_id=project.pk, user=user, role=role, actor=None)
    group = Group.objects.create(name="registrars")
    group.permissions.set([Permission.objects.get(codename="view_event")])
    mina.groups.add(group)
    jun.user_permissions.add(Permission.objects.get(codename="change_entry"))
    staff_actions.set_stale_limit(project_id=make_project("other").pk, days=90, actor=None)
    invited = invite(project_id=project.pk, role=Role.VIEWER, actor=dana)
    assert isinstance(invited, Invited)
    accept_invitation(invitation_id=invited.invitation.pk, user=sora)
    _confirm_somebody(dana)
    make_worked_session()
    _decide_everything(mina, jun, dana)


def _confirm_somebody(dana: User) -> None:
    """Let a new account follow a link to a role that staff confirm, and another one wait for it."""
    for name in ("hana", "kim"):
        invited = invite(project_id=make_project().pk, role=Role.CERTIFIER, actor=dana)
        assert isinstance(invited, Invited)
        accept_invitation(invitation_id=invited.invitation.pk, user=User(username=name))
        if name == "hana":
            confirm_invitation(invitation_id=invited.invitation.pk, account=name, actor=staff())


def _decide_everything(mina: User, jun: User, dana: User) -> None:
    words: list[MessageLike] = [
        "The notice is 90 days before the lease ends in April.",
        {"role": "assistant", "content": "The index is rebuilt every night. It takes an hour."},
    ]
    session = make_session(words, session_id="lease")
    evidence = ["The notice is 80 days before the lease ends in April.", "The notice is 90 days before the lease ends"]
    quote = {"messageIndex": 1, "quote": "The index is rebuilt every night. It takes an hour."}
    one, two, three, *_ = make_entries(
        session,
        [
            {"evidence": [{"messageIndex": 0, "quote": evidence[0]}], "stage": "raw"},
            {"evidence": [quote]},
            {"evidence": [{"messageIndex": 0, "quote": evidence[1]}]},
            {"evidence": [{"messageIndex": 0, "quote": evidence[1]}], "stage": "raw"},
            {"evidence": [{**quote, "messageIndex": 0}]},
        ],
    )
    acknowledge_differences(quote_id=quotes_of(one)[0].pk, reason="a slip", seen_attempt=1, actor=mina)
    correct_claim(entry_id=one.pk, title="Notice", body="90 days", seen_version=version_of(one), actor=mina)
    _take_something_back(session, mina)
    staff_actions.set_policy(project_id=session.project_id, policy=PolicyItem.EXPLAIN_SOURCES, on=True, actor=dana)
    staff_actions.set_policy(project_id=session.project_id, policy=PolicyItem.TWO_REVIEWERS, on=True, actor=dana)
    requirement = Reason.SOURCE_ROLE_UNEXPLAINED
    explain_requirement(
        entry_id=two.pk, requirement=requirement, reason="the log", seen_version=version_of(two), actor=mina
    )
    override_policy(entry_id=two.pk, reason="the index was watched all night", seen_version=version_of(two), actor=dana)
    approve_entry(entry_id=three.pk, seen_version=version_of(three), actor=jun)
    comments = [
        make_comment(entry_id=three.pk, text=f"Is that so, @jun? {reply_to}", reply_to=reply_to, actor=mina)
        for reply_to in (None, 1, None)
    ]
    assert isinstance(comments[0], Comment)
    resolve_comment(comment_id=comments[0].pk, actor=jun)
    promote_entry(entry_id=three.pk, to=Stage.VERIFIED, seen_version=version_of(three), actor=mina)
    proof = confirm_password(user=jun, password=PASSWORD)
    promote_entry(
        entry_id=three.pk, to=Stage.CERTIFIED, seen_version=version_of(three), actor=jun, reauthentication=proof
    )
    _split_and_correct(session, mina)


def _take_something_back(session: ReviewSession, mina: User) -> None:
    """Approve an entry and take that back, which leaves a row that counts no more."""
    quote = {"messageIndex": 0, "quote": "The notice is 90 days before the lease ends"}
    [entry] = make_entries(session, [{"entryId": "t-1", "evidence": [quote]}])
    approve_entry(entry_id=entry.pk, seen_version=version_of(entry), actor=mina)
    undo_decision(entry_id=entry.pk, event_id=entry.events.latest("seq").pk, actor=mina)


def _split_and_correct(session: ReviewSession, mina: User) -> None:
    quote = "The index is rebuilt every night. It takes an hour."
    split = make_entries(
        session, [{"entryId": "s-1", "title": "Split", "evidence": [{"messageIndex": 1, "quote": quote}]}]
    )[0]
    parts = [("The index is rebuilt every night.", 1), ("It takes an hour.", 1)]
    split_quote(quote_id=quotes_of(split)[0].pk, parts=parts, seen_attempt=1, actor=mina)
    selected = Selection(0, 0, 10, "The notice")
    add_quote(entry_id=split.pk, selection=selected, seen_version=version_of(split), actor=mina)
    confirm(split, mina)
    stated = NewClaim("Notice", "is given", "fact")
    add_entry(session_id=session.pk, claim=stated, selection=selected, actor=mina)
    cache = {"title": "Cache", "fileName": "cache.md", "content": "The cache lives for one hour.", "score": 0.5}
    chunks = [{**cache, "metadata": {"lastUpdated": 1}}]
    found = {"evidence": [{"messageIndex": 0, "quote": "The cache lives for one hour."}]}
    answer = "The cache lives for one hour.\n\n*Sources:* `cache.md` · `handbook.md`"
    entry = make_retrieval(chunks, answer=answer, extraction=found).entries.get()
    source = entry.cited_sources.get(label="handbook.md")
    correct_source(source_id=source.pk, replacement="Cache", reason="asked", seen_version=1, actor=mina)


def columns() -> Iterator[tuple[type[models.Model], Column]]:
    for model in apps.get_models(include_auto_created=True):
        if not model._meta.proxy:
            yield from ((model, field) for field in model._meta.local_concrete_fields if not field.primary_key)


def place(model: type[models.Model], field: Column) -> str:
    return f"{model._meta.db_table}.{field.column}"


def changed(field: Column, value: Any) -> object:  # noqa: ANN401 - of any column
    """Return another value for a column, of its type and allowed by its choices."""
    if isinstance(field, models.ForeignKey):
        others = field.related_model._base_manager.exclude(pk=value).order_by("-pk")
        return others.values_list("pk", flat=True).first()
    if isinstance(field, models.BooleanField):
        return not value
    if isinstance(field, models.DateTimeField):
        moment = value or datetime.fromisoformat("2026-10-02T00:00:00+00:00")
        return connection.ops.adapt_datetimefield_value(moment + timedelta(days=1))
    if field.choices:
        return next(code for code, _ in field.flatchoices if code != value)
    if isinstance(field, models.JSONField):
        return json.dumps([1])
    if isinstance(field, (models.IntegerField, models.FloatField)):
        return (value or 0) + 1
    return f"{value or ''}x"[-(field.max_length or 10**6) :]


def row_to_change(model: type[models.Model], field: Column) -> models.Model | None:
    """Return a row that has a value in the column, or any row: a permission that is held, a source that is invented."""
    rows = model._base_manager.order_by("pk").filter(**PREFERRED.get(model, {}))
    return rows.filter(**{f"{field.name}__isnull": False}).first() or rows.first()


def in_the_quickest_order() -> Iterator[Finding]:
    """Yield what the audit finds, from the parts of it that read least on."""
    yield from people_differences()
    yield from broken_chains()
    yield from audit_store()


def outcome(model: type[models.Model], field: Column) -> str:
    """Change one column of one row past the triggers, and return what became of it; everything is as before then."""
    row, table = row_to_change(model, field), model._meta.db_table
    assert row is not None
    value = changed(field, getattr(row, field.attname))
    try:
        with transaction.atomic():
            with lifted(table), connection.cursor() as cursor:
                cursor.execute(f'UPDATE {table} SET "{field.column}" = %s WHERE id = %s', [cast("str", value), row.pk])
                assert cursor.rowcount == 1
            try:
                first = next((one for one in in_the_quickest_order() if not one.is_note), None)
            except UNREADABLE:
                first = Finding("store_unreadable", "store", 0)
            transaction.set_rollback(True)
    except DatabaseError:
        return "refused"
    return "found" if first else "unnoticed"


@pytest.mark.slow
def test_every_change_is_refused_or_found_or_listed(store: None) -> None:
    assert [one for one in audit_store() if not one.is_note] == []
    empty = {model._meta.db_table for model, _ in columns() if not model._base_manager.exists()}
    assert empty <= set(OUTSIDE)

    outcomes = {
        place(model, field): outcome(model, field) for model, field in columns() if model._meta.db_table not in OUTSIDE
    }

    assert {name for name, what in outcomes.items() if what == "unnoticed"} == set(LISTED)
    counts = Counter(outcomes.values())
    print(f"{len(outcomes)} columns: {dict(counts)}")  # noqa: T201
