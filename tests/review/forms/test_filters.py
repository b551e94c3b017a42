"""The lists of filters are written as Django's templates write them."""

import pytest
from django import forms
from django.http import QueryDict
from django.test.html import parse_html
from django.utils.translation import override

from review.forms import EntryFilterForm, EventFilterForm
from review.forms.filters import Choice
from review.models import Project
from tests.factories import make_project, make_user

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("form", [EntryFilterForm, EventFilterForm])
@pytest.mark.parametrize("given", ["", "stage=verified&missing=no_evidence", "stage=%3Cb%3E"])
@pytest.mark.parametrize("language", ["en", "ko"])
def test_lists_are_written_as_django_writes_them(
    form: type[EntryFilterForm | EventFilterForm], given: str, language: str
) -> None:
    project = make_project()
    Project.objects.filter(pk=project.pk).update(name='<a> & "b"')
    mina = make_user("mina", project=project)
    make_user("mina", project=make_project("harbor"))

    with override(language):
        for field in form(QueryDict(given), user=mina):
            if isinstance(field.field, Choice):
                as_django = forms.Select(choices=list(field.field.widget.choices))
                assert parse_html(str(field)) == parse_html(field.as_widget(as_django))
