"""The verifier inside a bundle knows the entries that people added: each has its event, which says what it states."""

import io
import zipfile
from typing import Any

import pytest

from review.models import Entry
from review.selectors.bundles.contents import entry_scope, session_scope
from review.selectors.repair.selection import Selection
from review.services.bundles.seal import SealedBundle, seal_bundle
from review.services.repair.new_entries import EntryMade, NewClaim, add_entry
from review.verifier import verify
from tests.factories import make_entry, make_project, make_session, make_user
from tests.forging import Files, forged

pytestmark = pytest.mark.django_db

WITHOUT_EVENT = "it was added by hand, and no event says so"


@pytest.fixture
def entry() -> Entry:
    mina = make_user("mina", project=make_project())
    session = make_session(["We keep the raw text of every event."], session_id="talk-1")
    make_entry(session, ["every event"])
    selected, claim = Selection(0, 8, 20, "the raw text"), NewClaim("Raw text is kept", "all of it", "fact")
    made = add_entry(session_id=session.pk, claim=claim, selection=selected, actor=mina)
    assert isinstance(made, EntryMade)
    return made.entry


def files_of(entry: Entry, *withheld: str, alone: bool = False) -> Files:
    scope = entry_scope(Entry.objects.get(pk=entry.pk)) if alone else session_scope(entry.session)
    sealed = seal_bundle(scope=scope, withheld=withheld, actor=None)
    assert isinstance(sealed, SealedBundle)
    with zipfile.ZipFile(io.BytesIO(sealed.content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def without_event(files: Files) -> list[str]:
    return [where for where, what in ((one.where, one.what) for one in verify.check(files)) if what == WITHOUT_EVENT]


def test_a_bundle_names_who_added_an_entry(entry: Entry) -> None:
    extracted, added = [record for _, record in verify.records_of(files_of(entry), "entries.jsonl")]

    assert (extracted["added_by"], extracted["added_at"], extracted["claims"][0]["author"]) == (None, None, None)
    assert (added["extraction"], added["entry"], added["entry_id"], added["added_by"]) == (None, 0, "", "mina")
    assert (added["claims"][0]["author"], added["claims"][0]["created_at"]) == ("mina", added["added_at"])
    assert set(added["run"].values()) == {""}
    assert extracted.keys() == added.keys()


@pytest.mark.parametrize("alone", [False, True])
@pytest.mark.parametrize("withheld", [(), ("messages",)])
def test_an_entry_with_an_event_is_good(entry: Entry, withheld: tuple[str, ...], alone: bool) -> None:  # noqa: FBT001
    files = files_of(entry, *withheld, alone=alone)

    assert [issue for issue in verify.check(files) if issue.kind == "wrong"] == []


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"added_by": "jun"}, id="somebody else"),
        pytest.param({"added_by": None}, id="nobody"),
        pytest.param({"entry": 7}, id="another place"),
        pytest.param({"type": "task"}, id="another type"),
        pytest.param({"claims": [{"title": "No text is kept", "body": "all of it"}]}, id="another claim"),
        pytest.param({"session_id": "talk-2"}, id="another session"),
    ],
)
def test_an_entry_without_an_event_is_found(entry: Entry, change: dict[str, Any]) -> None:
    made = forged(files_of(entry), "entries.jsonl", lambda records: records[1].update(change))

    [where] = without_event(made)
    assert where.startswith("entries.jsonl, record 2")


def test_an_extracted_entry_that_is_called_added_is_found(entry: Entry) -> None:
    made = forged(files_of(entry), "entries.jsonl", lambda records: records[0].update(added_by="mina"))

    assert len(without_event(made)) == 1


def test_a_bundle_from_before_entries_were_added_holds(entry: Entry) -> None:
    def before(records: list[dict[str, Any]]) -> None:
        del records[1:]
        records[0].pop("added_by")

    assert without_event(forged(files_of(entry), "entries.jsonl", before)) == []
