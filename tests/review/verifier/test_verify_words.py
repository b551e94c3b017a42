"""The words of quotes in a bundle, checked without the core: folded by another fold, and rewritten without a table."""

import io
import random
import shutil
import subprocess
import sys
import unicodedata
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner_core import ProofError, fold
from aligner_core import verify as verify_proof
from aligner_core._text.ellipses import without_end_ellipses
from review.selectors.bundles.contents import session_scope
from review.services.bundles.seal import SealedBundle, seal_bundle
from review.verifier import verify, verify_words
from tests.factories import make_entry, make_session
from tests.forging import Files, forged
from tests.rewritten import PIECES, SAID, rewritten, tampered


def problems(outcome: dict[str, Any], text: str) -> list[str]:
    words = text[outcome["spanStart"] : outcome["spanEnd"]]
    record = {"outcome": outcome, "words": words, "words_hash": verify.sha256(words)}
    return list(verify_words.problems(record, text))


def says_the_same(made: dict[str, Any], outcome: dict[str, Any]) -> bool:
    """Return whether a list that was changed still says the same of the quote: its words at the same place."""
    kept = [one for one in made["differences"] if "quoteStart" in one]
    folded, at, parts = fold(without_end_ellipses(made["quote"])), 0, list[str]()
    for one in kept:
        if not at <= one["quoteStart"] <= one["quoteEnd"] <= len(folded):
            return False
        parts += (folded[at : one["quoteStart"]], one["sourceText"])
        at = one["quoteEnd"]
    place = ("spanStart", "spanEnd")
    is_there = [made[key] for key in place] == [outcome[key] for key in place]
    return is_there and "".join((*parts, folded[at:])) == _words(outcome)


def _words(outcome: dict[str, Any]) -> str:
    [text] = {text for found, text in rewritten() if found["quote"] == outcome["quote"]}
    return fold(text[outcome["spanStart"] : outcome["spanEnd"]])


def is_proven(outcome: dict[str, Any], text: str) -> bool:
    try:
        verify_proof(outcome, text)
    except ProofError:
        return False
    return True


def test_rewritten_quotes_hold_and_tampered_ones_do_not() -> None:
    outcomes, chance, passed = rewritten(), random.Random(7), 0  # noqa: S311 - no secret
    assert [problems(*one) for one in outcomes] == [[]] * len(outcomes)

    for _ in range(5_000):
        outcome, text = chance.choice(outcomes)
        made = tampered(outcome, chance)
        try:
            holds = not problems(made, text)
        except (KeyError, TypeError, ValueError):
            holds = False
        assert holds == is_proven(made, text), made
        assert not holds or says_the_same(made, outcome), made
        passed += holds and made != outcome
    assert passed < 250


def test_an_alternative_with_the_rewrites_of_another_place_does_not_hold() -> None:
    outcome, text = next((one, text) for one, text in rewritten() if one["alternatives"])
    place = outcome["alternatives"][0]
    place["rewrites"] = place["rewrites"][1:] or [{"quoteStart": 0, "quoteEnd": 1, "sourceText": "x"}]

    assert problems(outcome, text) != []
    assert not is_proven(outcome, text)


@given(st.lists(st.sampled_from(PIECES), max_size=8))
def test_fold_is_that_of_the_core(pieces: list[str]) -> None:
    text = "".join(pieces)

    assert verify_words.fold(text) == fold(text)


@pytest.mark.exhaustive
def test_fold_of_every_character_is_that_of_the_core() -> None:
    every = [
        chr(code) for code in range(sys.maxunicode + 1) if unicodedata.category(chr(code)) not in {"Cn", "Co", "Cs"}
    ]

    assert [char for char in every if verify_words.fold(f"a{char}b") != fold(f"a{char}b")] == []


def test_fold_takes_no_longer_than_a_text_of_marks() -> None:
    text = "e" + "\u0301\u0316" * 20_000

    assert verify_words.fold(text) == fold(text)


@given(st.lists(st.sampled_from(["...", "…", "⋯", ".", " ", "\x85", "\ufeff", "가", "🙂"]), max_size=12))
def test_without_end_ellipses_is_the_rule_of_the_core(pieces: list[str]) -> None:
    text = "".join(pieces)

    assert verify_words.without_end_ellipses(text) == without_end_ellipses(text)


@pytest.fixture
def rewritten_files(db: None) -> Files:
    session = make_session([text for _, text in SAID], session_id="talk-1")
    make_entry(session, [(at, quote) for at, (quote, _) in enumerate(SAID)])
    return files_of(seal_bundle(scope=session_scope(session), withheld=(), actor=None))


def files_of(sealed: object) -> Files:
    assert isinstance(sealed, SealedBundle)
    with zipfile.ZipFile(io.BytesIO(sealed.content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def wrongs(files: Files) -> list[str]:
    return [what for kind, _, what in verify.check(files) if kind == "wrong"]


def test_a_bundle_of_rewritten_quotes_holds(rewritten_files: Files) -> None:
    assert wrongs(rewritten_files) == []


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        (
            lambda outcome: outcome["differences"].pop(0),
            "its rewrites do not lead from the quote to the words at a span",
        ),
        (
            lambda outcome: outcome["differences"].clear(),
            "the words at a span are not those of the quote, both folded",
        ),
        (
            lambda outcome: outcome["differences"][0].update(quoteText="nothing"),
            "a rewrite does not show the words that it stands for",
        ),
        (
            lambda outcome: outcome.update(alternatives=[{"spanStart": 0, "spanEnd": 1}] * 101),
            "it has more places than a bundle lists",
        ),
    ],
)
def test_a_lie_about_a_rewritten_quote_is_found(rewritten_files: Files, change: Any, wrong: str) -> None:  # noqa: ANN401 - a lambda
    made = forged(rewritten_files, "evidence.jsonl", lambda records: change(records[0]["outcome"]))

    assert wrong in wrongs(made)


@pytest.mark.django_db
def test_another_place_of_an_exact_quote_has_its_words() -> None:
    session = make_session(["We keep it. We keep it."])
    make_entry(session, ["We keep it."])
    files = files_of(seal_bundle(scope=session_scope(session), withheld=(), actor=None))

    def lie(records: list[dict[str, Any]]) -> None:
        records[0]["outcome"]["alternatives"][0].update(spanStart=3)

    assert wrongs(files) == []
    assert wrongs(forged(files, "evidence.jsonl", lie)) == ["the words at another of its places are different"]


def test_the_words_are_not_checked_by_a_verifier_that_was_taken_alone(rewritten_files: Files, tmp_path: Path) -> None:
    shutil.copy(verify.__file__, tmp_path / "verify.py")
    (tmp_path / "bundle.zip").write_bytes(verify.pack(rewritten_files))
    command = [sys.executable, "-I", str(tmp_path / "verify.py"), str(tmp_path / "bundle.zip")]

    answer = subprocess.run(command, capture_output=True, text=True, check=False)

    assert (answer.returncode, answer.stderr) == (2, "")
    assert "its words need verify_words.py beside this file" in answer.stdout
    assert answer.stdout.count("UNCHECKED") == len(SAID)


@pytest.mark.django_db
def test_withheld_words_are_withheld_in_rewrites_too() -> None:
    session = make_session([SAID[1][1]])
    make_entry(session, [SAID[1][0]])
    files = files_of(seal_bundle(scope=session_scope(session), withheld=("messages",), actor=None))

    assert "썼다고" not in files["evidence.jsonl"].decode() + files["events.jsonl"].decode()
    assert wrongs(files) == []
