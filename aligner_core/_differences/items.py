"""The items that are compared: words, values, identifiers and signs, each with a key. Equal keys mean the same."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

import regex

from aligner_core._differences.signs import operator_at, operator_signs
from aligner_core._language.korean_particles import split_particle
from aligner_core._language.korean_predicates import spell_out_quotes
from aligner_core._language.lexicon import Lexicon, lexicon, table_at, words_at
from aligner_core._language.numbers import is_number_word
from aligner_core._language.units import canonical_unit
from aligner_core._language.value_tokens import Value
from aligner_core._language.values import may_be_in_value, read_values
from aligner_core._text.hangul import has_hangul
from aligner_core._text.identifiers import identifier_key, identifiers_in
from aligner_core._text.tokens import Token, TokenKind

ItemKind = Literal["word", "value", "identifier", "sign"]
MAX_PHRASE_WORDS = 3
"""The most words that a phrase of the word lists has."""
MAX_CACHED_WORDS = 4096
PLACEHOLDER = "\0"
AMPERSAND = "&"

_DIVIDED = regex.compile(r"[ㄱ-ㅎㅏ-ㅣ\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}ー]", regex.VERSION1)
"""Laughter, and scripts that put no spaces between words, which are compared by the character."""
_LAUGHTER = regex.compile(r"[ㄱ-ㅎㅏ-ㅣ]+")
_CHARACTER = regex.compile(
    r"[\p{Han}\p{Hiragana}\p{Katakana}ー]|\p{Thai}\p{M}*|[^\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}ー]+"
)
_IDENTIFIER_SIGNS = frozenset("/@\\_#.:-")
"""Signs of which every identifier without a digit holds one."""


class Item(NamedTuple):
    """One thing that is compared, and the tokens [first, last) it stands in."""

    key: object
    kind: ItemKind
    first: int
    last: int
    value: Value | None = None
    words: tuple[str, ...] = ()
    """The words as they are written, spelled out; the key of variants of one word is the same."""


def items_of(tokens: Sequence[Token], lexicons: Sequence[Lexicon]) -> tuple[list[Token], list[Item]]:
    """Return tokens split as they are compared, and their items, in reading order.

    The last of *lexicons* is that of the message's language.
    """
    codes = tuple(known.code for known in lexicons)
    plain_items = _plain_items(tokens, codes)
    if plain_items is not None:
        return list(tokens), _with_variants(plain_items, lexicons)
    whole = list(_split(_with_identifiers(tokens)))
    plain = [token if not _is_identifier(token) else token._replace(text=PLACEHOLDER) for token in whole]
    values = {indices.start: (value, indices) for value, indices in read_values(plain, lexicons[-1])}
    items: list[Item] = []
    at = 0
    while at < len(whole):
        token = whole[at]
        if at in values:
            value, indices = values[at]
            items.append(Item(value, "value", at, indices.stop, value))
            items += _particle_after(whole[indices.stop - 1], indices.stop - 1)
            at = indices.stop
            continue
        if _is_identifier(token):
            items.append(Item(identifier_key(token.text), "identifier", at, at + 1))
        elif token.kind is TokenKind.WORD:
            items += [Item(word, "word", at, at + 1, words=(word,)) for word in spell_out(token.text, codes)]
        elif token.text == AMPERSAND and _stands_alone(whole, at):
            items.append(Item("and", "word", at, at + 1, words=("and",)))
        else:
            items.append(_sign(whole, at))
        at = items[-1].last
    return whole, _with_variants(items, lexicons)


def _plain_items(tokens: Sequence[Token], codes: tuple[str, ...]) -> list[Item] | None:
    """Return the items of tokens that are words and signs by themselves, as most are; None when any may not be."""
    items: list[Item] = []
    if _may_hold_identifier(tokens):
        return None
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token.kind is TokenKind.WORD and (words := _plain_words(token.text, codes)):
            items += [Item(word, "word", at, at + 1, None, (word,)) for word in words]
        elif token.kind is TokenKind.SIGN and token.text != AMPERSAND:
            items.append(_sign(tokens, at))
        else:
            return None
        at = items[-1].last
    return items


def _sign(tokens: Sequence[Token], at: int) -> Item:
    """Return the sign at a token, with the signs behind it where these are one operator."""
    found = operator_at(tokens, at) if tokens[at].text in operator_signs() else None
    key, length = found or (tokens[at].text, 1)
    return Item(key, "sign", at, at + length)


@lru_cache(maxsize=MAX_CACHED_WORDS)
def _plain_words(word: str, codes: tuple[str, ...]) -> tuple[str, ...]:
    """Return a word in full; nothing when it may be of a value, or is compared by the character."""
    if _DIVIDED.search(word) or may_be_in_value(word, lexicon(codes[-1])):
        return ()
    return spell_out(word, codes)


def _stands_alone(tokens: Sequence[Token], at: int) -> bool:
    """Return whether a sign has a space or nothing on either side, as the ampersand of *salt & pepper* has."""
    before, after = tokens[at - 1 : at] if at else [], tokens[at + 1 : at + 2]
    return not any(one.end == tokens[at].start for one in before) and not any(
        one.start == tokens[at].end for one in after
    )


@cache
def _negated() -> regex.Pattern[str]:
    """Return the pattern of an auxiliary that is contracted with its negation, with its apostrophe or without."""
    return regex.compile(f"({'|'.join(words_at('auxiliaries.negated'))})n'?t")


@lru_cache(maxsize=MAX_CACHED_WORDS)
def spell_out(word: str, codes: tuple[str, ...]) -> tuple[str, ...]:
    """Return a word of some languages in full: a contraction, with its apostrophe or without, equals its long form.

    >>> spell_out("don't", ("en",)), spell_out("i've", ("en",))
    (('do', 'not'), ('i', 'have'))
    """
    if word.endswith("t") and (negated := _negated().fullmatch(word)):
        return table_at("auxiliaries.full").get(negated[1], negated[1]), "not"
    for known in map(lexicon, codes):
        for ending, full in known.contractions.items():
            if word.endswith(ending) and len(word) > len(ending):
                return word.removesuffix(ending), full
    return tuple(spell_out_quotes(word)) if has_hangul(word) else (word,)


def _with_variants(items: list[Item], lexicons: Sequence[Lexicon]) -> list[Item]:
    """Return items with the words and phrases that are written in several ways in their one form."""
    variants, beginnings = _variants(tuple(known.code for known in lexicons))
    if not any(item.key in beginnings for item in items if item.kind == "word"):
        return items
    found: list[Item] = []
    at = 0
    while at < len(items):
        for length in range(MAX_PHRASE_WORDS, 0, -1) if items[at].key in beginnings else ():
            some = items[at : at + length]
            phrase = tuple(str(item.key) for item in some if item.kind == "word")
            if len(phrase) == length and phrase in variants:
                found.append(Item(" ".join(variants[phrase]), "word", some[0].first, some[-1].last, words=phrase))
                at += length
                break
        else:
            found.append(items[at])
            at += 1
    return found


@cache
def _variants(codes: tuple[str, ...]) -> tuple[Mapping[tuple[str, ...], tuple[str, ...]], frozenset[object]]:
    """Return the one form of each phrase of some languages, and the words that phrases begin with."""
    variants = {phrase: kept for code in codes for phrase, kept in lexicon(code).variants.items()}
    return variants, frozenset(phrase[0] for phrase in variants)


def _particle_after(token: Token, at: int) -> list[Item]:
    """Return what a Korean unit carries: of 3번까지만 the particle is compared by itself."""
    if not has_hangul(token.text) or canonical_unit(token.text) or is_number_word(token.text):
        return []
    particle = split_particle(token.text)[1]
    return [Item(particle, "word", at, at + 1, words=(particle,))] if particle else []


def _split(tokens: Sequence[Token]) -> Iterator[Token]:
    """Yield tokens with the words of scripts without spaces split into their characters."""
    for token in tokens:
        if token.kind is not TokenKind.WORD or token.text.isascii() or not _DIVIDED.search(token.text):
            yield token
        elif laugh := _LAUGHTER.search(token.text):
            for start, end, kind in (
                (0, laugh.start(), token.kind),
                (*laugh.span(), TokenKind.SIGN),
                (laugh.end(), len(token.text), token.kind),
            ):
                if start < end:
                    yield Token(token.text[start:end], kind, token.start + start, token.start + end)
        elif not _is_identifier(token):
            for found in _CHARACTER.finditer(token.text):
                yield Token(found[0], token.kind, token.start + found.start(), token.start + found.end())
        else:
            yield token


class _Identifier(str):
    """The text of a token that is an identifier."""

    __slots__ = ()


def _is_identifier(token: Token) -> bool:
    return isinstance(token.text, _Identifier)


def _may_hold_identifier(tokens: Sequence[Token]) -> bool:
    """Return whether a digit or a sign of identifiers touches what follows, or stands inside a number of parts."""
    return any(token.kind is TokenKind.NUMBER and not token.text.isdecimal() for token in tokens) or any(
        token.end >= following.start
        and (token.text in _IDENTIFIER_SIGNS or token.kind is TokenKind.NUMBER or following.kind is TokenKind.NUMBER)
        for token, following in pairwise(tokens)
    )


def _with_identifiers(tokens: Sequence[Token]) -> list[Token]:
    """Return tokens with those of an identifier put together."""
    if not _may_hold_identifier(tokens):
        return list(tokens)
    base = tokens[0].start
    text = "".join(
        " " * (token.start - (tokens[at - 1].end if at else base)) + token.text for at, token in enumerate(tokens)
    )
    found = list(tokens)
    for start, end in reversed(list(identifiers_in(text))):
        first = next((at for at, token in enumerate(found) if token.start - base >= start), len(found))
        last = next((at for at, token in enumerate(found) if token.end - base > end), len(found))
        if first < last and found[first].start - base == start and found[last - 1].end - base == end:
            name = _Identifier(text[start:end])
            found[first:last] = [Token(name, TokenKind.WORD, found[first].start, found[last - 1].end)]
    return found
