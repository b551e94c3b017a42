"""The reasons why no audit bundle was made."""

from django.utils.translation import gettext_lazy as _

from review.services.bundles.seal import Unsealed

UNSEALED = {
    Unsealed.NOT_PERMITTED: _("You may not read all of this."),
    Unsealed.EMPTY: _("No entry matches these filters."),
    Unsealed.WRONG_MOMENT: _("The clock of this server went back: something in the bundle is younger than now."),
    Unsealed.CONFLICT: _("It is being changed right now. Try again."),
}
