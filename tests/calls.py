"""Counts the functions that are called, in Python and in C: a measure of work that no other load changes."""

import sys
from collections import Counter
from collections.abc import Callable
from types import FrameType


def calls_of(work: Callable[[], object]) -> Counter[str]:
    """Return how often each function is called by *work*, by its name."""
    found = Counter[str]()

    def note(frame: FrameType, event: str, called: object) -> None:
        if event == "call":
            found[frame.f_code.co_name] += 1
        elif event == "c_call":
            found[getattr(called, "__name__", "")] += 1

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return found


def python_calls(work: Callable[[], object]) -> int:
    """Return how many functions written in Python are called by *work*."""
    number = 0

    def note(_frame: FrameType, event: str, _called: object) -> None:
        nonlocal number
        number += event == "call"

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return number
