"""What a value must have, and where it stops having it."""

import pytest

from aligner_core.formats.shapes import (
    LIST,
    OBJECT,
    TEXT,
    Both,
    Either,
    Every,
    Having,
    Misfit,
    Shape,
    Some,
    SomeValue,
    one_of,
)

NODE = Having({"id|name": TEXT, "children": LIST}, lacking=("role",))


@pytest.mark.parametrize(
    ("shape", "value", "where", "wanted"),
    [
        pytest.param(TEXT, 3, "", "a text", id="another type"),
        pytest.param(one_of("a", "b"), "c", "", '"a" or "b"', id="another text"),
        pytest.param(one_of("a"), ["a"], "", '"a"', id="a list of the text"),
        pytest.param(NODE, [], "", "an object", id="no object"),
        pytest.param(NODE, {"children": []}, "id", "a text", id="no key of several"),
        pytest.param(NODE, {"name": "a"}, "children", "a list", id="a missing key"),
        pytest.param(NODE, {"name": "a", "children": 3}, "children", "a list", id="a key of another type"),
        pytest.param(NODE, {"name": "a", "children": [], "role": 1}, "role", "nothing", id="a key too many"),
        pytest.param(Some(NODE), 3, "", "a list", id="no list"),
        pytest.param(Some(NODE), [], "[0]", "an object", id="an empty list"),
        pytest.param(Some(NODE), [3, {"id": "a"}, {}], "[1].children", "a list", id="the nearest item"),
        pytest.param(SomeValue(NODE), [], "", "an object that is not empty", id="no object of values"),
        pytest.param(SomeValue(NODE), {"x": 3, "y": {"id": "a"}}, "y.children", "a list", id="the nearest value"),
        pytest.param(Some(Some(TEXT)), [], "[0]", "a list", id="an empty list of lists"),
        pytest.param(Some(Either((OBJECT, TEXT))), [], "[0]", "an object", id="the first of several"),
        pytest.param(Every(TEXT), [], "", "a list that is not empty", id="every one of none"),
        pytest.param(Every(TEXT), ["a", 3, 4], "[1]", "a text", id="the first that is wrong"),
        pytest.param(Both((LIST, Some(TEXT))), [3], "[0]", "a text", id="the second of both"),
        pytest.param(Either((TEXT, NODE)), {"id": "a"}, "children", "a list", id="the nearer of two"),
    ],
)
def test_misfit_names_the_place_and_what_was_wanted(shape: Shape, value: object, where: str, wanted: str) -> None:
    misfit = shape.misfit(value)

    assert misfit is not None
    assert not shape.fits(value)
    assert (misfit.where, misfit.wanted) == (where, wanted)


@pytest.mark.parametrize(
    ("shape", "value"),
    [
        (NODE, {"name": "a", "children": []}),
        (Some(NODE), [3, {"id": "a", "children": []}]),
        (SomeValue(NODE), {"x": 3, "y": {"id": "a", "children": []}}),
        (Every(TEXT), ["a"]),
        (Both((LIST, Some(TEXT))), ["a"]),
        (Either((TEXT, NODE)), "a"),
    ],
)
def test_misfit_is_none_when_the_value_fits(shape: Shape, value: object) -> None:
    assert shape.misfit(value) is None
    assert shape.fits(value)


def test_misfit_is_deeper_the_more_fits() -> None:
    depths = [
        misfit.depth
        for value in ([3, 3], ["a", 3], ["a", "a", 3])
        if isinstance(misfit := Every(TEXT).misfit(value), Misfit)
    ]

    assert depths == [0, 2, 4]
