# Needs Debian 12 (or alike) with python3.11 or later, pip and make. Everything else is installed into .venv,
# by hash. The project itself is not installed: it runs from its root.

PYTHON ?= $(shell for python in python3 python3.11 python3.12 python3.13; do \
	$$python -c 'import pip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
PORT ?= 8000
ARGS ?=
WORKERS ?= auto
VENV := .venv
BIN := $(VENV)/bin
PACKAGES := var/guarded
SERVER := var/server
ENGINES := var/engines
CONSUMERS := var/consumers
AGENTS := var/mcp
CONFORMANCE := var/conformance
PIP := $(PYTHON) -m pip --python $(BIN)/python --disable-pip-version-check
SOURCES := manage.py aligner_core benchmarks frontend review tests docs
COVERED := aligner_core/*,review/domain/policy.py,review/services/*
# What covers every line of the core, the gate and the services: the tracer doubles the time of a test.
COVERING := tests/aligner_core $(addprefix tests/review/,domain api jobs management services test_aligner.py test_faults.py views/test_audit.py views/test_bundles.py views/test_exports.py views/test_ingest.py views/test_ingest_large.py views/test_jobs.py views/test_sign_in.py)
AROUND := tests/benchmarks tests/frontend tests/mutants $(wildcard tests/test_*.py)
# The rows of a filled store are loaded by the means of the engine.
FILLING := tests/benchmarks/test_fill.py
# What promotion and repair do to each other on an engine, the races among them show.
ON_ENGINE := $(addprefix tests/review/,management models selectors) $(addprefix tests/review/services/,audit bulk bundles feed imports ingest jobs people queue search) $(wildcard tests/review/services/test_*.py) $(FILLING)
RACES := $(wildcard tests/review/services/test_races*.py)
DAILY := -m "not exhaustive and not slow" --cases 3
ALL := -m "not exhaustive"
# Files stay whole: what their tests read is made once.
PYTEST = @mkdir -p var/static; REVIEW_DATABASE_URL="$${REVIEW_TEST_DATABASE_URL:-$$REVIEW_DATABASE_URL}" $(BIN)/python -m pytest -q -n $(WORKERS) --dist loadfile
IN_BROWSER := --reruns 1 --output var/flaky

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run test full pytest core review app postgresql smoke covered rest exhaustive batches journeys sample check mutants guarded served engines consumers agents conformance lowest chromium bench quotebench reading desk importing journal locks limits rules messages pages reference words screenshots

help: ## say what can be made
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1	\2/p' $(MAKEFILE_LIST) | expand -t 16

run: export REVIEW_STATIC_ROOT ?= $(CURDIR)/var/static
run: $(VENV)/run.stamp ## serve the demo at http://127.0.0.1:8000/ (PORT=… for another port)
	@mkdir -p var/static
	@$(BIN)/python manage.py migrate --verbosity 0
	@$(BIN)/python manage.py collectstatic --noinput --verbosity 0
	@echo "Evidence Review: http://127.0.0.1:$(PORT)/"
	@$(BIN)/python manage.py seed_demo
	@echo "Ctrl+C stops the server."
	@echo "Open http://127.0.0.1:$(PORT)/ and choose a person: one click logs in, no password is needed."
	@REVIEW_DEMO=true DJANGO_RUNSERVER_HIDE_WARNING=true exec $(BIN)/python manage.py serve 127.0.0.1:$(PORT)

test: $(VENV)/test.stamp ## what must hold at every change: check core review postgresql smoke
	@$(BIN)/python -m tests.phases test

full: $(VENV)/test.stamp ## every test, before an issue is resolved: check guarded served engines consumers agents conformance lowest covered rest exhaustive postgresql batches journeys sample
	@$(BIN)/python -m tests.phases full

pytest: $(VENV)/test.stamp ## some tests (ARGS=… for pytest; WORKERS=0 in one process; REVIEW_TEST_DATABASE_URL=postgresql://… for PostgreSQL)
	$(PYTEST) $(ARGS)

core: $(VENV)/test.stamp # of the core, the documents and the tools
	$(PYTEST) --dist worksteal tests/aligner_core $(AROUND) $(DAILY) $(ARGS)

review: $(VENV)/test.stamp # of the app, without a browser; races are a matter of the engine that lets them happen
	$(PYTEST) tests/review $(addprefix --ignore ,$(RACES)) $(DAILY) $(ARGS)

app: $(VENV)/test.stamp # of the app, every case
	$(PYTEST) tests/review $(FILLING) $(ALL) $(ARGS)

postgresql: $(VENV)/test.stamp # of what depends on the engine; REVIEW_TEST_DATABASE_URL names one
	$(PYTEST) $(ON_ENGINE) $(DAILY) --cases 1 $(ARGS)

smoke: $(VENV)/test.stamp chromium # the main jobs in Chromium
	$(PYTEST) tests/browser -m smoke $(IN_BROWSER) $(ARGS)

journeys: $(VENV)/test.stamp chromium # everything in Chromium
	$(PYTEST) tests/browser $(IN_BROWSER) $(ARGS)

covered: $(VENV)/test.stamp # every line and branch of the core, the gate and the services by their own tests
	$(PYTEST) --cov --cov-report= $(COVERING) $(ALL) $(ARGS)
	$(BIN)/coverage report --include="$(COVERED)" --show-missing --skip-covered --fail-under=100

rest: $(VENV)/test.stamp # what `make covered` leaves out, without its tracer
	$(PYTEST) tests/review $(AROUND) $(addprefix --ignore ,$(COVERING)) $(ALL) $(ARGS)

exhaustive: $(VENV)/test.stamp # very many cases
	$(PYTEST) tests/aligner_core tests/review $(AROUND) -m exhaustive $(ARGS)

batches: $(VENV)/test.stamp # batches of a thousand entries
	$(PYTEST) tests/review/services/bulk -m exhaustive $(ARGS)

check: $(VENV)/test.stamp ## the checks that run no test
	@mkdir -p var/static
	$(BIN)/ruff format --check $(SOURCES)
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/python -m frontend.stylesheets
	$(BIN)/python -m frontend.templates
	@.ci/frontend

mutants: $(VENV)/test.stamp chromium ## make each mistake of tests/mutants in a copy and see whether its tests notice (ARGS=reader.js for some)
	@mkdir -p var/static
	$(BIN)/python -m tests.mutants $(ARGS)

sample: ARGS = --sample 20
sample: mutants # of the mistakes, others for each commit

guarded: $(PACKAGES)/guarded.stamp ## run the guards with the packages they guard: instructor, LangExtract, mem0, pydantic-ai
	$(PACKAGES)/bin/python -m pytest -c tests/guarded_packages/pytest.ini tests/guarded_packages $(ARGS)

engines: $(ENGINES)/engines.stamp ## run `bulk` with Parquet, pandas, Dask and Ray
	$(ENGINES)/bin/python -m pytest -c tests/engines/pytest.ini tests/engines --cov --cov-config tests/engines/coverage.ini --cov-fail-under 100 $(ARGS)

consumers: $(CONSUMERS)/consumers.stamp ## read exports with the tools they are for: duckdb, in-toto, Label Studio, LangExtract
	$(CONSUMERS)/bin/python -m pytest -c tests/consumers/pytest.ini tests/consumers $(ARGS)

agents: $(AGENTS)/mcp.stamp ## run the MCP server with the official SDK and its client
	@mkdir -p var/static
	$(AGENTS)/bin/python -m pytest -q tests/review/agents --cov --cov-config tests/review/agents/coverage.ini --cov-fail-under 100 $(ARGS)

$(AGENTS)/mcp.stamp: review/locks/mcp.txt
	@$(PYTHON) -m venv --without-pip $(AGENTS)
	@$(PYTHON) -m pip --python $(AGENTS)/bin/python --disable-pip-version-check install -qq --no-deps --require-hashes -r $<
	@touch $@

conformance: $(CONFORMANCE)/conformance.stamp ## call every operation of the API as its document allows and forbids (ARGS="--calls 10000"; REVIEW_TEST_DATABASE_URL=postgresql://… for PostgreSQL)
	@mkdir -p var/static
	$(CONFORMANCE)/bin/python -m pytest -c tests/conformance/pytest.ini tests/conformance $(ARGS)

$(CONFORMANCE)/conformance.stamp: review/locks/conformance.txt
	@$(PYTHON) -m venv --without-pip $(CONFORMANCE)
	@$(PYTHON) -m pip --python $(CONFORMANCE)/bin/python --disable-pip-version-check install -qq --no-deps --require-hashes -r $<
	@touch $@

$(CONSUMERS)/consumers.stamp: review/locks/consumers.txt
	@$(PYTHON) -m venv --without-pip $(CONSUMERS)
	@$(PYTHON) -m pip --python $(CONSUMERS)/bin/python --disable-pip-version-check install -qq --no-deps --require-hashes -r $<
	@touch $@

$(ENGINES)/engines.stamp: review/locks/engines.txt
	@$(PYTHON) -m venv --without-pip $(ENGINES)
	@$(PYTHON) -m pip --python $(ENGINES)/bin/python --disable-pip-version-check install -qq --no-deps --require-hashes -r $<
	@touch $@

$(PACKAGES)/guarded.stamp: review/locks/guarded.txt
	@$(PYTHON) -m venv --without-pip $(PACKAGES)
	@$(PYTHON) -m pip --python $(PACKAGES)/bin/python --disable-pip-version-check install -qq --no-deps --require-hashes -r $<
	@touch $@

served: $(SERVER)/server.stamp ## run the tests of a team's server with gunicorn and prometheus-client
	@mkdir -p var/static
	$(SERVER)/bin/python -m pytest -q -n $(WORKERS) --dist loadfile tests/review/serving $(ARGS)

$(SERVER)/server.stamp: review/locks/server.txt
	@$(PYTHON) -m venv --without-pip $(SERVER)
	@$(PYTHON) -m pip --python $(SERVER)/bin/python --disable-pip-version-check install -qq --no-deps --require-hashes -r $<
	@touch $@

lowest: $(BIN)/python ## run the tests of the core with the lowest versions that pyproject.toml allows
	$(PIP) install -qq uv
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python var/lowest
	$(BIN)/uv pip install --quiet --python var/lowest/bin/python --requirements review/locks/test.txt
	$(BIN)/uv pip compile --quiet --no-header --resolution lowest-direct pyproject.toml --output-file var/lowest/pins.txt
	$(BIN)/uv pip install --quiet --python var/lowest/bin/python --requirements var/lowest/pins.txt
	var/lowest/bin/python -m pytest tests/aligner_core -n $(WORKERS) $(ARGS)

chromium:
	@.ci/browser

# Each keeps its figures in benchmarks/results and shows them in docs/benchmarks.md.
bench: $(VENV)/bench.stamp ## measure against other finders (QUICK=1 for a short run, kept in var/benchmarks)
	$(BIN)/python -m benchmarks $(if $(QUICK),--scale quick --results var/benchmarks)

quotebench: $(VENV)/bench.stamp ## ask every tool whether changed quotes are there
	$(BIN)/python -m benchmarks.quotes

reading: $(VENV)/test.stamp chromium ## measure the session reader in Chromium
	@mkdir -p var/static
	$(BIN)/python -m benchmarks.browser

desk: $(VENV)/test.stamp chromium ## measure the queue in Chromium, decided on by keyboard
	@mkdir -p var/static
	$(BIN)/python -m benchmarks.desk

importing: $(VENV)/test.stamp ## measure an import beside its alignment alone (ARGS="--file FILE" for other sessions)
	@rm -f $(IMPORTED)*
	@REVIEW_DATABASE_URL=sqlite:///$(IMPORTED) $(BIN)/python manage.py migrate --verbosity 0
	@REVIEW_DATABASE_URL=sqlite:///$(IMPORTED) $(BIN)/python -m benchmarks.importing $(ARGS)
IMPORTED := var/importing.sqlite3

journal: $(VENV)/test.stamp ## measure appending and checking events (POSTGRESQL=… an empty database)
	$(BIN)/python -m benchmarks.journal $(if $(POSTGRESQL),--postgresql $(POSTGRESQL))

locks: $(VENV)/test.stamp ## renew review/locks from pyproject.toml
	$(PIP) install -qq uv
	$(BIN)/uv lock --upgrade --quiet
	$(BIN)/uv export $(EXPORT) --extra app --output-file review/locks/run.txt
	$(BIN)/uv export $(EXPORT) --extra app --extra postgresql --extra test --output-file review/locks/test.txt
	$(BIN)/uv export $(EXPORT) --extra app --extra bench --output-file review/locks/bench.txt
	$(BIN)/uv export $(EXPORT) --extra guarded --output-file review/locks/guarded.txt
	$(BIN)/uv export $(EXPORT) --extra app --extra server --extra test --output-file review/locks/server.txt
	$(BIN)/uv export $(EXPORT) --extra engines --output-file review/locks/engines.txt
	$(BIN)/uv export $(EXPORT) --extra consumers --output-file review/locks/consumers.txt
	$(BIN)/uv export $(EXPORT) --extra app --extra postgresql --extra mcp --extra test --output-file review/locks/mcp.txt
	$(BIN)/uv export $(EXPORT) --extra conformance --output-file review/locks/conformance.txt
	$(BIN)/uv export $(EXPORT) --only-group lint --output-file review/locks/lint.txt
EXPORT := --quiet --locked --format requirements-txt --no-emit-project --no-header --no-annotate

rules: $(VENV)/test.stamp ## write the lists of triggers and constraints that the audit compares
	$(BIN)/python -m tests.shipped_rules

pages: $(VENV)/run.stamp ## write docs/pages.md, what answers each address, from the URLs, the views and the templates
	$(BIN)/python -m docs.make_pages

limits: $(VENV)/run.stamp ## write docs/limits.md, and the limits that other documents state, from review/domain/limits.py
	$(BIN)/python -m docs.make_limits

reference: $(VENV)/run.stamp ## write docs/reference.md from the public names of the core
	$(BIN)/python -m docs.make_reference

words: $(VENV)/run.stamp ## make the word lists of the core anew (needs Debian's wamerican, wbritish and both -huge)
	$(PIP) install -qq wordfreq==3.1.1 python-mecab-ko-dic==2.1.1.post2
	$(BIN)/python -m docs.make_word_lists

screenshots: $(VENV)/test.stamp chromium ## take the pictures of the documents anew
	@mkdir -p var/static
	$(BIN)/python -m docs.take_screenshots

messages: $(VENV)/run.stamp ## collect the strings to translate, compile the translated ones (needs gettext)
	$(BIN)/python manage.py makemessages --locale ko --no-location --no-obsolete --no-wrap --ignore .venv --ignore tests --ignore dist
	@sed -i '1,/^msgid/{/^#, fuzzy$$/d}; /^"\(POT-Creation-Date\|Report-Msgid-Bugs-To\)/d' review/locale/ko/LC_MESSAGES/django.po
	$(BIN)/python manage.py compilemessages --ignore .venv

# The locks are whole, so nothing is resolved: with dependencies pip asks for the newest release of `name[extra]`, whose
# hash no lock has.
# pip of the outer Python fills the environment: a Debian without python3-venv has no ensurepip.
$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later with pip is needed: apt-get install python3 python3-pip" >&2; exit 1; }
	@$(PYTHON) -m venv --without-pip $(VENV)

$(VENV)/%.stamp: review/locks/%.txt | $(BIN)/python
	@echo "Installing $< into $(VENV)"
	@$(PIP) install -qq --no-deps --require-hashes -r $<
	@touch $@
