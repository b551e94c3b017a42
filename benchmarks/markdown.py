"""Tables in Markdown, of what CSV files hold."""

from collections.abc import Iterable, Sequence


def table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table."""
    lines = [list(heads)]
    lines.append(["---"] * len(lines[0]))
    lines += [list(row) for row in rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def pivot(head: str, cells: Iterable[tuple[str, str, str]]) -> str:
    """Return a table of cells, each given with its line and its column, in the order in which these appear."""
    found = {(line, column): text for line, column, text in cells}
    lines = dict.fromkeys(line for line, _ in found)
    columns: Sequence[str] = list(dict.fromkeys(column for _, column in found))
    return table([head, *columns], [[line, *(found.get((line, column), "–") for column in columns)] for line in lines])


def shown(number: str) -> str:
    """Return a number as people read it: with commas between thousands, and a dash for none.

    >>> shown("1783"), shown("0.137"), shown("")
    ('1,783', '0.137', '–')
    """
    if not number:
        return "–"
    return f"{float(number):,.0f}" if abs(float(number)) >= 1000 else number
