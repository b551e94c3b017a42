"""The verifier inside a bundle knows the quotes that people added: each has its event."""

import io
import zipfile
from typing import Any

import pytest

from review.models import Entry
from review.selectors.bundles.contents import session_scope
from review.selectors.repair.selection import Selection
from review.services.bundles.seal import SealedBundle, seal_bundle
from review.services.repair.adding import Added, add_quote
from review.verifier import verify
from tests.factories import make_entry, make_project, make_session, make_user
from tests.forging import Files, forged

pytestmark = pytest.mark.django_db

WITHOUT_EVENT = "its quote was added by hand, and no event says so"


@pytest.fixture
def memory() -> Entry:
    mina = make_user("mina", project=make_project())
    entry = make_entry(make_session(["We keep the raw text of every event."], session_id="talk-1"), ["every event"])
    selected = Selection(0, 8, 20, "the raw text")
    assert isinstance(add_quote(entry_id=entry.pk, selection=selected, seen_version=1, actor=mina), Added)
    return entry


def files_of(entry: Entry, *withheld: str) -> Files:
    sealed = seal_bundle(scope=session_scope(entry.session), withheld=withheld, actor=None)
    assert isinstance(sealed, SealedBundle)
    with zipfile.ZipFile(io.BytesIO(sealed.content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def without_event(files: Files) -> list[str]:
    return [where for _, where, what in verify.check(files) if what == WITHOUT_EVENT]


def test_a_bundle_names_who_added_a_quote(memory: Entry) -> None:
    records = [record for _, record in verify.records_of(files_of(memory), "evidence.jsonl")]

    assert [(one["quote"], one["added_by"], one["provenance"]) for one in records] == [
        (0, None, "system"),
        (1, "mina", "selected_by_hand"),
    ]


@pytest.mark.parametrize("withheld", [(), ("messages",)])
def test_a_quote_with_an_event_is_good(memory: Entry, withheld: tuple[str, ...]) -> None:
    assert [issue for issue in verify.check(files_of(memory, *withheld)) if issue.kind == "wrong"] == []


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"added_by": "jun"}, id="somebody else"),
        pytest.param({"quote": 7}, id="another quote"),
        pytest.param({"entry_id": "e-9"}, id="another entry"),
    ],
)
def test_a_quote_without_an_event_is_found(memory: Entry, change: dict[str, Any]) -> None:
    made = forged(files_of(memory), "evidence.jsonl", lambda records: records[1].update(change))

    [where] = without_event(made)
    assert where.startswith("evidence.jsonl, record 2")


def test_an_uploaded_quote_that_is_called_added_is_found(memory: Entry) -> None:
    made = forged(files_of(memory), "evidence.jsonl", lambda records: records[0].update(added_by="mina"))

    assert len(without_event(made)) == 1


def test_a_bundle_from_before_quotes_were_added_holds(memory: Entry) -> None:
    made = forged(files_of(memory), "evidence.jsonl", lambda records: [one.pop("added_by") for one in records])

    assert without_event(made) == []
