#!/usr/bin/env bash
# Random games, snapshots and searches in a core built with address and undefined-behaviour
# sanitizers, in a copy of the tree. The first report ends the run with a failure.
#
#     scripts/sanitize.sh [pytest arguments]      default: see below
#
# Takes the Python with the test requirements from PYTHON, .venv or the path.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if [ "${1:-}" = "--help" ]; then
    sed -n '2,8s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
    exit 0
fi
python=${PYTHON:-$([ -x .venv/bin/python ] && echo "$PWD/.venv/bin/python" || command -v python3)}
tests=("$@")
[ "${#tests[@]}" -gt 0 ] || tests=(
    tests/test_random_games.py tests/test_golden.py tests/rules
    tests/test_position.py tests/test_compiled_snapshots.py tests/test_form.py
    tests/test_search.py tests/test_search_settings.py tests/test_learning.py
    tests/test_contract.py tests/test_second_game.py
    # The sanitizer keeps freed memory back for a while.
    --deselect tests/test_search.py::test_memory_is_returned
)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tar -cf - --exclude=./build --exclude='*.so' --exclude=./.venv --exclude=./.git . |
    tar -xf - -C "$work"
cd "$work"

GWTA_SANITIZE=address,undefined "$python" setup.py --quiet build_ext --inplace > build.log 2>&1 ||
    { cat build.log; exit 1; }
# The toys, too; later the run-time library would stand before the compiler as well.
GWTA_SANITIZE=address,undefined "$python" tests/build_toys.py > /dev/null

for module in gwta_ai/_engine/*.so gwta_ai/_engine/argentina/*.so; do
    grep -q __asan_ "$module" || { echo "$module has no sanitizer in it"; exit 1; }
done

# The interpreter itself is not instrumented, so the run-time library has to come first;
# it keeps what it allocates to the end, which is no leak of ours.
LD_PRELOAD="$(gcc -print-file-name=libasan.so) $(gcc -print-file-name=libubsan.so)" \
    ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 PYTHONMALLOC=malloc \
    GWTA_SANITIZE=address,undefined PYTHONPATH="$work" "$python" -m pytest -q -p no:cacheprovider "${tests[@]}"
