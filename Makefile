# make demo   extract the sample pages and show what was kept and dropped
# make test   everything that must hold, in an environment of its own
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
DATA   := $(if $(TAMIS_DATA),$(TAMIS_DATA),$(wildcard ../shared/data))
SETS   := wcxb-dev dragnet andy fundus google-trends-2017 canola immortal-zh
BENCH   = TAMIS_DATA="$(DATA)" $(BIN)/python benchmarks/write.py

.PHONY: demo test check docs golden pictures fuzz bench bench-fast gate kernel wheel clean

# In an environment of its own, compiled without optimisation; what is there then is not what `make kernel` builds.
demo: .make/demo/bin/tamis
	@echo; echo "== what the sample pages hold: + kept, - dropped =="; echo
	@$< blocks examples/pages/article.html
	@echo; echo "== the same page as Markdown =="; echo
	@$< extract -f markdown examples/pages/article.html
	@echo; echo "== all sample pages, as text, into demo-output/ =="; echo
	@$< extract examples/pages -o demo-output && wc -w demo-output/*.txt
	@echo; echo "== their blocks in a store, and a search =="; echo
	@$< index examples/pages --store demo-output/tamis.db
	@$< search ferry --store demo-output/tamis.db --limit 3 --rank priority
	@$< stats --store demo-output/tamis.db

DEMO := .make/demo/bin/python -m pip --disable-pip-version-check
.make/demo/bin/tamis: pyproject.toml setup.py $(wildcard src/tamis/native/*.p*)
	@echo "== 1 of 3: an environment, and what the build needs =="
	@rm -rf .make/demo .make/demo-source && mkdir -p .make/demo-source
	@$(PYTHON) -m venv .make/demo
	@$(DEMO) install -q 'setuptools>=77' 'cython>=3.1,<4'
	@echo "== 2 of 3: tamis is compiled; half a minute on two cores =="
	@cp -r src setup.py pyproject.toml MANIFEST.in README.md LICENSE NOTICE .make/demo-source
	@find .make/demo-source -name '*.so' -o -name '*.c' | xargs rm -f
	@(TAMIS_QUICK=1 $(DEMO) install -v --no-build-isolation .make/demo-source 2>&1 || echo "FAILED: see .make/demo.log") \
		| tee .make/demo.log | sed -unE 's#.* -c (src/tamis/native/[a-z_]+)\.c .*#   \1#p; /^FAILED/p'
	@echo "== 3 of 3: the pages =="
	@test -x $@

test: $(VENV)/.developed kernel check
	$(BIN)/pytest -n 2 --dist loadfile

check: $(VENV)/.developed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo --no-cache

# The documentation as a site, in site/; a dead link is an error.
docs: $(VENV)/.developed
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

# The pages in tests/pages: what is expected of them is written anew. Read the diff before you commit it.
golden: $(VENV)/.developed
	$(BIN)/python -m tests.golden

# The pictures of the inspector in docs/pictures, taken anew by their test. Look at them before you commit them.
pictures: $(VENV)/.developed kernel
	TAMIS_PICTURES=1 $(BIN)/pytest tests/inspect/test_pictures.py

# Ten minutes of generated and mutated pages through every strategy: MINUTES=1 make fuzz for less.
fuzz: $(VENV)/.developed
	$(BIN)/pip install -q atheris
	$(BIN)/python benchmarks/fuzz.py --minutes $(or $(MINUTES),10)

# Each writes its tables into benchmarks/README.md. On an idle machine about an hour; `make bench-fast` is a few minutes.
bench: bench-fast
	$(BENCH) speed benchmarks/speed.py $(SETS) --pages 120 --peers resiliparse,trafilatura,readability-lxml
	$(BENCH) stages benchmarks/speed.py --stages wcxb-dev dragnet
	TAMIS_DATA="$(DATA)" $(BIN)/python benchmarks/strategies.py
	$(BENCH) growth benchmarks/growth.py
	$(BENCH) memory benchmarks/memory.py

bench-fast: $(VENV)/.developed kernel
	$(BENCH) start benchmarks/start.py
	@if command -v valgrind > /dev/null; then $(BENCH) instructions benchmarks/instructions.py; \
	else echo "no valgrind: instructions are not counted"; fi

gate: $(VENV)/.developed
	$(BIN)/tamis evaluate "$(DATA)"/*.jsonl.xz --gate benchmarks/gate.json

kernel: $(VENV)/.developed
	$(BIN)/python setup.py -q build_ext --inplace

# Wheel and sdist, and whether the wheel works where there is no compiler. It is at most 4 MB, as 3906 KiB, without sources of
# the extensions. `build` is removed as setuptools puts whatever it finds there into the wheel.
wheel: $(VENV)/.developed
	rm -rf build dist .make/wheel
	$(BIN)/python -m build -o dist .
	@if $(PYTHON) -m zipfile -l dist/*.whl | grep -E '\.(c|h|pxd|pyx) |/unseen/'; then echo "these do not belong into a wheel"; exit 1; fi
	@if find dist -name '*.whl' -size +3906k | grep .; then echo "the wheel is over 4 MB"; exit 1; fi
	$(PYTHON) -m venv .make/wheel
	CC=false .make/wheel/bin/pip install -q --only-binary :all: dist/*.whl
	cd .make && wheel/bin/tamis --version
	cd .make && wheel/bin/tamis extract ../examples/pages/article.html | grep -q .
	@ls -l dist

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install -q --upgrade pip

$(VENV)/.installed: $(BIN)/python pyproject.toml setup.py
	$(BIN)/pip install -q -e .
	$(BIN)/python -m compileall -q src/tamis
	@touch $@

$(VENV)/.developed: $(BIN)/python pyproject.toml setup.py
	$(BIN)/pip install -q -e '.[dev]'
	$(BIN)/python -m compileall -q src/tamis
	@touch $@ $(VENV)/.installed

clean:
	rm -rf $(VENV) build dist demo-output src/*.egg-info $$(find src -name "*.so" -o -name "*.c")
