"""Whether one Korean word for another is a slip of the keyboard, another form, or another fact."""

from aligner_core.alignments import DifferenceKind
from aligner_core.endings import plain, stated
from aligner_core.hangul import letters_apart
from aligner_core.lexicon import NEGATIVE_PREFIXES, Counts, both_told, opposed, other_member, shared
from aligner_core.numerals import counts_by_one_digit

_ROLES = {
    particle: role
    for role, particles in (
        ("subject", "이 가 께서"),
        ("object", "을 를"),
        ("recipient", "에게 한테 께"),
        ("origin", "에서 에게서 부터"),
        ("goal", "으로 로 까지"),
        ("standard", "보다"),
    )
    for particle in particles.split()
}
"""What a particle makes of its word; the others add to it, or may be left out."""
_OTHERS = (
    "에서는 에서도 에게는 에게도 으로써 으로서 이라고 까지는 까지도 부터는 이나 이며 이고 이라 이다 처럼 마다 마저 "
    "조차 만큼 에는 에도 로서 로써 라고 은 는 에 와 과 도 의 만 나 며 고 랑 야"
)
_PARTICLES = frozenset((*_ROLES, *_OTHERS.split()))
_LENGTHS = sorted({len(particle) for particle in _PARTICLES}, reverse=True)
_ONLY = "만"
_BEFORE_BUT = frozenset("지다요")
"""Behind these 만 means but, as in 했지만."""


def change(said: str, stands: str, counts: Counts) -> DifferenceKind | None:
    """Say what one word changes that stands for another; nothing for particles left out, other endings and typos."""
    said, stands = plain(said), plain(stands)
    if not stated(said).isdisjoint(stated(stands)):
        return None
    stem, other_stem = parted(said)[0], parted(stands)[0]
    if stem == other_stem:
        return change_of_particle(said, stands)
    if other_member(stem, other_stem):
        return "word"
    head, tail = shared(said, stands)
    one, other, behind = said[head : len(said) - tail], stands[head : len(stands) - tail], said[len(said) - tail :]
    if not one or not other:
        return _change_by(one or other, at_start=head == 0)
    if head == 0 and counts_by_one_digit(one, behind) and counts_by_one_digit(other, behind):
        return "number"
    if opposed(one, other) or not _is_mistyped(one, other):
        return "word"
    return "word" if len(stem) > 1 and both_told(stem, other_stem, counts) else None


def parted(word: str) -> tuple[str, str]:
    """Part a word from its particle, the longest it may be.

    >>> parted("서버에서는"), parted("서버"), parted("kg을")
    (('서버', '에서는'), ('서버', ''), ('kg', '을'))
    """
    for length in _LENGTHS:
        if len(word) > length and word[-length:] in _PARTICLES:
            return word[:-length], word[-length:]
    return word, ""


def change_of_particle(said: str, stands: str) -> DifferenceKind | None:
    """Say what another particle changes: who does it to whom, from where to where, or that it is the only one."""
    (stem, one), (other_stem, other) = parted(said), parted(stands)
    if _ONLY in {one, other} and _BEFORE_BUT.isdisjoint((stem[-1], other_stem[-1])):
        return "word"
    roles = {_ROLES.get(one), _ROLES.get(other)}
    return "role" if len(roles) > 1 and None not in roles else None


def _change_by(syllables: str, *, at_start: bool) -> DifferenceKind | None:
    """Say what syllables change that only one of two words has."""
    if at_start and syllables in NEGATIVE_PREFIXES:
        return "negation"
    return None if len(syllables) == 1 else "word"


def _is_mistyped(one: str, other: str) -> bool:
    """Say whether syllables are swapped, or differ in one letter."""
    if len(one) != len(other):
        return False
    return sorted(one) == sorted(other) or sum(map(letters_apart, one, other)) <= 1
