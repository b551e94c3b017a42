"""Names and explanations of the diagnoses of failed quotes."""

from django.utils.translation import gettext_lazy

DIAGNOSES = {
    "wrong_message": (
        gettext_lazy("Found in another message"),
        gettext_lazy("The message number is wrong. Nothing is moved until you say so."),
    ),
    "off_by_one_index": (
        gettext_lazy("One message off"),
        gettext_lazy("The words are in the message before or after. Nothing is moved until you say so."),
    ),
    "bad_index": (
        gettext_lazy("No such message"),
        gettext_lazy("The model named no message of this session."),
    ),
    "offsets_sent": (
        gettext_lazy("Came with offsets"),
        gettext_lazy("Offsets from a model are ignored. One click looks for the words instead."),
    ),
    "markdown": (
        gettext_lazy("Marks around the words"),
        gettext_lazy("The model added marks that the message does not have. Without them the words are there."),
    ),
    "elided": (
        gettext_lazy("The middle is left out"),
        gettext_lazy("Split where the words are left out, every part finds its place."),
    ),
    "merged": (
        gettext_lazy("Glued from several places"),
        gettext_lazy("Each part is somewhere, but not together. Split, every part finds its place."),
    ),
    "near_miss": (
        gettext_lazy("Near miss"),
        gettext_lazy("Similar words are there, but they stay below the bar."),
    ),
    "critical_difference": (
        gettext_lazy("A fact differs"),
        gettext_lazy("The words are similar, but a number, a negation or another word changes what is said."),
    ),
    "too_long": (
        gettext_lazy("Too long"),
        gettext_lazy("No message has all of it. This one has its longest part."),
    ),
    "paraphrased": (
        gettext_lazy("In other words"),
        gettext_lazy("No message has these words; some have parts of them. Choose the place, or select the words."),
    ),
    "empty": (
        gettext_lazy("Empty"),
        gettext_lazy("There are no words to look for. Write them, or withdraw the quote."),
    ),
    "not_a_text": (
        gettext_lazy("Not a text"),
        gettext_lazy("The model gave something other than words, or characters that cannot be stored."),
    ),
    "no_trace": (
        gettext_lazy("No trace"),
        gettext_lazy("No message holds similar words. The model may have invented them."),
    ),
    "undiagnosed": (
        gettext_lazy("Not diagnosed yet"),
        gettext_lazy("These have not been diagnosed yet. They are diagnosed when they are shown."),
    ),
    "withdrawn": (
        gettext_lazy("Withdrawn"),
        gettext_lazy("A person said that the model invented these. They stay listed and no longer count."),
    ),
}
