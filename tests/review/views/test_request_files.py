"""How many files of `review` one click executes in a warm process."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import pytest
from django.test import Client

import review
from review.domain.policy import Stage
from review.models import Entry, Project
from tests.factories import make_entry, make_session

HTMX = {"HX-Request": "true"}
ROOT = Path(review.__file__).parent
WORDS = "We ship the importer on Friday and keep the old one for a month."

MAX_FILES, MAX_FILES_OF_RETRY, MAX_FILES_WITH_QUESTION = 47, 52, 55
"""A retry asks the aligner; words that are not the extractor's own lead to the question about the claim as well.

Each of them looks for the facts of the claim, which is a file too, and three say under which switches it was verified.
What lists find an entry by is kept with every change, in two files, and added quotes are aligned in two more.
A decision asks whether it was made in the queue, which what views share knows, and whether it can be taken back.
The latter is asked of a change of a quote, too.
An open request for a change is looked for and shown, what was read is kept, and batches attempt by the same steps.
What a person was shown is noted, so that nobody verifies several entries at once that they have not read.
The type of an entry is named in the reader's language.
Statements that were taken back are left out, comments are counted, and it is shown who looks at the entry and to whom
it was assigned, in one file; what is in doubt beside the claim is a file of its own.
The form of an act is one tag, in place of as many copies as there are acts.
How long something can be undone is put into words, which is a file. Who counts as another person is one too, and so are
the authors of words. What an act takes, and what it says, are the file of its declaration and that of its form. The
history reads the declarations of its events, which are files by subject. What is only shown of verified entries, and
the facts of a claim that a decision does not change, are not read. Statements whose SQL is written once are a file.
What a card says of a quote in words, and the sentence that it stands in, are three files; who said what around the
evidence is read in two.
"""


EVERY_REQUEST = {
    "views/middleware.py",
    "api/problems.py",
    "api/calls.py",
    "views/probes.py",
    "views/request_log.py",
    "logs.py",
    "views/_proxies.py",
    "services/people/_log_ins.py",
    "services/people/accounts.py",
    "config/context.py",
}
"""What runs before and behind any view is not on the way of a click."""


def files_executed(act: Callable[[], object]) -> set[str]:
    """Return the files of `review` with a function that ran, except those with only declarations."""
    seen: set[str] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(f"{ROOT}/"):
            seen.add(str(Path(frame.f_code.co_filename).relative_to(ROOT)))

    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(None)
    return seen - EVERY_REQUEST


def candidate(project: Project, quote: str) -> Entry:
    entry = make_entry(make_session([WORDS, f"{quote} {WORDS}"], project=project), [(0, quote)])
    Entry.objects.filter(pk=entry.pk).update(stage=Stage.CANDIDATE)
    return entry


def promote(client: Client, entry: Entry) -> None:
    fields = {"to": "verified", "seen_version": Entry.objects.get(pk=entry.pk).version}
    assert client.post(f"/entries/{entry.pk}/promote/", fields, headers=HTMX).status_code == 200


def move(client: Client, entry: Entry) -> None:
    quote = entry.quotes.get()
    fields = {"text": quote.text, "message_index": 1, "seen_attempt": 1}
    assert client.post(f"/quotes/{quote.pk}/retry/", fields, headers=HTMX).status_code == 200


def reword(client: Client, entry: Entry) -> None:
    quote = entry.quotes.get()
    fields = {"text": "We ship the importer on Friday", "message_index": 0, "seen_attempt": 1}
    assert client.post(f"/quotes/{quote.pk}/retry/", fields, headers=HTMX).status_code == 200


@pytest.mark.parametrize(
    ("act", "quote", "most"),
    [
        (promote, "We ship the importer on Friday", MAX_FILES),
        (move, "We ship the exporter on Sunday", MAX_FILES_OF_RETRY),
        (reword, "We ship the exporter on Sunday", MAX_FILES_WITH_QUESTION),
    ],
)
def test_a_click_executes_few_files(
    mina: Client, project: Project, act: Callable[[Client, Entry], None], quote: str, most: int
) -> None:
    act(mina, candidate(project, quote))
    entry = candidate(project, f"{quote} ")

    executed = files_executed(lambda: act(mina, entry))

    assert len(executed) <= most, sorted(executed)
