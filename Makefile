# Everything starts here: `make run` plays, `make test` tests. Both first install what is missing.
.DEFAULT_GOAL := help
.PHONY: help pictures run test test-other test-fast nightly lint mutants bench messages reference licences addresses compiled coverage release release-trial hardware wheel bundle card test-install test-pi setup setup-dev clean

BIN := .venv/bin
# Files that are compiled are kept, whatever the machine is set to: each test of the program would compile all of it again.
unexport PYTHONDONTWRITEBYTECODE
CORE := $(foreach part,rules access game money,tests/$(part) pi_bunco/$(part))
# Two processes at once; each needs up to 2.1 GB. A file's tests run in one process, since they share what they set up.
PYTEST := $(BIN)/python -m pytest -n 2 --dist loadfile
RUN ?= --players "Ann,Bob,Cy,Di,Eve,Fay,Gil,Hal,Ivy,Jo,Kim,Lee" --station 2=guests --station 3=guests

help: ## Show this help
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
	@echo '  make release RELEASE=--without-pi   without the tests in a virtual Pi'
	@echo '  make card CARD=/media/NAME/bootfs    copies the folder onto a card too (CARD=--help)'
	@echo '  make run RUN="--rules boxed --players Ann,Bob,Cy"   any option of pi-bunco run'

run: setup ## Run a room of three tables that plays itself, and print the addresses of its pages
	@$(BIN)/pi-bunco run $(RUN)

test: setup-dev ## Run all checks, and all tests except the nightly ones and those in a virtual Pi
	@$(MAKE) --no-print-directory --jobs 2 lint compiled
	$(PYTEST) -m "not pi and not nightly"
	@echo "The tests in a virtual Raspberry Pi were not run: make test-pi."

# The checks leave one core free, and both processes of the tests would compile everything.
compiled: setup-dev
	@test -d tests/__pycache__ || $(BIN)/python -m pytest --collect-only --quiet >/dev/null || true

test-other: setup-dev ## Run the tests of the core on the other Python (3.13 or 3.11), if it is installed
	@tools/other_python.sh

nightly: setup-dev ## Run the tests that take minutes, coverage, test-other and (as root) test-pi; goes on where it was stopped
	$(BIN)/python -m tools.nightly

coverage: setup-dev ## Measure which lines and branches of the core its own tests run; fails below a minimum
	$(BIN)/python -m coverage run -m pytest -q -m "not nightly and not shared" $(CORE)
	$(BIN)/python -m coverage report

test-fast: setup-dev ## Run the tests without the browser and without the measuring pictures
	$(PYTEST) -m "not browser and not shared and not network and not pi and not nightly"

test-pi: setup-dev ## Build the virtual Pi once (as root) and run the tests in it
	tools/pi/build.sh
	PI_BUNCO_TEST_PI=yes $(BIN)/python -m pytest -m "pi or network" tests/pi

lint: setup-dev ## Run ruff, mypy, import-linter, ESLint and TypeScript
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/python tools/lint_scripts.py

mutants: setup-dev ## Change the rules in thousands of small ways and count what the tests notice
	@test -x $(BIN)/mutmut || $(BIN)/python -m pip install --quiet --no-build-isolation --editable ".[mutants]"
	$(BIN)/python tools/mutants.py

bench: setup-dev ## Measure times and memory, each beside a fixed piece of work
	$(BIN)/python tools/bench.py

messages: setup-dev ## Collect every sentence, renew and compile the catalogues, and list what they lack
	$(BIN)/python tools/messages.py
	-$(BIN)/python -m tools.catalogues --update --compile

reference: setup-dev ## Write docs/reference.md: every command, setting, address and event, from the program
	$(BIN)/python tools/reference.py

licences: setup-dev ## Write LICENCES.md: the licences of everything that is installed
	$(BIN)/python tools/licences.py

addresses: setup-dev ## Write the project's addresses (addresses.toml) into the files that need them
	$(BIN)/python tools/addresses.py

pictures: setup-dev ## Make the pictures of the documentation again, from the real pages
	$(BIN)/python tools/pictures.py

hardware: setup-dev ## Make the drawings, mats, mount and tables of hardware/ again
	$(BIN)/python -m tools.hardware

wheel: setup-dev ## Build the wheel into dist/
	$(BIN)/python -m build --wheel

release: setup-dev ## Make the wheel and the sdist of a version, and test them; runs test-pi too (as root)
	PYTHONPATH=. $(BIN)/python tools/release.py $(RELEASE)

release-trial: setup-dev ## Do the same with an unfinished version; nothing is released
	PYTHONPATH=. $(BIN)/python tools/release.py --trial

bundle: setup-dev ## Make a folder that installs on a Pi without internet
	$(BIN)/python tools/bundle.py

card: setup-dev ## Make a folder for a card: the Pi then installs pi-bunco by itself, without a terminal
	@$(BIN)/python -m tools.card $(CARD)

test-install: setup-dev ## Install on blank Debian roots, amd64 and arm64 (root; long)
	PI_BUNCO_ROOTS=all $(BIN)/python -m pytest -v tests/install

setup:
	@tools/setup.sh run

setup-dev: ## Make .venv with everything that tests and checks need
	@tools/setup.sh dev

clean: ## Remove .venv and everything that was built
	rm -rf .venv .venv-other tools/js/node_modules dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis
