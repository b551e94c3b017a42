"""What grows beyond the bounds is named, and lists are narrowed for as long as that is measured."""

from benchmarks.store_growth import grown
from benchmarks.windows import NARROW, narrowed


def cost(page: str, *, entries: int, work: int, calls: int = 100, buffers: int = 100) -> dict[str, object]:
    return {"page": page, "entries": entries, "work": work, "calls": calls, "buffers": buffers}


def test_grown_names_the_pages_that_are_beyond_a_bound() -> None:
    few = [cost(name, entries=10, work=1_000) for name in ("flat", "rows", "calls", "buffers")]
    many = [
        cost("flat", entries=100, work=1_200, calls=120, buffers=150),
        cost("rows", entries=100, work=1_201),
        cost("calls", entries=100, work=900, calls=121),
        cost("buffers", entries=100, work=900, buffers=151),
        cost("only here", entries=100, work=9_000),
    ]

    head, _, *lines = grown(few, many).splitlines()

    assert head.startswith("1 of 4 are within the bounds")
    assert lines[2:] == [
        "| rows | 1,000 → 1,201 | 100 → 100 | 100 → 100 |",
        "| calls | 1,000 → 900 | 100 → 121 | 100 → 100 |",
        "| buffers | 1,000 → 900 | 100 → 100 | 100 → 151 |",
    ]


def test_narrowed_lowers_each_limit_and_sets_it_back() -> None:
    before = [getattr(module, limit) for module, limit, _ in NARROW]

    with narrowed():
        assert [getattr(module, limit) for module, limit, _ in NARROW] == [fewer for *_, fewer in NARROW]

    assert [getattr(module, limit) for module, limit, _ in NARROW] == before
