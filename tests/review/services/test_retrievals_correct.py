"""An invented source is corrected by a person, for a reason; the answer stays as it was given."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User

from review.domain.policy import Reason
from review.models import CitedSource, Entry, Role, SourceCorrection
from review.services._attempts import Declined
from review.services.audit.audit_store import Finding, audit_store
from review.services.promotion.stages import reject_entry
from review.services.retrievals import correct_source
from tests.behind import remove, rewrite
from tests.factories import make_project, make_retrieval, make_user

pytestmark = pytest.mark.django_db

CHUNKS = [
    {"title": "Cache", "fileName": "cache.md", "content": "The cache lives for one hour."},
    {"title": "Snapshots", "content": "Snapshots are kept for ninety days."},
]
ANSWER = "The cache lives for one hour.\n\n*Sources:* `cache.md` · `handbook.md`"
FOUND = {"evidence": [{"messageIndex": 0, "quote": "The cache lives for one hour."}]}


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


@pytest.fixture
def entry(mina: User) -> Entry:
    return make_retrieval(CHUNKS, answer=ANSWER, extraction=FOUND).entries.get()


def correct(
    entry: Entry, actor: User, replacement: str = "Snapshots", *, label: str = "handbook.md", seen_version: int = 1
) -> SourceCorrection | Declined:
    source = entry.cited_sources.get(label=label)
    return correct_source(
        source_id=source.pk, replacement=replacement, reason="asked Dana", seen_version=seen_version, actor=actor
    )


@pytest.mark.parametrize("replacement", ["Snapshots", "Cache", "cache.md", ""])
def test_correct_source_appends_what_a_person_says(entry: Entry, mina: User, replacement: str) -> None:
    correction = correct(entry, mina, replacement)

    assert isinstance(correction, SourceCorrection)
    assert (correction.number, correction.replacement, correction.reason, correction.actor) == (
        1,
        replacement,
        "asked Dana",
        mina,
    )
    entry.refresh_from_db()
    assert (entry.body, entry.version) == (ANSWER, 2)
    event = entry.events.latest("seq")
    assert (event.event_type, event.actor) == ("source_corrected", "mina")
    assert event.body == {
        "source": 1,
        "number": 1,
        "label": "handbook.md",
        "replacement": replacement,
        "reason": "asked Dana",
    }


def test_correct_source_may_be_done_again(entry: Entry, mina: User) -> None:
    correct(entry, mina, "Cache")

    again = correct(entry, mina, "", seen_version=2)

    assert isinstance(again, SourceCorrection)
    assert again.number == 2
    assert list(again.source.corrections.values_list("replacement", flat=True)) == ["Cache", ""]
    assert list(audit_store()) == []


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        pytest.param({"replacement": "handbook.md"}, Reason.CONFLICT, id="a label that no chunk has"),
        pytest.param({"label": "cache.md"}, Reason.CONFLICT, id="a source that is real"),
        pytest.param({"seen_version": 7}, Reason.CONFLICT, id="another version than the one seen"),
    ],
)
def test_correct_source_declines(entry: Entry, mina: User, given: dict[str, str], reason: Reason) -> None:
    assert correct(entry, mina, **given) == Declined(reason)  # type: ignore[arg-type]
    assert not SourceCorrection.objects.exists()
    assert entry.events.latest("seq").event_type == "evidence_aligned"


def test_correct_source_declines_who_may_only_read(entry: Entry) -> None:
    guest = make_user("guest", project=entry.session.project, role=Role.VIEWER)

    assert correct(entry, guest) == Declined(Reason.NOT_PERMITTED)


def test_correct_source_declines_for_a_rejected_entry(entry: Entry, mina: User) -> None:
    reject_entry(entry_id=entry.pk, reason="no", seen_version=1, actor=mina)

    assert correct(entry, mina, seen_version=2) == Declined(Reason.WRONG_STAGE)


@pytest.mark.parametrize(
    "tamper",
    [
        pytest.param(lambda: remove("review_sourcecorrection"), id="taken out"),
        pytest.param(lambda: rewrite("review_sourcecorrection", "replacement", "Cache"), id="another source"),
        pytest.param(lambda: rewrite("review_sourcecorrection", "reason", "no"), id="another reason"),
        pytest.param(lambda: rewrite("review_sourcecorrection", "number", 2), id="another number"),
    ],
)
def test_audit_store_finds_a_changed_correction(entry: Entry, mina: User, tamper: Callable[[], None]) -> None:
    correct(entry, mina)
    assert list(audit_store()) == []
    tamper()

    assert list(audit_store()) == [Finding("correction_unaccounted", "entry", entry.pk)]


def test_cited_sources_name_each_label_once(mina: User) -> None:
    answer = "One hour.\n\nSources: `cache.md` · `gone.md` · `cache.md` · `gone.md`"

    make_retrieval(CHUNKS, answer=answer, query="Twice?")

    assert list(CitedSource.objects.values_list("label", "is_real")) == [("cache.md", True), ("gone.md", False)]
