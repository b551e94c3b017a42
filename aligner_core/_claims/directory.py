"""A directory of the words of a text, to look up the names of a claim, in another script too."""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise

from aligner_core._claims.names import Named, may_be_full_name
from aligner_core._claims.reading import Reading, kept
from aligner_core._claims.transliteration import sounds_of
from aligner_core._claims.work import Work
from aligner_core._language.korean_particles import split_particle
from aligner_core._language.lexicon import lexicon, table_at, word_set_at, words_at
from aligner_core._language.stemming import stems
from aligner_core._language.terms import is_general
from aligner_core._text.hangul import has_hangul

MAX_INITIALS, MIN_INITIALS = 5, 2
MIN_DEMONYM_CHARS = 4
MIN_BEGINNING = 4
"""The fewest letters of the beginning by which a name of several parts is called."""
MIN_COUNTED = 6
"""The most letters of a word that is never written by their number."""
KOREAN_KEY_CHARS = 2
"""The length of the beginning by which Korean words that may start with a name are looked up."""

Range = tuple[int, int]


class Directory:
    """The words of one text, to look names up in."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self._places: dict[str, Range] = {}
        for text, start, end in self.reading.pieces:
            self._places.setdefault(text, (start, end))
            self._places.setdefault(text.removesuffix("'s"), (start, end))
        for (left, start, _), (right, _, end) in pairwise(self.reading.pieces):
            self._places.setdefault(left + right, (start, end))
        self._initials = "".join(text[0] for text, _, _ in self.reading.pieces)
        self._by_key: dict[str, list[str]] = defaultdict(list)
        for text in self._places:
            for key in _keys(text):
                self._by_key[key].append(text)

    def place_of(self, name: Named, written: str, work: Work) -> Range | None:
        """Return where the text has a name, in folded positions: the whole of it, or each of its words somewhere.

        Words that only say what it is, as *street*, may be left out. One *written* in capitals is read by its letters:
        nothing sounds like it. The words that it is compared with are counted in *work*.
        """
        if whole := self._place_of_word("".join(name.words), work):
            return whole
        places = [(self._place_of_word(word, work), word) for word in name.words]
        left_out = [word for place, word in places if place is None]
        found = [place for place, _ in places if place]
        if found and (not left_out or self._is_called_by(found[-1], left_out, name)):
            return found[0]
        heard = None if written.isupper() else self._place_in_other_script(name)
        return self._place_of_initials(name) or heard or self._place_of_short(written)

    def _is_called_by(self, place: Range, left_out: Sequence[str], name: Named) -> bool:
        """Return whether the words *left out* of a name only say what it is, and nothing else stands for them.

        That is another word with a capital behind the place of the others: *Elm Avenue* is not *Elm Street*.
        """
        generic = word_set_at("claims.names.generic", "en")
        if not generic.issuperset(left_out) or generic.issuperset(name.words):
            return False
        at = bisect_left(self.reading.piece_starts, place[1])
        if at == len(self.reading.pieces):
            return True
        text, start, end = self.reading.pieces[at]
        is_other = start - place[1] == 1 and self.reading.as_written(start, end)[:1].isupper()
        return not is_other or any(word[0] == text[0] for word in left_out)

    def _place_of_short(self, written: str) -> Range | None:
        """Return where the text has a name in short: JS, k8s by the number of its letters, and Mongo of MongoDB."""
        if not (written.isascii() and written.isalpha()):
            return None
        capitals = "".join(char for char in written if char.isupper())
        has_parts = any(char.isupper() for char in written[1:]) and not written.isupper()
        short = [f"{written[0]}{len(written) - 2}{written[-1]}"] if len(written) > MIN_COUNTED else []
        short += [capitals] if has_parts and len(capitals) >= MIN_INITIALS else []
        short += [written[:end] for end in range(MIN_BEGINNING, len(written))] if has_parts else []
        found = re.search(rf"(?<!\w)(?:{'|'.join(short)})(?!\w)", self.reading.text, re.IGNORECASE) if short else None
        return found.span() if found else None

    def _place_of_word(self, word: str, work: Work) -> Range | None:
        if word in self._places:
            return self._places[word]
        alike = [text for key in _keys(word) for text in self._by_key.get(key, ())]
        work.spend(len(alike))
        return self._first(text for text in alike if _are_one_name(word, text))

    def _first(self, texts: Iterable[str]) -> Range | None:
        return min((self._places[text] for text in texts), default=None)

    def _place_of_initials(self, name: Named) -> Range | None:
        """Return the words that an abbreviation stands for."""
        letters = name.words[0]
        if len(name.words) > 1 or not MIN_INITIALS <= len(letters) <= MAX_INITIALS or has_hangul(letters):
            return None
        at = self._initials.find(letters)
        if at < 0:
            return None
        some = self.reading.pieces[at : at + len(letters)]
        return some[0][1], some[-1][2]

    def _place_in_other_script(self, name: Named) -> Range | None:
        joined = "".join(name.words)
        if has_hangul(joined):
            return self._place_in_latin(joined)
        called = _in_hangul().get(" ".join(name.words), "")
        sounds = sounds_of(joined) | sounds_of("".join(reversed(name.words)))
        alike = [text for sound in sounds - {""} for text in self._by_key.get(f"h~{sound}", ())]
        begun = self._by_key.get(f"^{called[:KOREAN_KEY_CHARS]}", ()) if called else ()
        alike += [text for text in begun if text.startswith(called)]
        return self._first(alike)

    def _place_in_latin(self, name: str) -> Range | None:
        if called := table_at("claims.places", "ko").get(name):
            return self._places.get(called.split()[-1])
        alike = [text for sound in sounds_of(name) - {""} for text in self._by_key.get(f"l~{sound}", ())]
        return self._first(
            text for text in alike if len(text) > MIN_INITIALS and self._has_capitals(self._places[text])
        )

    def _has_capitals(self, place: Range) -> bool:
        return all(word[:1].isupper() for word in self.reading.as_written(*place).split())


def _keys(word: str) -> Iterator[str]:
    """Yield what a name has in common with the words that may be forms of it."""
    if has_hangul(word):
        yield f"^{word[:KOREAN_KEY_CHARS]}"
        if word[0] in word_set_at("claims.names.surnames", "ko") and word.startswith(
            words_at("claims.names.titles", "ko"), 1
        ):
            yield f"^{word[0]}"
        if may_be_full_name(word):
            yield f"^{word[1:]}"
        yield from (f"h~{sound}" for sound in sounds_of(split_particle(word)[0]) if not is_general(word))
    else:
        yield from stems(word)
        yield f"^{word[:MIN_DEMONYM_CHARS]}"
        yield from (f"l~{sound}" for sound in sounds_of(word))
        yield from _countries().get(word, ())


def _are_one_name(name: str, text: str) -> bool:
    """Return whether a word of a text is a name with a particle, a title or an ending, or a form of it."""
    if has_hangul(name):
        return text.startswith(name) or (may_be_full_name(name) and text.startswith(name[1:]))
    short, long = sorted((name, text), key=len)
    demonyms, people_ends = words_at("claims.names.demonyms", "en"), words_at("claims.names.people_ends", "en")
    if len(short) >= MIN_DEMONYM_CHARS and long.startswith(short) and long[len(short) :] in demonyms:
        return True
    if long[:MIN_DEMONYM_CHARS] == short[:MIN_DEMONYM_CHARS] and long.endswith(people_ends):
        return True
    return text in _countries().get(name, ()) or (not is_general(text) and not stems(name).isdisjoint(stems(text)))


@cache
def _countries() -> dict[str, tuple[str, ...]]:
    """Return the country for each demonym that is not similar to it, and vice versa."""
    known: dict[str, tuple[str, ...]] = {}
    for one, other in lexicon("en").at("claims.names.of_countries"):
        known |= {one: (other,), other: (one,)}
    return known


@cache
def _in_hangul() -> dict[str, str]:
    return {english: korean_ for korean_, english in table_at("claims.places", "ko").items()}


@kept
def directory_of(reading: Reading) -> Directory:
    """Return the words of a text, to look names up in."""
    return Directory(reading)
