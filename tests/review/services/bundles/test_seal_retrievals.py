"""Audit bundles of retrievals: the chunks with their metadata, and the sources that answers cite."""

import io
import json
import zipfile
from typing import Any

import pytest
from django.contrib.auth.models import User

from aligner_core import digest
from review.models import ReviewSession
from review.selectors.bundles.contents import BundleScope, entry_scope, session_scope
from review.services.bundles.seal import SealedBundle, seal_bundle
from review.services.retrievals import correct_source
from review.verifier import verify
from tests.factories import make_project, make_retrieval, make_session, make_user, run_of

pytestmark = pytest.mark.django_db

CHUNKS: list[dict[str, Any]] = [
    {
        "title": "Cache",
        "fileName": "cache.md",
        "content": "The cache lives for one hour.",
        "score": 0.5,
        "relevance": "high",
        "matchedTags": ["ttl"],
        "metadata": {"lastUpdated": 1_700_000_000_000},
    },
    {"content": "Snapshots are kept for ninety days."},
]
FOUND = {"evidence": [{"messageIndex": 0, "quote": "lives for one hour"}]}


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


@pytest.fixture
def session(mina: User) -> ReviewSession:
    answer = "One hour.\n\nSources: `cache.md` · `gone.md`"
    events = ["keyword_search_success:cache"]
    session = make_retrieval(CHUNKS, answer=answer, extraction=FOUND, retrievalId="r", events=events)
    source = session.entries.get().cited_sources.get(is_real=False)
    correct_source(source_id=source.pk, replacement="", reason="no such file", seen_version=1, actor=mina)
    return session


def sealed(scope: BundleScope) -> SealedBundle:
    bundle = seal_bundle(scope=scope, withheld=(), actor=None)
    assert isinstance(bundle, SealedBundle)
    return bundle


def files_of(bundle: SealedBundle) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(bundle.content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_bundle_of_a_retrieval_shows_how_its_chunks_were_found(session: ReviewSession) -> None:
    [record] = map(json.loads, files_of(sealed(session_scope(session)))["retrievals.jsonl"].splitlines())

    bare: dict[str, object] = {
        "file_name": "",
        "source": "",
        "score": None,
        "relevance": "",
        "matched_tags": [],
        "last_updated": None,
    }
    assert record == {
        "project": "ledger",
        "session_id": "r",
        "query": "How long does the cache live?",
        "events": ["keyword_search_success:cache"],
        "digest": session.retrieval.digest,
        "chunks": [
            {
                "message_index": 0,
                "chunk_id": "c-0",
                "title": "Cache",
                "file_name": "cache.md",
                "source": "",
                "score": 0.5,
                "relevance": "high",
                "matched_tags": ["ttl"],
                "last_updated": 1_700_000_000_000,
            },
            {"message_index": 1, "chunk_id": "c-1", "title": "", **bare},
        ],
    }


def test_bundle_of_an_answer_shows_what_it_names_and_what_people_corrected(session: ReviewSession) -> None:
    entry = session.entries.get()

    records = [json.loads(line) for line in files_of(sealed(entry_scope(entry)))["citations.jsonl"].splitlines()]

    named = {"project": "ledger", "session_id": "r", "extraction": run_of(entry).digest, "entry": 0}
    [correction] = records[1].pop("corrections")
    del correction["created_at"]
    assert records == [
        {**named, "entry_id": "answer", "position": 0, "label": "cache.md", "is_real": True, "corrections": []},
        {**named, "entry_id": "answer", "position": 1, "label": "gone.md", "is_real": False},
    ]
    assert correction == {"number": 1, "replacement": "", "reason": "no such file", "actor": "mina"}


def test_sections_pin_the_files_of_retrievals(session: ReviewSession) -> None:
    bundle = sealed(session_scope(session))

    files = files_of(bundle)
    for section, name, count in (("retrieval", "retrievals.jsonl", 1), ("citation", "citations.jsonl", 2)):
        payload = json.loads(files[f"sections/{section}.json"])["payload"]
        assert payload == {"file": name, "sha256": digest(files[name]), "count": count}
    assert (bundle.counts["retrievals"], bundle.counts["citations"]) == (1, 2)
    assert [found for found in verify.check(files) if found.kind == "wrong"] == []


@pytest.mark.parametrize("name", ["retrievals.jsonl", "citations.jsonl"])
def test_a_flipped_byte_of_a_retrieval_is_named(session: ReviewSession, name: str) -> None:
    files = files_of(sealed(session_scope(session)))
    files[name] = files[name].replace(b"cache.md", b"cachE.md", 1)

    wrong = [found.where for found in verify.check(files) if found.kind == "wrong"]

    assert any(where.startswith(f"{name}, record 1") for where in wrong)


def test_bundle_of_a_conversation_has_nothing_of_retrievals(mina: User) -> None:
    files = files_of(sealed(session_scope(make_session(["hello"]))))

    assert not {"retrievals.jsonl", "citations.jsonl", "sections/retrieval.json", "sections/citation.json"} & set(files)
