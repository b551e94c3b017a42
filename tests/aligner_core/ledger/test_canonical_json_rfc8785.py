"""Our canonical JSON beside RFC 8785: where they agree, where they do not, and what ours refuses.

The vectors are those of the RFC (sections 3.2.2 to 3.2.4) and of the test data its appendix names.
"""

import json
import random
import struct
from typing import Any

import pytest

from aligner_core import CanonicalError, canonical_json

AGREE = [
    pytest.param(
        r'[56,{"d":true,"10":null,"1":[]}]',
        r'[56,{"1":[],"10":null,"d":true}]',
        id="arrays",
    ),
    pytest.param(
        '{"peach":"This sorting order","péché":"is wrong according to French","pêche":"but canonicalization MUST",'
        '"sin":"ignore locale"}',
        '{"peach":"This sorting order","péché":"is wrong according to French","pêche":"but canonicalization MUST",'
        '"sin":"ignore locale"}',
        id="french",
    ),
    pytest.param(
        r'{"1":{"f":{"f":"hi","F":5},"\n":56},"10":{},"":"empty","a":{},"111":[{"e":"yes","E":"no"}],"A":{}}',
        r'{"":"empty","1":{"\n":56,"f":{"F":5,"f":"hi"}},"10":{},"111":[{"E":"no","e":"yes"}],"A":{},"a":{}}',
        id="structures",
    ),
    pytest.param(
        '{"Unnormalized Unicode":"A\u030a"}',
        '{"Unnormalized Unicode":"A\u030a"}',
        id="unicode",
    ),
]
DIFFER = [
    pytest.param(
        '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001,56.0],'
        '"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
        '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27,56],'
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
        '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27,56.0],'
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
        id="values: a float keeps its point",
    ),
    pytest.param(
        '{"\\u20ac":"Euro Sign","\\r":"Carriage Return","\\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One",'
        '"\\ud83d\\ude00":"Emoji: Grinning Face","\\u0080":"Control","\\u00f6":"Latin Small Letter O With Diaeresis"}',
        '{"\\r":"Carriage Return","1":"One","\u0080":"Control","ö":"Latin Small Letter O With Diaeresis",'
        '"€":"Euro Sign","😀":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
        '{"\\r":"Carriage Return","1":"One","\u0080":"Control","ö":"Latin Small Letter O With Diaeresis",'
        '"€":"Euro Sign","\ufb33":"Hebrew Letter Dalet With Dagesh","😀":"Emoji: Grinning Face"}',
        id="weird: keys by code point, not by UTF-16 unit",
    ),
]


@pytest.mark.parametrize(("given", "expected"), AGREE)
def test_canonical_json_agrees_with_rfc_8785(given: str, expected: str) -> None:
    assert canonical_json(json.loads(given)) == expected.encode()


@pytest.mark.parametrize(("given", "rfc", "ours"), DIFFER)
def test_canonical_json_differs_from_rfc_8785_as_it_is_known_to(given: str, rfc: str, ours: str) -> None:
    written = canonical_json(json.loads(given))

    assert written == ours.encode()
    assert written != rfc.encode()


@pytest.mark.parametrize(
    ("bits", "rfc", "ours"),
    [
        ("0000000000000000", "0", "0.0"),
        ("8000000000000000", "0", "-0.0"),
        ("0000000000000001", "5e-324", "5e-324"),
        ("7fefffffffffffff", "1.7976931348623157e+308", "1.7976931348623157e+308"),
        ("4340000000000000", "9007199254740992", "9007199254740992.0"),
        ("444b1ae4d6e2ef50", "1e+21", "1e+21"),
        ("444b1ae4d6e2ef4f", "999999999999999900000", "9.999999999999999e+20"),
        ("3eb0c6f7a0b5ed8d", "0.000001", "1e-06"),
        ("41b3de4355555555", "333333333.3333333", "333333333.3333333"),
    ],
)
def test_numbers_are_python_s_shortest_that_read_back(bits: str, rfc: str, ours: str) -> None:
    """The numbers of RFC 8785, appendix B: the same digits, in Python's notation."""
    number = struct.unpack(">d", bytes.fromhex(bits))[0]

    assert canonical_json(number).decode() == ours
    assert struct.pack(">d", json.loads(ours)).hex() == bits
    assert float(rfc) == number


