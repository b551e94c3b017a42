"""What differs between a stretch of a quote and of its source, read as words, values, identifiers and signs.

A part that is not the same is critical unless it is known to be harmless.
"""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache

from aligner_core._differences.compared_tokens import SENTENCE_ENDS, Tokens, as_written
from aligner_core._differences.items import Item, items_of
from aligner_core._differences.message import Message
from aligner_core._differences.parts import parts_of
from aligner_core._differences.severity import (
    FORM_OF_WORD,
    JUDGED,
    OTHER_WORD,
    SLIP,
    Assessment,
    is_slip,
    judge_words,
    most_severe,
    unit_of,
)
from aligner_core._differences.signs import ARROWS, JOINERS, SLASH, judged_signs
from aligner_core._language.korean_particles import split_particle
from aligner_core._language.lexicon import lexicon, word_set_at
from aligner_core._language.units import unit_signs
from aligner_core._text.tokens import MAGNITUDES
from aligner_core.evidence.differences import Difference, DifferenceKind

ALWAYS_OPERATORS = frozenset("=<>≤≥≠±×÷^≈∓") | {"==", "===", "!==", "??", "||", "&&", "??=", "||="}
OPERATORS = ALWAYS_OPERATORS | ARROWS | frozenset("+-*/%&|!~")
"""Signs that change a claim where they stand between operands or inside code."""
NEVER_MARKS = frozenset("<>≤≥&|^%") | {"&&", "||"}
FORMULA_SIGNS = frozenset("+*/^×÷=")
"""Signs beside which parentheses group what is computed."""
MIN_SLIP_CHARS = 3
"""The fewest letters of a word in a value that may be misspelled: *p* of *p.m.* is no slip for *a*."""
OPPOSITE_OPERATORS = (frozenset("+-"), frozenset("*/"))
"""Signs of which one in the place of another is no mark of a list, a range or an emphasis."""

_NUMERAL = re.compile(rf"[-−]?\d[\d.,]*[{MAGNITUDES}]*")
_FORM_KINDS: dict[str, DifferenceKind] = {
    "value": "number",
    "identifier": "punctuation",
    "sign": "punctuation",
    "word": "spelling",
}


