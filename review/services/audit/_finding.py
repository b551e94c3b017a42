"""The findings of an audit. Private to the services."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One problem: a stable code and the row it was found in."""

    code: str
    table: str
    pk: int
    detail: str = ""
    is_note: bool = False
    """Whether it is information and not a problem."""

    @property
    def place(self) -> str:
        """The row it was found in and the detail, in one line."""
        return f"{self.table} {self.pk}  {self.detail}".rstrip()
