"""What stands right beside a hit and leaves it open whether it is so: *maybe*, *if*, *unless*, 아마, -다면.

A negation is looked for in the whole clause; these say so only of the words that they stand beside.
"""

from collections.abc import Sequence

from aligner_core._language.lexicon import Lexicon
from aligner_core._text.normalized_text import fold

MAX_CHARS = 40
"""How much text beside a hit is read: no hedge is longer."""


def hedge_beside(
    text: str, hit: tuple[int, int], known: Sequence[Lexicon], *, begins: bool = False, ends: bool = False
) -> str:
    """Return what leaves it open whether the words of a hit are so; "" when nothing right beside them does.

    A hit that *begins* or *ends* its clause itself is not asked about what stands behind that.
    """
    start, end = hit
    before, after = text[max(0, start - MAX_CHARS) : start], text[max(0, end - 1) : end + MAX_CHARS]
    if not begins and before[-1:].isspace():
        folded = fold(before)
        found = (own.hedges.before.search(folded) for own in known if own.hedges.before is not None)
        if hedge := next((one[0] for one in found if one), ""):
            return hedge.strip(" ,")
    if ends or not after:
        return ""
    behind = (own.hedges.after.match(fold(after), 1) for own in known if own.hedges.after is not None)
    return next((one[0].strip() for one in behind if one), "")
