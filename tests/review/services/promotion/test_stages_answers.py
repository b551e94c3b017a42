"""What the gate requires of an answer beyond its quotes: no invented source, and a reason for stale ones."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from review.domain.limits import MAX_ANSWER_CHARS
from review.domain.policy import Decision, Granted, Reason, Refused, Stage
from review.models import Entry, Project, Role
from review.services.promotion.overrides import override_policy
from review.services.promotion.stages import promote_entry
from review.services.promotion.statements import approve_entry, explain_requirement
from review.services.repair.quotes import withdraw_quote
from review.services.retrievals import correct_source
from tests.behind import remove, rewrite
from tests.factories import confirm, make_entry, make_project, make_retrieval, make_user, quotes_of, switch

pytestmark = pytest.mark.django_db

INVENTED, STALE = Reason.INVENTED_SOURCE, Reason.STALE_SOURCE_UNACKNOWLEDGED
VERIFIED = Granted(Stage.VERIFIED)
OLD_WORDS, NEW_WORDS = "The cache lives for one hour.", "Snapshots are kept for ninety days."


def moment(*, days: int) -> dict[str, int]:
    return {"lastUpdated": int((timezone.now() - timedelta(days=days)).timestamp() * 1000)}


def chunks() -> list[dict[str, object]]:
    return [
        {"title": "Cache", "content": OLD_WORDS, "metadata": moment(days=400)},
        {"title": "Snapshots", "content": NEW_WORDS, "metadata": moment(days=4)},
    ]


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


def answered(body: str, *quotes: tuple[int, str]) -> Entry:
    return make_entry(make_retrieval(chunks()), quotes or [(1, NEW_WORDS)], type="answer", body=body)


def verify(entry: Entry, actor: User) -> Decision:
    fresh = Entry.objects.get(pk=entry.pk)
    return promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=fresh.version, actor=actor)


def refused(*reasons: Reason) -> Refused:
    return Refused(Stage.VERIFIED, reasons)


def explain(entry: Entry, actor: User) -> Decision:
    fresh = Entry.objects.get(pk=entry.pk)
    return explain_requirement(
        entry_id=entry.pk, requirement=STALE, reason="still so", seen_version=fresh.version, actor=actor
    )


def correct(entry: Entry, actor: User, replacement: str) -> None:
    source, fresh = entry.cited_sources.get(is_real=False), Entry.objects.get(pk=entry.pk)
    correct_source(
        source_id=source.pk, replacement=replacement, reason="asked", seen_version=fresh.version, actor=actor
    )


def test_answer_with_real_and_fresh_sources_is_verified(mina: User) -> None:
    assert verify(answered("Ninety days.\n\nSource: `Snapshots`"), mina) == VERIFIED


def test_answer_without_a_source_line_is_verified(mina: User) -> None:
    assert verify(answered("Ninety days."), mina) == VERIFIED


def test_answer_without_quotes_has_no_evidence(mina: User) -> None:
    entry = make_retrieval(chunks(), answer="Ninety days.").entries.get()
    Entry.objects.filter(pk=entry.pk).update(stage=Stage.CANDIDATE)

    assert verify(entry, mina) == refused(Reason.NO_EVIDENCE)


@pytest.mark.parametrize("says", ["Ninety days.\n\nSource: `gone.md`", "Ninety days [S9].\n\nSource: `Snapshots`"])
@pytest.mark.parametrize("replacement", ["Snapshots", ""])
def test_invented_source_is_refused_until_somebody_corrects_it(mina: User, replacement: str, says: str) -> None:
    entry = answered(says)

    assert verify(entry, mina) == refused(INVENTED)
    correct(entry, mina, replacement)
    assert verify(entry, mina) == VERIFIED


def test_invented_source_that_was_taken_out_of_the_store_is_refused_all_the_same(mina: User) -> None:
    entry = answered("Ninety days.\n\nSource: `gone.md`")
    remove("review_citedsource")

    assert verify(entry, mina) == refused(INVENTED)


def test_answer_that_is_too_long_to_be_read_is_refused(mina: User) -> None:
    whole = f"{'x' * (MAX_ANSWER_CHARS - 20)}\n\nSource: `Snapshots`"

    assert verify(answered(whole[-MAX_ANSWER_CHARS:]), mina) == VERIFIED
    assert verify(answered("x" * (MAX_ANSWER_CHARS + 1)), mina) == refused(INVENTED)


def test_other_entries_of_a_retrieval_may_say_what_they_like(mina: User) -> None:
    entry = make_entry(make_retrieval(chunks()), [(0, OLD_WORDS)], type="fact", body="Source: `gone.md`")

    assert verify(entry, mina) == VERIFIED


@pytest.mark.parametrize(
    ("body", "quotes"),
    [
        pytest.param("One hour.", [(0, OLD_WORDS)], id="a stale source is quoted"),
        pytest.param("Source: `Cache`", [(1, NEW_WORDS)], id="a stale source is named"),
    ],
)
def test_stale_source_waits_for_a_word_of_who_promotes(mina: User, body: str, quotes: list[tuple[int, str]]) -> None:
    entry = answered(body, *quotes)
    jun = make_user("jun", project=entry.session.project)

    assert verify(entry, mina) == refused(STALE)
    assert explain(entry, jun) == Granted(Stage.CANDIDATE)
    assert verify(entry, mina) == refused(STALE)
    assert explain(entry, mina) == Granted(Stage.CANDIDATE)
    assert verify(entry, mina) == VERIFIED


def test_stale_source_that_is_named_by_a_correction_waits_too(mina: User) -> None:
    entry = answered("Source: `gone.md`")

    correct(entry, mina, "Cache")

    assert verify(entry, mina) == refused(STALE)


def test_stale_source_is_no_matter_where_the_answer_says_so(mina: User) -> None:
    entry = answered("One hour, but the source is outdated.\n\nSource: `Cache`", (0, OLD_WORDS))

    assert verify(entry, mina) == VERIFIED


def test_stale_source_is_no_matter_once_its_quote_does_not_count(mina: User) -> None:
    entry = answered("One hour.", (0, OLD_WORDS), (1, NEW_WORDS))
    stale = quotes_of(entry)[0]

    withdraw_quote(quote_id=stale.pk, reason="old", seen_attempt=1, actor=mina)
    confirm(entry, mina)

    assert verify(entry, mina) == VERIFIED


@pytest.mark.parametrize("days", [0, 401])
def test_a_project_says_how_old_a_source_may_be(mina: User, days: int) -> None:
    entry = answered("One hour.\n\nSource: `Cache`", (0, OLD_WORDS))
    Project.objects.update(stale_after_days=days)

    assert verify(entry, mina) == VERIFIED


def test_reason_is_void_after_a_corrected_source(mina: User) -> None:
    entry = answered("One hour.\n\nSources: `Cache` · `gone.md`", (0, OLD_WORDS))
    explain(entry, mina)
    correct(entry, mina, "")

    assert verify(entry, mina) == refused(STALE)


def test_explaining_is_a_conflict_where_nothing_is_stale(mina: User) -> None:
    assert explain(answered("Ninety days."), mina) == Refused(Stage.CANDIDATE, (Reason.CONFLICT,))


def test_nobody_overrides_what_is_asked_of_an_answer(mina: User) -> None:
    manager = make_user("dana", project=make_project(), role=Role.MANAGER)
    switch(two_reviewers=True)
    reason = "there is no second person this week"
    stale, invented = answered("One hour.", (0, OLD_WORDS)), answered("Source: `gone.md`")

    def override(entry: Entry) -> Decision:
        return override_policy(entry_id=entry.pk, reason=reason, seen_version=1, actor=manager)

    assert override(stale) == refused(STALE)
    assert override(invented) == refused(INVENTED)
    assert override(answered("Ninety days.\n\nSource: `Snapshots`")) == VERIFIED


def test_answer_that_invents_a_source_is_not_approved(mina: User) -> None:
    switch(two_reviewers=True)
    entry = answered("Source: `gone.md`")

    assert approve_entry(entry_id=entry.pk, seen_version=1, actor=mina) == Refused(Stage.CANDIDATE, (INVENTED,))


def test_documents_speak_for_themselves(mina: User) -> None:
    switch(explain_sources=True)

    assert verify(answered("Ninety days."), mina) == VERIFIED


@pytest.mark.parametrize(
    ("column", "value"), [("last_updated", 4_000_000_000_000), ("file_name", "cache.md"), ("source", "elsewhere")]
)
def test_promote_entry_refuses_an_answer_with_other_sources_than_received(
    mina: User, column: str, value: str | int
) -> None:
    """A younger date would lift the question about stale sources, another name the one about invented sources."""
    entry = answered("One hour.", (1, NEW_WORDS))
    rewrite("review_chunk", column, value)

    assert verify(entry, mina) == refused(Reason.PROOF_FAILED)
