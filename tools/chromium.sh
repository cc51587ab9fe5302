# Finds Chromium for the browser tests; installs Debian's where it is missing and this user may.
set -u
for name in chromium chromium-browser google-chrome; do command -v $name >/dev/null 2>&1 && exit 0; done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  { apt-get install -y -qq chromium || { apt-get update -qq && apt-get install -y -qq chromium; }; } >/dev/null 2>&1 && exit 0
fi
echo "chromium is not installed: the browser tests will be skipped (Debian: sudo apt-get install chromium)"
exit 0
