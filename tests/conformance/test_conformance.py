"""Every operation of the API, called by schemathesis with what the document allows and with what it forbids.

A server error, a status or an answer that the document does not have, and something wrong that is taken, are failures.
"""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

from tests.conformance.conftest import ROOT, Site

CONFIG = Path(__file__).with_name("schemathesis.toml")
OPERATIONS = 60
"""About how many operations the document has."""
ENOUGH = 1000
"""From how many calls on each operation is reached, whatever is made up."""
DONE = {"200", "201", "202", "403", "409"}
"""An operation was reached that did what was asked, or was refused for what it found there."""
RARELY = {"entry_explain", "import", "quote_choose", "quote_undo"}
"""What needs a state that hardly any entry or quote is in, or a file that nobody makes up."""


def test_every_answer_is_one_that_the_document_has(site: Site, calls: int, tmp_path: Path) -> None:
    answered = tmp_path / "answered.json"
    given = {"SCHEMATHESIS_HOOKS": "tests.conformance.known", "CONFORMANCE_ANSWERED": str(answered)}
    command = [str(Path(sys.executable).with_name("st")), "--no-color", "--config-file", str(CONFIG), "run"]
    command += [f"{site.address}/api/v1/openapi.json", "--continue-on-failure", "--no-shrink", "--seed", "1"]
    command += ["--generation-database", "none", "--request-timeout", "120"]
    command += examples(calls)

    done = subprocess.run(
        command,
        cwd=tmp_path,
        env={**os.environ, **given, "CONFORMANCE_KNOWN": str(site.known), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )

    counts = {name: Counter(some) for name, some in json.loads(answered.read_text(encoding="utf-8")).items()}
    print(table(counts))
    assert done.returncode == 0, done.stdout[-20_000:]
    assert "Traceback" not in site.log.read_text(encoding="utf-8")
    assert sum(sum(some.values()) for some in counts.values()) >= calls
    if calls >= ENOUGH:
        assert {name for name, some in counts.items() if not DONE & some.keys()} <= RARELY
        assert "409" in counts["entry_promote"]


def examples(calls: int) -> list[str]:
    """Return the options with which a number of calls is made: the cases at all bounds are some 2,500 of many."""
    if calls > OPERATIONS * 50:
        return ["--phases", "coverage,fuzzing", "--max-examples", str(calls // OPERATIONS)]
    return ["--phases", "fuzzing", "--max-examples", str(calls * 3 // 2 // OPERATIONS)]


def table(counts: dict[str, Counter[str]]) -> str:
    """Return how often each operation was answered with each status, as lines."""
    return "\n".join(f"{name:24} {dict(sorted(some.items()))}" for name, some in sorted(counts.items()))
