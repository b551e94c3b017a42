"""The application that WSGI servers load."""

import os
from importlib import import_module

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "review.config.settings")
application = get_wsgi_application()
import_module("review.checks").log_at_start()
