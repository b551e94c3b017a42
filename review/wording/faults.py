"""What to tell people when the database, the disk or the keys cannot be used for now."""

from django.utils.translation import gettext_lazy

from review.faults import Fault

FAULTS = {
    Fault.FULL: (
        gettext_lazy("There is no room left"),
        gettext_lazy(
            "Everything can be read, but nothing new can be stored. Ask the staff to make room, then try again."
        ),
    ),
    Fault.READ_ONLY: (
        gettext_lazy("Nothing can be changed right now"),
        gettext_lazy("The database only allows reading, perhaps for maintenance. Try again later."),
    ),
    Fault.BUSY: (
        gettext_lazy("The database is busy"),
        gettext_lazy("Somebody else is storing a lot. Try again in a moment."),
    ),
    Fault.AWAY: (
        gettext_lazy("The database does not answer"),
        gettext_lazy("It may be restarting. Try again in a minute; if it stays so, tell the staff."),
    ),
    Fault.KEYS: (
        gettext_lazy("The signing keys cannot be used"),
        gettext_lazy("Nothing can be signed or checked until the staff have put the folder of the keys right."),
    ),
    Fault.CHECKPOINTS: (
        gettext_lazy("The checkpoints cannot be used"),
        gettext_lazy("The file of checkpoints cannot be read or written. The staff have to put its folder right."),
    ),
}
"""The title and the sentence for each fault."""
