"""Template filters of runs: who made them, and what they show, in words."""

from django import template

from review import wording

register = template.Library()
register.filter("run_title", wording.run_title)
register.filter("maker_name", wording.maker_name)
register.filter("quality_sentence", wording.quality_sentence)
