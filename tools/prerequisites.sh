# Checks what `make` cannot bring by itself, and names (or, as root on Debian, installs) the missing package.
set -u
missing=""
"$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || missing="$missing python3"
"$PYTHON" -c 'import ensurepip, venv' 2>/dev/null || missing="$missing python3-venv"
"$PYTHON" -c 'import os, sysconfig, sys; sys.exit(not os.path.exists(os.path.join(sysconfig.get_paths()["include"], "Python.h")))' 2>/dev/null || missing="$missing python3-dev"
command -v "${CXX:-g++}" >/dev/null 2>&1 || missing="$missing g++"
[ -z "$missing" ] && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  echo "installing$missing"
  { apt-get install -y -qq $missing || { apt-get update -qq && apt-get install -y -qq $missing; }; } >/dev/null 2>&1 && exit 0
fi
echo "missing:$missing (Debian and Ubuntu: sudo apt-get install$missing)" >&2
exit 1
