#!/usr/bin/env bash
# Checks the alert rules in deploy/monitoring/ and runs their tests with promtool, of Debian's package prometheus. Where it is not
# installed, the package is unpacked in a temporary folder. Exits with code 77 and a sentence if this machine cannot run it.
#
# Usage: deploy/check-alerts.sh
set -euo pipefail
cd "$(dirname "$0")/monitoring"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

skip() {
  echo "The alert rules are not tested: $1."
  exit 77
}

promtool=$(command -v promtool || true)
if [ -z "$promtool" ]; then
  command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null ||
    skip 'promtool is not installed, and this is no Debian that could get it'
  # Where packages are downloaded by a user of their own, it must be able to write here.
  chmod 777 "$work"
  if ! (cd "$work" && { apt-get download -qq prometheus || { apt-get update -qq && apt-get download -qq prometheus; }; }) >"$work/log" 2>&1; then
    tail -n 3 "$work/log"
    skip 'the package prometheus cannot be downloaded'
  fi
  dpkg-deb --fsys-tarfile "$work"/prometheus_*.deb | tar -x -C "$work" ./usr/bin/promtool
  promtool=$work/usr/bin/promtool
fi

"$promtool" check rules alerts.yml
"$promtool" test rules alerts.test.yml
# The token's file exists only on the server that scrapes.
"$promtool" check config --syntax-only prometheus.yml
