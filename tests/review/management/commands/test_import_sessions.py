"""`manage.py import_sessions`: imports valid lines, reports the others, and nothing twice."""

import json
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from review.models import Entry, Event, Extraction, Message, ReviewSession
from tests.factories import make_project, make_user

pytestmark = pytest.mark.django_db

WORDS = ["We keep the raw text of every event.", "The cache lives for one hour."]
FOUND = {"messageIndex": 0, "quote": "keep the raw text of every event"}
MOVED = {"messageIndex": 0, "quote": "The cache lives for one hour."}
EXTRACTION = {"entries": [{"entryId": "e-1", "evidence": [FOUND]}, {"entryId": "e-2", "evidence": [MOVED]}]}
TRUTH = [
    {"entryId": "e-1", "cls": "exact", "actual_index": 0, "start": 3, "end": 35},
    {"entryId": "e-2", "cls": "wrong_index", "actual_index": 1, "start": 0, "end": 29},
]


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def write(path: Path, *lines: object) -> Path:
    texts = [line if isinstance(line, str) else json.dumps(line, ensure_ascii=False) for line in lines]
    file = path / "sessions.jsonl"
    file.write_text("\n".join(texts) + "\n", encoding="utf-8")
    return file


def run(file: Path, project: str = "demo") -> list[str]:
    out = StringIO()
    call_command("import_sessions", str(file), project=project, stdout=out)
    return out.getvalue().splitlines()


def run_bad(file: Path) -> tuple[list[str], list[str], CommandError]:
    out, err = StringIO(), StringIO()
    with pytest.raises(CommandError) as caught:
        call_command("import_sessions", str(file), stdout=out, stderr=err)
    return out.getvalue().splitlines(), err.getvalue().splitlines(), caught.value


@pytest.fixture(autouse=True)
def _demo() -> None:
    make_project("demo")


def good(name: str, **more: object) -> dict[str, object]:
    return {"session_id": name, "messages": WORDS, "extraction": EXTRACTION, **more}


def test_import_sessions_imports_every_line(tmp_path: Path) -> None:
    second = {"sessionId": "b", "messages": ["한글 \U0001f600"]}

    lines = run(write(tmp_path, good("a"), "", second, {**good("c"), "extraction": None}))

    assert lines == [
        "3 of 3 sessions: 3 new",
        "extractions: 1 new",
        "quotes: 1 exact, 1 wrong_message",
        f"next: 2 to decide, at http://127.0.0.1:8000/queue/?session={Extraction.objects.get().session_id}",
    ]
    assert set(ReviewSession.objects.values_list("session_id", flat=True)) == {"a", "b", "c"}
    assert (Message.objects.count(), Entry.objects.count()) == (5, 2)


def test_import_sessions_adds_nothing_the_second_time(tmp_path: Path) -> None:
    file = write(tmp_path, good("a"), good("b"))
    run(file)
    before = Event.objects.count()

    lines = run(file)

    assert lines[:2] == ["2 of 2 sessions: 2 identical", "extractions: 2 identical"]
    assert Event.objects.count() == before


def test_import_sessions_names_the_queue_of_the_project_after_several_sessions(tmp_path: Path) -> None:
    file = write(tmp_path, good("a"), good("b"))

    assert run(file)[-1] == f"next: 4 to decide, at http://127.0.0.1:8000{reverse('review:queue')}?project=demo"

    Entry.objects.update(rejected_at=timezone.now(), rejected_by=make_user(), rejected_reason="no")
    assert run(file)[-1] == "quotes: 2 exact, 2 wrong_message"


def test_import_sessions_names_no_host_where_others_are_served(tmp_path: Path, settings: Settings) -> None:
    settings.REVIEW_IS_EXPOSED = True

    assert run(write(tmp_path, good("a"), good("b")))[-1] == "next: 4 to decide, at /queue/?project=demo"


def test_import_sessions_imports_no_view(tmp_path: Path, settings: Settings) -> None:
    settings.ROOT_URLCONF = "no_such_module"

    assert "next: 2 to decide" in run(write(tmp_path, good("a")))[-1]


def test_import_sessions_says_what_is_known_in_part(tmp_path: Path) -> None:
    run(write(tmp_path, good("a")))

    lines = run(
        write(tmp_path, {"sessionId": "a", "messages": WORDS[:1]}, {"sessionId": "a", "messages": [*WORDS, "x"]})
    )

    assert lines == ["2 of 2 sessions: 1 shorter, 1 longer", "extractions: none", "quotes: none"]


def test_import_sessions_keeps_good_lines_and_names_bad_ones(tmp_path: Path) -> None:
    file = write(
        tmp_path,
        good("a"),
        "{not json",
        "",
        {"session_id": "b"},
        {"session_id": "c", "messages": ["fine", "a\0b"]},
        {"session_id": "d", "messages": WORDS, "extraction": []},
        {"session_id": "a", "messages": ["slipped in", *WORDS]},
        good("e"),
    )

    out, err, error = run_bad(file)

    assert out[0] == "2 of 7 sessions: 2 new"
    assert [line.split(":")[0] for line in err] == ["line 2", "line 4", "line 5", "line 6", "line 7"]
    assert err[0] == "line 2: This is not JSON: look at line 1, column 2."
    assert err[2].startswith("line 5: messages[1].content ")
    assert err[4].startswith("line 7: messages[0] ")
    assert error.returncode == 1
    assert str(error) == "Not imported: 5, listed above. The rest was; correct these and import the file again."
    assert set(ReviewSession.objects.values_list("session_id", flat=True)) == {"a", "e"}


