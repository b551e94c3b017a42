"""The audit with checkpoints: rewritten chains, truncated ones and old backups, which only a checkpoint reveals."""

from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest
from django.db import connection, connections, transaction
from pytest_django import Settings

from aligner_core.ledger.hash_chain import Link, event_hash
from review import keys
from review.domain import events
from review.models import AuditRun, Chain, Checkpoint, Event, ReviewSession
from review.selectors.audit.chain_links import chain_links
from review.selectors.audit.checkpoint_files import checkpoint_file
from review.services import _journal
from review.services.audit.audit_store import Finding, audit_store, run_audit
from review.services.audit.checkpoints import make_checkpoint
from tests.behind import forget_checkpoints, lifted, remove, rewrite
from tests.factories import make_entry, make_session

pytestmark = pytest.mark.django_db

WORDS = ["We keep the raw text of every event."]


@pytest.fixture(autouse=True)
def _folders(settings: Settings, tmp_path: Path) -> None:
    settings.REVIEW_SIGNING_KEY_DIR = tmp_path / "keys"
    settings.REVIEW_CHECKPOINT_DIR = tmp_path / "elsewhere"


@pytest.fixture
def chain() -> Chain:
    session = make_session(WORDS, session_id="talk-1")
    make_entry(session, ["the raw text"])
    return Chain.objects.get(session=session)


def store_links(chain: Chain, links: list[Link]) -> None:
    """Overwrite the stored chain, as somebody who can write to the database could."""
    with lifted("review_event"):
        for link in links:
            changed = {"actor": link.actor, "prev_hash": link.prev_hash, "hash": link.hash}
            Event.objects.filter(chain=chain, seq=link.seq).update(**changed)
    Chain.objects.filter(pk=chain.pk).update(head_seq=len(links), head_hash=links[-1].hash)


def edit_and_rechain(chain: Chain) -> None:
    """Put another person into the second event and recompute every hash."""
    links: list[Link] = []
    for link in chain_links(chain):
        edited = link._replace(actor="jun") if link.seq == 2 else link
        edited = edited._replace(prev_hash=links[-1].hash if links else "")
        links.append(edited._replace(hash=event_hash(edited)))
    store_links(chain, links)


def edit_newest(chain: Chain) -> None:
    """Put another person into the last event."""
    *links, last = chain_links(chain)
    forged = last._replace(actor="jun")
    store_links(chain, [*links, forged._replace(hash=event_hash(forged))])


def truncate(chain: Chain) -> None:
    """Cut the last event off, as an old backup does too."""
    remove("review_event", where=f"chain_id = {chain.pk} AND seq = {chain.head_seq}")
    links = list(chain_links(chain))
    store_links(chain, links)


ATTACKS = [edit_and_rechain, edit_newest, truncate]


def journal_findings() -> list[Finding]:
    return [found for found in audit_store() if found.table in {"event", "chain", "checkpoint"}]


@pytest.mark.parametrize("attack", ATTACKS)
def test_audit_store_finds_it_with_a_checkpoint_made_before(chain: Chain, attack: Callable[[Chain], None]) -> None:
    make_checkpoint()

    attack(chain)

    [found] = journal_findings()
    code = "checkpoint_ahead" if attack is truncate else "checkpoint_differs"
    assert (found.code, found.detail) == (code, f"{chain.name} seq {chain.head_seq}")


@pytest.mark.parametrize("attack", ATTACKS)
def test_audit_store_does_not_find_it_without_a_checkpoint(chain: Chain, attack: Callable[[Chain], None]) -> None:
    """The limit that docs/operation.md states."""
    attack(chain)

    assert journal_findings() == []


@pytest.mark.parametrize("attack", ATTACKS)
def test_audit_store_finds_it_with_a_checkpoint_that_was_kept_elsewhere(
    chain: Chain, attack: Callable[[Chain], None], tmp_path: Path
) -> None:
    kept = tmp_path / "mailed.json"
    kept.write_text(make_checkpoint().sealed)
    forget_checkpoints()

    attack(chain)

    assert journal_findings() == []
    found: list[Finding] = []
    run = run_audit(since=[kept], on_finding=found.append)
    assert run.findings == len(found) > 0
    assert run.checkpoints == 1
    assert {one.code for one in found} & {"checkpoint_ahead", "checkpoint_differs"}


