"""What nothing knows is shown before it is lost, and the import asks."""

import pytest
from django.test import Client

from review.models import Entry, Extraction, Project, ReviewSession
from tests.review.views.test_ingest import upload

pytestmark = pytest.mark.django_db

SESSION = {"sessionId": "s-1", "messages": ["We decided to keep the raw bytes.", "Fine."]}
QUOTE = {"messageIndex": 0, "quote": "keep the raw bytes"}
BOX = '<input type="checkbox" name="without_texts" required>'
LOST = {"entries": [{"title": "Raw bytes stay", "evidence": [QUOTE], "rationale": "Because <b>Dana</b> said so."}]}


def test_upload_shows_texts_that_would_be_lost_and_asks(mina: Client, project: Project) -> None:
    _, page, address = upload(mina, project, first=SESSION, second=LOST)

    refused = mina.post(address)

    assert BOX in page
    assert "Because &lt;b&gt;Dana&lt;/b&gt; said so." in page
    assert refused.status_code == 422
    assert "Nothing was stored." in refused.content.decode()
    assert (ReviewSession.objects.count(), Extraction.objects.count()) == (0, 0)


def test_upload_is_imported_without_texts_that_a_person_gave_up(mina: Client, project: Project) -> None:
    _, _, address = upload(mina, project, first=SESSION, second=LOST)

    mina.post(address, {"without_texts": "on"})

    assert Entry.objects.get().title == "Raw bytes stay"
    [note] = Extraction.objects.get().notes
    assert (note["code"], note["params"]) == ("text_ignored", {"value": "Because <b>Dana</b> said so."})


@pytest.mark.parametrize(
    "given",
    [
        pytest.param({**SESSION, "summary": "They talk of bytes."}, id="of a session"),
        pytest.param({**SESSION, "messages": [{"content": "a", "thought": "So he says."}]}, id="of a message"),
        pytest.param("claim,quote,source text,why\nx,a,a,so he says\n", id="of a column"),
    ],
)
def test_upload_asks_for_texts_wherever_they_are(mina: Client, project: Project, given: object) -> None:
    _, page, address = upload(mina, project, first=given)

    assert BOX in page
    assert mina.post(address).status_code == 422
    assert mina.post(address, {"without_texts": "on"}).status_code == 302


def test_upload_asks_nothing_where_no_words_are_lost(mina: Client, project: Project) -> None:
    extraction = {"entries": [{"title": "Raw bytes stay", "evidence": [QUOTE], "confidence": "high", "rank": 1}]}
    _, page, address = upload(mina, project, first=SESSION, second=extraction)

    assert BOX not in page
    assert mina.post(address).status_code == 302


def test_upload_of_rows_with_claims_loses_nothing(mina: Client, project: Project) -> None:
    rows = [{"claim": "Raw bytes stay", **QUOTE}, {"fact": "It is fine", "messageIndex": 1, "quote": "Fine."}]
    _, _, address = upload(mina, project, first=SESSION, second=rows)

    mina.post(address)

    entries = Entry.objects.order_by("position")
    assert [(one.title, one.quotes.get().text, one.evidence_aligned) for one in entries] == [
        ("Raw bytes stay", "keep the raw bytes", True),
        ("It is fine", "Fine.", True),
    ]
