"""An export is imported by a program of a manager."""

import pytest
from django.test import override_settings

from review.domain.roles import Role
from review.models import Entry, Event, ReviewSession
from tests.factories import make_entry, make_project, make_session, make_user
from tests.review.api.conftest import EVERY, Program, Programs
from tests.review.api.test_uploads import run_jobs

pytestmark = pytest.mark.django_db
WORDS = "We keep the raw text of every event."


@pytest.fixture
def entry() -> Entry:
    return make_entry(make_session([WORDS], session_id="talk", project=make_project()), ["the raw text"])


def bots(program: Programs, role: Role = Role.MANAGER) -> tuple[Program, Program]:
    """Return a program that exports, and one that imports into another project."""
    other = make_project("archive")
    return program(), program(make_user("dana", project=other, role=role), project=other, scopes=EVERY[:2])


def test_what_one_program_exports_another_imports(entry: Entry, program: Programs) -> None:
    ours, theirs = bots(program)
    data = ours.get("exports/jsonl", accept_encoding="gzip").body

    done = theirs.post("imports", data, content_type="application/gzip")
    again = theirs.post("imports", data, content_type="application/gzip")

    assert (done.status, done.body["counts"]["entries"], done.body["refused"]) == (200, 1, [])
    assert again.body["counts"] == {"sessions_there": 1, "extractions_there": 1, "entries_there": 1}
    there = ReviewSession.objects.get(project__slug="archive")
    assert there.session_id == "talk"
    assert Event.objects.filter(event_type="records_imported").latest("pk").recorded.with_token == theirs.token.name


def test_what_contradicts_is_refused_with_its_place(entry: Entry, program: Programs) -> None:
    ours, theirs = bots(program)
    make_session(["We keep nothing."], session_id="talk", project=make_project("archive"))

    done = theirs.post("imports", ours.get("exports/jsonl").body)

    [refused] = done.body["refused"]
    assert (refused["where"], refused["code"]) == ("talk messages[0]", "messages_changed")
    assert refused["detail"]


def test_what_is_no_export_is_a_problem(program: Programs) -> None:
    _, theirs = bots(program)

    for data, code in ((b"{}", "not_an_export"), (b"PK", "not_a_bundle"), (b"\x1f\x8bx", "export_unreadable")):
        refused = theirs.post("imports", data)
        assert (refused.status, refused.code) == (422, code)


def test_only_a_manager_answers_for_decisions(entry: Entry, program: Programs) -> None:
    ours, theirs = bots(program, Role.REVIEWER)

    refused = theirs.post("imports", ours.get("exports/jsonl").body)

    assert (refused.status, refused.code) == (403, "not_permitted")
    assert not ReviewSession.objects.filter(project__slug="archive").exists()


@pytest.mark.django_db(transaction=True)
@override_settings(REVIEW_MAX_CHARS_AT_ONCE=10)
def test_a_large_export_is_imported_by_a_job(entry: Entry, program: Programs) -> None:
    ours, theirs = bots(program)

    begun = theirs.post("imports?name=demo.jsonl", ours.get("exports/jsonl").body)
    run_jobs()
    done = theirs.get(f"jobs/{begun.body['id']}").body

    assert (begun.status, begun.body["kind"], done["state"]) == (202, "import", "done")
    assert done["result"]["counts"]["entries"] == 1
