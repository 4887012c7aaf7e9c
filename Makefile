# Everything a person or CI does here. Needs Node with npm; Bun, compiler and linter come from the lock file into
# node_modules, and no package runs an install script (.npmrc).

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

BIN := node_modules/.bin
BUN := $(BIN)/bun
INSTALLED := node_modules/.package-lock.json
# One process a core, which keeps its modules from file to file.
TESTS := --timeout 30000 --parallel --no-isolate
# None of their code lives long enough to earn the last tier of the compiler, which takes a tenth of the processor's time.
TEST := BUN_JSC_useFTLJIT=0 $(BUN) test $(TESTS)
# The seventy files that take most of the time: processes started, restores, neighbourhoods, hostile files, long walks.
SLOW := .slow.test.ts

.PHONY: help setup build release demo test slow check nightly conformance bench browser screens golden smoke dev

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(INSTALLED) ## what the lock file names into node_modules, when it changed
	@# The package bun puts its executable in place by an install script: the only one that is run.
	@$(BUN) --version > /dev/null 2>&1 || node node_modules/bun/install.js

# Errors alone: packages that name a newer Node are run by Bun, and npm's warning of it looks like a fault.
$(INSTALLED): package-lock.json
	npm ci --loglevel=error
	touch $@

build: setup ## the binary dist/timbre
	$(BUN) src/extraccion/pack.ts dist/extraccion.br
	$(BUN) src/release/pack.ts dist
	$(BUN) src/dashboard/pack.ts dist/panel.pack
	$(BUN) src/release/bundle.ts dist/timbre

# By `openssl genpkey -algorithm ed25519`, kept outside of the checkout: RELEASE_KEY=FILE make release.
release: build ## dist/release: binaries of every platform, Debian packages, sums and bill of materials, signed where RELEASE_KEY names a key
	$(BUN) src/release/run.ts

demo: build ## issues one document of every type to the embedded SII, files in demo/
	dist/timbre demo

test: setup ## the test suite without its slow files, which `make check` and CI run too
	$(TEST) --path-ignore-patterns='**/*$(SLOW)'

slow: setup ## the slow files of the test suite alone
	$(TEST) $(SLOW)

nightly: build ## tests and conformance with all of what they otherwise do a share of: cases, lives ended by kill -9, documents, letters
	status=0; NIGHTLY=1 $(BUN) test $(TESTS) || status=1; NIGHTLY=1 $(BUN) test/conformance/run.ts || status=1; exit $$status

check: setup ## before handing in: format, lint, types, tests with goldens, everything committed
	$(BIN)/biome ci
	$(BIN)/tsc --noEmit
	$(BIN)/tsc --noEmit -p src/dashboard
	$(TEST)
	@test -z "$$(git status --porcelain)" || { git status --short; echo 'make check: not committed'; exit 1; }

conformance: build ## judges what Timbre writes with programs nobody here wrote, then the binary itself; `make conformance PARTS=judge` plays one part
	$(BUN) test/conformance/run.ts $(PARTS)

browser: build ## the dashboard in Chromium, against the binary with its embedded SII; `make browser SUITES=entrar` plays one
	$(BUN) test/dashboard/browser/run.ts $(SUITES)

screens: build ## the README's pictures of the dashboard, from the demo's documents, by Chromium
	$(BUN) test/dashboard/browser/screens.ts

smoke: build ## runs the binary in an empty folder, with node_modules out of the way
	$(BUN) test/conformance/run.ts smoke

bench: build ## speed and memory beside the limits of the machine, also in dist/bench.json; fails on a missed target; GRUPOS=million by name
	$(BUN) test/bench/run.ts $(GRUPOS)

golden: setup ## writes anew the dashboard's types of the API, and the golden XML, each held against the SII's schema
	$(BUN) test/golden/write-routes.ts
	$(BUN) test/golden/write.ts

dev: setup ## serves from the source, restarting at every change
	$(BUN) --watch src/main.ts serve
