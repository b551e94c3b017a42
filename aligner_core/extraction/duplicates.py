"""Claims that two windows found in the messages they share: each is kept once."""

from collections import defaultdict
from collections.abc import Hashable, Sequence

from rapidfuzz.fuzz import ratio

from aligner_core._text.normalized_text import fold
from aligner_core.extraction.judging import Judged
from aligner_core.grounding import Row


def merged(parts: Sequence[Sequence[Judged]]) -> tuple[list[Judged], int]:
    """Return the entries of all windows in order, and how many were left out as they are those of a window before.

    Two entries of different windows are one where all their quotes stand at the same places. Where a place has several
    claims, each stands for the one of the other window that is most like it.
    """
    kept, known, count = list[Judged](), defaultdict[frozenset[Hashable], list[Judged]](list), 0
    for part in parts:
        new, open_ = list[Judged](), {places: list(some) for places, some in known.items()}
        for one in part:
            same = open_.get(_places(one), [])
            if same:
                same.remove(max(same, key=lambda other: ratio(_title(one), _title(other))))
                count += 1
            else:
                new.append(one)
        for one in new:
            if one.rows:
                known[_places(one)].append(one)
        kept += new
    return kept, count


def _places(judged: Judged) -> frozenset[Hashable]:
    return frozenset(map(_place, judged.rows))


def _place(row: Row) -> Hashable:
    """Return where the words of a quote stand; of one that stands nowhere, its words."""
    if row.place is None:
        return row.claimed, fold(row.quote)
    return row.place.message_index, row.place.span.start, row.place.span.end


def _title(judged: Judged) -> str:
    return str(judged.entry.get("title", ""))
