# Every target sets up what it needs in .venv; nothing is installed outside this folder.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo test check lint gnugo bench clean

demo: .venv/ready
	$(BIN)/python examples/demo.py

test: lint gnugo
	$(BIN)/python -m pytest -n 2 -m "not full"

# Everything, the long forms too: see CONTRIBUTING.md for how long each takes.
check: lint gnugo
	$(BIN)/python -m pytest -n 2 --timeout 3600

lint: .venv/ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# GNU Go is an opponent in some tests, which say so and are skipped where it cannot be had.
gnugo:
	@command -v gnugo /usr/games/gnugo >/dev/null || { \
	  [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && \
	  { apt-get install -y -qq gnugo || { apt-get update -qq && apt-get install -y -qq gnugo; }; } \
	  >/dev/null 2>&1; } || echo "GNU Go is not installed: tests that need it are skipped"

bench: .venv/ready-dev
	$(BIN)/python -m bench

.venv/ready: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check -e .
	touch $@

.venv/ready-dev: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $@ .venv/ready

clean:
	rm -rf .venv build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
