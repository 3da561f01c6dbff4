# Each target does its own set-up: it makes .venv, and installs the lock it needs when that has changed.
# The plain commands beneath stand in README.md, for machines without make.

PYTHON ?= python3
BIN := .venv/bin
RUN_LOCK := requirements.lock
DEV_LOCK := requirements-dev.lock
ISSUE_FORMS := $(filter-out %/config.yml,$(wildcard .github/ISSUE_TEMPLATE/*.yml))
# pip installs what the lock says and resolves nothing anew: docs/decisions/0047-installs-do-not-resolve.md.
LOCKED := --no-deps --require-hashes --only-binary :all:

# Where what Python compiled is not kept, each of the many processes that targets start compiles everything anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help run shell test test-all bench check format docs messages examples lock wheel release clean venv runtime dev stylelint chromium \
	audit

help:  ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: runtime  ## start Headtable (ARGS="..." for manage.py up; LAN=1 lets the phones in the hall in, LAN=0 does not)
	$(BIN)/python manage.py up $(ARGS)

shell: runtime  ## Django's shell on the evenings of this folder
	$(BIN)/python manage.py shell $(ARGS)

test: dev chromium  ## the suite: SQLite, PostgreSQL, browser, killed processes (SEED=7 for another order)
	$(BIN)/python -m tests.suite $(if $(SEED),--seed $(SEED)) $(ARGS)

test-all: dev chromium  ## everything, before a release: both databases, every screen, each process killed five times
	$(BIN)/python -m tests.suite --all $(if $(SEED),--seed $(SEED)) $(ARGS)

bench: dev  ## measure speed and memory; docs/bench.md says how (ARGS=streams for one part, ARGS=soak for growth)
	$(BIN)/python -m tests.bench $(ARGS)

check: export DATABASE_URL := sqlite://:memory:
check: dev stylelint audit  ## all that CI checks besides the suite
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/oxlint static/js
	$(BIN)/node node_modules/.bin/stylelint "static/css/**/*.css"
	$(BIN)/djlint --lint --quiet templates
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/zizmor --offline --quiet .github
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/check-jsonschema --quiet --builtin-schema custom.github-workflows-require-timeout .github/workflows/*.yml
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.dependabot .github/dependabot.yml
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-issue-config .github/ISSUE_TEMPLATE/config.yml
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-issue-forms $(ISSUE_FORMS)
	BEHIND_TLS=1 SECRET_KEY="$$($(BIN)/python -c 'import secrets; print(secrets.token_urlsafe(50))')" \
		$(BIN)/python manage.py check --deploy --fail-level WARNING
	$(BIN)/python -m pytest tests/test_architecture.py tests/test_docs.py tests/test_text.py tests/test_templates.py \
		tests/test_messages.py tests/test_linters.py

format: dev  ## mend and format the Python code
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

docs: dev  ## build the documentation as a site in dist/docs
	$(BIN)/sphinx-build --fail-on-warning --keep-going --quiet --fresh-env -d dist/doctrees -c docs . dist/docs

messages: dev  ## collect every text for the translators, and compile what they wrote
	$(BIN)/python -m tests.messages

examples: dev  ## ask for the examples of the API's description anew
	RECORD_EXAMPLES=1 $(BIN)/python -m pytest tests/api/test_examples.py -q -n0

lock: dev  ## write the locks anew from pyproject.toml and package.json (UPGRADE=1 takes the newest versions)
	$(COMPILE) pyproject.toml -o $(RUN_LOCK)
	$(COMPILE) --group dev -c $(RUN_LOCK) pyproject.toml -o $(DEV_LOCK)
	$(BIN)/npm $(if $(UPGRADE),update,install) --package-lock-only --silent

wheel: dev  ## build the wheel into dist/, for pipx or uvx
	rm -f dist/*.whl
	$(BIN)/python -m hatchling build --target wheel --directory dist

release: dev  ## check all, and put wheel, source archive, openapi.json and checksums into dist/
	$(BIN)/python -m deploy.release

clean:  ## remove what the other targets made, but not var/, which holds a club's evenings
	rm -rf .venv dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache .coverage htmlcov node_modules
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --custom-compile-command 'make lock' $(if $(UPGRADE),--upgrade)

venv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Headtable needs Python 3.11 or newer; '$(PYTHON)' is older or missing (make PYTHON=python3.12 ...)."; exit 1; }
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || { \
		$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
			echo "This Python cannot make a virtual environment; on Debian and Ubuntu: apt install python3-venv"; exit 1; }; \
		echo "Making .venv"; rm -rf .venv; $(PYTHON) -m venv .venv; }

# .venv keeps a copy of each lock it holds, to see when the lock changes. The developer's lock holds the other one too.
define install
	@cmp -s $(1) .venv/$(1) || { echo "Installing $(1)"; \
		$(BIN)/python -m pip install -qq --disable-pip-version-check $(LOCKED) -r $(1) && \
		$(BIN)/python -m pip check -qq && cp $(1) $(2) .venv/; }
endef

runtime: venv
	$(call install,$(RUN_LOCK),)

dev: venv
	$(call install,$(DEV_LOCK),$(RUN_LOCK))

# The linter of the style sheets is the one thing that no wheel carries: docs/dependencies.md.
stylelint: dev
	@cmp -s package-lock.json node_modules/.lock || { echo "Installing package-lock.json"; \
		$(BIN)/npm ci --silent && cp package-lock.json node_modules/.lock; }

chromium: dev
	@$(BIN)/python -m tests.chromium >/dev/null 2>&1 || { \
		root=; [ "$$(id -u)" = 0 ] || root="sudo -n"; \
		if command -v apt-get >/dev/null && $$root true 2>/dev/null; then echo "Installing Chromium"; \
			$$root apt-get -qq update </dev/null && for package in chromium-headless-shell chromium; do \
				$$root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y install --no-install-recommends \
					$$package </dev/null >/dev/null && exit 0; done; false; \
		else echo "There is no Chromium, and no right to install it: browser tests will be left out."; fi; } || \
		echo "Chromium could not be installed: browser tests will be left out."

# An advisory against what we ship is a failure; a registry that cannot be asked is not.
audit: dev
	@if out=$$($(BIN)/pip-audit --progress-spinner off --timeout 10 --disable-pip --require-hashes \
			-r $(RUN_LOCK) 2>&1); then \
		missing=$$(echo "$$out" | grep -c 'could not be audited'); \
		if [ "$$missing" = 0 ]; then echo "pip-audit: no known vulnerabilities"; \
		else echo "pip-audit: $$missing packages NOT audited: the registry here knows nothing about them"; fi; \
	elif echo "$$out" | grep -q 'requests\.exceptions\|Could not connect'; then \
		echo "pip-audit: NOT audited: no registry could be reached"; \
	else echo "$$out"; exit 1; fi
