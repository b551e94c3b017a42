"""Messages for when the database, the disk or the keys are unusable for now."""

from django.utils.translation import gettext_lazy

from review.domain.errors import SealingError, Trouble
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
        gettext_lazy("Nothing can be signed or checked until the staff have put the keys right."),
    ),
    Fault.CHECKPOINTS: (
        gettext_lazy("The checkpoints cannot be used"),
        gettext_lazy("The file of checkpoints cannot be read or written. The staff have to put its folder right."),
    ),
}
"""The title and the sentence for each fault."""
SEALING = {
    Trouble.EXPOSED: gettext_lazy(
        "Others on this machine can read the key %(path)s: chmod 600, then manage.py rotate_key."
    ),
    Trouble.NO_KEY: gettext_lazy("%(path)s is damaged: it holds no key. Restore it from a backup."),
    Trouble.UNREADABLE: gettext_lazy("%(path)s cannot be read: look at who owns it and who may read it."),
    Trouble.UNWRITABLE: gettext_lazy(
        "%(path)s cannot be written: look at the folder, who owns it and who may write in it."
    ),
    Trouble.NO_FOLDER: gettext_lazy("%(path)s is a file where a folder should be: move it away."),
    Trouble.LOST: gettext_lazy(
        "There are checkpoints that no key in %(path)s opens, so no new key is made in silence. Restore the folder "
        "from a backup; if the key is really lost, run manage.py rotate_key --after-loss."
    ),
    Trouble.LOST_ROWS: gettext_lazy(
        "There are checkpoints that no key in the database opens, so no new key is made in silence. If they were made "
        "with keys in files, run manage.py move_keys; if the key is really lost, manage.py rotate_key --after-loss."
    ),
    Trouble.SEALED_OTHERWISE: gettext_lazy(
        "The signing keys in the database were stored with another REVIEW_SECRET_KEY: set that one again. If it is "
        "really lost, run manage.py rotate_key --after-loss."
    ),
}
"""The problems of keys or checkpoints, with their remedies."""


def sealing_sentence(error: SealingError) -> str:
    """Return the problem of the keys or the checkpoints, and its remedy."""
    return str(SEALING[error.trouble]) % {"path": error.path}
