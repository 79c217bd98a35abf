#!/bin/sh
# Runs the tests of the core on the other Python of pi-bunco (bookworm has 3.11, trixie 3.13), if this machine has it.
# It installs the locked packages into .venv-other, which later runs use again.
set -eu
cd "$(dirname "$0")/.."

say() { printf '%s\n' "other Python: $*" >&2; }

ours=$(.venv/bin/python -c 'import sys; print("%d.%d" % sys.version_info[:2])')
[ "$ours" = 3.13 ] && other=3.11 || other=3.13
python=
for each in "python$other" "${PYENV_ROOT:-$HOME/.pyenv}"/versions/"$other".*/bin/python; do
    if "$each" -c 'import ensurepip, venv' 2>/dev/null; then python=$each; break; fi
done
[ -n "$python" ] || { say "skipped: there is no Python $other with venv on this machine"; exit 0; }

stamp=.venv-other/.ready-$other-$(cat requirements-dev.lock requirements.lock | cksum | tr ' ' -)
if ! [ -e "$stamp" ]; then
    say "making .venv-other with Python $other ..."
    rm -rf .venv-other
    "$python" -m venv .venv-other
    # The locks without their hashes, because pip refuses a file in which only some packages have hashes.
    sed -n '/==/s/ *\\$//p' requirements-dev.lock >.venv-other/versions.txt
    { sed -n '/==/s/ *\\$//p' requirements.lock; printf 'pytest\nhypothesis\n'; } >.venv-other/wanted.txt
    if ! .venv-other/bin/python -m pip install --quiet --disable-pip-version-check --only-binary :all: \
        -c .venv-other/versions.txt -r .venv-other/wanted.txt; then
        say "skipped: the packages of .venv-other could not be installed. Is there a network?"
        exit 0
    fi
    : >"$stamp"
fi
say "testing the core on Python $other"
PYTHONPATH=. .venv-other/bin/python -m pytest -q -p no:cacheprovider -m "not nightly" \
    tests/access tests/game tests/rules/sheets tests/rules/test_scoring.py tests/rules/test_records.py \
    tests/settings/test_config.py tests/files/test_toml.py tests/settings/test_plugins.py
PYTHONPATH=. .venv-other/bin/python -m pi_bunco rehearse --throws 1
