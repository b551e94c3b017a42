"""The cues of captions: a time, and the words that are shown at it, perhaps with who says them."""

import html
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

_TAG = re.compile(r"</?(?:[a-z][^<>\n]*|\d\d:[\d:.]+)>|\{\\an?\d\}", re.IGNORECASE)
_VOICE = re.compile(r"<v(?:\.[^ <>]*)? (?P<name>[^<>]+)>")
_NAME = re.compile(r"(?P<name>[^\W\d_][\w.'’() -]{0,50}?): +")
_DASHED = re.compile(r"- ")


@dataclass(frozen=True, slots=True)
class Cue:
    """Words and the time at which they are shown."""

    start: str
    text: str


def messages_of(cues: Iterable[Cue]) -> list[dict[str, str]]:
    """Return cues as messages: those of one speaker that follow one another are one; without speakers each is one.

    A name before the first words counts where most cues that have one share their names, or somebody speaks twice.
    """
    held = list(cues)
    voiced = any(_VOICE.search(cue.text) for cue in held)
    names = _speakers(held) if not voiced else frozenset()
    messages, speaker = list[dict[str, str]](), ""
    for cue in held:
        for name, words in _turns(cue.text, names):
            if not words:
                continue
            if (name or speaker) and messages and (name or speaker) == messages[-1]["name"]:
                messages[-1]["content"] += f"\n{words}"
            else:
                speaker = name or speaker
                messages.append({"name": speaker, "content": words, "timestamp": cue.start})
    return messages


def _speakers(cues: list[Cue]) -> frozenset[str]:
    """Return the names before the words of cues, where they are names: one comes twice, or most cues have one."""
    found = [hit["name"] for cue in cues if (hit := _NAME.match(cue.text)) is not None]
    counts = Counter(found)
    are_names = max(counts.values(), default=0) > 1 or len(found) > len(cues) / 2
    return frozenset(counts) if are_names else frozenset()


def _turns(text: str, names: frozenset[str]) -> Iterator[tuple[str, str]]:
    voices = list(_VOICE.finditer(text))
    if voices:
        ends = [*(voice.start() for voice in voices[1:]), len(text)]
        for voice, end in zip(voices, ends, strict=True):
            yield html.unescape(voice["name"].strip()), _plain(text[voice.end() : end])
        return
    named = _NAME.match(text)
    if named is not None and named["name"] in names:
        yield named["name"], _plain(text[named.end() :])
    else:
        yield "", _plain(text)


def _plain(text: str) -> str:
    """Return words without marks of style and escapes."""
    return html.unescape(_TAG.sub("", text)).strip()
