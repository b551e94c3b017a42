"""The numbers, amounts, measures, dates, times and identifiers of a text, as they are read from it."""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise

from aligner_core._claims.coverage import Coverage
from aligner_core._claims.phrases import phrases_in
from aligner_core._claims.reading import Clause, Reading, kept
from aligner_core._claims.worth import (
    CURRENCY_CODES,
    HALF_DAY,
    OTHER_COUNTER,
    Clock,
    Day,
    Found,
    Name,
    Quantity,
    ValueIndex,
    Worth,
    is_counter,
    quantity_of,
)
from aligner_core._language.korean_particles import split_particle
from aligner_core._language.lexicon import Lexicon, lexicon, pattern_at, table_at, word_set_at, words_at
from aligner_core._language.numbers import is_native_number, is_number_word, read_numbers
from aligner_core._language.units import canonical_unit
from aligner_core._language.value_tokens import Value
from aligner_core._language.values import read_values
from aligner_core._text.hangul import has_hangul
from aligner_core._text.identifiers import identifier_key, identifiers_in
from aligner_core._text.tokens import Token, TokenKind

NOON = 12
MAX_UNIT_CHARS = 6

_LABEL = re.compile(r"\s?=(?!=)")
"""The sign after the name of a field, which is no fact: *hotel_name = Bahia*."""
MAX_RANGE_CHARS, MAX_CHARS_BEFORE = 16, 20
_CLOCK_WITH_POINT = re.compile(r"(\d{1,2})\.(\d\d)")
_BEFORE_VERSION = re.compile(r"^v\.?(?=\d)")


@cache
def _range_before() -> re.Pattern[str]:
    """Return the pattern of the first day of a range, before a day with its month: 8 to 19 October."""
    ordinals, until, articles = map(_any_of, ("numbers.ordinal_ends", "claims.values.until", "claims.values.articles"))
    return re.compile(rf"\b(\d{{1,2}})(?:{ordinals})?\s?(?:{until}|-|–)\s?(?:(?:{articles}) )?$")


@cache
def _range_behind() -> re.Pattern[str]:
    """Return the pattern of the last day of a range, behind a day with its month: 3월 2일부터 5일까지."""
    ordinals, to, day = _any_of("numbers.ordinal_ends"), _any_of("claims.values.to"), _any_of("dates.day", "ko")
    return re.compile(rf"(?:{day})?\s?(?:{to}|~|-|–|,)\s?(\d{{1,2}})(?:{day}|(?:{ordinals})?\b(?!\s?[가-힣a-z:]))")


@cache
def _month_before() -> re.Pattern[str]:
    """Return the pattern of what stands before a month that is not another word."""
    return re.compile(rf"(?:\b(?:{_any_of('claims.values.before_months')})[\s-])$")


@cache
def _counter() -> re.Pattern[str]:
    return re.compile(rf"({_any_of('claims.values.counters')})(?![가-힣]{{3}})")


@cache
def _behind_unit() -> re.Pattern[str]:
    """Return the pattern of what follows a Korean unit and is no part of it, or of nothing."""
    return re.compile(rf"(?:{_any_of('claims.values.behind_units')})[가-힣]{{0,6}}|")


def _any_of(path: str, *codes: str) -> str:
    return "|".join(words_at(path, *codes))


@kept
def values_of(reading: Reading) -> tuple[Found, ...]:
    """Return the values of a text, in reading order."""
    known = lexicon(reading.language or "en")
    return tuple(sorted(_Values(reading, known).found(), key=lambda one: (one.start, one.end)))


