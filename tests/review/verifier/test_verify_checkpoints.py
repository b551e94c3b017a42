"""A bundle compared with checkpoints: a journal that was rewritten before it was sealed is found."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from django.conf import settings

from aligner_core import canonical_json
from aligner_core.ledger.dsse import seal
from aligner_core.ledger.hash_chain import event_hash
from aligner_core.ledger.keys import Signer
from review.models import Chain, Event, ReviewSession
from review.selectors.audit.chain_links import chain_links
from review.selectors.bundles.contents import session_scope
from review.services._checkpoints import make
from review.services.bundles.seal import SealedBundle, seal_bundle
from review.verifier import verify, verify_checkpoints
from tests.behind import rewrite
from tests.factories import make_entry, make_session

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> ReviewSession:
    session = make_session(["We keep the raw text."], session_id="talk-1")
    make_entry(session, ["the raw text"])
    return session


def bundle_of(session: ReviewSession, folder: Path) -> Path:
    sealed = seal_bundle(scope=session_scope(session), withheld=(), actor=None)
    assert isinstance(sealed, SealedBundle)
    file = folder / "bundle.zip"
    file.write_bytes(sealed.content)
    assert verify.main([str(file)]) == 0
    return file


def kept(folder: Path) -> Path:
    """Make a checkpoint, and keep it out of reach of whoever owns the database."""
    make()
    file = folder / "kept.jsonl"
    file.write_bytes((Path(settings.REVIEW_CHECKPOINT_DIR) / "checkpoints.jsonl").read_bytes())
    return file


def run(bundle: Path, checkpoints: Path, *, prelude: str = "pass") -> tuple[int, str]:
    code = f"import runpy, sys; {prelude}; sys.argv = sys.argv[1:]; runpy.run_path(sys.argv[0], run_name='__main__')"
    command = [sys.executable, "-I", "-c", code, verify_checkpoints.__file__, str(bundle), str(checkpoints)]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    assert answer.stderr == ""
    return answer.returncode, answer.stdout


def rechain(session: ReviewSession) -> None:
    """Recompute the hash of every event from its present content, as whoever owns the database can."""
    previous = ""
    for link in list(chain_links(Chain.objects.get(session=session))):
        previous_hash, previous = previous, event_hash(link._replace(prev_hash=previous))
        values = {"prev_hash": previous_hash, "hash": previous}
        for column, value in values.items():
            rewrite("review_event", column, value, where=f"event_id = '{link.event_id}'")
    rewrite("review_chain", "head_hash", previous, where=f"session_id = {session.pk}")


def test_a_journal_that_only_grew_agrees(session: ReviewSession, tmp_path: Path) -> None:
    checkpoints = kept(tmp_path)
    make_entry(session, ["raw"], entryId="e-9")

    code, output = run(bundle_of(session, tmp_path), checkpoints)

    assert code == 0
    assert output.startswith("AGREES     checkpoint 1 of 20")
    assert output.endswith(f"session:{session.pk}, event 3\n1 heads of 1 checkpoints agree with the bundle.\n")


def test_a_rewritten_journal_is_found(session: ReviewSession, tmp_path: Path) -> None:
    """The bundle is whole and signed by the right key: only the checkpoint reveals it."""
    checkpoints = kept(tmp_path)
    rewrite("review_event", "actor", "nobody", where=f"session_id = {session.pk} AND seq = 1")
    rechain(session)

    code, output = run(bundle_of(session, tmp_path), checkpoints)

    assert code == 1
    assert output.startswith("WRONG      checkpoint 1 of 20")
    assert output.endswith("The journal of this bundle is NOT the one that the checkpoints recorded.\n")


def test_a_journal_that_was_cut_is_found(session: ReviewSession, tmp_path: Path) -> None:
    checkpoints = kept(tmp_path)
    last = Event.objects.filter(session=session).order_by("-seq")[:2]
    head, before = last
    rewrite("review_chain", "head_seq", before.seq, where=f"session_id = {session.pk}")
    rewrite("review_chain", "head_hash", before.hash, where=f"session_id = {session.pk}")

    code, output = run(bundle_of(session, tmp_path), checkpoints)

    assert (code, f"event {head.seq} is missing" in output) == (1, True)


def test_a_checkpoint_made_later_has_nothing_to_say(session: ReviewSession, tmp_path: Path) -> None:
    bundle = bundle_of(session, tmp_path)
    signer = Signer.load(bytes(32))
    later = {"createdAt": "2999-01-01T00:00:00Z", "heads": [[f"session:{session.pk}", 9, "0" * 64]], "origin": "x"}
    (tmp_path / "kept.jsonl").write_bytes(seal(canonical_json(later), verify_checkpoints.PAYLOAD_TYPE.decode(), signer))

    code, output = run(bundle, tmp_path / "kept.jsonl")

    assert code == 2
    assert output == (
        f"UNCHECKED  checkpoint 1 was signed by another key, {signer.key_id}\n"
        f"UNCHECKED  no checkpoint covers session:{session.pk}\n"
        "0 heads of 1 checkpoints agree with the bundle.\n"
    )


def test_a_checkpoint_with_another_signature_is_found(session: ReviewSession, tmp_path: Path) -> None:
    checkpoints, bundle = kept(tmp_path), bundle_of(session, tmp_path)
    envelope = json.loads(checkpoints.read_bytes())
    envelope["signatures"][0]["sig"] = "A" * 86 + "=="
    checkpoints.write_bytes(canonical_json(envelope))

    code, output = run(bundle, checkpoints)

    assert (code, output.splitlines()[0]) == (1, "WRONG      the signature of checkpoint 1 does not match")


def test_without_cryptography_it_says_what_it_could_not_check(session: ReviewSession, tmp_path: Path) -> None:
    checkpoints, bundle = kept(tmp_path), bundle_of(session, tmp_path)

    code, output = run(bundle, checkpoints, prelude="sys.modules['cryptography'] = None")

    assert code == 2
    assert output.startswith("UNCHECKED  the signature of checkpoint 1: needs the package cryptography")


@pytest.mark.parametrize("held", [b"[]\n", b"no json", b'{"payload": "e"}'])
def test_what_is_no_checkpoint_is_refused(session: ReviewSession, held: bytes, tmp_path: Path) -> None:
    (tmp_path / "kept.jsonl").write_bytes(held)

    code, output = run(bundle_of(session, tmp_path), tmp_path / "kept.jsonl")

    assert (code, output.startswith("WRONG      cannot be read")) == (1, True)


def test_a_chain_that_no_checkpoint_names_is_reported_as_unchecked(session: ReviewSession, tmp_path: Path) -> None:
    """Otherwise a rewritten chain under another name would go unnoticed beside one that agrees."""
    checkpoints = kept(tmp_path)
    bundle = verify_checkpoints.read(bundle_of(session, tmp_path), 1 << 20)
    [line] = checkpoints.read_bytes().splitlines()
    more = bundle._replace(chains={**bundle.chains, "session:999": ["0" * 64]})

    found = verify_checkpoints.compare(more, [line])

    assert [one.kind for one in found] == ["AGREES", "UNCHECKED"]
    assert found[1].what == "no checkpoint covers session:999"


def test_a_chain_that_is_named_twice_is_refused(session: ReviewSession, tmp_path: Path) -> None:
    checkpoints, bundle = kept(tmp_path), bundle_of(session, tmp_path)
    with zipfile.ZipFile(bundle) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    section = json.loads(files["sections/journal.json"])
    section["payload"]["heads"] *= 2
    bundle.write_bytes(verify.pack({**files, "sections/journal.json": canonical_json(section)}))

    code, output = run(bundle, checkpoints)

    assert (code, "a chain is named twice" in output) == (1, True)
