"""The list of mutations does not rot, and what runs them distinguishes what was noticed from what was not."""

import ast
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.mutants import derived
from tests.mutants.catalogue import MUTATIONS
from tests.mutants.derived import EQUIVALENT, PACKAGES, derive, sample
from tests.mutants.mutation import InconclusiveError, Mutation
from tests.mutants.running import Outcome, copied_tree, drawn, is_enough, require_passing, run_all, table_of

ROOT = Path(__file__).parents[2]
RULE, TEST = "def bar() -> int:\n    return 85\n", "from rule import bar\n\n\ndef test_bar():\n    assert bar() == 85\n"
SMALL = ("acts", "api", "extraction", "forms", "jobs", "templatetags", "wording")
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


def test_there_are_enough_mutations_of_every_kind_and_none_is_listed_twice() -> None:
    of_surface = sum(mutation.is_of_surface for mutation in MUTATIONS)

    assert of_surface >= 100
    assert len(MUTATIONS) - of_surface >= 150
    assert {mutation.kind for mutation in MUTATIONS} == {*PACKAGES, *SMALL, "verifier", "templates", "scripts"}
    assert len({(one.file, one.old, one.new) for one in MUTATIONS}) == len({one.what for one in MUTATIONS})
    assert len({one.what for one in MUTATIONS}) == len(MUTATIONS)


@pytest.mark.parametrize(
    ("old", "text"),
    [
        pytest.param(
            '<a class="btn" href="/x">', '<a class="btn"\n   href="/x"\n>', id="attributes on lines of their own"
        ),
        pytest.param(
            "{% if a %}<b>{{ c }}</b>", "{% if a %}\n  <b>\n    {{ c }}\n  </b>", id="tags on lines of their own"
        ),
        pytest.param("{% if a %}\n  <b>", "{% if a %}<b>", id="what was on two lines on one"),
        pytest.param(
            "if a and b:\n    c(d, e)", "if a and b:\n        c(\n            d, e)", id="another indentation"
        ),
        pytest.param("  f();\n", "f();", id="white space at the ends"),
    ],
)
def test_the_old_text_is_found_however_it_is_wrapped(tmp_path: Path, old: str, text: str) -> None:
    (tmp_path / "page").write_text(f"begin {text} end")
    mutation = Mutation("it is gone", "page", old, "", ())

    assert mutation.occurrences(tmp_path) == 1
    mutation.apply(tmp_path)
    assert (tmp_path / "page").read_text() == "begin  end"


def test_two_words_that_touch_are_another_word(tmp_path: Path) -> None:
    (tmp_path / "page").write_text("notin not  in")

    assert Mutation("it is in", "page", "not in", "in", ()).occurrences(tmp_path) == 1


def test_what_takes_the_place_is_written_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "page").write_text("a = 1")
    Mutation("a group of a pattern", "page", "1", r"\1 \n", ()).apply(tmp_path)

    assert (tmp_path / "page").read_text() == r"a = \1 \n"


@pytest.mark.parametrize(("text", "places"), [("one", 0), ("two two", 2)])
def test_an_old_text_that_does_not_stand_once_changes_nothing(tmp_path: Path, text: str, places: int) -> None:
    (tmp_path / "page").write_text(text)

    with pytest.raises(InconclusiveError, match=f"{places} times"):
        Mutation("it is three", "page", "two", "three", ()).apply(tmp_path)

    assert (tmp_path / "page").read_text() == text


SOURCE = """def seen(rows, user):
    한 = rows.filter(user=user, is_new=True).order_by("-pk") if not user and rows is not None else 3
    return 한[:50], f"{한 == 1}"
"""


def test_mistakes_are_derived_from_the_syntax() -> None:
    assert {(old, new) for _, old, new in derive(SOURCE)} == {
        ("not user and rows is not None", "(not user or rows is not None)"),
        ("not user", "(user)"),
        ("rows is not None", "(rows is None)"),
        ("3", "(4)"),
        ("rows.filter(user=user, is_new=True)", "(rows.filter(is_new=True))"),
        ("rows.filter(user=user, is_new=True)", "(rows.filter(user=user))"),
        (
            'rows.filter(user=user, is_new=True).order_by("-pk")',
            "(rows.filter(user=user, is_new=True).order_by('pk'))",
        ),
    }
    assert all(SOURCE[start:].startswith(old) for start, old, _ in derive(SOURCE))


def test_a_sample_is_the_same_until_a_file_changes_and_fits() -> None:
    chosen = sample(ROOT, 40)

    assert chosen == sample(ROOT, 40)
    assert {one.kind for one in chosen} == {*PACKAGES}
    assert len({one.file for one in chosen}) == len(chosen) > 30
    for one in chosen:
        text = (ROOT / one.file).read_text(encoding="utf-8")
        changed, places = one.changed(text)
        assert places == 1
        assert ast.dump(ast.parse(changed)) != ast.dump(ast.parse(text))


def test_a_module_is_tested_by_what_mirrors_it_or_imports_it() -> None:
    assert "tests/review/domain/test_policy.py" in derived.tests_of(ROOT, "review/domain/policy.py")
    assert "tests/review/services/queue/test_leases.py" in derived.tests_of(ROOT, "review/services/queue/leases.py")
    assert "tests/review/selectors/test_queue_weights.py" in derived.tests_of(ROOT, "review/domain/turns.py")


def test_what_nothing_can_notice_is_not_derived() -> None:
    for file, new in EQUIVALENT:
        assert new in {becomes for _, _, becomes in derive((ROOT / file).read_text(encoding="utf-8"))}


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


@pytest.mark.slow
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
def test_an_inconclusive_mutation_is_an_error(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, mutation: Mutation
) -> None:
    with pytest.raises(InconclusiveError):
        outcomes_of(checkout, mutation, monkeypatch=monkeypatch)


def test_tests_that_fail_without_a_mutation_are_shown(checkout: Path) -> None:
    (checkout / "rule.py").write_text(RULE.replace("85", "80"))

    with pytest.raises(InconclusiveError, match="assert 80 == 85"):
        require_passing(["test_rule.py"], checkout)


def test_a_sample_of_the_list_is_the_same_for_a_seed_and_another_for_another() -> None:
    one = drawn(MUTATIONS, 20, "a1b2")

    assert len(set(one)) == 20
    assert one == drawn(MUTATIONS, 20, "a1b2") != drawn(MUTATIONS, 20, "c3d4")
    assert one == [mutation for mutation in MUTATIONS if mutation in one]
    assert drawn(MUTATIONS[:3], 20, "a1b2") == [*MUTATIONS[:3]]


def test_of_what_is_derived_a_tenth_may_survive_and_of_what_is_listed_none() -> None:
    mutation = MUTATIONS[0]
    survivor, killed = Outcome(mutation, survived=True, seconds=1), Outcome(mutation, survived=False, seconds=1)

    assert is_enough([survivor, *[killed] * 9], listed_by_hand=False)
    assert not is_enough([survivor, *[killed] * 8], listed_by_hand=False)
    assert is_enough([killed] * 9, listed_by_hand=True)
    assert not is_enough([survivor, *[killed] * 99], listed_by_hand=True)
    assert table_of([survivor, killed]) == f"{mutation.kind:10}   1 of   2 killed"
    assert survivor.line == f"SURVIVED     1 s  {mutation.file}: {mutation.what}"
