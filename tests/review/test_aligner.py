"""One aligner a project: its settings decide what is found, and every attempt says what it was made with."""

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.test import Client

from aligner_core import ENGINE_VERSION, AlignerConfig, canonical_json, text_hash
from review.aligner import aligner_for, config_of
from review.domain.roles import Obstacle, Role
from review.models import Alignment, Project, Quote
from review.payloads import check_quote
from review.selectors.quotes.quote_rows import quote_row
from review.selectors.repair.diagnoses import with_diagnoses
from review.selectors.repair.trial import trial_of
from review.services._attempts import align_in_session
from review.services.audit.audit_store import Finding, audit_store
from review.services.people.members import Unchanged, set_aligner
from review.services.repair.quotes import choose_occurrence, retry_quote
from review.services.repair.splitting import Split, split_quote
from tests.behind import rewrite
from tests.factories import make_entry, make_project, make_session, make_user, quotes_of
from tests.journal import acts

pytestmark = pytest.mark.django_db

WORDS = ["The cache lives for one hour and no longer. The cache lives for one hour and no longer.", "Raw text is kept."]
SIMILAR = "The cache lives for one hours and no langer."
DEFAULT, RAISED = AlignerConfig(), AlignerConfig(fuzzy_threshold=0.99, max_quote_length=60)


@pytest.fixture
def dana() -> User:
    return make_user("dana", project=make_project(), role=Role.MANAGER)


def raised(dana: User) -> Project:
    project = make_project()
    outcome = set_aligner(project_id=project.pk, config=RAISED, seen=DEFAULT, actor=dana)
    assert isinstance(outcome, Project)
    return outcome


def made_of(quote: Quote) -> list[tuple[object, object]]:
    rows = quote.alignments.order_by("attempt")
    return [(one.made_with, one.config_digest) for one in rows]


def expected(config: AlignerConfig) -> tuple[object, object]:
    fields = ("enable_fuzzy", "fuzzy_threshold", "max_quote_length")
    stored = {name: getattr(config, name) for name in fields}
    return {"engine": ENGINE_VERSION, "config": stored}, config.digest


def test_aligner_for_a_new_project_is_the_core_s() -> None:
    assert aligner_for(make_project()).config == config_of(make_project()) == DEFAULT


def test_a_raised_threshold_holds_for_uploads_retries_trials_and_diagnoses(dana: User) -> None:
    session = make_session(WORDS, project=make_project())
    before = quotes_of(make_entry(session, [SIMILAR]))[0]
    raised(dana)
    session.refresh_from_db()
    after = quotes_of(make_entry(session, [SIMILAR], title="Again"))[0]
    retry_quote(quote_id=after.pk, text=SIMILAR, message_index=0, seen_attempt=1, actor=dana)

    assert before.current is not None
    assert before.current.method == "fuzzy"
    assert [one.method for one in after.alignments.all()] == ["none", "none"]
    assert made_of(before) == [expected(DEFAULT)]
    assert made_of(after) == [expected(RAISED)] * 2
    trial = trial_of(SIMILAR, 0, session)
    assert trial is not None
    assert (trial.state, trial.shortfall.startswith("0.0")) == ("failed", True)
    [row] = with_diagnoses([quote_row(quotes_of(make_entry(session, [SIMILAR], title="Third"))[0])])
    assert row.diagnosis == "near_miss"
    assert list(audit_store()) == []


def test_a_length_holds_too(dana: User) -> None:
    project = raised(dana)
    [made] = align_in_session(make_session(WORDS, project=project), [check_quote("x " * 31, message_index=0)])

    assert (made.evidence.model_dump()["failure_reason"], made.config) == ("quote_too_long", RAISED)


def test_parts_and_chosen_places_say_what_they_were_made_with(dana: User) -> None:
    session = make_session(WORDS, project=make_project())
    glued, twice = quotes_of(make_entry(session, ["lives for one hour ... kept", (0, "for one hour")]))
    raised(dana)

    choose_occurrence(quote_id=twice.pk, start=16, seen_attempt=1, actor=dana)
    parts = [("lives for one hour and no longer. The", 0), ("Raw text is", 1)]
    split = split_quote(quote_id=glued.pk, parts=parts, seen_attempt=1, actor=dana)

    assert isinstance(split, Split)
    assert [made_of(part) for part in split.parts] == [[expected(RAISED)]] * 2
    assert made_of(twice) == [expected(DEFAULT)] * 2, "the place was found before the change"
    assert list(audit_store()) == []


