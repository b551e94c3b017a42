"""Input and output of the commands: files, standard input, and messages for the user."""

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from pydantic import BaseModel
from tqdm import tqdm

from aligner_core._text.printing import printable, printable_json
from aligner_core.formats.decoding import MAX_FILE_BYTES

PROGRESS_AFTER = 1.0
"""Seconds after which a run shows a progress bar."""
STDIN = Path("-")


class InputError(Exception):
    """A wrong input; its text is a sentence for the user."""


def read_text(path: Path) -> str:
    """Return the text of a file, or of standard input for "-", with its line ends as they are.

    Raises:
        InputError: it cannot be read, or is not UTF-8.

    """
    return as_text(read_data(path), path)


def read_data(path: Path, *, at_most: int = 0) -> bytes:
    """Return the bytes of a file, or of standard input for "-".

    Raises:
        InputError: it cannot be read, or has more bytes than *at_most*, if that is not 0.

    """
    size = at_most + 1 if at_most else -1
    try:
        if path == STDIN:
            data = sys.stdin.buffer.read(size)
        else:
            with path.open("rb") as file:
                data = file.read(size)
    except OSError as error:
        message = f"{path} cannot be read: {error.strerror}."
        raise InputError(message) from error
    if at_most and len(data) > at_most:
        message = f"{name_of(path)} is larger than {at_most} bytes."
        raise InputError(message)
    return data


def as_text(data: bytes, path: Path) -> str:
    """Return the bytes of a file as text.

    Raises:
        InputError: they are not UTF-8.

    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"{path} is not UTF-8 text: {error}."
        raise InputError(message) from error


def name_of(path: Path) -> str:
    """Return the name of a file in messages."""
    return "standard input" if path == STDIN else str(path)


def read_json(path: Path) -> object:
    """Return what a JSON file, or standard input, holds; no more is read than of any file that is read at once.

    Raises:
        InputError: it cannot be read, is too large, or is not JSON.

    """
    return parse_json(as_text(read_data(path, at_most=MAX_FILE_BYTES), path), path)


def parse_json(text: str, path: Path) -> object:
    """Return what a JSON text holds that was read from a file.

    Raises:
        InputError: it is not JSON.

    """
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        message = f"{path} is not JSON: {error}."
    raise InputError(message)


def write_text(path: Path, text: str) -> None:
    """Write a text file.

    Raises:
        InputError: it cannot be written.

    """
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        message = f"{path} cannot be written: {error.strerror}."
        raise InputError(message) from error


@contextmanager
def opened_to_write(out: Path | None) -> Iterator[IO[str]]:
    """Open a text file for writing; standard output where there is none.

    Raises:
        InputError: it cannot be written.

    """
    if out is None:
        yield sys.stdout
        sys.stdout.flush()
        return
    try:
        file = out.open("w", encoding="utf-8", newline="\n")
    except OSError as error:
        message = f"{out} cannot be written: {error.strerror}."
        raise InputError(message) from error
    with file:
        yield file


def show(text: str) -> None:
    """Print lines to standard output, without what would act on a terminal."""
    show_as_it_is("\n".join(map(printable, text.split("\n"))))


def show_as_it_is(text: str) -> None:
    """Print a text to standard output of which nothing has to be escaped any more."""
    print(text, flush=True)  # noqa: T201 - this is the command line


def show_json(value: object) -> None:
    """Print a value, or a model in its wire form, as JSON."""
    plain: Any = value.model_dump(by_alias=True) if isinstance(value, BaseModel) else value
    show_as_it_is(printable_json(json.dumps(plain, ensure_ascii=False, indent=2)))


def print_to_stderr(text: str) -> None:
    """Print a sentence to standard error, in one line; names of files in it may be hostile."""
    print(printable(text), file=sys.stderr)  # noqa: T201 - this is the command line


def may_use_color() -> bool:
    """Whether standard output is a terminal and colours are not disabled (https://no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def progress(total: int, *, unit: str = " quotes") -> Any:  # noqa: ANN401 - tqdm has no types
    """Return a progress bar on standard error; it is seen when the work takes long."""
    return tqdm(total=total, unit=unit, delay=PROGRESS_AFTER, file=sys.stderr)


Command = Callable[[Any], int]
"""The function of a command: it takes the options and returns the exit code."""
