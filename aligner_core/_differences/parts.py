"""Aligns two sequences with the fewest changes: parts that are the same, and parts that replace each other."""

from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple

from rapidfuzz.distance import Indel


class Part(NamedTuple):
    """A part [first, last) of one sequence and the part [start, end) of another in its place."""

    is_same: bool
    first: int
    last: int
    start: int
    end: int


def parts_of(left: Sequence[Hashable], right: Sequence[Hashable]) -> list[Part]:
    """Return the parts of two sequences in order; those that are the same and those that are not alternate.

    >>> [tuple(part)[1:] for part in parts_of("a b c d".split(), "a x y d".split()) if not part.is_same]
    [(1, 3, 1, 3)]
    """
    number = {item: number for number, item in enumerate({*left, *right})}.__getitem__
    parts: list[Part] = []
    for opcode in Indel.opcodes(list(map(number, left)), list(map(number, right))):
        is_same, first, last = opcode.tag == "equal", opcode.src_start, opcode.src_end
        start, end = opcode.dest_start, opcode.dest_end
        if parts and not (is_same or parts[-1].is_same):
            _, began, _, source_began, _ = parts[-1]
            parts[-1] = Part(is_same, began, last, source_began, end)
        else:
            parts.append(Part(is_same, first, last, start, end))
    return parts


def with_context(parts: Sequence[Part], size: int) -> Iterator[list[Part]]:
    """Yield the changed parts that at most *size* items stand between, with as many of the items beside them.

    >>> [len(group) for group in with_context(parts_of([1, 2, 3, 4, 5], [9, 2, 3, 4, 8]), 2)]
    [2, 2]
    """
    group: list[Part] = []
    for part in parts:
        if not part.is_same:
            group.append(part)
            continue
        kept = part.last - part.first
        if not any(not one.is_same for one in group):
            group = [_last(part, size)]
        elif kept > size:
            yield [*group, _first(part, size)]
            group = [_last(part, size)]
        else:
            group.append(part)
    if any(not one.is_same for one in group):
        if group[-1].is_same:
            group[-1] = _first(group[-1], size)
        yield group


def _first(part: Part, size: int) -> Part:
    kept = min(size, part.last - part.first)
    return Part(part.is_same, part.first, part.first + kept, part.start, part.start + kept)


def _last(part: Part, size: int) -> Part:
    kept = min(size, part.last - part.first)
    return Part(part.is_same, part.last - kept, part.last, part.end - kept, part.end)