def test_set_aligner_is_journaled_and_for_managers(dana: User) -> None:
    mina = make_user("mina", project=make_project())
    project = make_project()

    refused = set_aligner(project_id=project.pk, config=RAISED, seen=DEFAULT, actor=mina)
    stale = set_aligner(project_id=project.pk, config=RAISED, seen=RAISED, actor=dana)
    same = set_aligner(project_id=project.pk, config=DEFAULT, seen=DEFAULT, actor=dana)
    assert acts().count() == 0
    raised(dana)

    assert refused == Unchanged(Obstacle.NOT_PERMITTED)
    assert stale == Unchanged(Obstacle.CONFLICT)
    assert same == project
    event = acts().get()
    assert (event.event_type, event.actor) == ("aligner_changed", "dana")
    assert event.body == {"project": "ledger", "fuzzy_threshold": 0.99, "max_quote_length": 60}


@pytest.mark.parametrize(("column", "value"), [("fuzzy_threshold", 0.9), ("max_quote_length", 400)])
def test_audit_store_finds_settings_that_nobody_made(dana: User, column: str, value: float) -> None:
    project = make_project()
    rewrite("review_project", column, value)
    never_recorded = list(audit_store())
    rewrite("review_project", column, getattr(project, column))
    raised(dana)
    rewrite("review_project", column, value)

    found = [Finding("policy_unaccounted", "project", project.pk, "aligner")]
    assert (never_recorded, list(audit_store())) == (found, found)


@pytest.mark.parametrize("threshold", [0.8499, 0.5, 1.01])
def test_the_database_refuses_a_lowered_threshold(threshold: float) -> None:
    make_project()

    with pytest.raises(IntegrityError), transaction.atomic():
        Project.objects.update(fuzzy_threshold=threshold)


OTHER = canonical_json({"enable_fuzzy": True, "fuzzy_threshold": 0.9, "max_quote_length": 2_000}).decode()


@pytest.mark.parametrize(
    ("changes", "attempt"),
    [
        pytest.param({"config": OTHER}, 1, id="another configuration"),
        pytest.param({"config": OTHER, "config_digest": text_hash(OTHER)}, 1, id="with its digest"),
        pytest.param({"config_digest": text_hash(OTHER)}, 1, id="another digest"),
        pytest.param({"config": "{"}, 1, id="unreadable"),
        pytest.param({"engine": "1"}, 1, id="another engine"),
        pytest.param({"config": OTHER, "config_digest": text_hash(OTHER)}, 2, id="of a retry"),
    ],
)
def test_audit_store_finds_an_attempt_that_says_it_was_made_otherwise(
    dana: User, changes: dict[str, str], attempt: int
) -> None:
    quote = quotes_of(make_entry(make_session(WORDS), ["Raw text is kept at last."]))[0]
    retry_quote(quote_id=quote.pk, text="Raw text is gone.", message_index=1, seen_attempt=1, actor=dana)
    row = Alignment.objects.get(quote=quote, attempt=attempt)
    for column, value in changes.items():
        rewrite("review_alignment", column, value, where=f"id = {row.pk}")
    if changes.get("config") == "{":
        row.refresh_from_db()
        rewrite("review_alignment", "config_digest", text_hash(changes["config"]), where=f"id = {row.pk}")

    code = "making_unaccounted" if attempt == 1 else "attempt_unaccounted"
    assert Finding(code, "alignment", row.pk) in list(audit_store())


def test_managers_change_it_on_the_page_of_the_project(client: Client, dana: User) -> None:
    client.force_login(dana)
    given = {"fuzzy_threshold": "0.9", "max_quote_length": "400", "seen_threshold": "0.85", "seen_length": "2000"}

    client.post("/projects/ledger/aligner/", given)

    project = make_project()
    assert (project.fuzzy_threshold, project.max_quote_length) == (0.9, 400)
    page = client.get("/projects/ledger/").content.decode()
    assert "Similar words count from a similarity of 0.900; quotes over 400 characters" in page
    for wrong in ({"fuzzy_threshold": "0.84"}, {"max_quote_length": "2001"}, {"max_quote_length": "x"}):
        assert client.post("/projects/ledger/aligner/", {**given, **wrong}).status_code == 422


def test_sentences_take_the_bar_from_the_attempt(client: Client, dana: User) -> None:
    client.force_login(dana)
    entry = make_entry(make_session(WORDS, project=raised(dana)), [SIMILAR])

    assert "below the bar of 0.990" in client.get(entry.get_absolute_url()).content.decode()
    assert "similarity 0.850 or more" in client.get("/help/").content.decode()
