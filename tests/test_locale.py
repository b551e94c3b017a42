"""Every string the pages ask for is translated, and what is compiled is what was written."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import polib
import pytest
from django.utils.translation.template import templatize

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "review" / "locale" / "ko" / "LC_MESSAGES"
TEXTS_BEFORE = {"gettext": 0, "ngettext": 0, "pgettext": 1, "npgettext": 1}
CALL = re.compile(r"(?<![\w.])(?:_|n?p?gettext)\(")
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|\{\w*\}")

Asked = tuple[str | None, str, str | None]
"""Context, text, and the text for many."""


@pytest.fixture(scope="module")
def written() -> polib.POFile:
    return polib.pofile(str(FOLDER / "django.po"))


def test_locale_holds_what_the_sources_ask_for_and_nothing_else(written: polib.POFile) -> None:
    held = {(entry.msgctxt, entry.msgid, entry.msgid_plural or None) for entry in written if not entry.obsolete}

    asked = set(_asked_in_sources())

    assert {"missing": asked - held, "unused": held - asked} == {"missing": set(), "unused": set()}


def test_locale_is_compiled_from_what_is_written(written: polib.POFile) -> None:
    compiled = polib.mofile(str(FOLDER / "django.mo"))

    assert _catalogue(compiled) == _catalogue(written)


def test_locale_leaves_nothing_open(written: polib.POFile) -> None:
    assert [entry.msgid for entry in written if entry.fuzzy or entry.obsolete or not entry.translated()] == []
    assert not written.metadata_is_fuzzy


def test_locale_keeps_every_placeholder(written: polib.POFile) -> None:
    changed = [
        (entry.msgid, text)
        for entry in written
        for text in (entry.msgstr_plural.values() or [entry.msgstr])
        if set(PLACEHOLDER.findall(text)) != set(PLACEHOLDER.findall(entry.msgid_plural or entry.msgid))
    ]

    assert changed == []


def test_locale_has_one_korean_form_for_any_number(written: polib.POFile) -> None:
    assert written.metadata["Plural-Forms"].startswith("nplurals=1;")


def _catalogue(messages: polib.POFile | polib.MOFile) -> dict[Asked, object]:
    return {
        (entry.msgctxt, entry.msgid, entry.msgid_plural or None): entry.msgstr_plural or entry.msgstr
        for entry in messages
    }


def _asked_in_sources() -> Iterator[Asked]:
    for path in (ROOT / "review").rglob("*.py"):
        yield from _asked(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    for path in (ROOT / "templates").rglob("*.html"):
        yield from _asked(_calls(templatize(path.read_text(encoding="utf-8"))))


def _calls(text: str) -> Iterator[ast.AST]:
    """Yield the calls in what Django makes of a template for xgettext: calls between blanked-out words."""
    for match in CALL.finditer(text):
        for end in (closing.end() for closing in re.finditer(r"\)", text[match.start() :])):
            try:
                yield ast.parse(text[match.start() : match.start() + end], mode="eval").body
            except SyntaxError:
                continue
            break


def _asked(nodes: Iterator[ast.AST]) -> Iterator[Asked]:
    for node in nodes:
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        name = "gettext" if node.func.id == "_" else node.func.id.removesuffix("_lazy").removesuffix("_noop")
        texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
        if name not in TEXTS_BEFORE or len(texts) <= TEXTS_BEFORE[name]:
            continue
        context = texts.pop(0) if TEXTS_BEFORE[name] else None
        yield context, texts[0], texts[1] if name.startswith("n") else None
