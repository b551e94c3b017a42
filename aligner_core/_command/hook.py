"""`hook`: what a coding agent runs before it writes a memory, and when a session of it begins or ends."""

import argparse
import json
import os
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aligner_core._command.files import STDIN, InputError, print_to_stderr, read_json, show_as_it_is
from aligner_core._command.mcp import DEFAULT_URL
from aligner_core._hooks.sessions import Unsent, context_of
from aligner_core._hooks.writes import FILES, decision_on_write
from aligner_core._lazy import lazy_module
from aligner_core._text.printing import printable_json
from aligner_core.client import ApiError, EvidenceReview

if TYPE_CHECKING:
    import httpx
else:
    httpx = lazy_module("httpx", extra="client")

SUMMARY = "answer a hook of a coding agent: check the quotes of a memory before it is written"
EXAMPLES = """\
It reads the event of the hook from standard input, in the form of Claude Code, and answers on standard output.

PreToolUse: the passages that the new text of a memory quotes have to be in the session (`transcript_path`); else the
tool is denied, with the words to write instead. Nothing is sent.
SessionEnd and SessionStart, where EVIDENCE_REVIEW_TOKEN is set: the session is sent to EVIDENCE_REVIEW_URL, by the next
hook where the server is away; what people verified is handed to the session that begins.

examples:
  evidence-review hook < event.json
  evidence-review hook --files "*/notes/*.md" < event.json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `hook` takes."""
    parser.add_argument(
        "--files",
        metavar="PATTERN",
        nargs="+",
        default=FILES,
        help="which files hold memories, by name, or by path where there is a slash (default: %(default)s)",
    )


def run(options: argparse.Namespace) -> int:
    """Answer one event; an agent goes on whatever becomes of its session."""
    event = read_json(STDIN)
    if not isinstance(event, Mapping):
        message = "the event of a hook is a JSON object"
        raise InputError(message)
    match event.get("hook_event_name"):
        case "PreToolUse":
            _show(decision_on_write(event, files=options.files))
        case "SessionEnd":
            _end(event)
        case "SessionStart":
            _show(_begin())
    return 0


def _end(event: Mapping[str, Any]) -> None:
    transcript = event.get("transcript_path")
    if _token() and isinstance(transcript, str) and transcript:
        _unsent().add(str(Path(transcript).expanduser().absolute()))
        _with_server(_send)


def _begin() -> dict[str, Any] | None:
    context = _with_server(_sent_and_read) if _token() else ""
    if not context:
        return None
    return {"hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": context}}


def _sent_and_read(review: EvidenceReview) -> str:
    _send(review)
    return context_of(review)


def _send(review: EvidenceReview) -> str:
    for told in _unsent().send(review):
        print_to_stderr(f"evidence-review: {told}")
    return ""


def _with_server(work: Callable[[EvidenceReview], str]) -> str:
    """Return what becomes of *work*; "" and a sentence where the server refuses or is away."""
    if find_spec("httpx") is None:
        message = "the client is not installed: pip install 'evidence-review[client]'"
        raise InputError(message)
    try:
        with EvidenceReview(os.environ.get("EVIDENCE_REVIEW_URL") or DEFAULT_URL, _token(), tries=1) as review:
            return work(review)
    except (ApiError, httpx.HTTPError, httpx.InvalidURL) as error:
        print_to_stderr(f"evidence-review: {error}")
        return ""


def _token() -> str:
    return os.environ.get("EVIDENCE_REVIEW_TOKEN", "")


def _unsent() -> Unsent:
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Unsent(Path(state) / "evidence-review" / "unsent")


def _show(answer: dict[str, Any] | None) -> None:
    if answer is not None:
        show_as_it_is(printable_json(json.dumps(answer, ensure_ascii=False)))
