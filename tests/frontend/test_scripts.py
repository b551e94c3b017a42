"""No failure of a script is swallowed: who starts what may fail waits for it or hears of it."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPTS = {path.name: path.read_text(encoding="utf-8") for path in sorted((ROOT / "static").glob("*.js"))}
ASYNC = re.compile(r"^(?:export )?async function (\w+)\(.*?^}", re.MULTILINE | re.DOTALL)
PROMISED = re.compile(r"@type \{\(.*\) => Promise<\w+>\} \*/\n(?:export )?(?:async )?function (\w+)")
REQUEST = re.compile(r"\b(?:fetch|htmx\.ajax|clipboard\.\w+)\(")
HEARD = re.compile(r"(?:await|return|\?\?|=>) *$")
LISTENERS = {"beat", "ask", "copy"}
"""What runs by a clock or a key, and reports every failure itself."""
DOOR = "readAll(all)"
"""It reports, and lets what nobody has reported surface as an error of the page."""


def promising() -> set[str]:
    """Return the names of functions that may fail later."""
    found = {name for text in SCRIPTS.values() for pattern in (ASYNC, PROMISED) for name in pattern.findall(text)}
    return found - LISTENERS


def unheard(text: str, names: set[str]) -> Iterator[str]:
    """Yield the calls of functions that may fail later for which nobody waits."""
    for match in re.finditer(rf"(?<![\w.])(?:{'|'.join(sorted(names))})\(", text):
        before = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
        line = text[match.start() : text.find("\n", match.start())]
        if "function" not in before and not HEARD.search(before) and ".catch(" not in line and DOOR not in line:
            yield (before + line).strip()


@pytest.mark.parametrize("name", SCRIPTS)
def test_who_starts_what_may_fail_hears_of_it(name: str) -> None:
    assert list(unheard(SCRIPTS[name], promising())) == []


@pytest.mark.parametrize("name", SCRIPTS)
def test_requests_are_waited_for(name: str) -> None:
    text = SCRIPTS[name]

    assert [
        text[match.start() : match.end() + 40]
        for match in REQUEST.finditer(text)
        if not re.search(r"(?:await|return) (?:navigator\.)?$", text[: match.start()])
    ] == []


@pytest.mark.parametrize("name", sorted(LISTENERS))
def test_what_runs_by_itself_reports_every_failure(name: str) -> None:
    [body] = (match[0] for text in SCRIPTS.values() for match in ASYNC.finditer(text) if match[1] == name)
    tried = body[body.index("try {") :]

    assert "await" not in body[: body.index("try {")]
    assert re.search(r"catch \{\n.*(?:say|show|textContent|open = true)", tried, re.DOTALL)


@pytest.mark.parametrize("name", SCRIPTS)
def test_what_is_caught_is_not_dropped(name: str) -> None:
    assert (
        re.findall(r"catch *(?:\(\w*\) *)?\{\s*(?://[^\n]*\s*)*\}|\.catch\(\(\w*\) => \{\s*\}\)", SCRIPTS[name]) == []
    )


@pytest.mark.parametrize("line", ["  openMenu();", "  if (far) jump(1, key);"])
def test_what_nobody_hears_would_be_found(line: str) -> None:
    assert list(unheard(f"{line}\n", promising())) == [line.strip()]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("[...text].length", "[...text].lenght", "Property 'lenght' does not exist"),
        ('getElementById("anchor-look")', 'getElementById("anchor-lock")', "does not exist on type"),
        ("isTyping(event.target)", "isTyping(event.key)", "not assignable to parameter of type 'EventTarget'"),
    ],
)
def test_the_types_find_a_mistake(old: str, new: str, complaint: str, tmp_path: Path) -> None:
    deno = Path(sys.executable).parent / "deno"
    if not deno.exists():
        pytest.skip("deno comes with `make check`")
    for folder in ("static", "frontend"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    script = tmp_path / "static" / "anchor.js"
    script.write_text(script.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    files = ["frontend/page.d.ts", "static/anchor.js"]
    command = [str(deno), "check", "--quiet", "--no-remote", "--config", "frontend/deno.json", *files]
    environment = {"DENO_DIR": str(tmp_path / "deno"), "NO_COLOR": "1"}

    answer = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)

    assert answer.returncode == 1
    assert complaint in answer.stderr
