"""The API for programs at `/api/v1/`: the services and selectors of the pages, with JSON in place of forms."""
