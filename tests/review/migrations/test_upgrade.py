"""A store that the release before migration 0015 made is upgraded: nothing is lost, and the audit has nothing to say.

The file is never made anew. It holds a conversation of two versions with a verified, a repaired and a second
extraction, a retrieval with its answer, and the events of two bundles.
"""

import gzip
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
OLDER = Path(__file__).parent / "cases" / "store_before_0015.sqlite3.gz"


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "store.sqlite3"
    path.write_bytes(gzip.decompress(OLDER.read_bytes()))
    return path


def manage(store: Path, *arguments: str) -> str:
    """Run a command of `manage.py` on a store, and return what it printed."""
    own = {"REVIEW_DATABASE_URL": f"sqlite:///{store}", "REVIEW_SIGNING_KEY_DIR": str(store.parent / "keys")}
    command = [sys.executable, "manage.py", *arguments]
    run = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, env=os.environ | own)
    assert (run.returncode, "Traceback" in run.stderr) == (0, False), run.stdout + run.stderr
    return run.stdout


def triggers(store: Path) -> set[str]:
    with sqlite3.connect(store) as connection:
        return {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")}


@pytest.mark.slow
def test_an_older_store_is_upgraded_and_audited(store: Path) -> None:
    before = triggers(store)

    manage(store, "migrate", "--verbosity", "0")
    said = manage(store, "audit_store").splitlines()

    assert before <= triggers(store)
    with sqlite3.connect(store) as connection:
        runs = connection.execute("SELECT extractor, model, prompt_version, run_id, made_at FROM review_extraction")
        assert ("mem", "gpt-x", "3", "r-1", "2026-10-02") in set(runs)
    with sqlite3.connect(store) as connection:
        [(switches,)] = connection.execute("SELECT DISTINCT verified_under FROM review_entry WHERE stage = 'verified'")
        assert switches == ""
    assert said == [
        "note: speakers_not_recorded  store 0  6 messages",
        "No findings: every digest, proof, flag and chain agrees with its sources.",
        "17 events intact, compared with 0 checkpoints.",
    ]
