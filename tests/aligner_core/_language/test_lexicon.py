"""The word lists: every file parses, has the tables that are read, and nothing but folded words."""

import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest

from aligner_core._language.lexicon import (
    Lexicon,
    known_languages,
    lexicon,
    other_languages,
    table,
    table_at,
    word_set_at,
    words_at,
)
from aligner_core._text.normalized_text import fold

TABLES: dict[str, set[str]] = {
    "negations": {
        "words",
        "verbs",
        "prefixes",
        "affixes",
        "of_next_word",
        "not_negations",
        "in_titles",
        "opposites",
        "behind",
        "answers",
    },
    "auxiliaries": {"words", "negated", "clipped", "full"},
    "numbers": {
        *("cardinals", "ordinals", "scales", "point_of_thousands", "native", "sino", "counters", "particles"),
        *("ordinal_ends", "not_roman", "abbreviations", "version_words", "last_scale_left_off", "by_character"),
    },
    "dates": {
        *("year", "month", "day", "hour", "minute", "half", "clock", "of", "halves", "halves_behind"),
        *("parts_of_hour", "past", "to", "night", "month_slash_day", "of_week"),
    },
    "units": {
        *("groups", "bases", "prefixes", "spellings", "currencies", "counters", "general_counters"),
        *("percentage_points", "words_too", "joined_by"),
    },
    "general": {"stop_words", "words", "function_words", "scope"},
    "stems": {
        *("endings", "no_endings", "derivations", "irregular", "cut", "predicates", "copulas", "suffixes"),
        *("final_endings", "short_verbs", "short_noun_particles", "contracted"),
    },
    "predicates": {
        *("endings", "infinitive_endings", "copula", "vowels", "hearsay", "contracted_past", "of_nouns"),
        *("will", "exchanged", "irregular"),
    },
    "letters": {"words"},
    "rewriting": {
        *("fillers", "hedges", "emphasis", "before_verbs", "verbs", "articles", "amounts"),
        *("clipped", "clipped_after", "contracted", "humble", "wishes", "light", "negated_behind"),
    },
    "accents": {"all", "letters", "min_letters", "dropped"},
    "affixes": {"prefixes", "endings", "added_before", "added_behind"},
    "clauses": {"conjunctions", "ends", "last_syllables", "last_words"},
    "markup": {"speakers", "initials", "omitted", "surely_omitted"},
    "quotation_marks": {"apostrophes", "years", "goes_on"},
    "limits": {"words"},
    "hedges": {"before", "after", "in_sentence", "signals", "signal_endings"},
    "optional": {"words", "phrases"},
    "variants": {"groups", "endings", "inflections"},
    "titles": {"before", "after"},
    "prefixes": {"nouns", "attached"},
    "quantities": {"with_article", "guesses"},
    "letter_case": {"acronyms", "capitals", "brands", "passwords", "secrets"},
    "suffixes": {"nouns", "sides"},
    "names": {"families"},
}
"""The keys of each table; the keys of the others are words."""
OTHER_KEYS = {"name", "scripts", "function_words", "months", "weekdays", "contractions", "particles", "claims"}


