"""Ask every tool about every case and write the page: ``python -m benchmarks.quotes --output docs``."""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from sys import stderr

from benchmarks.quotes.cases import FORMS, SEED, Case, Kind, cases
from benchmarks.quotes.peers import Checker, checkers
from benchmarks.quotes.texts import FACTS, LANGUAGES, sentences
from benchmarks.timing import table

Counts = Counter[tuple[str, str, str]]
"""How many quotes were accepted, by tool, language and class."""
HEADS: dict[Kind, str] = {
    "number": "number",
    "unit": "unit",
    "negation": "negation",
    "name": "name",
    "role": "antonym, role",
    "unicode": "Unicode form",
    "wrapped": "wrapped",
    "markdown": "Markdown",
    "typo": "typo",
}
HARMLESS: Sequence[Kind] = [kind for kind in FORMS if kind != "typo"]


def main(arguments: list[str] | None = None) -> None:
    """Ask every tool, print the table and write `quotebench.md`."""
    parser = ArgumentParser(prog="benchmarks.quotes", description=__doc__)
    parser.add_argument("--output", type=Path, default=Path("docs"))
    options = parser.parse_args(arguments)
    asked, every = checkers(), cases()
    accepted = accepts(asked, every)
    written = page(asked, every, accepted, day=datetime.now(UTC).date().isoformat())
    (options.output / "quotebench.md").write_text(written, encoding="utf-8")
    print(by_class(asked, every, accepted))


def accepts(asked: Sequence[Checker], every: Sequence[Case]) -> Counts:
    """Return what each tool accepts."""
    counts: Counts = Counter()
    for checker in asked:
        print(checker.name, file=stderr)
        for case in every:
            counts[checker.name, case.language, case.kind] += checker.accepts(case.quote, case.source)
    return counts


def page(asked: Sequence[Checker], every: Sequence[Case], accepted: Counts, *, day: str) -> str:
    """Return the page in Markdown."""
    versions = ", ".join(f"{checker.name} {checker.version}" for checker in asked if checker.version)
    rules = table(["tool", "a yes is"], [[checker.name, checker.rule] for checker in asked])
    return PAGE.format(
        summary=summary(asked, every, accepted),
        classes=by_class(asked, every, accepted),
        languages=by_language(asked, every, accepted),
        rules=rules,
        counts=f"{len(every):,} cases, {len(sentences('en'))} sentences a language",
        versions=versions,
        seed=SEED,
        day=day,
    )


def summary(asked: Sequence[Checker], every: Sequence[Case], accepted: Counts) -> str:
    """Return the table of two lines that the README has."""
    lies = [_share(checker, every, accepted, FACTS) for checker in asked]
    truths = [_share(checker, every, accepted, HARMLESS) for checker in asked]
    return table(
        ["accepted as *the quote is there*, %", *(checker.name for checker in asked)],
        [["changed facts, want 0", *lies], ["harmless changes, want 100", *truths]],
    )


def by_class(asked: Sequence[Checker], every: Sequence[Case], accepted: Counts) -> str:
    """Return a table with a line a tool and a column a class."""
    sizes = Counter(case.kind for case in every)
    heads = [f"{HEADS[kind]} ({sizes[kind]})" for kind in (*FACTS, *FORMS)]
    rows = [[one.name, *(_share(one, every, accepted, [kind]) for kind in (*FACTS, *FORMS))] for one in asked]
    return table(["tool", *heads], rows)


def by_language(asked: Sequence[Checker], every: Sequence[Case], accepted: Counts) -> str:
    """Return a table of changed facts and harmless changes by language."""
    rows = []
    for checker in asked:
        pairs = []
        for language in LANGUAGES:
            own = [case for case in every if case.language == language]
            pairs.append(" / ".join(_share(checker, own, accepted, kinds) for kinds in (FACTS, HARMLESS)))
        rows.append([checker.name, *pairs])
    return table(["tool", *LANGUAGES.values()], rows)


def _share(checker: Checker, every: Sequence[Case], accepted: Counts, kinds: Sequence[Kind]) -> str:
    """Return the percentage that a tool accepts; 0 and 100 only where it is none and all."""
    own = [case for case in every if case.kind in kinds]
    if not own:
        return "–"
    groups = {(checker.name, case.language, case.kind) for case in own}
    share = 100 * sum(accepted[group] for group in groups) / len(own)
    return f"{share:.1f}" if 0 < share < 1 or 99 < share < 100 else f"{share:.0f}"


PAGE = """# QuoteBench

Written by `make quotebench`; change the code in `benchmarks/quotes/`, not this page. How many quotes a tool accepts as
being in their source, in percent: of quotes in which a fact was changed, and of quotes in which nothing was.

{summary}

Typos are not among the harmless changes here, since tools differ in what they want of them.

## By class

A changed fact should never be accepted: a number, a unit, a negation, a name, an antonym, or who does what to whom. A
change of form always should: another Unicode form, what a model puts around a quote (a bullet, a speaker, marks, an
ellipsis, a line break), Markdown. A typo is one letter doubled or two swapped, in a word that is no fact. In brackets:
the number of cases.

{classes}

## By language

Changed facts accepted / harmless changes accepted.

{languages}

## What a yes is

{rules}

Every tool has its defaults. Some do not claim to judge facts, only to find a place: what counts here is what their
users take for a yes. So our own `evidenceAligned` has a line as well, which says that similar words were found. Tools
that fold white space and case alone accept hardly any lie, and refuse most quotes that a model has touched.

`check` reads a quote without what is markup whatever it says; `evidenceAligned` does not, so an address behind linked
words or a speaker before a short sentence are too many characters there. What may say something, as a number before the
words, stays: such a quote comes with a fix.

## The cases

{counts}. The sentences are in
`benchmarks/quotes/sentences/`, each with its facts and with what a lie says instead; a case changes one fact, or the
form. A source is three sentences; a quote is one of them, or two where a fact is changed. They are ours, and short, so
the figures say how tools differ and not how often a model errs. The seed is {seed}.

{versions}.
Measured on {day}.
"""


if __name__ == "__main__":
    main()
