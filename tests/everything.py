"""A store in which people have done everything once, in every table that an audit answers for."""

from django.contrib.auth.models import Group, Permission, User
from django.utils import timezone

from aligner_core.formats import FieldMapping
from review.domain.bulk import BatchKind
from review.domain.policy import PolicyItem, Reason, Stage
from review.domain.roles import Role
from review.domain.tokens import Scope
from review.models import ApiToken, Comment, Entry, FailedQuote, Project, ReviewSession, UploadDraft, Webhook
from review.selectors.repair.selection import Selection
from review.services.bulk.parts import apply_part, begin_revert, confirm_batch, revert_part
from review.services.bulk.previews import preview_entries, preview_repairs
from review.services.comments import make_comment, resolve_comment
from review.services.feed.webhooks import change_secret, delete_webhook, make_webhook, switch_off
from review.services.ingest.dropped import keep_files
from review.services.ingest.mappings import delete_mapping, map_file
from review.services.people import staff_actions
from review.services.people.invitations import Invited, accept_invitation, confirm_invitation, invite, revoke_invitation
from review.services.people.passwords import confirm_password
from review.services.people.tokens import Issued, issue_token, revoke_token
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
from tests.factories import MessageLike, confirm, make_entries, make_project, make_retrieval, make_session, quotes_of
from tests.joining import staff
from tests.worked import make_worked_session

PASSWORD = "correct horse"  # noqa: S105 - of tests


def make_everything() -> None:
    """Fill every table, through the services."""
    project = make_project()
    people = {name: _account(name) for name in ("mina", "jun", "dana", "sora")}
    mina, jun, dana, sora = people.values()
    for user, role in ((mina, Role.REVIEWER), (jun, Role.CERTIFIER), (dana, Role.MANAGER)):
        staff_actions.add_member(project_id=project.pk, user=user, role=role, actor=None)
    group = Group.objects.create(name="registrars")
    group.permissions.set([Permission.objects.get(codename="view_event")])
    mina.groups.add(group)
    jun.user_permissions.add(Permission.objects.get(codename="change_entry"))
    staff_actions.set_stale_limit(project_id=make_project("other").pk, days=90, actor=None)
    _invite_people(project, dana, joining=sora)
    make_worked_session()
    _decide_everything(mina, jun, dana)
    _work_in_batches(mina)
    _tell_webhooks(project, dana)
    _work_with_tokens(project, dana)
    _map_files(project, dana)


def _map_files(project: Project, dana: User) -> None:
    """Keep two mappings of files and delete one."""
    for name, columns in (("kept", "said,n"), ("deleted", "said,by")):
        draft = UploadDraft(project=project, created_by=dana)
        keep_files(draft, [(f"{name}.csv", f"{columns}\nwe ship it,1\n".encode())])
        map_file(draft, position=0, mapping=FieldMapping(quote="said"), keep_as=name, actor=dana)
    delete_mapping(project_id=project.pk, name="deleted", actor=dana)


def _work_with_tokens(project: Project, dana: User) -> None:
    """Issue two tokens and revoke one."""
    tokens = [
        issue_token(project_id=project.pk, name=name, scopes=[Scope.READ], days=30, actor=dana)
        for name in ("kept", "revoked")
    ]
    assert all(isinstance(one, Issued) for one in tokens)
    revoke_token(token_id=ApiToken.objects.get(name="revoked").pk, actor=dana)


def _tell_webhooks(project: Project, dana: User) -> None:
    """Make two webhooks of which one has a new secret, with a delivery, and another one that is deleted."""
    for url, types in (("https://example.com/hook", ["entry_promoted"]), ("https://example.org/hook", [])):
        make_webhook(project_id=project.pk, url=url, types=types, actor=dana)
    kept, deleted = Webhook.objects.order_by("pk")
    change_secret(webhook_id=kept.pk, actor=dana)
    kept.deliveries.create(number=1, due=timezone.now(), made_at=timezone.now())
    switch_off(webhook_id=kept.pk, actor=dana)
    delete_webhook(webhook_id=deleted.pk, actor=dana)


def _account(name: str) -> User:
    user = User(username=name)
    user.set_password(PASSWORD)
    user.save()
    return user


def _version_of(entry: Entry) -> int:
    return Entry.objects.get(pk=entry.pk).version


