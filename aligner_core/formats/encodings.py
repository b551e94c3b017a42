"""Recognizes texts that are not in UTF-8: by a mark, the zeros of UTF-16, or the letters that come of decoding."""

import codecs
import re
from collections.abc import Callable
from typing import NamedTuple

_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_LOOKED_AT = 1 << 16
_ZEROS = 0.3
"""From how many zeros among the bytes of one side of the pairs they are UTF-16 without a mark."""
_FEW = 6
"""From how many letters an encoding of many bytes is told from a broken text."""
_HANGUL = re.compile("[\uac00-\ud7a3]")
_KANA = re.compile("[\u3041-\u30fe]")
_HAN = re.compile("[\u3001-\u3011\u4e00-\u9fff\uff01-\uff5e]")
_CYRILLIC = re.compile("[\u0430-\u044f]")
_OTHER = re.compile(r"[^\x00-\x7f]")
_WESTERN = re.compile(
    "[\u201a-\u201f\u2018\u2019\u2013\u2014\u2026\u2022\u20ac\u00a3\u00a7\u00a9\u00ab\u00b0\u00b7\u00bb\u00bf\u00a1\u00a0]"
    "|(?<=[A-Za-z\u00c0-\u00fe])[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00fe]|[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00fe](?=[A-Za-z])"
)


class Decoded(NamedTuple):
    """A text, and the encoding that was recognized; "" for UTF-8."""

    text: str
    encoding: str


def marked(given: bytes) -> str | None:
    """Return the encoding that the first bytes name, but UTF-8."""
    return next((encoding for mark, encoding in _MARKS if given.startswith(mark)), None)


def recognized(given: bytes) -> Decoded | None:
    r"""Return bytes that are not UTF-8 as a text; None where no encoding is likely.

    >>> recognized("한국어로 쓴 글입니다".encode("cp949")).encoding, recognized("Ça va, Zoë?".encode("cp1252")).text
    ('CP949', 'Ça va, Zoë?')
    >>> recognized(b"\x80\x81\x82") is None
    True
    """
    wide = _wide(given)
    if wide is not None:
        return _strict(given, wide)
    if _is_broken_utf8(given):
        return None
    for name, is_likely in _LIKELY:
        found = _strict(given, name)
        if found is not None and is_likely(found.text[:_LOOKED_AT]):
            return found
    return None


def is_wide(given: bytes) -> bool:
    """Whether bytes are UTF-16 without a mark."""
    return _wide(given) is not None


def _wide(given: bytes) -> str | None:
    """Return which UTF-16 has no mark: in every other byte of Latin text is a zero."""
    looked = given[:_LOOKED_AT]
    if b"\x00" not in looked:
        return None
    half = max(1, len(looked) // 2)
    first, second = looked[0::2].count(0) / half, looked[1::2].count(0) / half
    if second >= _ZEROS > first:
        return "utf-16-le"
    return "utf-16-be" if first >= _ZEROS > second else None


def _is_broken_utf8(given: bytes) -> bool:
    """Whether more characters are right as UTF-8 than wrong."""
    text = given[:_LOOKED_AT].decode("utf-8", "replace")
    wrong = text.count("\N{REPLACEMENT CHARACTER}")
    return len(_OTHER.findall(text)) - wrong > wrong


def _strict(given: bytes, encoding: str) -> Decoded | None:
    try:
        return Decoded(given.decode(encoding), _NAMES.get(encoding, encoding.upper()))
    except (UnicodeDecodeError, UnicodeError):
        return None


def _share(of: re.Pattern[str], text: str, least: int = _FEW) -> float:
    """Return how many of the characters beyond ASCII are what is expected; 0 where there are too few."""
    others = len(_OTHER.findall(text))
    return len(of.findall(text)) / others if others >= least else 0.0


_LIKELY: tuple[tuple[str, Callable[[str], bool]], ...] = (
    ("cp949", lambda text: _share(_HANGUL, text) > 0.9),  # noqa: PLR2004 - of the letters; so are those below
    ("cp932", lambda text: _share(_KANA, text) > 0.3),  # noqa: PLR2004
    ("euc_jp", lambda text: _share(_KANA, text) > 0.3),  # noqa: PLR2004
    ("cp1251", lambda text: _share(_CYRILLIC, text) > 0.7),  # noqa: PLR2004
    ("cp1252", lambda text: _share(_WESTERN, text, 1) > 0.9),  # noqa: PLR2004
    ("gb18030", lambda text: _share(_HAN, text) > 0.9),  # noqa: PLR2004
)
"""The encodings that are tried, and whether a text that comes of one is likely."""
_NAMES = {
    "cp949": "CP949",
    "cp932": "Shift JIS",
    "euc_jp": "EUC-JP",
    "cp1251": "Windows-1251",
    "cp1252": "Windows-1252",
    "gb18030": "GB 18030",
}