class _Values:
    """Reads the values of one text."""

    def __init__(self, reading: Reading, known: Lexicon) -> None:
        self.reading, self.known = reading, known
        self.text = reading.text
        names = list(identifiers_in(self.text))
        self.names = [(start, end) for start, end in names if not _is_value(self.text[start:end])]
        taken = Coverage(self.names)
        free = [token for token in reading.tokens if not taken.overlaps(token.start, token.end)]
        self.tokens = list(_without_and(list(_without_endings(free))))

    def found(self) -> Iterator[Found]:
        """Yield the values, not in order."""
        for start, end in self.names:
            if not _LABEL.match(self.text, end):
                key = _BEFORE_VERSION.sub("", identifier_key(self.text[start:end]))
                yield Found(Name(key), start, end)
        phrases = list(phrases_in(self.text))
        yield from phrases
        whole = Coverage((phrase.start, phrase.end) for phrase in phrases if not phrase.is_article)
        values = [value for value in self._values() if not whole.overlaps(value.start, value.end)]
        yield from values
        taken = Coverage((value.start, value.end) for value in values)
        for token in self.tokens:
            if not taken.overlaps(token.start, token.end) and (worth := self._worth_of_word(token)):
                yield Found(worth, token.start, token.end, is_article=token.text in word_set_at("claims.values.double"))
        yield from self._ranges([value for value in values if isinstance(value.worth, Day) and value.worth.day])

    def _values(self) -> Iterator[Found]:
        for value, indices in read_values(self.tokens, self.known):
            if not self._is_yes(indices):
                first, last = self.tokens[indices.start].start, self.tokens[indices.stop - 1].end
                yield self._found(value, indices, first, last)

    def _is_yes(self, indices: range) -> bool:
        """Return whether a word for a number is the word for *yes*: it counts nothing, as a sign or nothing follows."""
        is_word = len(indices) == 1 and self.tokens[indices.start].text in word_set_at("claims.values.yes")
        behind = self.tokens[indices.stop : indices.stop + 1]
        return is_word and (not behind or behind[0].kind is TokenKind.SIGN)

    def _ranges(self, days: list[Found]) -> Iterator[Found]:
        """Yield the other end of ranges of days, which leaves the month out: 8 to 19 October, 3월 2일부터 5일까지."""
        for found in days:
            worth = found.worth
            before = _range_before().search(self.text, max(0, found.start - MAX_RANGE_CHARS), found.start)
            behind = _range_behind().match(self.text, found.end)
            for other in (before, behind):
                if other and isinstance(worth, Day):
                    yield Found(worth._replace(day=int(other[1])), *other.span(1))

    def _found(self, value: Value, indices: range, first: int, last: int) -> Found:
        key = value.key
        match key[0]:
            case "date":
                year, month, day = (part if isinstance(part, int) else None for part in key[1:])
                return Found(Day(year, month, day), first, last)
            case "time" if self.tokens[indices.stop - 1].text == "h":
                return Found(quantity_of(Fraction(str(key[1])) / 60, "hour"), first, last)
            case "time":
                return Found(Clock(Fraction(str(key[1])), bool(key[2])), first, last)
            case "version":
                return Found(Name(str(key[1])), first, last)
            case "number":
                return self._bare(key[1], indices, first, last)
            case _:
                return self._measured(key, indices, first, last)

    def _measured(self, key: tuple[object, ...], indices: range, first: int, last: int) -> Found:
        unit = str(key[2]) if key[0] in {"money", "measure"} else str(key[0])
        if unit in {"am", "pm"}:
            clock = _CLOCK_WITH_POINT.fullmatch(self.tokens[indices.start].text)
            if clock:
                minutes = 60 * (int(clock[1]) % NOON) + int(clock[2]) + HALF_DAY * (unit == "pm")
                return Found(Clock(minutes, is_certain=True), first, last)
        written = next((number for number, _ in read_numbers(self.tokens[indices.start : indices.stop])), key[1])
        is_native = is_native_number(self.tokens[indices.start].text)
        if is_native and self.tokens[indices.stop - 1].text.startswith(words_at("claims.values.persons")):
            return Found(Quantity(written, "person", written), first, last, is_article=written == 1)
        quantity = quantity_of(key[1], unit)._replace(written=written)
        is_one = _is_word_for_one(self.tokens[indices.start].text)
        is_rate = self.text[last : last + 1] in word_set_at("claims.values.rates")
        return Found(quantity, first, last, is_article=is_one and (is_rate or is_counter(quantity.unit)))

    def _bare(self, number: object, indices: range, first: int, last: int) -> Found:
        """Return a number with the unit that is glued to it or stands behind a hyphen, or as the hour it is."""
        part = pattern_at("claims.values.part_of_day").match(self.text, last)
        if part and isinstance(number, Fraction) and 0 < number <= NOON:
            minutes = int(60 * number) % HALF_DAY + (0 if part[1] else HALF_DAY)
            return Found(Clock(minutes, is_certain=True), first, part.end())
        unit, end = self._unit_behind(indices.stop, last)
        if unit:
            return Found(quantity_of(number, unit), first, end)
        if _is_word_for_one(self.tokens[indices.start].text):
            return Found(Quantity(number, "", number), first, last, is_article=True)
        if isinstance(number, str):
            return Found(Name(number), first, last)
        return Found(Quantity(number, "", number), first, last)

    def _unit_behind(self, at: int, last: int) -> tuple[str, int]:
        """Return the unit behind a number that the words of the language do not show, and where it ends."""
        tokens = self.tokens
        if at < len(tokens) and tokens[at].text == "-" and tokens[at].start == last:
            at += 1
        if at >= len(tokens) or tokens[at].start > last + 1:
            return "", last
        token = tokens[at]
        text = token.text
        following = tokens[at + 1].text if at + 1 < len(tokens) else ""
        if text in word_set_at("claims.values.before_units") and (unit := canonical_unit(following)):
            return unit, tokens[at + 1].end
        if (power := table_at("claims.values.powers").get(text)) and (unit := canonical_unit(following)):
            return f"{power} {unit}", tokens[at + 1].end
        if (code := CURRENCY_CODES.get(text)) or (code := canonical_unit(text) if token.start > last else ""):
            return code, token.end
        if token.kind is not TokenKind.WORD:
            return "", last
        open_units = word_set_at("claims.values.open_units")
        for size in range(min(MAX_UNIT_CHARS, len(text)), 0, -1):
            rest = text[size:]
            is_cut = not text[:size].isascii() or not rest[:1].isascii()
            if is_cut and (unit := canonical_unit(text[:size])) and (size > 1 or not rest or text[:size] in open_units):
                return unit, token.start + size
        if counter := _counter().match(text) if token.start == last else None:
            return f"{OTHER_COUNTER}{counter[1]}", token.start + counter.end(1)
        return "", last

    def _worth_of_word(self, token: Token) -> Worth | None:
        """Return the value of a single word: a weekday, a month, noon, today, 나흘."""
        if token.kind is not TokenKind.WORD:
            return None
        words = (token.text, split_particle(token.text)[0])
        hours, relative = table_at("claims.values.hours"), table_at("claims.values.relative")
        for word in words:
            if word in hours:
                return Clock(hours[word], is_certain=True)
            if word in relative:
                return Day(relative=relative[word])
        if glued := next((day for day in words_at("claims.values.glued") if token.text.startswith(day)), ""):
            is_other = token.text.startswith(words_at("claims.values.not_glued"))
            return None if is_other else Day(relative=relative[glued])
        return self._day_of(token) or _counted_days(token.text) or _times(token.text)

    def _day_of(self, token: Token) -> Day | None:
        singular = token.text.removesuffix("s")
        for known in (lexicon("ko"), lexicon("en"), self.known):
            weekday = known.weekdays.get(token.text) or known.weekdays.get(singular)
            if weekday is None and known.code == "ko":
                weekday = next((number for name, number in known.weekdays.items() if token.text.startswith(name)), None)
            if weekday and (token.text not in word_set_at("claims.values.short_weekdays") or self._has_capital(token)):
                return Day(weekday=weekday)
            if known.code == "en" and (month := known.months.get(token.text)) and self._is_month(token):
                return Day(month=month)
        return None

    def _is_month(self, token: Token) -> bool:
        return self._has_capital(token) and bool(
            _month_before().search(self.text[max(0, token.start - MAX_CHARS_BEFORE) : token.start])
        )

    def _has_capital(self, token: Token) -> bool:
        return self.reading.as_written(token.start, token.end)[:1].isupper()


