"""What is installed is complete, and what installs it is pinned by hash."""

import re
import subprocess
import sys
import tarfile
import zipfile
from email import message_from_string
from itertools import pairwise
from pathlib import Path

import pytest

from aligner_core import __version__

ROOT = Path(__file__).parents[1]
LOCKS = sorted((ROOT / "review" / "locks").glob("*.txt"))
PIN = re.compile(r"[A-Za-z0-9._-]+(\[[a-z0-9,-]+\])?==[A-Za-z0-9._!+-]+( ; [^\\]+)?( \\)?")
TARGET = re.compile(r"(?:\]\(|src=\"|href=\")([^)\"\s]+)")
HASH = re.compile(r"    --hash=sha256:[0-9a-f]{64}( \\)?")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sdist")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", str(folder)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    return next(folder.glob("*.tar.gz"))


def test_wheel_carries_what_is_no_module(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())

    wanted = {
        "aligner_core/py.typed",
        "aligner_core/exports/page.html",
        "aligner_core/grounding/report.html",
        "review/py.typed",
        "review/locale/ko/LC_MESSAGES/django.mo",
        *_moved("aligner_core/_language/data", "aligner_core/_language/data"),
        *_moved("templates", "review/_templates"),
        *_moved("static", "review/_static"),
        *_moved("review/demo", "review/demo"),
        *_moved("review/verifier", "review/verifier"),
    }
    assert wanted - held == set()
    assert len(wanted) > 10


@pytest.mark.parametrize("packed", ["wheel", "sdist"])
def test_word_lists_travel_with_their_licences(packed: str, request: pytest.FixtureRequest) -> None:
    held = _names_in(request.getfixturevalue(packed))

    data = ROOT / "aligner_core" / "_language" / "data"
    assert {f"aligner_core/_language/data/{path.name}" for path in data.iterdir()} - held == set()
    assert {path.suffix for path in data.iterdir()} == {".toml", ".words", ".md"}


def test_notice_lists_every_word_list_with_its_size_and_licence() -> None:
    data = ROOT / "aligner_core" / "_language" / "data"
    notice = (data / "NOTICE.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([\w-]+\.words)` \| .+ \| ([\d,]+) \| ([\d,]+) \| .+ \| .+ \|$", notice, re.MULTILINE)

    sizes = {path.name: path.stat().st_size for path in data.glob("*.words")}
    assert {name: int(size.replace(",", "")) for name, _, size in rows} == sizes
    assert [name for name, words, _ in rows if int(words.replace(",", "")) * 4 != sizes[name]] == []
    assert "Copyright 2000-2011 by Kevin Atkinson" in notice
    assert "Robyn Speer" in notice
    assert "Yongwoon Lee and Yungho Yu" in notice
    assert "Apache License\n                           Version 2.0" in notice
    assert "https://creativecommons.org/licenses/by-sa/4.0/" in notice


