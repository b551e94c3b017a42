"""How dates are written, by language; `FORMAT_MODULE_PATH` of the settings leads Django's `date` filter here."""
