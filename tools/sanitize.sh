# Builds core and bindings with the address and undefined-behaviour sanitizers and runs the fast tests on them.
set -eu
root=$(pwd)
venv=build/sanitize/venv
if [ ! -x $venv/bin/python ]; then
  .venv/bin/uv venv --quiet --python .venv/bin/python $venv
fi
VIRTUAL_ENV=$root/$venv .venv/bin/uv pip install --quiet --require-hashes -r requirements/dev.lock
PATH="$root/.venv/bin:$PATH" VIRTUAL_ENV=$root/$venv .venv/bin/uv pip install --quiet --no-build-isolation --no-deps \
  -C cmake.define.MANYWAYS_SANITIZE=ON -C cmake.define.MANYWAYS_WERROR=ON -C build-dir=build/sanitize/cmake -e .
preload="$(${CXX:-g++} -print-file-name=libasan.so) $(${CXX:-g++} -print-file-name=libubsan.so) $(${CXX:-g++} -print-file-name=libstdc++.so)"
# Python itself never frees some memory: leaks are looked for elsewhere.
ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1 MANYWAYS_SANITIZED=1 \
  LD_PRELOAD="$preload" $venv/bin/python -m pytest -n "$(nproc)" --dist worksteal -m "not slow and not browser" -p no:cacheprovider tests benchmarks
