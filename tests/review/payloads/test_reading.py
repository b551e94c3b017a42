"""What makes a file readable, before its content is checked."""

import json
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from review.domain.errors import Problem, UploadRefusedError
from review.payloads import read_json, read_json_text

MANY_DIGITS = 5_000


def problem_of(data: bytes) -> Problem:
    with pytest.raises(UploadRefusedError) as caught:
        read_json(data)
    [problem] = caught.value.problems
    return problem


def nested(depth: int, *, key: str | None = None) -> bytes:
    left, right = ("[", "]") if key is None else (f'{{"{key}":', "}")
    inner = "[]" if key is None else "{}"
    return (left * (depth - 1) + inner + right * (depth - 1)).encode()


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        pytest.param(b"", Problem("not_json", "", {"line": 1, "column": 1}), id="an empty file"),
        pytest.param(b"{", Problem("not_json", "", {"line": 1, "column": 2}), id="half an object"),
        pytest.param(b'{"a": 1}\n{"a": 2}', Problem("not_json", "", {"line": 2, "column": 1}), id="two documents"),
        pytest.param(b"{'a': 1}", Problem("not_json", "", {"line": 1, "column": 2}), id="single quotes"),
        pytest.param(b'{"a": 1,}', Problem("not_json", "", {"line": 1, "column": 9}), id="a comma at the end"),
        pytest.param(b'"a\nb"', Problem("not_json", "", {"line": 1, "column": 3}), id="a raw newline in a text"),
        pytest.param("{}".encode("utf-16"), Problem("not_utf8", "", {"position": 0}), id="UTF-16"),
        pytest.param("{}".encode("utf-32"), Problem("not_utf8", "", {"position": 0}), id="UTF-32"),
        pytest.param("{}".encode("utf-16-le"), Problem("not_json", "", {"line": 1, "column": 2}), id="UTF-16, no mark"),
        pytest.param('"한글"'.encode("cp949"), Problem("not_utf8", "", {"position": 1}), id="CP949"),
        pytest.param(b'"\xed\xa0\x80"', Problem("not_utf8", "", {"position": 1}), id="a surrogate as bytes"),
        pytest.param(b'{"a": NaN}', Problem("not_a_number", "", {"name": "NaN"}), id="NaN"),
        pytest.param(b"[-Infinity]", Problem("not_a_number", "", {"name": "-Infinity"}), id="minus infinity"),
        pytest.param(b"[1e400]", Problem("not_a_number", "", {"name": "1e400"}), id="a number beyond all doubles"),
        pytest.param(b"[-1e400]", Problem("not_a_number", "", {"name": "-1e400"}), id="a number below all doubles"),
        pytest.param(b"9" * MANY_DIGITS, Problem("number_too_long"), id="a number of 5,000 digits"),
        pytest.param(nested(33), Problem("json_too_deep", "", {"limit": 32}), id="33 lists"),
        pytest.param(nested(33, key="a"), Problem("json_too_deep", "", {"limit": 32}), id="33 objects"),
        pytest.param(nested(100_000), Problem("json_too_deep", "", {"limit": 32}), id="100,000 lists"),
        pytest.param(b"[" * 100_000, Problem("json_too_deep", "", {"limit": 32}), id="100,000 open brackets"),
    ],
)
def test_read_json_refuses(data: bytes, problem: Problem) -> None:
    assert problem_of(data) == problem


@pytest.mark.parametrize(
    ("data", "value"),
    [
        pytest.param(b"\xef\xbb\xbf[1]", [1], id="a byte order mark"),
        pytest.param(b" \r\n[1]\r\n", [1], id="space around"),
        pytest.param(b"[1e308, -0.0, 0.1]", [1e308, -0.0, 0.1], id="doubles"),
        pytest.param(b"[%d]" % 10**30, [10**30], id="a whole number of 31 digits"),
        pytest.param(b'"\\ud800\\u0000"', "\ud800\0", id="escapes that no database keeps"),
        pytest.param(b'{"a": 1, "a": 2}', {"a": 2}, id="a key twice: the last one counts"),
        pytest.param(b"null", None, id="null"),
        pytest.param(nested(32), json.loads(nested(32)), id="32 lists"),
        pytest.param(nested(32, key="a"), json.loads(nested(32, key="a")), id="32 objects"),
    ],
)
def test_read_json_reads(data: bytes, value: Any) -> None:  # noqa: ANN401 - any JSON value
    assert read_json(data) == value


def test_read_json_takes_a_file_up_to_the_limit(settings: Settings) -> None:
    settings.REVIEW_MAX_FILE_BYTES = 10

    assert read_json(b'"45678901"'[:9] + b'"') == "45678901"
    assert problem_of(b'"456789012"') == Problem("file_too_large", "", {"limit": 10})


def test_read_json_text_reads_what_was_pasted() -> None:
    assert read_json_text('{"quote": "한글"}') == {"quote": "한글"}
