"""A session as long as real ones get: 2,000 messages of 1.2 million characters, and 4,000 quotes in it."""

from dataclasses import dataclass
from random import Random

from benchmarks.workload import Language, edited, text

ROLES = ("user", "assistant", "user", "assistant", "tool")
MIN_QUOTE_CHARS, MAX_QUOTE_CHARS = 30, 160
MESSAGES, QUOTES, CHARACTERS = 2_000, 4_000, 1_200_000


@dataclass(frozen=True, slots=True)
class Upload:
    """An upload: a session, and what a model extracted from it."""

    session: dict[str, object]
    extraction: dict[str, object]


def long_session(*, seed: int = 1) -> Upload:
    """Return a session in both languages; most of its quotes are verbatim, some are edited, some are not in it."""
    random = Random(f"{seed} reading")
    messages = [_message(at, CHARACTERS // MESSAGES, random) for at in range(MESSAGES)]
    evidence = [_quote(messages, random) for _ in range(QUOTES)]
    entries = [
        {"entryId": f"e-{at}", "type": "fact", "title": f"Claim {at}", "evidence": evidence[at : at + 2]}
        for at in range(0, QUOTES, 2)
    ]
    return Upload({"sessionId": f"long-{seed}", "title": "A long session", "messages": messages}, {"entries": entries})


def _message(at: int, about: int, random: Random) -> dict[str, str]:
    language = _language(at)
    size = random.randint(about // 4, about * 7 // 4)
    return {"role": ROLES[at % len(ROLES)], "content": text(language, size, random)}


def _language(at: int) -> Language:
    return "ko" if at % 20 < 10 else "en"


def _quote(messages: list[dict[str, str]], random: Random) -> dict[str, object]:
    index = random.randrange(len(messages))
    content = messages[index]["content"]
    start = random.randrange(max(1, len(content) - MAX_QUOTE_CHARS))
    words = content[start : start + random.randint(MIN_QUOTE_CHARS, MAX_QUOTE_CHARS)].strip()
    kind = random.random()
    if kind < 0.2:
        words = edited(words, 0.05 if kind < 0.1 else 0.4, _language(index), random)
    elif kind < 0.3:
        words = words.upper().replace(" ", "  ")
    return {"messageIndex": index, "quote": words}


def crowded_session(*, spans: int = 300, seed: int = 1) -> Upload:
    """Return a session hard to render: a sentence under many overlapping quotes, and a message of a megabyte."""
    random = Random(f"{seed} crowded")
    sentence = text("en", 900, random)
    huge = text("ko", 330_000, random)
    evidence = [_overlapping(sentence, random) for _ in range(spans)]
    evidence += [{"messageIndex": 1, "quote": huge[at : at + 60].strip()} for at in range(1_000, 330_000, 40_000)]
    messages = [{"role": "user", "content": sentence}, {"role": "tool", "content": huge}]
    entries = [{"entryId": "e-1", "type": "fact", "title": "A crowd", "evidence": evidence}]
    session: dict[str, object] = {"sessionId": f"crowded-{seed}", "title": "A crowded session", "messages": messages}
    return Upload(session, {"entries": entries})


def _overlapping(sentence: str, random: Random) -> dict[str, object]:
    start, half = random.randrange(len(sentence) // 2), len(sentence) // 2
    return {"messageIndex": 0, "quote": sentence[start : start + random.randint(half // 2, half)].strip()}
