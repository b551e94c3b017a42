"""Apply mutations to a copy of the tree, one at a time, and say whether their tests noticed."""

import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from tests.mutants.mutation import InconclusiveError, Mutation

PASSED, FAILED = 0, 1
MAX_SECONDS = 300
"""A test that still runs then hangs, which is noticed too."""
HASTE = {"BROWSER_PATIENCE": "10000"}
"""A browser test that fails waits to the end: for a mutation that is shorter."""
MAX_SURVIVING = 0.1
MAX_SHOWN = 3_000
"""How many characters of an output are shown; what failed stands at its end."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether a mutation was noticed, and after how many seconds that was known."""

    mutation: Mutation
    survived: bool
    seconds: float

    @property
    def line(self) -> str:
        """The line of the table."""
        verdict = "SURVIVED" if self.survived else "killed"
        return f"{verdict:9}{self.seconds:5.0f} s  {self.mutation.file}: {self.mutation.what}"


@contextmanager
def copied_tree(root: Path) -> Iterator[Path]:
    """Provide a copy of the tree in a temporary folder, with what was changed in tracked files since a commit."""
    stashed = _git(root, "stash", "create")
    folder = Path(tempfile.mkdtemp(prefix="mutants-"))
    tree = folder / "tree"
    _git(root, "worktree", "add", "--quiet", "--detach", str(tree), stashed or "HEAD")
    try:
        yield tree
    finally:
        _git(root, "worktree", "remove", "--force", str(tree))
        shutil.rmtree(folder)


def run_all(mutations: Iterable[Mutation], tree: Path) -> Iterator[Outcome]:
    """Yield whether each mutation was noticed, in a tree in which the tests pass."""
    for mutation in mutations:
        began = perf_counter()
        kept = mutation.apply(tree)
        try:
            survived = passes(mutation.tests, tree)
        finally:
            (tree / mutation.file).write_text(kept, encoding="utf-8")
        yield Outcome(mutation, survived, perf_counter() - began)


def require_passing(tests: Iterable[str], tree: Path) -> None:
    """Raise an error with what failed, unless tests pass in a tree."""
    done = _run(tests, tree, within=None)
    if done.returncode != PASSED:
        raise InconclusiveError(done.stdout[-MAX_SHOWN:] + done.stderr[-MAX_SHOWN:])


def passes(tests: Iterable[str], tree: Path) -> bool:
    """Return whether tests pass in a tree; the first failure is enough."""
    try:
        done = _run(tests, tree, within=MAX_SECONDS)
    except subprocess.TimeoutExpired:
        return False
    if done.returncode not in {PASSED, FAILED}:
        raise InconclusiveError(done.stdout[-MAX_SHOWN:] + done.stderr[-MAX_SHOWN:])
    return done.returncode == PASSED


def table_of(outcomes: Iterable[Outcome]) -> str:
    """Return how many mutations of each kind were killed, the kinds in the order in which they were tried."""
    survived: dict[str, list[bool]] = {}
    for outcome in outcomes:
        survived.setdefault(outcome.mutation.kind, []).append(outcome.survived)
    return "\n".join(f"{kind:10}{len(some) - sum(some):4} of {len(some):3} killed" for kind, some in survived.items())


def drawn(mutations: Sequence[Mutation], count: int, seed: str) -> list[Mutation]:
    """Return so many mutations in their order, always the same for a seed."""
    chosen = random.Random(seed).sample(range(len(mutations)), min(count, len(mutations)))
    return [mutations[position] for position in sorted(chosen)]


def is_enough(outcomes: Iterable[Outcome], *, listed_by_hand: bool) -> bool:
    """Return whether few enough survived: none of those listed by hand, a tenth of those that were derived."""
    survived = [outcome.survived for outcome in outcomes]
    return sum(survived) <= (0 if listed_by_hand else MAX_SURVIVING * len(survived))


def _run(tests: Iterable[str], tree: Path, *, within: int | None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-x", "-n", "0", "-q", "-p", "no:cacheprovider", *tests],
        cwd=tree,
        env={**os.environ, **HASTE},
        capture_output=True,
        text=True,
        check=False,
        timeout=within,
    )


def _git(root: Path, *arguments: str) -> str:
    command = [shutil.which("git") or "git", *arguments]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout.strip()
