"""Template tags of lists: numbers that stop."""

from django import template

from review.selectors.keyset import counted

register = template.Library()
register.filter("capped", counted)
