"""Units of measure and of counting: all spellings of a unit, in any language, have one name."""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product

from aligner_core._language.lexicon import Lexicon, known_languages, lexicon, table_at

MAX_SINGULAR_CHARS = 3
"""Units this short that end in an s, as ms does, are not plurals."""


@cache
def _units() -> Mapping[str, str]:
    """Return the name of each unit by its spellings."""
    return {spelling: name for code in known_languages() for spelling, name in _units_of(lexicon(code))}


def _units_of(known: Lexicon) -> Iterator[tuple[str, str]]:
    bases, prefixes = (_named(known.at(f"units.{key}") or {}) for key in ("bases", "prefixes"))
    yield from ((spelling, base) for base, spelling in bases.items())
    for (base, spelling), (prefix, spelled_prefix) in product(bases.items(), prefixes.items()):
        yield spelled_prefix + spelling, prefix + base
    for group in known.at("units.groups") or ():
        yield from ((spelling, group[0]) for spelling in group)


def _named(given: Mapping[str, str] | list[str]) -> Mapping[str, str]:
    """Return spellings by their names; in English they are the same."""
    return given if isinstance(given, Mapping) else {name: name for name in given}


@cache
def _units_however_spelled() -> Mapping[str, str]:
    """Return the name of each unit by its spellings, those that end otherwise elsewhere among them."""
    other = {
        name.replace(usual, spelling): unit
        for spelling, usual in table_at("units.spellings").items()
        for name, unit in _units().items()
    }
    return {**other, **_units()}


@cache
def unit_names() -> frozenset[str]:
    """Return the units that are words, in singular and plural."""
    return frozenset(name for unit in _units() for name in (unit, f"{unit}s") if name.isalpha())


@cache
def unit_signs() -> frozenset[str]:
    """Return the units that are signs, not words."""
    return frozenset(name for name in _units() if not name[0].isalnum()) | {"‰"}


def canonical_unit(text: str) -> str:
    """Return the name of a unit, given folded in any spelling; "" when the text is not a unit.

    >>> [canonical_unit(text) for text in ("secs", "metres", "㎏", "퍼센트", "%", "table")]
    ['second', 'meter', '', 'percent', 'percent', '']
    """
    units = _units_however_spelled()
    singular = text.removesuffix("s") if len(text) > MAX_SINGULAR_CHARS else text
    return units.get(text) or units.get(singular, "")