class Comparison:
    """A stretch of a quote beside the words of its source; *edges* are whether those begin and end the window."""

    def __init__(self, quote: Tokens, source: Tokens, message: Message, edges: tuple[bool, bool]) -> None:
        self.message, self.context, self.lexicons, self.edges = message, message.context, message.lexicons, edges
        self.quote_tokens, self.quote_items = items_of(quote, self.lexicons)
        self.source_tokens, self.source_items = items_of(source, self.lexicons)

    def differences(self) -> Iterator[Difference]:
        """Yield the differences, those of form among them."""
        keys, source_keys = [item.key for item in self.quote_items], [item.key for item in self.source_items]
        for is_same, first, last, start, end in parts_of(keys, source_keys):
            if is_same:
                yield from self._differences_of_form(first, last, start)
            elif not self._is_only_wider(first, last, start, end):
                yield self._difference(first, last, start, end)

    def _is_only_wider(self, first: int, last: int, start: int, end: int) -> bool:
        """Return whether a part is a word more at the edge of the window, and does not negate or limit."""
        at_edge = (start == 0 and self.edges[0]) or (end == len(self.source_items) and self.edges[1])
        words = [str(item.key) for item in self.source_items[start:end] if item.kind == "word"]
        limits = any(word in known.limits for word in words for known in self.lexicons)
        return first == last and at_edge and not self.message.count_negations(words) and not limits

    def _differences_of_form(self, first: int, last: int, start: int) -> Iterator[Difference]:
        """Yield a difference for every item that is written otherwise on the other side."""
        before = None
        for item, source_item in zip(
            self.quote_items[first:last], self.source_items[start : start + last - first], strict=True
        ):
            written, source_written = self._quote_text([item]), self._source_text([source_item])
            if written != source_written and item.first != before:
                yield Difference(
                    kind=_FORM_KINDS[item.kind], quote_text=written, source_text=source_written, severity="form"
                )
            before = item.first

    def _difference(self, first: int, last: int, start: int, end: int) -> Difference:
        items, source_items = self.quote_items[first:last], self.source_items[start:end]
        quoted, stands = self._quote_text(items), self._source_text(source_items)
        judged = self._judge(items, source_items, quoted, stands)
        if judged.severity != "critical" and (told := self._told_by_place(first, last, start, end)):
            judged = told
        if judged.severity == "critical" and self._is_repeated(first, last, start, end):
            judged = Assessment("word", "form")
        return Difference(kind=judged.kind, quote_text=quoted, source_text=stands, severity=judged.severity)

    def _told_by_place(self, first: int, last: int, start: int, end: int) -> Assessment | None:
        """Return the judgement of what changes by what is beside it: a comma, a parenthesis, a guess at a number."""
        for items, every, at, behind in (
            (self.quote_items[first:last], self.quote_items, first, last),
            (self.source_items[start:end], self.source_items, start, end),
        ):
            keys = [item.key for item in items]
            if "," in keys and self._is_answer(every, at):
                return Assessment("negation", "critical")
            if ("(" in keys or ")" in keys) and _is_beside_operator(every, at, behind):
                return Assessment("operator", "critical")
            is_before_value = any(item.kind == "value" for item in every[behind : behind + 1])
            if is_before_value and any(key in word_set_at("quantities.guesses", "en") for key in keys):
                return OTHER_WORD
        return None

    def _is_answer(self, items: Sequence[Item], at: int) -> bool:
        """Return whether the word before an index answers no, at the beginning of a sentence: a comma tells it."""
        if not at or (at > 1 and items[at - 2].key not in SENTENCE_ENDS):
            return False
        answers = (word for known in self.lexicons for word in known.at("negations.answers") or ())
        return items[at - 1].key in answers

    def _is_repeated(self, first: int, last: int, start: int, end: int) -> bool:
        """Return whether what only one side has is a repetition there, as in *she would she would call*."""
        if first != last and start != end:
            return False
        keys = [item.key for item in (self.quote_items if first != last else self.source_items)]
        low, high = (first, last) if first != last else (start, end)
        size = high - low
        return keys[low:high] in (keys[low - size : low] if low >= size else None, keys[high : high + size])

    def _judge(self, items: Sequence[Item], source_items: Sequence[Item], quoted: str, stands: str) -> Assessment:
        """Return the judgement of one changed part: that of the most serious thing that differs in it."""
        quoted, stands = quoted.replace(" ", ""), stands.replace(" ", "")
        if quoted == stands:
            return self._judge_spacing(items, source_items)
        if quoted.replace("'", "") == stands.replace("'", ""):
            return Assessment("punctuation", "form")
        return most_severe(list(self._judgements(items, source_items)))

    def _judge_spacing(self, items: Sequence[Item], source_items: Sequence[Item]) -> Assessment:
        """Spaces are form, unless they turn the same digits into other numbers."""
        if _numbers(items) != _numbers(source_items) and all(item.kind == "value" for item in (*items, *source_items)):
            return Assessment("number", "critical")
        return Assessment("spacing", "form")

    def _judgements(self, items: Sequence[Item], source_items: Sequence[Item]) -> Iterator[Assessment]:
        words, source_words = _words(items), _words(source_items)
        small = _small_amounts(self.message.codes)
        if [item.key for item in items if item.key in small] != [
            item.key for item in source_items if item.key in small
        ]:
            yield OTHER_WORD
        if all(item.kind == "word" for item in (*items, *source_items)):
            yield from self._judge_words(words, source_words)
            return
        if self._is_mistyped_value(items, source_items):
            yield SLIP
            return
        if _of_kind(items, "identifier") != _of_kind(source_items, "identifier"):
            yield Assessment("identifier", "critical")
        if _of_kind(items, "value") != _of_kind(source_items, "value"):
            yield self._judge_values(items, source_items)
        if _units(items) != _units(source_items):
            yield Assessment("unit", "critical")
        if self._changed_operators(items, source_items):
            yield Assessment("operator", "critical")
        joints = _joints(items, self.quote_tokens), _joints(source_items, self.source_tokens)
        if all(joints) and joints[0] != joints[1] and SLASH in joints[0] | joints[1]:
            yield Assessment("identifier", "critical")
        yield from judged_signs(_signs(items), _signs(source_items))
        if words or source_words:
            yield from self._judge_words(words, source_words)
        yield Assessment("punctuation", "form")

    def _judge_values(self, items: Sequence[Item], source_items: Sequence[Item]) -> Assessment:
        """Return the judgement of values that differ: a unit when the same numbers are written, else a number."""
        are_amounts = all(item.value.key[0] not in {"date", "time"} for item in (*items, *source_items) if item.value)
        numerals = _NUMERAL.findall(self._quote_text(items))
        same = numerals == _NUMERAL.findall(self._source_text(source_items)) and not _are_opposite(items, source_items)
        return Assessment("unit" if are_amounts and numerals and same else "number", "critical")

    def _judge_words(self, words: list[str], source_words: list[str]) -> Iterator[Assessment]:
        corrected = self._with_slips_corrected(words, source_words)
        spelled, source_spelled = (
            _spelled_negations(corrected, source_words),
            _spelled_negations(source_words, corrected),
        )
        if self.message.count_negations(spelled) != self.message.count_negations(source_spelled):
            yield Assessment("negation", "critical")
        elif spelled == source_spelled:
            yield FORM_OF_WORD if words == corrected else SLIP
        else:
            yield judge_words(words, source_words, self.context)

    def _with_slips_corrected(self, words: list[str], source_words: list[str]) -> list[str]:
        """Return words with mistyped negations as the source has them, so that *wihout* negates."""
        if self.context.language not in JUDGED or len(words) != len(source_words):
            return words
        return [
            other if self.message.negates(other) and is_slip(word, other) else word
            for word, other in zip(words, source_words, strict=True)
        ]

    def _is_mistyped_value(self, items: Sequence[Item], source_items: Sequence[Item]) -> bool:
        """Return whether all that differs is a mistyped number word, unit or month, so that a value cannot be read."""
        if (
            self.context.language not in JUDGED
            or not (items and source_items)
            or _of_kind(items, "value") == _of_kind(source_items, "value")
        ):
            return False
        quoted = [token.text for token in self.quote_tokens[items[0].first : items[-1].last]]
        stands = [token.text for token in self.source_tokens[source_items[0].first : source_items[-1].last]]
        changed = [(word, other) for word, other in zip(quoted, stands, strict=False) if word != other]
        return len(quoted) == len(stands) and all(
            min(len(word), len(other)) >= MIN_SLIP_CHARS and is_slip(word, other) and not self._is_value_word(word)
            for word, other in changed
        )

    def _is_value_word(self, word: str) -> bool:
        """Return whether a word is a unit, a month or a number by itself, so that it is not mistyped."""
        named = split_particle(word)[0]
        return bool(unit_of(word)) or any(
            named in words for known in self.lexicons for words in (known.months, known.cardinals, known.scales)
        )

    def _changed_operators(self, items: Sequence[Item], source_items: Sequence[Item]) -> bool:
        """Return whether an operator differs where it stands between operands or inside code."""
        signs, source_signs = _operators(items), _operators(source_items)
        if signs == source_signs:
            return False
        changed = set(signs) ^ set(source_signs) or set(signs)
        are_swapped = bool(changed & NEVER_MARKS) or changed in OPPOSITE_OPERATORS
        if self.message.is_code or (signs and source_signs and are_swapped):
            return True
        return (
            (bool(changed & ALWAYS_OPERATORS) and not self._is_markup(items, source_items))
            or self._between_numbers(items, self.quote_items)
            or self._between_numbers(source_items, self.source_items)
        )

    def _is_markup(self, items: Sequence[Item], source_items: Sequence[Item]) -> bool:
        """Return whether signs are tags, quotation levels or arrows of a list rather than operators."""
        if any(item.kind == "sign" and len(str(item.key)) > 1 for item in (*items, *source_items)):
            return False
        text = " ".join(str(item.key) for item in (*items, *source_items))
        return re.search(r"<\s?/?\s?[a-z]+\s?>|^>|^[-=]{2,}|[-=]\s?>", text) is not None

    def _between_numbers(self, items: Sequence[Item], every: Sequence[Item]) -> bool:
        """Return whether an operator among items stands between two values."""
        return any(
            item.kind == "sign"
            and item.key in OPERATORS
            and 0 < at < len(every) - 1
            and every[at - 1].kind == every[at + 1].kind == "value"
            for at, item in enumerate(every)
            if item in items
        )

    def _quote_text(self, items: Sequence[Item]) -> str:
        return _written(items, self.quote_tokens)

    def _source_text(self, items: Sequence[Item]) -> str:
        return _written(items, self.source_tokens)


