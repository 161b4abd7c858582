# Two commands: `make run` starts the server with nothing to configure, `make test` runs every check.
PYTHON ?= python3
BIN := .venv/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: run test lint types floors tests crash bench lock clean

run: .venv/run
	@$(BIN)/pbem serve

test: lint types floors tests

lint: .venv/dev
	$(BIN)/ruff format --check pbem tests bench migrations
	$(BIN)/ruff check pbem tests bench migrations

types: .venv/dev
	$(BIN)/mypy

floors: .venv/dev
	$(BIN)/lint-imports

tests: .venv/dev
	$(BIN)/pytest

bench: .venv/dev
	$(BIN)/python -m bench.door

lock: .venv/dev
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --custom-compile-command 'make lock' pyproject.toml -o requirements.lock
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --custom-compile-command 'make lock' pyproject.toml --group dev -o requirements-dev.lock

# Debian ships python3 without ensurepip; then pip comes straight from PyPI, checked by its published hash.
.venv/bin/python:
	@$(PYTHON) -m venv .venv 2>/dev/null || { $(PYTHON) -m venv --without-pip --clear .venv && .venv/bin/python deploy/fetch_pip.py; }

.venv/run: requirements.lock pyproject.toml | .venv/bin/python
	@echo "Installing what the server needs into .venv (once) ..."
	@$(BIN)/python -m pip install -q --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install -q --no-deps -e .
	@touch $@

.venv/dev: requirements-dev.lock pyproject.toml | .venv/bin/python
	@echo "Installing what the checks need into .venv (once) ..."
	@$(BIN)/python -m pip install -q --require-hashes -r requirements-dev.lock
	@$(BIN)/python -m pip install -q --no-deps -e .
	@touch $@ .venv/run

clean:
	rm -rf .venv var
