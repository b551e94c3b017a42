"""Markup without the white space that browsers do not show."""

import re


def flat(html: str) -> str:
    """Return markup in one line, without white space beside its tags."""
    return re.sub(r"(?<=>) | (?=<)", "", re.sub(r"\s+", " ", html))
