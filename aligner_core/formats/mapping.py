"""What the keys or columns of a file of an unknown shape are for, said once by a person."""

from collections.abc import Mapping
from typing import Annotated, Final, Literal, Self

from pydantic import StringConstraints, model_validator

from aligner_core.errors import InvalidValueError
from aligner_core.spans import Value

MAX_KEY_CHARS = 200
Key = Annotated[str, StringConstraints(max_length=MAX_KEY_CHARS)]
Layout = Literal["rows", "text", "lines"]
PURPOSES: Final = ("claim", "quote", "message", "words", "speaker", "role", "time", "session", "type", "id")
"""What a key may be for: each is a field of a mapping."""
_OF_QUOTES = ("claim", "quote")
_OF_MESSAGES = "words"
_AS: Final = "as"


class FieldMapping(Value):
    """What the keys of rows, or the columns of a table, are for; or that a text is one message, or one a line.

    `claim` is what is stated, `quote` the words that show it, `message` the number of their message, counted from 0;
    `words` is what a message says, with its `speaker`, `role` and `time`. Rows of one `session` belong together, and
    those of one `id`, else of one claim, are one entry, of a `type`. A key inside of another is written `outer.inner`.
    `rows` is the key of the list of rows, where that is not the file itself.

    With `layout` "text" the whole text is one message; with "lines" each line is one, with its speaker before a colon.

    >>> FieldMapping(claim="fact", quote="said").keys
    {'claim': 'fact', 'quote': 'said'}
    >>> FieldMapping(speaker="who")
    Traceback (most recent call last):
    aligner_core.errors.InvalidValueError: FieldMapping: a mapping needs a claim, a quote or words
    """

    layout: Layout = "rows"
    rows: Key = ""
    claim: Key = ""
    quote: Key = ""
    message: Key = ""
    words: Key = ""
    speaker: Key = ""
    role: Key = ""
    time: Key = ""
    session: Key = ""
    type: Key = ""
    id: Key = ""

    @property
    def keys(self) -> dict[str, str]:
        """The keys that are used, by what they are for."""
        return {purpose: key for purpose in PURPOSES if (key := getattr(self, purpose))}

    @property
    def has_quotes(self) -> bool:
        """Whether rows state claims or quote words."""
        return bool(self.claim or self.quote)

    @property
    def wire(self) -> dict[str, str]:
        """The fields that are set, as JSON."""
        return self.model_dump(mode="json", exclude_defaults=True)

    @model_validator(mode="after")
    def _is_usable(self) -> Self:
        keys = list(self.keys.values())
        if self.layout != "rows" and (keys or self.rows):
            message = "a text has no keys"
            raise ValueError(message)
        if self.layout == "rows" and not self.has_quotes and not self.words:
            message = "a mapping needs a claim, a quote or words"
            raise ValueError(message)
        if len(set(keys)) < len(keys):
            message = "a key is for one thing"
            raise ValueError(message)
        return self


def mapping_from(text: str) -> FieldMapping:
    """Return a mapping that is written as `name=key,name=key`, where `as=text` and `as=lines` are texts without keys.

    Raises:
        InvalidValueError: a name is not known, or the mapping is of no use.

    >>> mapping_from("quote=said, message=msg").keys
    {'quote': 'said', 'message': 'msg'}
    >>> mapping_from("as=lines").layout
    'lines'

    """
    pairs = [pair.partition("=") for pair in text.split(",") if pair.strip()]
    given = {name.strip(): key.strip() for name, _, key in pairs}
    unknown = sorted(given.keys() - {_AS, "rows", *PURPOSES})
    if unknown or len(given) < len(pairs) or not all(given.values()):
        wrong = ", ".join(unknown) or text
        message = f"Not a mapping: {wrong}. Write name=key, where a name is one of {', '.join(PURPOSES)}, rows, as."
        raise InvalidValueError(message)
    return FieldMapping.from_wire(_named(given))


def _named(given: Mapping[str, str]) -> dict[str, str]:
    return {("layout" if name == _AS else name): key for name, key in given.items()}
