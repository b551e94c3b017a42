"""Reads a conversation with a model that quotes, and has it mend what it quoted wrongly (specification 13)."""

from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from aligner_core.extraction.config import CONFIG, UNWATCHED, ExtractorConfig, Watch
from aligner_core.extraction.duplicates import merged
from aligner_core.extraction.questions import Ask, Tokens
from aligner_core.extraction.reading import Read, Reader
from aligner_core.extraction.result import EXTRACTOR, Extracted, Lost, sums
from aligner_core.extraction.windows import Window, windows
from aligner_core.extraction.wording import language_of, prompt_version
from aligner_core.formats.session import SessionUpload, parse_session


def extract(
    messages: object,
    ask: Ask,
    *,
    run: Mapping[str, str] | None = None,
    config: ExtractorConfig = CONFIG,
    watch: Watch = UNWATCHED,
) -> Extracted:
    """Return what a model extracts of a conversation, after it was asked again for what is not there.

    *messages* is what `parse_session` takes, or a session. *ask* asks a model, such as `HttpAsk`. Each quote is looked
    for in all messages, and each claim held against its quotes; the model is told what is wrong, with the words to copy
    instead, and an answer changes only what it makes better. A clean answer is asked for once.

    A window without an answer is lost, and told; the others are kept. *run* is what is known of the run: its `model`,
    `runId`, `createdAt`.

    Raises:
        ExtractionError: *messages* are no conversation.
        InvalidValueError: there is no prompt in the language of *config*.

    >>> from aligner_core.extraction import Answer
    >>> said = ["The cache lives for one hour.", "We measure on Monday."]
    >>> entry = {"entryId": "a", "title": "One hour", "evidence": [{"messageIndex": 0, "quote": "lives for one hour"}]}
    >>> extracted = extract(said, lambda question: Answer({"entries": [entry]}))
    >>> extracted.requests, extracted.attempts[-1].ok, extracted.upload["run"]["extractor"]
    (1, 1, 'evidence-review')

    """
    session = messages if isinstance(messages, SessionUpload) else parse_session(messages)
    language = config.language or language_of([one.content for one in session.messages])
    version = prompt_version(language)
    reader = Reader(session, ask, language, config=config, watch=watch)
    parts = list(windows(session.messages, most=config.window_chars, overlap=config.overlap))
    watch.on_start(len(parts))
    read = _in_order(reader, parts, at_once=config.at_once, watch=watch)
    return _extracted(read, {**(run or {}), "promptVersion": version})


def _in_order(reader: Reader, parts: Sequence[Window], *, at_once: int, watch: Watch) -> list[Read]:
    """Read all windows, some at once, and return them in their order; an error ends those that wait."""
    with ThreadPoolExecutor(at_once) as pool:
        futures: list[Future[Read]] = [pool.submit(reader.read, part) for part in parts]
        try:
            found = list[Read]()
            for future in futures:
                found.append(future.result())
                watch.on_window(found[-1].done)
                left = watch.tokens_left()
                if left is not None:
                    reader.allow(left + sum(one.done.tokens.total for one in found))
        except BaseException:
            reader.stop()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return found


def _extracted(read: Sequence[Read], run: Mapping[str, str]) -> Extracted:
    done = [one.done for one in read]
    bests = [part.best for one in read for part in one.parts if part.best is not None]
    entries, twice = merged([best.entries for best in bests])
    counted: dict[str, Any] = {
        "tokens": Tokens(sum(one.tokens.input for one in done), sum(one.tokens.output for one in done)),
        "requests": sum(one.requests for one in done),
        "windows": len(read),
        "attempts": sums([one.attempts for one in done]),
        "repaired": sum(one.repaired for one in done),
        "withdrawn": sum(one.withdrawn for one in done),
        "given_up": sum(one.given_up for one in done),
        "merged": twice,
    }
    lost = tuple(lost for one in done for lost in one.lost)
    upload = {
        "run": {"extractor": EXTRACTOR, **{key: value for key, value in run.items() if value}},
        "making": _making(counted, lost),
        "entries": [{**one.entry, "entryId": f"ent_{number}"} for number, one in enumerate(entries, start=1)],
    }
    return Extracted(upload, lost=lost, **counted)


def _making(counted: Mapping[str, Any], lost: Sequence[Lost]) -> dict[str, Any]:
    """Return what an extraction took and what is not in it, as it stands in the upload."""
    told = {"givenUp" if name == "given_up" else name: value for name, value in counted.items()}
    told["tokens"] = counted["tokens"]._asdict()
    told["attempts"] = [one._asdict() for one in counted["attempts"]]
    told["lost"] = [{"first": one.window.first, "last": one.window.end - 1, "code": one.code} for one in lost]
    return told