def test_import_sessions_goes_on_behind_a_line_over_the_limit(tmp_path: Path, settings: Settings) -> None:
    settings.REVIEW_MAX_FILE_BYTES = 1_000
    file = write(tmp_path, {"sessionId": "long", "messages": ["x" * 1_000]}, {"sessionId": "short", "messages": ["x"]})

    out, err, _ = run_bad(file)

    assert err == ["line 1: The file is larger than 1 kB. Split it, or ask for a higher limit."]
    assert out[0] == "1 of 2 sessions: 1 new"


def test_import_sessions_writes_the_table_of_truth(tmp_path: Path) -> None:
    lines = run(write(tmp_path, good("a", truth=TRUTH), good("b", truth=TRUTH), good("c", truth="no list")))

    assert lines[3:-1] == [
        "",
        "truth class                  count          outcome",
        "exact                            2 of 2     exact, right place",
        "wrong_index                      2 of 2     wrong_message, true message first",
    ]


def test_import_sessions_overlooks_truth_that_is_none(tmp_path: Path) -> None:
    lines = run(write(tmp_path, good("a", truth=[7, None, {"entryId": ["e-1"]}, {"entryId": "nobody"}])))

    assert len(lines) == len(run(write(tmp_path, good("b"))))


def test_import_sessions_reads_a_file_with_a_byte_order_mark(tmp_path: Path) -> None:
    file = tmp_path / "marked.jsonl"
    file.write_bytes(b"\xef\xbb\xbf" + json.dumps(good("a")).encode() + b"\r\n" + json.dumps(good("b")).encode())

    assert run(file)[0] == "2 of 2 sessions: 2 new"


def test_import_sessions_names_the_projects_there_are(tmp_path: Path) -> None:
    make_project("ledger")

    with pytest.raises(CommandError, match=r"^There is no project 'nope' \(projects: demo, ledger\)\.$"):
        run(write(tmp_path, good("a")), project="nope")


def test_import_sessions_says_what_to_do_without_projects(tmp_path: Path) -> None:
    make_project("demo").delete()

    with pytest.raises(CommandError, match="none yet, make one in the admin"):
        run(write(tmp_path, good("a")))


@pytest.mark.parametrize(("name", "why"), [("missing.jsonl", "No such file or directory"), (".", "Is a directory")])
def test_import_sessions_says_why_a_file_cannot_be_read(tmp_path: Path, name: str, why: str) -> None:
    with pytest.raises(CommandError, match=f"cannot be read: {why}."):
        run(tmp_path / name)


def test_import_sessions_takes_an_empty_file(tmp_path: Path) -> None:
    assert run(write(tmp_path)) == ["0 of 0 sessions: none", "extractions: none", "quotes: none"]


@pytest.mark.parametrize(("terminal", "shown"), [(Terminal(), True), (StringIO(), False)], ids=["terminal", "file"])
def test_import_sessions_shows_progress_on_a_terminal_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, terminal: StringIO, *, shown: bool
) -> None:
    monkeypatch.setattr(sys, "stderr", terminal)

    run(write(tmp_path, good("a")))

    assert ("100%" in terminal.getvalue()) is shown


def test_import_sessions_takes_retrievals_and_documents_of_others(tmp_path: Path) -> None:
    chunk = {"chunkId": "c", "title": "Cache", "content": WORDS[1]}
    asked = {"retrievalId": "r", "query": "How long?", "chunks": [chunk], "answer": "One hour.\n\nSource: `Cache`"}
    found = {"messageIndex": 0, "quote": "lives for one hour"}
    file = write(
        tmp_path,
        {**asked, "extraction": {"evidence": [found]}},
        [{"page_content": WORDS[0], "metadata": {"source": "a.md"}}],
        {**asked, "query": "How short?"},
    )

    lines, bad, _ = run_bad(file)

    assert lines[:-1] == ["2 of 3 sessions: 2 new", "extractions: 1 new", "quotes: 1 exact"]
    assert [line[:56] for line in bad] == ["line 3: retrievalId There is another retrieval of this na"[:56]]
    assert Entry.objects.get().type == "answer"


def test_import_sessions_prints_every_note_with_its_line(tmp_path: Path) -> None:
    odd = {"entries": [{"entryId": "e-1", "stage": "verified"}, {"entryId": "e-2", "evidence": [FOUND], "mood": 1}]}
    file = write(tmp_path, good("a"), {**good("b"), "extraction": odd, "colour": "red"})

    out, err, error = run_bad(file)

    assert out[0] == "2 of 2 sessions: 2 new"
    assert err == [
        "line 2: colour Not known and ignored.",
        "line 2: entries[0].stage Left out: only people verify. Stages in an upload are raw, working, candidate.",
        "line 2: entries[1].mood Not known and ignored.",
    ]
    assert error.returncode == 1
    assert str(error) == "Left out: 3, listed above; the rest was imported. --allow-left-out accepts that."
    assert Entry.objects.filter(session__session_id="b").count() == 1


