"""The bounds that `make bench` is held to; they were set before the code was written."""

from collections.abc import Iterator

from benchmarks.preparing import FORMS
from benchmarks.results import Result
from benchmarks.speed import LANGUAGES
from benchmarks.workload import FAMILIES

Key = tuple[str, str, str, str]
"""The key of a measurement: what, in which case, on which scale, of which tool."""


def bounded(result: Result) -> Result:
    """Return a measurement with its bound, if it has one."""
    return result._replace(bound=BOUNDS.get(result[:4], ""))


def _bounds() -> Iterator[tuple[Key, str]]:
    for case in ("not the best window", "missed", "false accepts"):
        yield ("the right place", case, "80 quotes", "ours"), "≤ 0"
    yield from _of_fuzzy_step()
    for language in LANGUAGES:
        yield ("quote in a whole session", f"{language} reject", "500 messages", "edlib loop"), "≥ 10"
        yield ("quote in a whole session", f"{language} reject", "500 messages", "extractOne"), "≥ 5"
        yield ("place proposed", f"{language}, among the first 3", "the demo", "ours"), "≥ 80"
        yield ("100 quotes on one source", language, "100000 characters", "edlib"), "≥ 2.86"
    yield ("align_quote", "en reject", "100000 characters", "edlib"), "≥ 1.35"
    yield ("align_quote", "en accept", "100000 characters", "edlib"), "≥ 0.9"
    yield ("align_quote", "ko reject", "42000 characters", "edlib"), "≥ 2.1"
    yield ("align_quote", "ko accept", "42000 characters", "edlib"), "≥ 0.7"
    for form in FORMS:
        for size in (10_000, 100_000, 1_000_000):
            yield ("folding", form, f"{size} characters", "loop"), "≥ 50"
    for family in FAMILIES:
        yield ("hard text, largest time(2n) ÷ time(n)", family, "", "ours"), "≤ 2.6"
        yield ("hard text", family, "640000 characters", "ours"), "≤ 3000"


def _of_fuzzy_step() -> Iterator[tuple[Key, str]]:
    rejects = {
        "en reject": {100_000: ("≥ 4", "≥ 1.5"), 1_000_000: ("≥ 6", "≥ 5")},
        "ko reject": {100_000: ("≥ 7", "≥ 7"), 1_000_000: ("≥ 6", "≥ 5")},
    }
    for case, sizes in rejects.items():
        for size, bounds in sizes.items():
            for tool, bound in zip(("edlib", "rapidfuzz"), bounds, strict=True):
                yield ("fuzzy step", case, f"{size} characters", tool), bound
    for language in LANGUAGES:
        yield ("fuzzy step", f"{language} reject", "10000 characters", "edlib"), "≥ 2"
        yield ("fuzzy step", f"{language} accept", "100000 characters", "edlib"), "≥ 3"
        yield ("fuzzy step", f"{language} accept", "1000000 characters", "edlib"), "≥ 6"
        yield ("fuzzy step", f"{language} accept", "10000 characters", "ours"), "≤ 0.2"
        yield ("fuzzy step", f"{language} reject", "1000000 characters", "str.find"), "≥ 0.25"


BOUNDS: dict[Key, str] = dict(_bounds())
