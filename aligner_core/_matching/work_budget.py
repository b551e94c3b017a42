"""The work that a whole batch of quotes may cost, in the units of `edit_distance.Budget`."""

from dataclasses import dataclass, field

from aligner_core.errors import InvalidValueError

SEARCHED_CHARS_PER_UNIT = 64
"""Characters looked through word for word for one work unit."""
FOLDING_COST, PREPARING_COST = 2, 1_000
"""Work units that folding costs for each character and for each message."""
LOOK_COST = 1_000
"""Work units that one look into a message costs, however short it is."""
JUDGEMENT_COST = 100_000
"""Work units of judging the differences of one fuzzy quote."""
PRESCRIPTION_COST, PRESCRIBING_LOOKS = 2_000_000, 20
"""Work units of looking for fixes of one quote beside its searches, and how often that looks through all messages."""


@dataclass(slots=True)
class WorkBudget:
    """The work units that the searches of one batch may spend between them, and what they did not suffice for.

    `unfinished` are the places, counted from 0 over all entries, of the quotes that the budget did not suffice for:
    each of them failed as `budget_exceeded`. Every other outcome is the one it would have had without a budget.

    Raises:
        InvalidValueError: *units* is not a whole number of at least 0.

    """

    units: int
    spent: int = field(default=0, init=False)
    refusals: int = field(default=0, init=False)
    unfinished: list[int] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        if not isinstance(self.units, int) or isinstance(self.units, bool) or self.units < 0:
            message = f"units must be a whole number of at least 0, not {self.units!r}"
            raise InvalidValueError(message)

    def spend(self, units: int) -> bool:
        """Take units if there are enough, and return whether there were: a cheaper search may still be paid for."""
        if self.spent + units > self.units:
            self.refusals += 1
            return False
        self.spent += units
        return True

    def take(self, units: int) -> None:
        """Take units for work that is done in any case, as far as there are any."""
        self.spent = min(self.units, self.spent + units)