def test_audit_store_finds_a_session_that_is_gone_with_its_chain(chain: Chain) -> None:
    make_checkpoint()

    remove("review_event")
    Chain.objects.all().delete()

    assert Finding("chain_missing", "chain", 0, chain.name) in journal_findings()


def test_audit_store_finds_that_the_rows_of_the_checkpoints_are_not_needed(chain: Chain) -> None:
    make_checkpoint()
    Checkpoint.objects.all().delete()

    truncate(chain)

    assert [found.code for found in journal_findings()] == ["checkpoint_ahead"]


def test_audit_store_finds_that_the_file_of_the_checkpoints_is_not_needed(chain: Chain) -> None:
    make_checkpoint()
    checkpoint_file().unlink()

    truncate(chain)

    assert [found.code for found in journal_findings()] == ["checkpoint_ahead"]


def test_audit_store_names_a_line_that_is_no_checkpoint(chain: Chain) -> None:
    make_checkpoint()
    with checkpoint_file().open("a") as file:
        file.write("half a li")

    assert journal_findings() == [
        Finding("checkpoint_unreadable", "checkpoint", 0, "checkpoints.jsonl line 2: not a DSSE envelope")
    ]


def test_audit_store_believes_no_checkpoint_of_another_key(chain: Chain, settings: Settings, tmp_path: Path) -> None:
    make_checkpoint()
    settings.REVIEW_SIGNING_KEY_DIR = tmp_path / "other keys"

    assert {found.code for found in journal_findings()} == {"checkpoint_unreadable"}


def test_audit_store_believes_a_checkpoint_of_a_key_that_signs_no_more(chain: Chain) -> None:
    make_checkpoint()

    keys.rotate()

    assert journal_findings() == []


def test_audit_store_finds_checkpoints_of_another_store(chain: Chain) -> None:
    make_checkpoint()
    Checkpoint.objects.update(origin="another")

    assert {found.code for found in journal_findings()} == {"checkpoint_of_another_store"}


def test_run_audit_keeps_what_was_found_first(chain: Chain) -> None:
    make_checkpoint()
    truncate(chain)

    run = run_audit()

    first = next(iter(audit_store()))
    assert AuditRun.objects.get() == run
    assert (run.events, run.checkpoints, run.code, run.place) == (2, 1, first.code, first.place)
    assert run.started_at <= run.finished_at


def test_run_audit_of_a_whole_store_found_nothing(chain: Chain) -> None:
    make_checkpoint()

    run = run_audit()

    assert (run.events, run.checkpoints, run.findings, run.code, run.place) == (3, 1, 0, "", "")


def work_elsewhere(session: ReviewSession) -> None:
    """Have another connection append to a chain."""

    def work() -> None:
        with transaction.atomic():
            _journal.append(events.EntryReopened(stage="raw"), session=session, actor=None)
        connections.close_all()

    thread = Thread(target=work)
    thread.start()
    thread.join()


@pytest.mark.django_db(transaction=True)
def test_run_audit_is_not_misled_by_work_that_goes_on() -> None:
    first, second = (make_session(WORDS, session_id=name) for name in ("one", "two"))
    rewrite("review_event", "actor", "jun", where=f"session_id = {first.pk}")

    run = run_audit(on_finding=lambda _: work_elsewhere(second))

    assert (run.code, run.findings) == ("event_changed", 2)
    assert second.events.count() == 3
    assert not connection.in_atomic_block


@pytest.mark.skipif(connection.vendor != "sqlite", reason="a column of PostgreSQL takes nothing but a time")
def test_run_audit_says_so_when_the_store_cannot_be_read(chain: Chain) -> None:
    rewrite("review_event", "created_at", "no time at all")

    findings: list[Finding] = []
    run = run_audit(on_finding=findings.append)

    assert (findings[-1].code, run.findings) == ("store_unreadable", len(findings))
    assert findings[-1].place.startswith("store 0  ")