def test_wheel_leaves_the_workshop_at_home(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        assert [name for name in archive.namelist() if name.startswith("review/locks/")] == []
        rooms = {name.split("/")[0] for name in archive.namelist()}

    assert {room for room in rooms if not room.endswith(".dist-info")} == {"aligner_core", "review"}


def test_wheel_says_what_it_is(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = message_from_string(archive.read(name).decode())

    assert (metadata["Name"], metadata["Version"]) == ("evidence-review", __version__)
    assert (metadata["Author"], metadata["Author-email"]) == ("Evidence Review contributors", None)
    assert set(metadata.get_all("Classifier", [])) >= {
        "Typing :: Typed",
        "Framework :: Django",
        "Natural Language :: Korean",
    }


def test_the_description_works_where_a_package_index_shows_it(wheel: Path, sdist: Path) -> None:
    """It links to no file and shows no picture of the checkout; the files that it names travel with the sdist."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = message_from_string(archive.read(name).decode())
    description = str(metadata.get_payload())

    assert metadata["Description-Content-Type"] == "text/markdown"
    assert [link for link in TARGET.findall(description) if not link.startswith(("https://", "http://"))] == []
    assert "assert_grounded(" in description
    named = set(re.findall(r"\(`([\w./-]+\.md)`\)", description))
    linked = {link.partition("#")[0] for link in TARGET.findall((ROOT / "README.md").read_text("utf-8"))}
    assert named == {link for link in linked if link.endswith(".md")}
    assert named - _names_in(sdist) == set()
    assert len(named) > 5


def test_the_library_alone_requires_no_framework(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        required = message_from_string(archive.read(name).decode()).get_all("Requires-Dist", [])

    alone = {re.split(r"[<>=;\[ ]", one)[0] for one in required if "extra ==" not in one}
    assert alone == {"confusable-homoglyphs", "numpy", "pydantic", "rapidfuzz", "regex", "tqdm"}
    assert {one.rpartition("extra == ")[2].strip("'") for one in required if "extra ==" in one} >= {
        "app",
        "bm25",
        "bundles",
        "postgresql",
    }


def test_wheel_finds_its_pages_and_files_where_it_is_installed(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")  # noqa: S202 - a zip of ours, no tar
    script = (
        "import django; django.setup()\n"
        "from django.contrib.staticfiles.finders import find\n"
        "from django.template.loader import get_template\n"
        "print(find('vendor/htmx/htmx.min.js')); print(get_template('registration/door.html').origin.name)"
    )
    variables = {"PYTHONPATH": str(tmp_path / "site"), "DJANGO_SETTINGS_MODULE": "review.config.settings"}

    answer = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, env=variables, capture_output=True, text=True, check=True
    )

    inside = tmp_path / "site" / "review"
    assert answer.stdout.splitlines() == [
        str(inside / "_static/vendor/htmx/htmx.min.js"),
        str(inside / "_templates/registration/door.html"),
    ]


@pytest.mark.slow
def test_the_installed_wheel_turns_the_test_of_the_readme_red(wheel: Path, tmp_path: Path) -> None:
    """Five lines from an installation to a red test, without the checkout; what it requires is there already."""
    installed = tmp_path / "installed"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(installed)  # noqa: S202 - a zip of ours, no tar
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (lines,) = re.findall(r"```python\n(# test_answer.py\n.*?)```", readme, re.DOTALL)
    (tmp_path / "test_answer.py").write_text(lines, encoding="utf-8")
    variables = {"PYTHONPATH": str(installed), "NO_COLOR": "1"}

    where = subprocess.run(
        [sys.executable, "-c", "import aligner_core; print(aligner_core.__file__)"],
        cwd=tmp_path,
        env=variables,
        capture_output=True,
        text=True,
        check=True,
    )
    red = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:django", "-p", "no:cacheprovider", "test_answer.py"],
        cwd=tmp_path,
        env=variables,
        capture_output=True,
        text=True,
        check=False,
    )

    assert where.stdout.strip() == str(installed / "aligner_core" / "__init__.py")
    assert red.returncode == 1
    assert "30 days in the quote, 90 days in the source" in red.stdout
    assert "1 failed" in red.stdout


def test_locks_are_those_that_make_installs() -> None:
    assert [path.name for path in LOCKS] == [
        "bench.txt",
        "conformance.txt",
        "consumers.txt",
        "engines.txt",
        "guarded.txt",
        "lint.txt",
        "mcp.txt",
        "run.txt",
        "server.txt",
        "test.txt",
    ]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_locks_hold_pins_with_hashes_and_nothing_else(lock: Path) -> None:
    lines = lock.read_text(encoding="ascii").splitlines()

    assert [line for line in lines if not PIN.fullmatch(line) and not HASH.fullmatch(line)] == []
    assert [line for line, after in pairwise(lines) if PIN.fullmatch(line) and "--hash" not in after] == []


def test_locks_agree_on_what_all_install() -> None:
    bench, conformance, _, _, _, _, mcp, run, server, test = (
        dict(line.split(maxsplit=1)[0].split("==") for line in lock.read_text().splitlines() if "==" in line)
        for lock in LOCKS
    )

    assert {name: test.get(name) for name in run} == run
    assert {name: bench.get(name) for name in run} == run
    assert {name: conformance.get(name) for name in run} == run
    assert {name: server.get(name) for name in test} == test
    assert {name: mcp.get(name) for name in test} == test


def _names_in(archive: Path) -> set[str]:
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            return set(wheel.namelist())
    with tarfile.open(archive) as sdist:
        return {name.partition("/")[2] for name in sdist.getnames()}


def _moved(folder: str, place: str) -> set[str]:
    base = ROOT / folder
    files = (path for path in base.rglob("*") if path.is_file() and path.suffix != ".pyc")
    return {f"{place}/{path.relative_to(base)}" for path in files}
