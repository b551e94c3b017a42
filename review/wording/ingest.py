"""The results of uploads, and the remaining steps, in words."""

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from review.services.ingest.confirm import UploadReceipt
from review.services.ingest.preview_page import PreviewPage
from review.services.ingest.receive import SessionReceipt
from review.services.repair.search_on import SearchedOn


def import_act(preview: PreviewPage) -> str:
    """Return the words of the button that receives everything receivable."""
    if not preview.takes_extraction:
        return _("Import the session")
    count = preview.entry_count or 0
    return ngettext("Import %(count)s entry", "Import %(count)s entries", count) % {"count": count}


def upload_sentence(receipt: UploadReceipt, *, quotes: int) -> str:
    """Return the sentences for the result of an upload."""
    sentences = _session_sentences(receipt.received) if receipt.received is not None else []
    if receipt.extraction is not None:
        looked = ngettext("%(count)s quote was looked for.", "%(count)s quotes were looked for.", quotes)
        already = _("The extraction was there already; nothing was added.")
        sentences.append(looked % {"count": quotes} if receipt.is_created else already)
    if not receipt.is_whole:
        sentences.append(_("The session is stored, the extraction is not: correct it and confirm again."))
    return " ".join(sentences)


def search_sentence(searched: SearchedOn) -> str:
    """Return the sentences for a resumed search."""
    done = ngettext(
        "%(count)s more quote was searched to the end: %(found)s found.",
        "%(count)s more quotes were searched to the end: %(found)s found.",
        searched.searched,
    )
    left = ngettext("%(count)s is left.", "%(count)s are left.", searched.left)
    counts = {"count": searched.searched, "found": searched.found}
    return f"{done % counts} {left % {'count': searched.left}}" if searched.left else done % counts


def replaced_drafts_sentence(replaced: int) -> str:
    """Return the sentence for older drafts that were deleted, as their number is limited."""
    sentence = ngettext(
        "Your oldest draft was deleted: a person keeps at most %(limit)s.",
        "Your %(count)s oldest drafts were deleted: a person keeps at most %(limit)s.",
        replaced,
    )
    return sentence % {"count": replaced, "limit": settings.REVIEW_MAX_DRAFTS}


def _session_sentences(receipt: SessionReceipt) -> list[str]:
    sentences = []
    if receipt.changed:
        count = len(receipt.changed)
        sentences.append(
            ngettext("%(count)s message changed.", "%(count)s messages changed.", count) % {"count": count}
        )
    if receipt.demoted:
        count = len(receipt.demoted)
        back = ngettext("%(count)s entry went back to candidate.", "%(count)s entries went back to candidate.", count)
        sentences.append(back % {"count": count})
    if receipt.added:
        new = ngettext("%(count)s new message.", "%(count)s new messages.", receipt.added)
        sentences.append(new % {"count": receipt.added})
    return sentences or [_("No new messages.")]