def _invite_people(project: Project, dana: User, *, joining: User) -> None:
    """Make five invitations: one accepted, one open, one revoked, one that staff confirmed, and one that waits."""
    roles = (Role.VIEWER, Role.VIEWER, Role.REVIEWER, Role.CERTIFIER, Role.CERTIFIER)
    made = [invite(project_id=project.pk, role=role, actor=dana) for role in roles]
    accepted, _, revoked, confirmed, waiting = (one.invitation.pk for one in made if isinstance(one, Invited))
    accept_invitation(invitation_id=accepted, user=joining)
    revoke_invitation(invitation_id=revoked, actor=dana)
    for invitation, name in ((confirmed, "hana"), (waiting, "kim")):
        accept_invitation(invitation_id=invitation, user=User(username=name))
    confirm_invitation(invitation_id=confirmed, account="hana", actor=staff())


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
    correct_claim(entry_id=one.pk, title="Notice", body="90 days", seen_version=_version_of(one), actor=mina)
    _take_something_back(session, mina)
    staff_actions.set_policy(project_id=session.project_id, policy=PolicyItem.EXPLAIN_SOURCES, on=True, actor=dana)
    staff_actions.set_policy(project_id=session.project_id, policy=PolicyItem.TWO_REVIEWERS, on=True, actor=dana)
    requirement = Reason.SOURCE_ROLE_UNEXPLAINED
    explain_requirement(
        entry_id=two.pk, requirement=requirement, reason="the log", seen_version=_version_of(two), actor=mina
    )
    override_policy(
        entry_id=two.pk, reason="the index was watched all night", seen_version=_version_of(two), actor=dana
    )
    approve_entry(entry_id=three.pk, seen_version=_version_of(three), actor=jun)
    comments = [
        make_comment(entry_id=three.pk, text=f"Is that so, @jun? {reply_to}", reply_to=reply_to, actor=mina)
        for reply_to in (None, 1, None)
    ]
    assert isinstance(comments[0], Comment)
    resolve_comment(comment_id=comments[0].pk, actor=jun)
    promote_entry(entry_id=three.pk, to=Stage.VERIFIED, seen_version=_version_of(three), actor=mina)
    proof = confirm_password(user=jun, password=PASSWORD)
    promote_entry(
        entry_id=three.pk, to=Stage.CERTIFIED, seen_version=_version_of(three), actor=jun, reauthentication=proof
    )
    _split_and_correct(session, mina)


def _take_something_back(session: ReviewSession, mina: User) -> None:
    """Approve an entry and take that back, which leaves a row that counts no more."""
    quote = {"messageIndex": 0, "quote": "The notice is 90 days before the lease ends"}
    [entry] = make_entries(session, [{"entryId": "t-1", "evidence": [quote]}])
    approve_entry(entry_id=entry.pk, seen_version=_version_of(entry), actor=mina)
    undo_decision(entry_id=entry.pk, event_id=entry.events.latest("seq").pk, actor=mina)


def _split_and_correct(session: ReviewSession, mina: User) -> None:
    quote = "The index is rebuilt every night. It takes an hour."
    split = make_entries(
        session, [{"entryId": "s-1", "title": "Split", "evidence": [{"messageIndex": 1, "quote": quote}]}]
    )[0]
    parts = [("The index is rebuilt every night.", 1), ("It takes an hour.", 1)]
    split_quote(quote_id=quotes_of(split)[0].pk, parts=parts, seen_attempt=1, actor=mina)
    selected = Selection(0, 0, 10, "The notice")
    add_quote(entry_id=split.pk, selection=selected, seen_version=_version_of(split), actor=mina)
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


def _work_in_batches(mina: User) -> None:
    """Reject two entries in a batch, repair quotes in another that is reverted, and preview a third."""
    session = make_session(["We keep the raw text of every event.", "The backup runs at night."], session_id="batches")
    kept = {"messageIndex": 0, "quote": "keep the raw text of every event"}
    made = make_entries(session, [{"evidence": [kept]}] * 3 + [{"evidence": [{**kept, "messageIndex": 1}]}] * 3)
    entries = Entry.objects.filter(pk__in=[one.pk for one in made[:3]])
    rejecting = preview_entries(BatchKind.REJECT, entries.exclude(pk=made[0].pk), actor=mina)
    confirm_batch(name=rejecting.name, reason="said in jest", actor=mina)
    apply_part(name=rejecting.name, actor=mina)
    failed = FailedQuote.objects.filter(quote__entry__in=[one.pk for one in made[3:]]).select_related(
        "quote__entry__session__project", "alignment"
    )
    repairing = preview_repairs(list(failed)[:2], actor=mina)
    confirm_batch(name=repairing.name, reason="moved by one", actor=mina)
    apply_part(name=repairing.name, actor=mina)
    begin_revert(name=repairing.name, actor=mina)
    revert_part(name=repairing.name, actor=mina)
    preview_entries(BatchKind.CANDIDATE, entries, actor=mina)
