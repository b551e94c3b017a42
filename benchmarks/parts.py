"""The parts of the page of measurements, made from the results."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from benchmarks.markdown import pivot, shown, table
from benchmarks.quotes.peers import EVERY
from benchmarks.results import Row, is_met

FILES = {
    "quotes": ("`make quotebench`", "which changed quotes tools accept"),
    "finders": ("`make bench`", "how exact and how fast quotes are found, beside other finders"),
    "reader": ("`make reading`", "a very long and a very crowded session in Chromium"),
    "desk": ("`make desk`", "a hundred decisions by keyboard, and what twenty tasks take"),
    "journal": ("`make journal`", "appending and checking events"),
    "bulk": ("`python -m benchmarks.bulk`", "tables of quotes on every engine, killed and resumed"),
    "growth": ("`python -m benchmarks.store_growth`", "every page in stores of 1,000 to 1,000,000 entries"),
}
"""The files of results, with what writes them."""
MARKED = {
    "ours": "**ours**",
    "ours, evidenceAligned": "ours, `evidenceAligned`",
    "quote in source": "`quote in source`",
}
"""How the README marks tools."""
TOTALS = {"changed facts": "changed facts, want 0", "harmless changes": "harmless changes, want 100"}
CLASSES = {
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
CASES = {
    "en": "English",
    "ko": "Korean",
    "en reject": "English rejects",
    "en accept": "English accepts",
    "ko reject": "Korean rejects",
    "ko accept": "Korean accepts",
}
"""The cases of finders that are shown, in their order; near-rejects are not."""
LIBRARIES = {"edlib loop": "edlib", "extractOne": "rapidfuzz"}
"""The libraries of the calls that the search of a whole session is compared with."""
ENGINES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
GROWTH = 1.2
KINDS = {"": "pages", "admin": "lists of the admin", "api": "calls of the API"}
"""What is measured, by the first words of its names."""
SHOWN_PAGES = (
    *("home", "sessions", "entries", "entries, deepest", "entries method=ready", "failed", "reader", "entry"),
    *("queue", "audit", "runs", "quality", "search rare word", "search frequent word", "search two signs of Hangul"),
    *("admin entry", "admin entry, older"),
)


def runs(files: Mapping[str, Sequence[Row]]) -> str:
    """Return when and where each file was measured, and how to measure it again."""
    lines = []
    for name, rows in files.items():
        command, what = FILES[name]
        days = dict.fromkeys(f"{row['date']} ({row['commit']})" for row in rows)
        machines = dict.fromkeys(row["machine"] for row in rows if row.get("machine"))
        link = f"[{name}.csv](../benchmarks/results/{name}.csv)"
        lines.append([what, link, f"{len(rows):,}", ", ".join(days), "; ".join(machines) or "any", command])
    return table(["what", "figures", "rows", "measured on (commit)", "machine", "again"], lines)


def quotes(rows: Sequence[Row]) -> str:
    """Return the table of two lines that the README has."""
    found = [row for what in TOTALS for row in _of(rows, what) if row["case"] == "every language"]
    return pivot(
        "accepted as *the quote is there*, %",
        ((TOTALS[row["what"]], _marked(row["tool"]), _share(row)) for row in found),
    )


def classes(rows: Sequence[Row]) -> str:
    """Return what tools accept by class, with the numbers of cases, and what counts as a yes."""
    found = _of(rows, *CLASSES)
    shares = [
        (_marked(row["tool"]), f"{CLASSES[row['what']]} ({row['scale'].split()[0]})", _share(row)) for row in found
    ]
    asked = {row["tool"] for row in found}
    return pivot(
        "tool", [*shares, *((_marked(one.name), "a yes is", one.rule) for _, one in EVERY if one.name in asked)]
    )


def places(rows: Sequence[Row]) -> str:
    """Return how often each finder has the right place."""
    found = _of(rows, "the right place")
    return pivot(f"finder, of {_scale(found[0])}", ((row["tool"], row["case"], row["value"]) for row in found))


def ratios(rows: Sequence[Row]) -> str:
    """Return the time of our fuzzy step, and how many times longer others take, by the length of the source."""
    found = [row for case in CASES for row in _of(rows, "fuzzy step") if row["case"] == case]
    lines = [row for row in found if row["tool"] in {"ours", "edlib", "rapidfuzz"}]
    return pivot(
        "characters of the source",
        ((f"{CASES[row['case']]}: {_figure(row)}", shown(row["scale"].split()[0]), shown(_cell(row))) for row in lines),
    )


def calls(rows: Sequence[Row]) -> str:
    """Return the times of whole calls, and how many times longer others take."""
    found = _of(rows, "align_quote", "quote in a whole session", "100 quotes on one source")
    return pivot(
        "call",
        (
            (f"{row['what']}: {CASES[row['case']]}, {_scale(row)}", _figure(row), shown(_cell(row)))
            for row in found
            if row["case"] in CASES
        ),
    )


def folding(rows: Sequence[Row]) -> str:
    """Return how many times longer a loop over characters takes, by the length of the text."""
    found = [row for row in _of(rows, "folding") if row["tool"] == "loop"]
    return pivot(
        "characters of the text", ((row["case"], shown(row["scale"].split()[0]), shown(row["ratio"])) for row in found)
    )


def others(rows: Sequence[Row]) -> str:
    """Return a line for each of the other measurements."""
    fixes = _of(rows, "set right by the first fix")
    right, damaged = sum(int(row["value"]) for row in fixes), sum(int(row["scale"].split()[0]) for row in fixes)
    slowest = max(float(row["value"]) for row in _of(rows, "hard text"))
    steps = max(float(row["value"]) for row in _of(rows, "hard text, largest time(2n) ÷ time(n)"))
    lines = [
        f"{damaged} quotes damaged on purpose: the first fix sets {right} right.",
        f"Texts made to be hard: {slowest:,.0f} ms at most; twice the size takes up to {steps:g} times as long.",
        f"Bytes a character that a prepared source keeps: {_by_language(rows, 'memory kept')}.",
        f"Bytes a character while a quote is looked for in it: {_by_language(rows, 'memory at most')}.",
        *(f"One extraction of {_scale(row)}: {row['value']} s." for row in _of(rows, "one large extraction")),
    ]
    return "\n".join(f"- {line}" for line in lines)


def _by_language(rows: Sequence[Row], what: str) -> str:
    return ", ".join(f"{CASES[row['case']]} {row['value']}" for row in _of(rows, what))


def missed(rows: Sequence[Row]) -> str:
    """Return the bounds that are not kept."""
    bounded = [row for row in rows if row["bound"]]
    found = [row for row in bounded if not is_met(row)]
    lines = [
        [f"{row['what']}: {CASES.get(row['case'], row['case'])}, {_scale(row)}", _figure(row), row["bound"], _cell(row)]
        for row in found
    ]
    kept = f"{len(bounded) - len(found)} of {len(bounded)} bounds are kept. These are not:"
    return f"{kept}\n\n{table(['what', 'figure', 'bound', 'measured'], lines)}"


def reader(rows: Sequence[Row]) -> str:
    """Return the times in the session reader."""
    return table(
        ["what", "in a session of", "bound, s", "measured, s"],
        [[row["case"], _scale(row), row["bound"], _judged(row)] for row in rows],
    )


def desk(rows: Sequence[Row]) -> str:
    """Return what came of the sittings."""
    found = [row for row in rows if row["what"] != "task"]
    return pivot("", ((_joined(row["case"], row["unit"]), row["what"], row["value"]) for row in found))


def journal(rows: Sequence[Row]) -> str:
    """Return the rates of the journal by engine."""
    found = [row for row in rows if row["tool"] != "disk"]
    return pivot(
        "",
        ((_joined(row["what"], row["case"], _scale(row), row["unit"]), row["tool"], _judged(row)) for row in found),
    )


def bulk(rows: Sequence[Row]) -> str:
    """Return what alignment of a table took on each engine."""
    return pivot(_scale(rows[0]), ((row["what"], row["tool"], shown(row["value"])) for row in rows))


def growth(rows: Sequence[Row]) -> str:
    """Return how many pages cost about the same in a store of ten times the entries."""
    lines = []
    for engine, stores in _stores(rows).items():
        for (before, few), (after, many) in pairwise(stores.items()):
            counts = []
            for kind in KINDS:
                both = [page for page in many if page in few and _kind(page) == kind]
                flat = [page for page in both if int(many[page]["work"]) <= GROWTH * max(int(few[page]["work"]), 1)]
                counts.append(f"{len(flat)} of {len(both)}" if both else "–")
            lines.append([f"{engine}, {before:,} → {after:,} entries", *counts])
    return table([f"grow by {GROWTH} at most", *KINDS.values()], lines)


def pages(rows: Sequence[Row]) -> str:
    """Return what some pages cost, in stores of all sizes."""
    return pivot(
        "page",
        (
            (page, f"{engine} {entries:,}", shown(costs[page]["work"]))
            for page in SHOWN_PAGES
            for engine, stores in _stores(rows).items()
            for entries, costs in stores.items()
            if page in costs
        ),
    )


PARTS: dict[str, tuple[str, Callable[[Sequence[Row]], str]]] = {
    **{part.__name__: ("quotes", part) for part in (quotes, classes)},
    **{part.__name__: ("finders", part) for part in (places, ratios, calls, folding, others, missed)},
    "reader": ("reader", reader),
    "desk": ("desk", desk),
    "journal": ("journal", journal),
    "bulk": ("bulk", bulk),
    **{part.__name__: ("growth", part) for part in (growth, pages)},
}
"""The parts of the page, with the file that each shows."""


def _of(rows: Sequence[Row], *what: str) -> list[Row]:
    return [row for row in rows if row["what"] in what]


def _marked(tool: str) -> str:
    return MARKED.get(tool, tool)


def _share(row: Row) -> str:
    """Return a percentage: 0 and 100 only where it is none and all."""
    share = float(row["value"])
    return f"{share:.1f}" if 0 < share < 1 or 99 < share < 100 else f"{share:.0f}"


def _scale(row: Row) -> str:
    return " ".join(shown(word) if word.isdigit() else word for word in row["scale"].split())


def _figure(row: Row) -> str:
    """Return the label of a row's figure: a time, or its ratio to ours."""
    tool = LIBRARIES.get(row["tool"], row["tool"])
    return f"{tool} ÷ ours" if row["ratio"] else f"{tool}, {row['unit']}"


def _cell(row: Row) -> str:
    return row["ratio"] or row["value"]


def _judged(row: Row) -> str:
    """Return what was measured, and whether its bound was missed."""
    verdict = " **missed**" if row["bound"] and not is_met(row) else ""
    return f"{shown(row['value'])}{verdict}"


def _joined(*words: str) -> str:
    return ", ".join(filter(None, words))


def _kind(page: str) -> str:
    first = page.split(maxsplit=1)[0]
    return first if first in KINDS else ""


def _stores(rows: Sequence[Row]) -> dict[str, dict[int, dict[str, Row]]]:
    """Return rows by engine, number of entries and page."""
    stores: dict[str, dict[int, dict[str, Row]]] = {}
    for row in rows:
        stores.setdefault(row["engine"], {}).setdefault(int(row["entries"]), {})[row["page"]] = row
    return {ENGINES[engine]: dict(sorted(sizes.items())) for engine, sizes in stores.items()}
