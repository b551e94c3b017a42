"""`extract`: what a model extracts of sessions, its quotes mended before they are written."""

import argparse
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from aligner_core._command.files import InputError, opened_to_write, print_to_stderr
from aligner_core._command.readings import print_reading, read_file
from aligner_core._text.printing import printable_json
from aligner_core.errors import AlignerError, MissingExtraError
from aligner_core.extraction import (
    Ask,
    Extracted,
    ExtractorConfig,
    HttpAsk,
    ScriptedModel,
    Watch,
    WindowDone,
    extract,
)
from aligner_core.extraction.protocols import PROTOCOLS
from aligner_core.formats.session import SessionUpload

NOT_CLEAN = 1
SUMMARY = "have a model extract sessions, and mend its quotes"
EXAMPLES = """\
SESSION is a file of any known format (docs/formats.md), with one or several sessions. A model extracts what is worth
remembering, with quotes. Each quote is looked for in the session and each claim held against its quotes; the model is
asked again for what is not there, with the words to copy instead. What comes out is each session with its extraction,
to be uploaded, or given to `check`: one as JSON, several one a line.

The key is that of the environment: OPENAI_API_KEY or ANTHROPIC_API_KEY. Any server that speaks one of the two protocols
can be named by --base-url. --scripted is no model: it quotes, and misbehaves by a script, to try the rest without one.

Standard error says how far it is, what it took, what was repaired and what was given up or not read.

examples:
  evidence-review extract talk.json --protocol anthropic --model MODEL > extracted.json
  evidence-review extract talks/*.json --model MODEL --base-url http://127.0.0.1:11434/v1 --out extracted.jsonl
  evidence-review extract talk.json --scripted "invent,flip,ok>mend" | evidence-review check -

exit code: 0 when all was read and is as quoted, 1 when something was not read or given up, 2 when the input is wrong
"""


class _Found(NamedTuple):
    """A session of a file: its name in messages, and the session as an upload."""

    name: str
    session: SessionUpload
    upload: dict[str, Any]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("files", metavar="SESSION", type=Path, nargs="+", help='the sessions; "-" is standard input')
    parser.add_argument("--protocol", choices=tuple(PROTOCOLS), default="openai", help="default: openai")
    parser.add_argument("--model", default="", help="the model, as its server calls it")
    parser.add_argument("--base-url", default="", help="the server, if it is not that of the protocol's maker")
    parser.add_argument("--scripted", metavar="SCRIPT", help="no model: quotes that misbehave by a script")
    parser.add_argument("--language", choices=("en", "ko"), help="of the prompt (default: that of the session)")
    parser.add_argument("--reasks", type=int, default=2, help="how often it is asked again at most (default: 2)")
    parser.add_argument("--most-tokens", type=int, help="how many tokens a session may take")
    parser.add_argument("--out", type=Path, help="write to this file, not to standard output")


def run(options: argparse.Namespace) -> int:
    """Write the sessions with what was extracted of them; return whether all of it is whole and clean."""
    try:
        config = ExtractorConfig(options.language, reasks=options.reasks, most_tokens=options.most_tokens)
    except AlignerError as error:
        message = f"{error}."
        raise InputError(message) from error
    sessions = [found for path in options.files for found in _sessions(path)]
    if not sessions:
        message = "The files hold no session."
        raise InputError(message)
    is_clean = True
    with _model(options) as ask, opened_to_write(options.out) as target:
        for found in sessions:
            extracted = _extracted(found, ask, config, model=_model_name(options))
            is_clean = is_clean and extracted.is_whole and not extracted.given_up
            if extracted.has_read:
                upload = {**found.upload, "extraction": extracted.upload}
                text = json.dumps(upload, ensure_ascii=False, indent=None if len(sessions) > 1 else 2)
                target.write(printable_json(text) + "\n")
                target.flush()
    return 0 if is_clean else NOT_CLEAN


def _sessions(path: Path) -> Iterator[_Found]:
    reading = read_file(path)
    print_reading(path, reading)
    for part in reading.parts:
        if part.session is not None and not part.is_alternate:
            yield _Found(part.session.session_id or part.session.title or str(path), part.session, part.upload)


@contextmanager
def _model(options: argparse.Namespace) -> Iterator[Ask]:
    """Return what asks the model."""
    if options.scripted is not None:
        with (
            ScriptedModel() as model,
            HttpAsk("openai", options.scripted, base_url=model.openai_url, key="none") as ask,
        ):
            print_to_stderr("No model is asked: the answers are those of a script.")
            yield ask
        return
    variable = PROTOCOLS[options.protocol].key_variable
    if not options.base_url and not os.environ.get(variable):
        message = f"Set {variable} to your key, or name a server that needs none by --base-url."
        raise InputError(message)
    try:
        ask = HttpAsk(options.protocol, options.model, base_url=options.base_url)
    except MissingExtraError as error:
        message = f"{error}."
        raise InputError(message) from error
    except AlignerError as error:
        message = f"{error}: --model, --base-url."
        raise InputError(message) from error
    with ask:
        yield ask


def _model_name(options: argparse.Namespace) -> str:
    return str(options.model) if options.scripted is None else f"scripted: {options.scripted}"


def _extracted(found: _Found, ask: Ask, config: ExtractorConfig, *, model: str) -> Extracted:
    """Extract one session, and print how far it is and what came of it."""
    progress = _Progress(found.name)
    made = {"model": model, "createdAt": datetime.now(UTC).isoformat(timespec="seconds")}
    watch = Watch(on_start=progress.start, on_window=progress.window)
    extracted = extract(found.session, ask, run=made, config=config, watch=watch)
    print_to_stderr(f"{found.name}: {told(extracted)}")
    for lost in extracted.lost:
        where = f"messages {lost.window.first} to {lost.window.end - 1}"
        print_to_stderr(f"{found.name}: {where} were not read: {lost.text or lost.code}")
    return extracted


def told(extracted: Extracted) -> str:
    """Return in a line what came of an extraction, and what it took."""
    last = extracted.attempts[-1] if extracted.attempts else None
    share = "nothing was read" if last is None else f"{last.ok} of {last.quotes} quotes ok in {last.entries} entries"
    counts = f"{extracted.repaired} repaired, {extracted.withdrawn} withdrawn, {extracted.given_up} given up"
    used = f"{extracted.tokens.input} tokens read, {extracted.tokens.output} written, {extracted.requests} requests"
    return f"{share}; {counts}; {used}"


class _Progress:
    """Prints each window as it is done; of a session that is read in one, the end says it all."""

    def __init__(self, name: str) -> None:
        self._name, self._total, self._done = name, 0, 0

    def start(self, total: int) -> None:
        self._total = total
        print_to_stderr(f"{self._name}: asked in {total} {'window' if total == 1 else 'windows'}")

    def window(self, done: WindowDone) -> None:
        self._done += 1
        if self._total > 1:
            print_to_stderr(f"{self._name}: window {self._done} of {self._total}: {_oks(done.attempts)}")


def _oks(attempts: Sequence[Any]) -> str:
    return " → ".join(f"{one.ok} of {one.quotes} ok" for one in attempts) or "not read"
