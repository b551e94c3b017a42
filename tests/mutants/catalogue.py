"""All mutations, in the order in which they are tried: the quick ones first."""

from tests.mutants import pages, scripts, views

MUTATIONS = (*views.MUTATIONS, *pages.MUTATIONS, *scripts.MUTATIONS)
