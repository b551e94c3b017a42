"""The keys of rows, as addresses and forms name them."""

MAX_KEY = 2**63 - 1
"""The largest key of a row in any database."""
MAX_KEY_DIGITS = len(str(MAX_KEY))


def key_of(text: str) -> int | None:
    """Return the key that a text names; None where no row can have it.

    >>> key_of("12"), key_of("-1"), key_of("१२"), key_of("9223372036854775808"), key_of("")
    (12, None, None, None, None)
    """
    if not (text.isascii() and text.isdigit() and len(text) <= MAX_KEY_DIGITS):
        return None
    return int(text) if int(text) <= MAX_KEY else None