def _written(items: Sequence[Item], tokens: Tokens) -> str:
    if not items:
        return ""
    first, last = items[0].first, items[-1].last
    return tokens[first].text if last - first == 1 else as_written(tokens[first:last])


def _numbers(items: Sequence[Item]) -> list[object]:
    return [item.key for item in items if item.kind == "value"]


def _of_kind(items: Sequence[Item], kind: str) -> list[object]:
    return [item.key for item in items if item.kind == kind]


def _words(items: Sequence[Item]) -> list[str]:
    return [word for item in items for word in item.words]


def _operators(items: Sequence[Item]) -> list[str]:
    return [str(item.key) for item in items if item.kind == "sign" and item.key in OPERATORS]


@cache
def _small_amounts(codes: tuple[str, ...]) -> frozenset[object]:
    """Return the words that an article makes say something else, with it and without: *few* are fewer than *a few*."""
    pairs = [pair for code in codes for pair in lexicon(code).at("quantities.with_article") or ()]
    return frozenset(word for article, amount in pairs for word in (amount, f"{article} {amount}"))


def _are_opposite(items: Sequence[Item], source_items: Sequence[Item]) -> bool:
    """Return whether amounts differ in their sign alone."""
    amounts, source_amounts = (
        [key for item in some if item.value for key in item.value.key if isinstance(key, Fraction)]
        for some in (items, source_items)
    )
    return amounts != source_amounts and list(map(abs, amounts)) == list(map(abs, source_amounts))


