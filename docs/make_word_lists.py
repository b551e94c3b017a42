"""Make the word lists of `aligner_core/_language/data`: sorted 32-bit hashes of words, from freely licensed lists.

Run by `make words`. English: Debian's wamerican and wbritish (SCOWL). Korean, and which English words are frequent: the
small lists of wordfreq. The licences stand beside the lists.
"""

import re
import sys
from array import array
from collections.abc import Iterable
from pathlib import Path

from wordfreq import get_frequency_dict

from aligner_core._language.word_list import hash_of_word

DATA = Path(__file__).resolve().parents[1] / "aligner_core" / "_language" / "data"
DICTIONARIES = [Path("/usr/share/dict") / name for name in ("american-english", "british-english")]
LETTERS = re.compile("[a-z]+")
HANGUL = re.compile("[가-힣]+")
MIN_FREQUENCY = 10**-6
"""Rarer words are not taken for a word that somebody meant instead: zipf 3."""


def main() -> None:
    """Write every list, and report how many words it holds."""
    spelled = {word for path in DICTIONARIES for word in _words_of(path)}
    frequent = {word for word, share in get_frequency_dict("en", "small").items() if share >= MIN_FREQUENCY}
    korean = get_frequency_dict("ko", "small")
    _write("en", spelled)
    _write("en-frequent", spelled & frequent)
    _write("ko", {word for word in korean if HANGUL.fullmatch(word)})


def _words_of(dictionary: Path) -> Iterable[str]:
    """Yield the words of a dictionary without possessives and accents; none is a name, which is never misspelled."""
    for line in dictionary.read_text(encoding="utf-8").splitlines():
        word = line.removesuffix("'s")
        if LETTERS.fullmatch(word):
            yield word


def _write(name: str, words: Iterable[str]) -> None:
    hashes = array("I", sorted({hash_of_word(word) for word in words}))
    if sys.byteorder == "big":
        hashes.byteswap()
    (DATA / f"{name}.words").write_bytes(hashes.tobytes())
    print(f"{name}: {len(hashes)} words")  # noqa: T201 - a command reports


if __name__ == "__main__":
    main()
