"""A row or more in every register of the admin."""

from django.utils import timezone

from review.domain.policy import Reason, Stage
from review.domain.tokens import Scope
from review.models import Comment, Delivery, Entry, Role
from review.services.comments import make_comment, resolve_comment
from review.services.feed.webhooks import Told, make_webhook
from review.services.people.invitations import invite
from review.services.people.tokens import issue_token
from review.services.promotion.claims import correct_claim
from review.services.promotion.overrides import override_policy
from review.services.promotion.stages import promote_entry
from review.services.promotion.statements import approve_entry, explain_requirement
from review.services.repair.quotes import acknowledge_differences, retry_quote, withdraw_quote
from review.services.retrievals import correct_source
from tests.factories import (
    confirm,
    make_entries,
    make_project,
    make_retrieval,
    make_session,
    make_user,
    quotes_of,
    switch,
)

WORDS = [{"role": "tool", "content": "All 312 tests passed. We keep the raw text."}]
CHUNKS = [{"title": "Cache", "content": "The cache lives for one hour."}]
ANSWER = "The cache lives for one hour.\n\nSources: Cache, Invented"


def fill(number: int) -> None:
    """Add a row or more to every register, each about other objects and by another person."""
    mina, boss = make_user(f"mina-{number}", project=make_project()), make_user(f"boss-{number}")
    make_user(boss.username, project=make_project(), role=Role.MANAGER)
    session = make_session([*WORDS, f"talk {number}"], session_id=f"s-{number}")
    quoted = [{"messageIndex": 0, "quote": text} for text in ("We keep the raw text.", "All 213 tests passed.", "no")]
    one, other = make_entries(session, [{"evidence": quoted}, {"evidence": quoted[:1]}])
    first, second, third = quotes_of(one)
    retry_quote(quote_id=first.pk, text="the raw text", message_index=0, seen_attempt=1, actor=mina)
    acknowledge_differences(quote_id=second.pk, reason="a joke", seen_attempt=1, actor=mina)
    withdraw_quote(quote_id=third.pk, reason="invented", seen_attempt=1, actor=mina)
    confirm(one, mina)
    version = Entry.objects.get(pk=one.pk).version
    correct_claim(entry_id=one.pk, title=f"claim {number}", body="", seen_version=version, actor=mina)
    switch(explain_sources=True, two_reviewers=True)
    unexplained = Reason.SOURCE_ROLE_UNEXPLAINED
    explain_requirement(entry_id=other.pk, requirement=unexplained, reason="the log", seen_version=1, actor=mina)
    approve_entry(entry_id=other.pk, seen_version=2, actor=mina)
    override_policy(entry_id=other.pk, reason="The reviewer is away today.", seen_version=3, actor=boss)
    switch(explain_sources=False, two_reviewers=False)
    promote_entry(entry_id=one.pk, to=Stage.VERIFIED, seen_version=version, actor=mina)
    comment = make_comment(entry_id=one.pk, text="Is that so?", reply_to=None, actor=mina)
    assert isinstance(comment, Comment)
    resolve_comment(comment_id=comment.pk, actor=boss)
    invite(project_id=make_project().pk, role=Role.MANAGER, actor=boss)
    issue_token(project_id=make_project().pk, name=f"bot {number}", scopes=[Scope.READ], days=30, actor=mina)
    told = make_webhook(project_id=make_project().pk, url=f"https://example.com/{number}", types=(), actor=boss)
    assert isinstance(told, Told)
    moment = timezone.now()
    Delivery.objects.create(webhook=told.webhook, number=number + 1, due=moment, made_at=moment)
    retrieval = make_retrieval(CHUNKS, retrievalId=f"r-{number}", answer=ANSWER)
    [source] = retrieval.entries.get().cited_sources.filter(is_real=False)
    correct_source(source_id=source.pk, replacement="Cache", reason="meant", seen_version=1, actor=mina)
