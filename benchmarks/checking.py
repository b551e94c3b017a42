"""What a check costs beside aligning the same quotes, in CPU time of one run: ``python -m benchmarks.checking``."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from random import Random
from statistics import median
from time import process_time
from typing import NamedTuple

from aligner_core import EvidenceAligner, Report, check
from benchmarks.speed import LANGUAGES
from benchmarks.workload import EDITED_SHARE, Language, edited, messages

MESSAGES, QUOTES, REPEATS = 30, 40, 9
QUOTE_CHARS = 80
"""How long a quote is."""
CASES = ("verbatim", "failed", "mixed")
Quote = dict[str, object]


class Cost(NamedTuple):
    """What one way to look at quotes costs: µs of CPU a quote, and how many times what aligning them costs."""

    name: str
    case: str
    microseconds: float
    ratio: float


def main() -> None:
    """Print what each way costs, in each language, for quotes that stand there, that do not, and a mix."""
    for cost in costs():
        print(f"{cost.name:<24}{cost.case:<16}{cost.microseconds:>8.0f} µs a quote, ÷ align {cost.ratio:.2f}")


def costs(quotes: int = QUOTES, repeats: int = REPEATS) -> Iterator[Cost]:
    """Measure a check of a whole extraction beside its alignment, in turn, without asking for fixes and with all."""
    for language in LANGUAGES:
        random = Random(f"checking {language}")
        texts = messages(language, MESSAGES, random)
        for case in CASES:
            given = [_quote(texts, language, random, case=case, at=at) for at in range(quotes)]
            yield from _measured(texts, given, case=f"{language}, {case}", repeats=repeats)


def _quote(texts: Sequence[str], language: Language, random: Random, *, case: str, at: int) -> Quote:
    """Return whole words of a message with its index; failed ones have as many edits as near ones have."""
    index = random.randrange(len(texts))
    start = random.randrange(max(1, len(texts[index]) - QUOTE_CHARS))
    cut = texts[index][start : start + QUOTE_CHARS]
    words = cut[cut.find(" ") + 1 : cut.rfind(" ")]
    is_failed = case == "failed" or (case == "mixed" and at % 2 == 1)
    return {
        "messageIndex": index,
        "quote": edited(words, EDITED_SHARE["near"], language, random) if is_failed else words,
    }


def _measured(texts: Sequence[str], quotes: Sequence[Quote], *, case: str, repeats: int) -> Iterator[Cost]:
    aligner, times = EvidenceAligner(), dict[str, list[float]]()
    actions: Mapping[str, Callable[[], object]] = {
        "align": partial(aligner.align, list(texts), {"evidence": quotes}),
        "check": partial(check, quotes, list(texts)),
        "check with all fixes": lambda: _all_fixes(check(quotes, list(texts))),
    }
    for _ in range(repeats):
        for name, action in actions.items():
            times.setdefault(name, []).append(_cpu_seconds(action))
    for name in actions:
        ratio = median(one / base for one, base in zip(times[name], times["align"], strict=True))
        yield Cost(name, case, 1_000_000 * min(times[name]) / len(quotes), ratio)


def _all_fixes(report: Report) -> int:
    return sum(row.fix is not None for row in report.rows)


def _cpu_seconds(action: Callable[[], object]) -> float:
    start = process_time()
    action()
    return process_time() - start


if __name__ == "__main__":
    main()