def _signs(items: Sequence[Item]) -> list[str]:
    return [str(item.key) for item in items if item.kind == "sign"]


def _joints(items: Sequence[Item], tokens: Tokens) -> set[object]:
    """Return the signs among items that join two words without a space."""
    return {
        item.key
        for item in items
        if item.key in JOINERS
        and 0 < item.first < len(tokens) - 1
        and tokens[item.first - 1].end == tokens[item.first].start
        and tokens[item.first].end == tokens[item.first + 1].start
    }


def _is_beside_operator(items: Sequence[Item], first: int, last: int) -> bool:
    """Return whether what stands beside some items is a sign of a formula."""
    beside = (*items[max(0, first - 1) : first], *items[last : last + 1])
    return any(item.kind == "sign" and item.key in FORMULA_SIGNS for item in beside)


def _units(items: Sequence[Item]) -> list[str]:
    """Return the units that stand among items without a number, by name: words and signs alike."""
    return sorted(
        filter(None, (unit_of(str(item.key)) for item in items if item.kind == "sign" and item.key in unit_signs()))
    )


def _spelled_negations(words: list[str], others: list[str]) -> list[str]:
    """Return words with *impossible* as *not possible*, if the other side has it so."""
    if "not" not in others:
        return words
    found: list[str] = []
    for word in words:
        prefix = next(
            (
                prefix
                for prefix in lexicon("en").negations.prefixes
                if word.startswith(prefix) and word.removeprefix(prefix) in others
            ),
            None,
        )
        found += ["not", word.removeprefix(prefix)] if prefix else [word]
    return found
