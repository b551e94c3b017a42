"""Exports of a store: what they hold, that each is journaled, and who may take one."""

import csv
import gzip
import io
import json

import pytest

from review.models import Entry, Event, Project, ReviewSession
from review.selectors.bundles.contents import BundleScope, session_scope
from review.services.audit.audit_store import audit_store
from review.services.exports.compression import gzipped
from review.services.exports.export import Export, NotExported, export
from review.services.exports.formats import FORMATS
from tests.everything import make_everything
from tests.factories import make_entry, make_project, make_session, make_user

pytestmark = pytest.mark.django_db


def whole(project: Project) -> BundleScope:
    return BundleScope(
        {"kind": "project", "project": project.slug},
        Entry.objects.filter(session__project=project),
        ReviewSession.objects.filter(project=project),
        whole_sessions=True,
    )


def made(scope: BundleScope, name: str) -> str:
    done = export(scope=scope, name=name, actor=None)
    assert isinstance(done, Export)
    return "".join(done.pieces)


@pytest.mark.parametrize("name", FORMATS)
def test_export_writes_everything_there_is_in_every_format(name: str) -> None:
    make_everything()

    text = made(whole(make_project()), name)

    assert text
    assert [finding for finding in audit_store() if not finding.is_note] == []


def test_export_is_an_event_with_who_took_how_much_of_what() -> None:
    project = make_project()
    make_entry(make_session(["We keep it."]), ["We keep it."])
    mina = make_user("mina", project=project)

    done = export(scope=whole(project), name="csv", actor=mina)

    assert isinstance(done, Export)
    event = Event.objects.get(event_type="exported")
    assert (event.actor, event.session) == ("mina", None)
    assert event.body == {
        "format": "csv",
        "scope": {"kind": "project", "project": "ledger"},
        "counts": {"sessions": 1, "entries": 1},
        "projects": [{"project": "ledger", "entries": 1}],
    }


def test_export_refuses_what_a_person_may_not_read_and_journals_nothing() -> None:
    make_entry(make_session(["We keep it."]), ["We keep it."])

    assert export(scope=whole(make_project()), name="csv", actor=make_user("stranger")) is NotExported.NOT_PERMITTED
    assert export(scope=whole(make_project("empty")), name="csv", actor=None) is NotExported.EMPTY
    assert not Event.objects.filter(event_type="exported").exists()


def test_jsonl_has_a_session_whole_and_offsets_of_both_kinds() -> None:
    entry = make_entry(make_session(["🙂 We keep it."]), ["keep it"])

    lines = [json.loads(line) for line in made(session_scope(entry.session), "jsonl").splitlines()]

    assert [line["record"] for line in lines] == ["export", "session", "message", "extraction", "entry"]
    [attempt] = lines[-1]["evidence"][0]["attempts"]
    assert (attempt["outcome"]["spanStart"], attempt["utf16"]) == (5, [6, 13])
    assert "utf16" in lines[0]["offsets"]


def test_csv_has_a_row_for_each_quote_that_counts() -> None:
    entry = make_entry(make_session(["We keep it. -done"]), ["keep it", "-done"])

    rows = list(csv.DictReader(io.StringIO(made(session_scope(entry.session), "csv").removeprefix("\ufeff"))))

    assert [(row["quote"], row["words"]) for row in rows] == [("keep it", "keep it"), ("'-done", "'-done")]


def test_gzipped_pieces_are_the_text_again_and_come_before_the_end() -> None:
    pieces = [f"{number}\n" for number in range(1000)]
    stream = gzipped(pieces)
    first = next(stream)

    assert gzip.decompress(b"".join([first, *stream])) == "".join(pieces).encode()