def test_import_sessions_may_be_allowed_to_leave_something_out(tmp_path: Path) -> None:
    file, out, err = write(tmp_path, {**good("a"), "colour": "red"}), StringIO(), StringIO()

    call_command("import_sessions", str(file), allow_left_out=True, stdout=out, stderr=err)

    assert err.getvalue().splitlines() == ["line 1: colour Not known and ignored."]
    assert out.getvalue().splitlines()[0] == "1 of 1 sessions: 1 new"


def test_import_sessions_leaves_nothing_out_of_what_is_merely_odd(tmp_path: Path) -> None:
    twice = {"entries": [{"entryId": "e", "evidence": [FOUND]}, {"entryId": "e"}]}
    file, err = write(tmp_path, {**good("a"), "extraction": twice, "truth": TRUTH}), StringIO()

    call_command("import_sessions", str(file), stdout=StringIO(), stderr=err)

    assert [line.split()[2] for line in err.getvalue().splitlines()] == [
        "entries[1].evidence",
        "entries[0].entryId",
        "entries[1].entryId",
    ]


def test_import_sessions_takes_the_forms_of_the_seed_and_of_version_one(tmp_path: Path) -> None:
    seed = {"sessionId": "seed", "sessionMessages": WORDS, "extractedJson": {"evidence": [FOUND]}, "model": "m-1"}
    first = {"sessionId": "v1", "sourceContent": WORDS[0], "claims": ["keep the raw text", "nobody said this"]}

    lines = run(write(tmp_path, seed, first))

    assert lines[:-1] == ["2 of 2 sessions: 2 new", "extractions: 2 new", "quotes: 2 exact, 1 not_found"]
    assert set(Extraction.objects.values_list("session__session_id", "model")) == {("seed", "m-1"), ("v1", "")}


def test_import_sessions_takes_an_extraction_alone_with_its_session_named(tmp_path: Path) -> None:
    run(write(tmp_path, {"sessionId": "a", "messages": WORDS}))
    file = tmp_path / "entries.json"
    file.write_text(json.dumps(EXTRACTION, indent=2))

    out, err, _ = run_bad(file)
    call_command("import_sessions", str(file), session="a", stdout=StringIO())

    assert out[0] == "0 of 1 sessions: none"
    assert err == ["An extraction without its conversation: import both, or name the session that it belongs to."]
    assert Extraction.objects.get().session.session_id == "a"
    with pytest.raises(CommandError, match=r"There is no session 'b' in the project 'demo'\."):
        call_command("import_sessions", str(file), session="b", stdout=StringIO())


def test_import_sessions_reads_any_format_and_names_what_it_cannot_read(tmp_path: Path) -> None:
    documents = [{"document_id": name, "text": WORDS[0], "extractions": []} for name in "ab"]
    file = write(tmp_path, *documents, "{broken")
    text = tmp_path / "notes.bin"
    text.write_bytes(b"\x00\x01")

    out, err, error = run_bad(file)
    _, refused, _ = run_bad(text)

    assert out[0] == "2 of 3 sessions: 2 new"
    assert err == ["line 3 Left out: this line cannot be read. line 1, column 2: Not JSON from here on."]
    assert error.returncode == 1
    assert len(refused) == 1


LOST = {"entries": [{"title": "Raw text", "evidence": [FOUND], "rationale": "Because Dana said so."}]}


@pytest.mark.parametrize(
    "line",
    [
        {"sessionId": "a", "messages": WORDS, "extraction": LOST},
        {"sessionId": "a", "messages": WORDS, "why": "so he says"},
    ],
)
def test_import_sessions_stores_nothing_of_an_item_with_texts_that_would_be_lost(
    tmp_path: Path, line: dict[str, object]
) -> None:
    file = write(tmp_path, line)

    _, [told], error = run_bad(file)

    assert told.startswith("line 1: ")
    assert "its text would be lost: " in told
    assert str(error).endswith("--allow-left-out accepts that texts are lost.")
    assert not ReviewSession.objects.exists()
    call_command("import_sessions", str(file), "--allow-left-out")
    assert ReviewSession.objects.count() == 1


def test_import_sessions_reads_rows_of_another_shape_by_a_mapping(tmp_path: Path) -> None:
    file = write(tmp_path, {"conv": "c1", "who": "Ana", "utterance": WORDS[0]}, {"conv": "c2", "utterance": WORDS[1]})
    out = StringIO()

    call_command("import_sessions", str(file), map="words=utterance,speaker=who,session=conv", stdout=out)

    assert out.getvalue().splitlines()[0] == "2 of 2 sessions: 2 new"
    assert list(ReviewSession.objects.order_by("pk").values_list("session_id", flat=True)) == ["c1", "c2"]
    with pytest.raises(CommandError, match="Not a mapping: utterance"):
        call_command("import_sessions", str(file), map="utterance=words")
