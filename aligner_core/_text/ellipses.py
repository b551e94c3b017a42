"""The ellipses at the ends of a quote: they say that words were left out there, and are no words of the source.

The verifiers in a bundle have the same rule: `review/verifier/`.
"""

import re

_ELLIPSES = re.compile(r"(?:\s*(?:\.{3,}|[…⋯]))+\s*")


def without_end_ellipses(text: str) -> str:
    """Return a text without the ellipses at its ends; as it is where it has none there, or nothing else.

    >>> without_end_ellipses("… 내용물을 비운 후..."), without_end_ellipses("wait. …"), without_end_ellipses("..")
    ('내용물을 비운 후', 'wait.', '..')
    """
    return between_end_ellipses(text) or text


def between_end_ellipses(text: str) -> str:
    """Return what stands between the ellipses at the ends of a text; nothing where it is all ellipses.

    >>> between_end_ellipses("… a …"), between_end_ellipses("...")
    ('a', '')
    """
    return text[_length(text) : len(text) - _length(text[::-1])]


def _length(text: str) -> int:
    """Return how long the ellipses are that a text begins with."""
    found = _ELLIPSES.match(text)
    return found.end() if found else 0
