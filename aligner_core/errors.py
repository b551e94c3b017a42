"""The exceptions of the core: every error that a caller can cause is an `AlignerError`, and its text is a sentence.

Where Python programs expect a `ValueError` or a `TypeError`, it is one too. A quote that is not found is not an error
but a value, `FailedEvidence`.
"""

from collections.abc import Mapping, Sequence


class AlignerError(Exception):
    """The root of the exceptions of this library."""


class ConfigError(AlignerError, ValueError):
    """The configuration of an aligner is invalid."""


class MissingExtraError(AlignerError, ImportError):
    """A package that an extra of this one brings is not installed; the text names what to install."""


class InvalidValueError(AlignerError, ValueError):
    """An argument or a field of a value is invalid."""


class InvalidTypeError(AlignerError, TypeError):
    """An argument is of the wrong type."""


class CanonicalError(AlignerError, ValueError):
    """A value has no canonical JSON."""


class ProofError(AlignerError):
    """Evidence does not match its source."""


class SignatureError(AlignerError):
    """A key, a signature or an envelope is invalid, or not of a trusted key."""


class BundleError(AlignerError, ValueError):
    """An evidence bundle, or an input for one, is invalid."""


class TableError(AlignerError, ValueError):
    """A table cannot be read or aligned, or its results cannot be written; the text says what to do."""


class Ungrounded(AlignerError, ValueError):  # noqa: N818 - what the quotes are, raised by `require_ok`
    """Quotes are not in their sources as quoted; `report` lists which, and the text explains it."""

    def __init__(self, message: str, report: object) -> None:
        super().__init__(message, report)
        self.message = message
        self.report = report

    def __str__(self) -> str:
        return self.message


class ExtractionError(AlignerError, ValueError):
    """An upload cannot be read at all.

    Its text is an English sentence. `code` is stable, `where` is the place in the upload and `params` are the values
    that a sentence in another language needs.
    """

    def __init__(self, message: str, code: str, where: str = "", params: Mapping[str, object] | None = None) -> None:
        super().__init__(message, code, where, params)
        self.message = message
        self.code = code
        self.where = where
        self.params = dict(params or {})

    def __str__(self) -> str:
        return self.message


class FormatError(ExtractionError):
    """A file is in no format that is known, or cannot be read.

    `where` is the place where it stopped fitting: a line, a key. `known` is an example of each format that is known, by
    its title.
    """

    def __init__(
        self,
        message: str,
        code: str,
        where: str = "",
        params: Mapping[str, object] | None = None,
        known: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message, code, where, params)
        self.args = (message, code, where, params, known)
        self.known = dict(known or {})


def require_type(value: object, wanted: type | tuple[type, ...], name: str) -> None:
    """Check the type of the argument *name*.

    Raises:
        InvalidTypeError: *value* is not an instance of *wanted*.

    >>> require_type(3, str, "source")
    Traceback (most recent call last):
    aligner_core.errors.InvalidTypeError: source must be str, not int

    """
    if not isinstance(value, wanted):
        names = " or ".join(one.__name__ for one in (wanted if isinstance(wanted, tuple) else (wanted,)))
        message = f"{name} must be {names}, not {type(value).__name__}"
        raise InvalidTypeError(message)


def require_sequence(values: object, wanted: type | tuple[type, ...], name: str) -> None:
    """Check the type of the argument *name* and of its items; a string does not count as a sequence of strings.

    Raises:
        InvalidTypeError: *values* is not a sequence, or an item is not an instance of *wanted*.

    >>> require_sequence("one text", str, "sources")
    Traceback (most recent call last):
    aligner_core.errors.InvalidTypeError: sources must be a sequence, not str

    """
    if isinstance(values, str | bytes) or not isinstance(values, Sequence):
        message = f"{name} must be a sequence, not {type(values).__name__}"
        raise InvalidTypeError(message)
    for place, value in enumerate(values):
        require_type(value, wanted, f"{name}[{place}]")
