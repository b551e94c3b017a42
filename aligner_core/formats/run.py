"""The run that made an extraction: who made it, with which model and prompt, and when."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from aligner_core.formats.notes import Note, ignored
from aligner_core.formats.quotes import MAX_SHOWN_CHARS, quote_text
from aligner_core.spans import Value

RUN_KEYS = ("extractor", "model", "promptVersion", "runId", "createdAt")


class Run(Value):
    """How an extraction was made, as far as it is stated.

    The `TOP_LEVEL_KEYS` of an extraction count as the run's where they are not inside of `run`.
    """

    TOP_LEVEL_KEYS: ClassVar[tuple[str, ...]] = ("extractor", "model", "promptVersion")

    extractor: str = ""
    model: str = ""
    prompt_version: str = ""
    run_id: str = ""
    created_at: str = ""


def read_run(payload: Mapping[object, object]) -> tuple[Run, tuple[Note, ...]]:
    """Return the run of an extraction, and notes on what of it cannot be used.

    >>> read_run({"run": {"model": "m-1", "promptVersion": 3}, "extractor": "memory"})[0].model_dump_json()
    '{"extractor":"memory","model":"m-1","prompt_version":"3","run_id":"","created_at":""}'

    """
    given = payload.get("run")
    run = given if isinstance(given, Mapping) else {}
    places = {key: (f"run.{key}", run[key]) for key in RUN_KEYS if run.get(key) is not None}
    for key in Run.TOP_LEVEL_KEYS:
        if payload.get(key) is not None:
            places.setdefault(key, (key, payload[key]))
    read = {key: _text(value) for key, (_, value) in places.items()}
    unread = [_unreadable(where, value) for key, (where, value) in places.items() if read[key] is None]
    whole = [] if given is None or isinstance(given, Mapping) else [_unreadable("run", given)]
    notes = (*whole, *_unknown(run), *_set_aside(payload, places), *unread)
    return Run.model_validate({key: text for key, text in read.items() if text is not None}), notes


def _text(value: object) -> str | None:
    """Return a text or a number as text; None for anything else."""
    return str(value) if isinstance(value, str | int | float) and not isinstance(value, bool) else None


def _unreadable(where: str, value: object) -> Note:
    return Note(code="run_unreadable", where=where, params={"value": quote_text(value)[:MAX_SHOWN_CHARS]})


def _unknown(run: Mapping[object, object]) -> Iterator[Note]:
    yield from (ignored(f"run.{key}", value) for key, value in run.items() if key not in RUN_KEYS)


def _set_aside(payload: Mapping[object, object], places: Mapping[str, tuple[str, object]]) -> Iterator[Note]:
    """Yield a note for every field of the top level that contradicts the run itself."""
    for key in Run.TOP_LEVEL_KEYS:
        if payload.get(key) is not None and payload[key] != places[key][1]:
            yield Note(code="unknown_field", where=key)
