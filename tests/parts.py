"""The parts of the page of an entry, by their ids: what an answer to htmx swaps, and what it leaves as it was."""

import re
from html.parser import HTMLParser

PART = re.compile(
    r"part-late|facts|claim-text|answer-\d+|part-assignment|part-change|part-correct|claim-question|quote-\d+|part-add-quote"
    r"|comments|comments-note|promotion|later|history|decide"
)
VOID = frozenset({"input", "br", "img", "meta", "link", "hr", "wbr"})
OF_THE_ANSWER = re.compile(
    r'<p class="say">.*?</p>|<div class="refusal".*?</div>'
    r'|<p class="said[^"]*">.*?</p>|(?<=</summary>)<p class="quiet">[^<]*</p>'
    r'| open="None"|(?<=csrfmiddlewaretoken" value=)"[^"]*"',
    re.DOTALL,
)
"""What only an answer says, once: its sentence, and which attempts it unfolds."""


class _Parts(HTMLParser):
    """Collect the markup of each part, without that of a part within it."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.found: dict[str, list[str]] = {}
        self.within: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        part = given.get("id") or ""
        is_part = PART.fullmatch(part) is not None
        if is_part:
            self.found[part] = []
        if tag not in VOID:
            self.within.append(part if is_part else "")
        named = "".join(f' {name}="{value}"' for name, value in attrs if name != "hx-swap-oob")
        self._add(f"<{tag}{named}>")

    def handle_endtag(self, tag: str) -> None:
        self._add(f"</{tag}>")
        if self.within:
            self.within.pop()

    def handle_data(self, data: str) -> None:
        self._add(" ".join(data.split()))

    def handle_entityref(self, name: str) -> None:
        self._add(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self._add(f"&#{name};")

    def _add(self, text: str) -> None:
        part = next((one for one in reversed(self.within) if one), None)
        if part is not None:
            self.found[part].append(text)


def parts_of(page: str) -> dict[str, str]:
    """Return the markup of each part of a page or an answer, without what only an answer says."""
    parser = _Parts()
    parser.feed(page)
    return {part: OF_THE_ANSWER.sub("", "".join(texts)) for part, texts in parser.found.items()}
