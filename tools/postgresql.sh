# Finds PostgreSQL for the tests of the store; installs Debian's where it is missing and this user may.
set -u
for initdb in /usr/lib/postgresql/*/bin/initdb; do [ -x "$initdb" ] && exit 0; done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  { apt-get install -y -qq postgresql || { apt-get update -qq && apt-get install -y -qq postgresql; }; } >/dev/null 2>&1 && exit 0
fi
echo "postgresql is not installed: its tests will be skipped (Debian: sudo apt-get install postgresql)"
exit 0
