"""What the runs of two makers show, in words."""

from django.utils.translation import gettext as _

from review.selectors.runs.quality import Finding
from review.wording.names import maker_name


def quality_sentence(finding: Finding) -> str:
    """Return in a sentence which of two makers needs people less, and whether chance may explain it."""
    better, other = finding.better, finding.other
    named = {
        "better": maker_name(better.maker),
        "percent": round(better.share.percent),
        "other": maker_name(other.maker),
        "less": round(other.share.percent),
    }
    if finding.is_clear:
        sentence = _(
            "%(better)s is better: %(percent)s%% of its entries are clean on arrival, %(less)s%% of those by %(other)s."
            " The intervals do not meet."
        )
    else:
        sentence = _(
            "%(percent)s%% of the entries by %(better)s are clean on arrival, %(less)s%% of those by %(other)s."
            " The intervals meet: more entries are needed to tell which is better."
        )
    return sentence % named
