"""What is compared letter by letter, and what only looks like it."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner_core._text.identifiers import identifier_key, identifiers_in
from aligner_core._text.normalized_text import fold


def found(text: str) -> list[str]:
    folded = fold(text)
    return [folded[start:end] for start, end in identifiers_in(folded)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        pytest.param("write to j.park@north.io, please", ["j.park@north.io"], id="an e-mail address"),
        pytest.param("to J_Park+x@mail.north.co.kr.", ["j_park+x@mail.north.co.kr"], id="a longer address"),
        pytest.param("see https://north.io/a/b?c=1&d=2.", ["https://north.io/a/b?c=1&d=2"], id="a URL"),
        pytest.param("(see www.north.io/x)", ["www.north.io/x"], id="a URL in brackets"),
        pytest.param("the host api.north.io is up", ["api.north.io"], id="a host"),
        pytest.param("the file /srv/app/main.py, line 3", ["/srv/app/main.py"], id="a path"),
        pytest.param("~/notes.txt ./run.sh ../a/b", ["~/notes.txt", "./run.sh", "../a/b"], id="relative paths"),
        pytest.param("src/app/main.py and docs/guide/", ["src/app/main.py", "docs/guide/"], id="paths without a slash"),
        pytest.param(r"open C:\Users\park\notes.txt", [r"c:\users\park\notes.txt"], id="a Windows path"),
        pytest.param(r"on \\server\share now", [r"\\server\share"], id="a Windows share"),
        pytest.param("version 2.10.1 and v2.1", ["2.10.1", "v2.1"], id="versions"),
        pytest.param("v3.10-rc1 or 1.2.3-beta", ["v3.10-rc1", "1.2.3-beta"], id="versions to come"),
        pytest.param("host 10.0.12.7 is down", ["10.0.12.7"], id="an IP address"),
        pytest.param("00:1b:44:11:3a:b7 or 00-1B-44-11-3A-B7", ["00:1b:44:11:3a:b7", "00-1b-44-11-3a-b7"], id="a MAC"),
        pytest.param("call 010-4821-7730 or 02-123-4567", ["010-4821-7730", "02-123-4567"], id="telephone numbers"),
        pytest.param("commit 3f9a2c1 is it", ["3f9a2c1"], id="a short hash"),
        pytest.param("md5 d41d8cd98f00b204e9800998ecf8427e", ["md5", "d41d8cd98f00b204e9800998ecf8427e"], id="a hash"),
        pytest.param("keep_raw and max_length_2", ["keep_raw", "max_length_2"], id="names in code"),
        pytest.param("main.py, app.config.js", ["main.py", "app.config.js"], id="files"),
        pytest.param("foo.bar() and obj.method", ["foo.bar", "obj.method"], id="calls"),
        pytest.param("#482 and ABC-123", ["#482", "abc-123"], id="tickets"),
        pytest.param("the flag 0x1F is set", ["0x1f"], id="a number in code"),
        pytest.param("h2o, mp3, utf-8 and gpt-4o", ["h2o", "mp3", "utf-8", "gpt-4o"], id="letters with digits"),
        pytest.param("서버는 api.north.io에 있다", ["api.north.io"], id="before a particle"),
        pytest.param("'keep_raw': \"a/b/c.py\"", ["keep_raw", "a/b/c.py"], id="in quotation marks"),
    ],
)
def test_identifiers_in_a_text_are_found_whole(text: str, names: list[str]) -> None:
    assert found(text) == names


@pytest.mark.parametrize(
    "text",
    [
        "and/or, read/write, he/she",
        "e.g. this, i.e. that, U.S. teams, at 3 a.m. or p.m.",
        "15kg, 3pm, 5k, 10x, 21st, 1,200won",
        "40mb/s and 60km/h",
        "3/4 of it, 1,200 and 1.5, at 10:30, 3-5 days",
        "on 2025-03-04",
        "a well-known open-source tool",
        "x, a and b2",
        "It ended. The next began.",
        "서버에서 2천만 원을 3시에",
        "",
    ],
)
def test_identifiers_in_a_text_leave_out_words_and_measures(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize("mark", list(".,:;!?'\")]}"))
def test_identifiers_in_a_text_end_before_a_mark(mark: str) -> None:
    assert found(f"see v2.1{mark} then") == ["v2.1"]


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("010-4821-7730", "01048217730"),
        ("02-123-4567", "021234567"),
        ("v2.1", "v2.1"),
        ("abc-123", "abc-123"),
        ("j.park@north.io", "j.park@north.io"),
    ],
)
def test_identifier_key_leaves_out_the_hyphens_of_a_telephone_number(name: str, key: str) -> None:
    assert identifier_key(name) == key


@given(st.text("ab1/._-@:#\\ 가x0", max_size=40))
def test_identifiers_in_any_text_are_parts_of_it_in_order_and_of_two_characters_at_least(text: str) -> None:
    places = list(identifiers_in(text))

    assert all(0 <= start < start + 2 <= end <= len(text) for start, end in places)
    assert all(end <= start for (_, end), (start, _) in pairwise(places))
    assert not any(text[start:end] != text[start:end].strip() for start, end in places)
