"""How dates are written where no page says it: the same in every language, as on the pages."""