def _without_and(tokens: Sequence[Token]) -> Iterator[Token]:
    """Yield tokens without the *and* inside a number, as in *seven hundred and fifty*, which adds nothing."""
    cardinals, scales = lexicon("en").cardinals, word_set_at("claims.values.and_after")
    for at, token in enumerate(tokens):
        before = tokens[at - 1].text if at else ""
        behind = [one.text for one in tokens[at + 1 : at + 3]]
        is_inside = before in scales and behind and behind[0] in cardinals and scales.isdisjoint(behind)
        if not is_inside or token.text not in words_at("claims.values.and"):
            yield token


def _without_endings(tokens: list[Token]) -> Iterator[Token]:
    """Yield tokens with the Korean unit behind a number without its ending: 밀리그램 of 5밀리그램이다."""
    hours = words_at("dates.hour", "ko")
    for before, token in pairwise((Token("", TokenKind.SIGN, 0, 0), *tokens)):
        is_behind = before.kind is TokenKind.NUMBER or is_number_word(before.text) or before.text in hours
        size = _unit_size(token.text) if is_behind and token.kind is TokenKind.WORD and has_hangul(token.text) else 0
        if 0 < size < len(token.text):
            yield Token(token.text[:size], token.kind, token.start, token.start + size)
        else:
            yield token


def _unit_size(text: str) -> int:
    """Return the length of the unit or mark that a word begins with, before an ending; 0 for none."""
    sizes, marks = range(min(MAX_UNIT_CHARS, len(text)), 0, -1), word_set_at("claims.values.marks")
    return next(
        (
            size
            for size in sizes
            if (canonical_unit(text[:size]) or text[:size] in marks) and _behind_unit().fullmatch(text, size)
        ),
        0,
    )


def _is_value(name: str) -> bool:
    """Return whether an identifier is really a number, such as *5.2*."""
    return bool(re.fullmatch(r"\d+(?:[.,]\d+)?[a-z가-힣%]{0,4}", name))


def _is_word_for_one(text: str) -> bool:
    """Return whether a word for one, which is often no more than an article."""
    return text in word_set_at("claims.values.one")


def _counted_days(text: str) -> Quantity | None:
    for word, days in table_at("claims.days").items():
        if text.startswith(word) and (days > 1 or len(text) == len(word)):
            return quantity_of(Fraction(days), "day") if days > 1 else None
    return None


def _times(text: str) -> Quantity | None:
    times = 2 if text in word_set_at("claims.values.double") else table_at("claims.values.times").get(text)
    return quantity_of(Fraction(times), "times") if times else None


@kept
def value_index(reading: Reading) -> ValueIndex:
    """Return the values of a text, to look others up in."""
    return ValueIndex(values_of(reading))


@kept
def _by_clause(reading: Reading) -> tuple[tuple[Found, ...], ...]:
    found: list[list[Found]] = [[] for _ in reading.clauses]
    for value in values_of(reading):
        found[reading.clause_at(value.start).number].append(value)
    return tuple(map(tuple, found))


def values_inside(clause: Clause, reading: Reading) -> tuple[Found, ...]:
    """Return the values that begin in a clause, in reading order."""
    return _by_clause(reading)[clause.number]
