"""The list of mutations does not rot, and what runs them tells what was noticed from what was not."""

import ast
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.mutants.catalogue import MUTATIONS
from tests.mutants.mutation import Mutation
from tests.mutants.running import NotTellingError, Outcome, copied_tree, is_enough, require_passing, run_all

ROOT = Path(__file__).parents[2]
RULE, TEST = "def bar() -> int:\n    return 85\n", "from rule import bar\n\n\ndef test_bar():\n    assert bar() == 85\n"
ABOUT = ("the bar is lower", "rule.py", "85", "80")


def functions_of(file: str) -> set[str]:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda one: f"{one.file}: {one.what}")
def test_each_mutation_changes_one_place_and_names_tests_that_exist(mutation: Mutation) -> None:
    assert mutation.occurrences(ROOT) == 1
    assert mutation.new != mutation.old
    for test in mutation.tests:
        file, _, name = test.partition("::")
        assert not name or name in functions_of(file), test


def test_most_mutations_are_of_the_surface_and_none_is_listed_twice() -> None:
    assert len(MUTATIONS) >= 60
    assert sum(mutation.is_of_surface for mutation in MUTATIONS) >= 40
    assert len({(one.file, one.old, one.new) for one in MUTATIONS}) == len({one.what for one in MUTATIONS})
    assert len({one.what for one in MUTATIONS}) == len(MUTATIONS)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a repository with a rule, and a test of it that was changed since the last commit."""
    if shutil.which("git") is None:
        pytest.skip("a copy is a worktree of git")
    root = tmp_path / "checkout"
    root.mkdir()
    (root / "pytest.ini").write_text("[pytest]\npythonpath = .\naddopts = -p no:django\n")
    (root / "rule.py").write_text(RULE)
    (root / "test_rule.py").write_text("")
    git = [str(shutil.which("git")), "-C", str(root), "-c", "user.name=m", "-c", "user.email=m@localhost"]
    for arguments in (["init", "-q"], ["add", "."], ["commit", "-qm", "Begin"]):
        subprocess.run([*git, *arguments], check=True)
    (root / "test_rule.py").write_text(TEST)
    return root


def outcomes_of(checkout: Path, *mutations: Mutation, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    monkeypatch.setenv("GIT_COMMITTER_NAME", "m")
    monkeypatch.setenv("GIT_COMMITTER_EMAIL", "m@localhost")
    monkeypatch.setenv("GIT_AUTHOR_NAME", "m")
    monkeypatch.setenv("GIT_AUTHOR_EMAIL", "m@localhost")
    with copied_tree(checkout) as tree:
        return [outcome.survived for outcome in run_all(mutations, tree)]


def test_a_mutation_is_tried_in_a_copy_and_survives_what_does_not_notice(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    noticed = Mutation(*ABOUT, ("test_rule.py",))
    unnoticed = Mutation("nothing is typed", "rule.py", " -> int", "", ("test_rule.py",))

    survived = outcomes_of(checkout, noticed, unnoticed, noticed, monkeypatch=monkeypatch)

    assert survived == [False, True, False]
    assert (checkout / "rule.py").read_text() == RULE
    assert list((checkout / ".git" / "worktrees").glob("*")) == []


@pytest.mark.parametrize(
    "mutation",
    [
        Mutation(*ABOUT, ("test_that_is_not_there.py",)),
        Mutation("there are two places", "rule.py", "r", "s", ("test_rule.py",)),
    ],
)
def test_a_mutation_that_tells_nothing_is_an_error(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, mutation: Mutation
) -> None:
    with pytest.raises(NotTellingError):
        outcomes_of(checkout, mutation, monkeypatch=monkeypatch)


def test_tests_that_fail_without_a_mutation_are_shown(checkout: Path) -> None:
    (checkout / "rule.py").write_text(RULE.replace("85", "80"))

    with pytest.raises(NotTellingError, match="assert 80 == 85"):
        require_passing(["test_rule.py"], checkout)


def test_a_tenth_may_survive_and_no_more() -> None:
    mutation = MUTATIONS[0]
    survivor, killed = Outcome(mutation, survived=True, seconds=1), Outcome(mutation, survived=False, seconds=1)

    assert is_enough([survivor, *[killed] * 9])
    assert not is_enough([survivor, *[killed] * 8])
    assert survivor.line == f"SURVIVED     1 s  {mutation.file}: {mutation.what}"
