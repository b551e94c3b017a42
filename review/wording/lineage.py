"""How accounts are of one lineage, and whether staff have confirmed that they are two people, in words."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from review.domain.lineage import Act, SecondPerson

ACTS = {
    Act.APPROVED: gettext_lazy("%(who)s approved what %(other)s verified."),
    Act.CHOSE_WORDS: gettext_lazy("%(who)s chose words that %(other)s verified."),
    Act.WROTE_CLAIM: gettext_lazy("%(who)s wrote the claim that %(other)s verified."),
    Act.VERIFIED: gettext_lazy("%(who)s verified what %(other)s certified."),
}


def second_person_sentence(one: SecondPerson, *, beside: str) -> str:
    """Return what an account did that the one *beside* it judged, and how the two are related."""
    done = str(ACTS[one.act]) % {"who": one.account, "other": beside}
    return " ".join(filter(None, (done, kinship_sentences(one, beside=beside))))


def kinship_sentences(one: SecondPerson, *, beside: str, is_reader: bool = False) -> str:
    """Return how an account stands to the one *beside* it, which may be the reader's; empty if they are not related."""
    if not one.is_related:
        return ""
    if one.confirmed_by is not None:
        known = _("%(who)s confirmed that these are two people.") % {"who": one.confirmed_by}
    else:
        known = _("They count as one person; staff can confirm that they are two.")
    related = _to_reader(one, beside) if is_reader else _to_another(one, beside)
    return f"{related} {known}"


def _to_reader(one: SecondPerson, reader: str) -> str:
    params = {"who": one.account, "through": one.through}
    if one.through is None:
        return _unknown(one)
    if one.through == reader:
        return _("%(who)s was invited by you.") % params
    if one.through == one.account:
        return _("%(who)s invited you.") % params
    return _("%(who)s and you were invited by %(through)s.") % params


def _to_another(one: SecondPerson, other: str) -> str:
    params = {"who": one.account, "other": other, "through": one.through}
    if one.through is None:
        return _unknown(one)
    if one.through == other:
        return _("%(who)s was invited by %(other)s.") % params
    if one.through == one.account:
        return _("%(who)s invited %(other)s.") % params
    return _("%(who)s and %(other)s were invited by %(through)s.") % params


def _unknown(one: SecondPerson) -> str:
    return _("Who invited %(who)s is not known.") % {"who": one.account}
