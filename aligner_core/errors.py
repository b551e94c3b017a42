"""What the core raises: broken promises only; everything else is a value."""

from collections.abc import Mapping


class AlignerError(Exception):
    """The root of the exceptions of this library."""


class CanonicalError(AlignerError, ValueError):
    """A value has no canonical JSON."""


class ProofError(AlignerError):
    """Evidence is not what it says it is."""


class SignatureError(AlignerError):
    """A key, a signature or an envelope is not what it says it is."""


class BundleError(AlignerError, ValueError):
    """An evidence bundle, or what one is to be made of, is not in order."""


class ExtractionError(AlignerError, ValueError):
    """An upload cannot be read at all: a stable code, the place, and the values a sentence needs."""

    def __init__(self, code: str, where: str = "", params: Mapping[str, object] | None = None) -> None:
        super().__init__(f"{where}: {code}" if where else code)
        self.code = code
        self.where = where
        self.params = dict(params or {})