@pytest.mark.parametrize("bits", ["7fffffffffffffff", "7ff0000000000000", "fff0000000000000"])
def test_what_is_no_number_is_refused_as_in_rfc_8785(bits: str) -> None:
    with pytest.raises(CanonicalError):
        canonical_json([struct.unpack(">d", bytes.fromhex(bits))[0]])


def test_values_that_python_calls_equal_have_forms_of_their_own() -> None:
    assert [canonical_json(value) for value in (0, 0.0, -0.0, 1, 1.0, True)] == [
        b"0",
        b"0.0",
        b"-0.0",
        b"1",
        b"1.0",
        b"true",
    ]


def test_a_key_twice_is_not_what_was_digested() -> None:
    """Reading keeps the last; writing again shows that the bytes were not in the one form."""
    given = b'{"a":1,"a":2}'

    assert canonical_json(json.loads(given)) == b'{"a":2}' != given


@pytest.mark.parametrize("given", [r'"\ud800"', r'"\udc00\ud800"', r'{"\udfff":1}', r'["a\ud83d"]'])
def test_a_lone_surrogate_is_refused(given: str) -> None:
    with pytest.raises(CanonicalError):
        canonical_json(json.loads(given))


def test_a_pair_of_surrogates_is_one_letter() -> None:
    assert canonical_json(json.loads(r'"\ud83d\ude00"')) == '"😀"'.encode()


def test_10000_random_values_read_back_and_are_fixed_points() -> None:
    """10,000 random values: parse(canonical(x)) = x and canonical is a fixed point."""
    chance = random.Random(8785)  # noqa: S311 - a fixed seed, no secret
    wrong = 0

    for _ in range(10_000):
        value = _value(chance, depth=3)
        once = canonical_json(value)
        read = json.loads(once)
        wrong += read != value or repr(read) != repr(_ordered(value)) or canonical_json(read) != once

    assert wrong == 0


def _value(chance: random.Random, *, depth: int) -> Any:  # noqa: ANN401 - any JSON
    kind = chance.randrange(7 if depth else 5)
    match kind:
        case 0:
            return chance.choice([None, True, False])
        case 1:
            return chance.choice([0, -1, 2**53 + 1, -(2**64), 10**40, chance.randrange(-1000, 1000)])
        case 2:
            return chance.choice([0.0, -0.0, 1e21, 1e-7, 5e-324, chance.uniform(-1, 1), chance.lognormvariate(0, 99)])
        case 3 | 4:
            return _text(chance)
        case 5:
            return [_value(chance, depth=depth - 1) for _ in range(chance.randrange(4))]
        case _:
            return {_text(chance): _value(chance, depth=depth - 1) for _ in range(chance.randrange(4))}


def _text(chance: random.Random) -> str:
    ranges = [
        (0, 0x20),
        (0x20, 0x7F),
        (0x7F, 0xA0),
        (0xAC00, 0xD7A4),
        (0x200B, 0x2070),
        (0xE000, 0xFFFF),
        (0x10000, 0x110000),
    ]
    return "".join(chr(chance.randrange(*chance.choice(ranges))) for _ in range(chance.randrange(6)))


def _ordered(value: Any) -> Any:  # noqa: ANN401 - any JSON
    """Put keys into the order in which they are written, for a comparison that tells 1 from 1.0 and 0.0 from -0.0."""
    if isinstance(value, dict):
        return {key: _ordered(value[key]) for key in sorted(value)}
    return [_ordered(item) for item in value] if isinstance(value, list) else value
