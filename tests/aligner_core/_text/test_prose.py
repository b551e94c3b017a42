"""An answer without its code, tags and addresses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner_core._text.prose import COVER, prose_of


@pytest.mark.parametrize(
    ("answer", "prose"),
    [
        pytest.param("a `b` c", "a --- c", id="a code span"),
        pytest.param("a ``b`c`` d", "a ------- d", id="a span of more ticks"),
        pytest.param("a `b\n\nc` d", "a `b\n\nc` d", id="a span ends with its paragraph"),
        pytest.param("a `b\n- c` d", "a `b\n- c` d", id="a span ends with its item"),
        pytest.param("a\n```py\nb\n```\nc", "a\n     \n \n   \nc", id="a fence"),
        pytest.param("````\n```\nb\n`````\nc", "    \n   \n \n     \nc", id="a fence is closed by as many ticks"),
        pytest.param(
            "~~~\n```\n~~~ x\n~~~\nc", "   \n   \n     \n   \nc", id="a fence is closed by its own sign alone"
        ),
        pytest.param("```a``` b", "------- b", id="ticks closed in their line are no fence"),
        pytest.param("```\nb", "   \n ", id="a fence to the end"),
        pytest.param('[a](b "c") (d)', "[a]------- (d)", id="an address"),
        pytest.param("a\n[1]: b", "a\n------", id="a reference"),
        pytest.param("<b>a</b> < c >", "---a---- < c >", id="tags"),
        pytest.param(">>> a\nb", "-----\nb", id="a prompt"),
        pytest.param('a\n\n{"b": 1}\n\n{c}', "a\n\n        \n\n{c}", id="JSON"),
        pytest.param('{"b": 1} c', '{"b": 1} c', id="prose that begins like JSON"),
    ],
)
def test_prose_of_blanks_what_is_no_prose(answer: str, prose: str) -> None:
    assert prose_of(answer).replace(COVER, "-") == prose


@given(st.text('`~<>[]():"{}\n\r\u2028 a1-#|', max_size=60))
def test_prose_is_the_answer_or_blank_at_every_place(answer: str) -> None:
    prose = prose_of(answer)

    assert len(prose) == len(answer)
    assert all(left == right or right in {" ", COVER} for left, right in zip(answer, prose, strict=True))
