# The two commands to know: `make demo` and `make test`. Everything else is for those who work on the code.
#
# Needs Python >= 3.11 with headers and venv, g++ and make; the rest comes from the package registry that
# pip is set up for. All of it goes into .venv and build/.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
UV := $(BIN)/uv
UV_VERSION := 0.13.7
DIST ?= dist
CORES := $(shell nproc 2>/dev/null || echo 2)
SOURCES := $(shell find core bindings -type f 2>/dev/null) CMakeLists.txt pyproject.toml
INSTALL = VIRTUAL_ENV=$(abspath $(VENV)) $(UV) pip install --quiet
export PYTHONDONTWRITEBYTECODE = 1

.PHONY: demo web test test-fast check format bench docs wheel sanitize mutate setup setup-dev build lock clean

demo: setup
	@$(BIN)/manyways demo --out runs/demo

test: setup-dev
	@sh tools/chromium.sh
	@sh tools/postgresql.sh
	$(BIN)/pytest -n $(CORES) --dist worksteal

test-fast: setup-dev
	$(BIN)/pytest -n $(CORES) --dist worksteal -m "not slow and not browser"

check: setup-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	@if [ -x $(BIN)/clang-format ]; then \
	  find core bindings tests/cpp -name '*.h' -o -name '*.cc' | xargs $(BIN)/clang-format --dry-run --Werror; \
	else echo "clang-format is not installed: C++ layout not checked"; fi
	$(BIN)/pytest tests/rules

format: setup-dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	find core bindings tests/cpp -name '*.h' -o -name '*.cc' | xargs $(BIN)/clang-format -i

bench: setup-dev $(VENV)/.bench
	$(BIN)/python -m benchmarks

docs: $(VENV)/.dev
	$(BIN)/sphinx-build -W -q -b html docs docs/_build
	@echo "docs/_build/index.html"

# From the objects of the build that is there, so it takes seconds.
wheel: $(VENV)/.run
	@PATH="$(abspath $(BIN)):$$PATH" $(UV) build --quiet --wheel --no-build-isolation --python $(BIN)/python \
	  -C cmake.define.MANYWAYS_WERROR=ON --out-dir $(DIST) .
	@ls $(DIST)/*.whl

sanitize: setup-dev
	@sh tools/sanitize.sh

# Plants small faults in a copy of a room and lists those that its tests let pass.
mutate: setup-dev
	@if [ -n "$(ROOM)" ]; then $(BIN)/python -m tools.mutate $(ROOM) $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(SEED),--seed $(SEED)); \
	else echo "make mutate ROOM=metrics, or ROOM=core/metrics SAMPLE=30 SEED=1; more: $(BIN)/python -m tools.mutate --help"; fi

setup: $(VENV)/.run build

setup-dev: $(VENV)/.dev build

# What `manyways serve` needs, in the same environment.
web: setup $(VENV)/.web

build: $(VENV)/.build

$(UV): tools/prerequisites.sh
	@PYTHON="$(PYTHON)" sh tools/prerequisites.sh
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)
	@touch $(UV)

$(VENV)/.run: requirements/run.lock $(UV)
	$(INSTALL) --compile-bytecode --require-hashes -r requirements/run.lock
	@touch $@

$(VENV)/.dev: requirements/dev.lock $(VENV)/.run
	$(INSTALL) --require-hashes -r requirements/dev.lock
	@touch $@

$(VENV)/.web: requirements/web.lock $(VENV)/.run
	$(INSTALL) --require-hashes -r requirements/web.lock
	@touch $@

$(VENV)/.bench: requirements/bench.lock $(VENV)/.dev
	$(INSTALL) --require-hashes -r requirements/bench.lock
	@touch $@

$(VENV)/.build: $(SOURCES) $(VENV)/.run
	@start=$$(date +%s); PATH="$(abspath $(BIN)):$$PATH" $(INSTALL) --no-build-isolation --no-deps \
	  -C cmake.define.MANYWAYS_WERROR=ON -e . && echo "native build: $$(( $$(date +%s) - start )) s"
	@rm -rf src/manyways/_core
	@$(BIN)/python -m nanobind.stubgen -q -r -m manyways._core -O src/manyways
	@touch $@

lock: $(UV)
	$(UV) pip compile --quiet --universal --no-emit-index-url --generate-hashes pyproject.toml requirements/build.in -o requirements/run.lock
	$(UV) pip compile --quiet --universal --no-emit-index-url --generate-hashes --extra web -c requirements/run.lock pyproject.toml requirements/build.in -o requirements/web.lock
	$(UV) pip compile --quiet --universal --no-emit-index-url --generate-hashes --extra dev --extra web --extra postgres -c requirements/web.lock pyproject.toml requirements/build.in -o requirements/dev.lock
	$(UV) pip compile --quiet --universal --no-emit-index-url --generate-hashes --extra bench -c requirements/dev.lock pyproject.toml requirements/build.in -o requirements/bench.lock

clean:
	rm -rf $(VENV) build dist docs/_build runs
