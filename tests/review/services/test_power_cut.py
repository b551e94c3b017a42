"""A process that dies at any statement of an upload or a promotion leaves all or nothing, and can retry."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.slow
def test_a_process_killed_at_any_statement_leaves_whole_things(tmp_path: Path) -> None:
    environment = {**os.environ, "REVIEW_DATABASE_URL": f"sqlite:///{tmp_path}/store.sqlite3"}

    command = [sys.executable, "-m", "tests.review.services.power_cut"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    for work in json.loads(done.stdout):
        *before, after = work["states"]
        assert work["kills"] == len(before) - 1 >= 5
        stored = [state for state in before if state != before[0]]
        assert stored in ([], [after])  # one statement may follow the commit: statistics of SQLite
        assert after[0]["Event"] > before[0][0]["Event"]
        assert [findings for _, _, findings in (before[0], after)] == [[], []]
        told = {"Event": 0, "FeedItem": 0}
        assert {**work["again"][0], **told} == {**after[0], **told}