def tables_of(code: str) -> dict[str, Any]:
    text = (files("aligner_core._language") / "data" / f"{code}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def words_in(value: object) -> Iterator[str]:
    """Yield every word of a table, in lists and as keys."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from words_in(item)
    elif isinstance(value, list):
        for item in value:
            yield from words_in(item)
    elif isinstance(value, str):
        yield value


def test_known_languages_are_those_of_the_files() -> None:
    names = {path.name for path in (files("aligner_core._language") / "data").iterdir()}

    assert known_languages() == tuple(sorted(code for code in known_languages() if f"{code}.toml" in names))
    assert {"en", "ko", "de", "fr", "es", "it", "pt", "nl", "ru", "ja", "zh", "th", "vi", "hi"} <= {*known_languages()}


@pytest.mark.parametrize("code", known_languages())
def test_a_file_has_only_tables_that_are_read(code: str) -> None:
    tables = tables_of(code)

    assert tables.keys() <= TABLES.keys() | OTHER_KEYS
    assert [name for name, keys in TABLES.items() if not tables.get(name, {}).keys() <= keys] == []
    assert {"name", "scripts", "function_words", "negations"} <= tables.keys()


@pytest.mark.parametrize("code", known_languages())
def test_a_file_has_only_folded_words(code: str) -> None:
    """A space at the end of a phrase says where its last word ends; what stands for a word is written as people do."""
    tables = tables_of(code)
    named = {key: value for key, value in tables.items() if key not in {"name", "scripts", "negations", "claims"}}
    claims = tables.get("claims", {})
    patterns = {"spellings", "saying", "exchanged", "exceptions"}
    named["claims"] = {key: value for key, value in claims.items() if key not in patterns}
    negations = {key: value for key, value in tables["negations"].items() if key != "affixes"}

    assert [word for word in words_in([named, negations]) if fold(word) != word.removesuffix(" ")] == []


@pytest.mark.parametrize("code", known_languages())
def test_a_file_is_read_into_every_property(code: str) -> None:
    known = lexicon(code)

    assert known.code == code
    assert known.scripts
    assert known.negations.words
    assert known.function_words or known.scripts & {"Hangul", "Kana", "Han", "Thai"}
    assert sorted(set(known.months.values())) == list(range(1, 13))
    assert sorted(set(known.weekdays.values())) == list(range(1, 8))
    assert all(isinstance(value, int) for value in (*known.cardinals.values(), *known.scales.values()))
    assert all(value > 1 for value in known.scales.values())
    assert all(len(phrase) <= 3 for phrase in (*known.variants, *known.variants.values()))


@pytest.mark.parametrize("code", known_languages())
def test_a_pattern_of_a_file_negates_no_function_word(code: str) -> None:
    """A pattern that fits too much would see a negation everywhere."""
    known = lexicon(code)

    harmless = [word for word in known.function_words - known.negations.words if known.negations.negates(word)]

    assert len(harmless) <= 2, harmless
    for pattern in tables_of(code)["negations"].get("affixes", ()):
        assert re.search(pattern, "") is None


def test_other_languages_are_in_the_table_of_negators_alone() -> None:
    assert len(other_languages()) >= 25
    assert not {*other_languages()} & {*known_languages()}


@pytest.mark.parametrize("code", other_languages())
def test_lexicon_of_another_language_has_folded_words_that_negate(code: str) -> None:
    known = lexicon(code)
    words = [*known.function_words, *known.negations.words, *known.conjunctions]

    assert len(known.negations.words) >= 5
    assert len(known.function_words) >= 8
    assert known.scripts
    assert known.conjunctions
    assert [word for word in words if fold(word) != word] == []
    assert not any(map(known.negations.negates, known.function_words - known.negations.words))
    assert not {*known.tables} - {"name", "scripts", "letters", "function_words", "negations", "clauses"}


def test_signs_of_the_table_have_one_meaning_and_are_folded() -> None:
    given = table("signs")
    signs = "".join(given["meanings"].values())

    assert len(signs) == len(set(signs))
    assert fold(signs) == signs
    assert [written for written in given["operators"] if fold(written) != written] == []


def test_lexicon_of_a_language_without_a_file_knows_nothing() -> None:
    known = lexicon("xx")

    assert (known.code, known.scripts, known.function_words, known.limits) == (
        "xx",
        frozenset(),
        frozenset(),
        frozenset(),
    )
    assert (known.cardinals, known.scales, known.months, known.weekdays, known.contractions) == ({}, {}, {}, {}, {})
    assert (known.optional, known.variants, known.endings) == (frozenset(), {}, ())
    assert (set(known.titles[0]), set(known.titles[1])) == (set(), set())
    assert not known.negations.negates("nicht")
    assert known.negations.count(["nicht"]) == 0


def test_lexicon_of_a_file_with_few_tables_knows_what_they_say() -> None:
    known = Lexicon("xx", {"scripts": ["Latin"], "negations": {"words": ["nix"]}})

    assert (known.scripts, known.negations.verbs) == (frozenset({"Latin"}), frozenset())
    assert known.negations.negates("nix")


def test_words_at_a_path_are_those_of_the_languages_that_have_it() -> None:
    assert words_at("dates.of") == ("of", "de", "de")
    assert words_at("limits.words", "ko", "en") == ("오직", "단지", "만", "only", "except", "unless")
    assert word_set_at("dates.of") == {"of", "de"}


def test_a_table_at_a_path_is_that_of_all_languages() -> None:
    assert table_at("dates.halves")["오후"] == table_at("dates.halves")["午後"] == 1


@pytest.mark.parametrize(("path", "codes"), [("dates.weather", ()), ("dates.of", ("en", "ko")), ("limits", ("xx",))])
def test_a_path_that_a_file_does_not_have_is_an_error(path: str, codes: tuple[str, ...]) -> None:
    with pytest.raises(KeyError, match=path):
        words_at(path, *codes)


def test_lexicon_is_read_once() -> None:
    assert lexicon("en") is lexicon("en")


@pytest.mark.parametrize(
    ("code", "word"),
    [
        ("en", "not"),
        ("en", "cannot"),
        ("en", "nobody"),
        ("ko", "않습니다"),
        ("ko", "없는"),
        ("ko", "아니라고"),
        ("ko", "못했다"),
        ("ko", "마세요"),
        ("de", "nicht"),
        ("de", "keinen"),
        ("de", "fehlerlos"),
        ("fr", "pas"),
        ("es", "nunca"),
        ("ru", "не"),
    ],
)
def test_negates_is_true_of_a_word_that_negates(code: str, word: str) -> None:
    assert lexicon(code).negations.negates(word)


@pytest.mark.parametrize(
    ("code", "word"),
    [
        ("en", "note"),
        ("en", "know"),
        ("en", "doubt"),
        ("ko", "안내"),
        ("ko", "있습니다"),
        ("de", "note"),
        ("fr", "passe"),
    ],
)
def test_negates_is_false_of_a_word_that_only_looks_so(code: str, word: str) -> None:
    assert not lexicon(code).negations.negates(word)


@pytest.mark.parametrize(
    ("code", "words", "count"),
    [
        pytest.param("en", "we do not ship it", 1, id="one"),
        pytest.param("en", "no one does nothing", 2, id="two"),
        pytest.param("en", "not only that", 0, id="a phrase that does not negate"),
        pytest.param("en", "not only that and not this", 1, id="such a phrase and a negation"),
        pytest.param("en", "no later than friday", 0, id="a limit"),
        pytest.param("ko", "틀림없는 사실", 0, id="a Korean word that holds one"),
        pytest.param("ko", "문제가 없습니다", 1, id="a Korean word"),
        pytest.param("de", "nicht nur das", 0, id="a German phrase"),
        pytest.param("de", "ohne frage nicht das", 2, id="German words"),
        pytest.param("en", "", 0, id="nothing"),
    ],
)
def test_count_is_how_many_words_negate(code: str, words: str, count: int) -> None:
    assert lexicon(code).negations.count(words.split()) == count


def test_variants_lead_every_spelling_to_the_first_of_its_group() -> None:
    variants = lexicon("en").variants

    assert variants[("okay",)] == variants[("ok",)] == ("ok",)
    assert variants[("going", "to")] == ("gonna",)
    assert all(kept == variants[kept] for kept in variants.values())


def test_cardinals_hold_the_ordinals_too() -> None:
    assert [lexicon("en").cardinals[word] for word in ("two", "second", "twelfth")] == [2, 2, 12]
