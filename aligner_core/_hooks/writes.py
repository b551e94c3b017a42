"""Before a coding agent writes a memory: whether the passages that it quotes were said in the session."""

from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from aligner_core._matching.work_budget import WorkBudget
from aligner_core.errors import AlignerError
from aligner_core.formats.quoted_passages import QuotedPassage, quotes_in
from aligner_core.formats.reading import Reading
from aligner_core.formats.streams import read
from aligner_core.grounding import Report, Row, check
from aligner_core.grounding.wording import advice, headline, reasons

Json = dict[str, Any]
FILES = ("CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", "MEMORY.md", "*/memory/*.md", "*/memories/*.md")
"""Which files hold memories: patterns of their names, or of their paths where there is a slash."""
MAX_WORK = 50_000_000
"""The work units of one check: what they do not suffice for is asked."""
MAX_SHOWN = 10
DENY, ASK = "deny", "ask"
WHAT_TO_DO = "Write the words of the source, or write it without quotation marks if nobody said it like this."


def decision_on_write(event: Mapping[str, Any], *, files: Sequence[str] = FILES) -> Json | None:
    """Return what a hook answers before a tool writes; None where nothing keeps it from doing so.

    Passages that stood in the file before, and single words in quotation marks, are not looked at.
    """
    given = event.get("tool_input")
    given = given if isinstance(given, Mapping) else {}
    path = given.get("file_path")
    if isinstance(path, str) and not _is_memory(path, files):
        return None
    passages = _new_passages(given, path)
    if not passages:
        return None
    try:
        session = _session(event)
    except (AlignerError, OSError) as error:
        return _answer(ASK, f"Its quotes could not be checked: the session cannot be read ({error}).")
    report = check(passages, session, budget=WorkBudget(MAX_WORK))
    return None if report.ok else _answer(DENY, _advice(report))


def _is_memory(path: str, files: Sequence[str]) -> bool:
    plain = path.replace("\\", "/")
    return any(fnmatchcase(plain if "/" in one else plain.rpartition("/")[2], one) for one in files)


def _new_passages(given: Mapping[str, Any], path: object) -> list[QuotedPassage]:
    before = _before(path) if isinstance(path, str) else ""
    written = "\n\n".join(_texts({name: one for name, one in given.items() if name not in {"file_path", "old_string"}}))
    return [one for one in quotes_in(written) if len(one.text.split()) > 1 and one.text not in before]


def _before(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _texts(value: object) -> Iterator[str]:
    """Yield every text of what a tool is given, but for what an edit replaces."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name, one in value.items():
            if name != "old_string":
                yield from _texts(one)
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one)


def _session(event: Mapping[str, Any]) -> Reading:
    path = Path(str(event.get("transcript_path") or ""))
    return read(path.read_bytes(), name=path.name)


def _advice(report: Report) -> str:
    """Return for each quote that is not ok what is wrong with it, and the words to write."""
    lines = [headline(report), *(f"- {_of_quote(row)}" for row in report.failed[:MAX_SHOWN])]
    more = len(report.failed) - MAX_SHOWN
    return "\n".join([*lines, *([f"- and {more} more"] if more > 0 else []), WHAT_TO_DO])


def _of_quote(row: Row) -> str:
    found = advice(row)
    words = " · ".join(f"“{one}”" for one in found.words) if found.verdict and found.verdict.ok else ""
    told = "; ".join([*reasons(row), found.act])
    return f"“{row.quote}”: {told}" + (f": {words}" if words else "")


def _answer(decision: str, reason: str) -> Json:
    told = {"hookEventName": "PreToolUse", "permissionDecision": decision, "permissionDecisionReason": reason}
    return {"hookSpecificOutput": told}
