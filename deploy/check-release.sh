#!/usr/bin/env bash
# Builds a release as the Dockerfile does, in an empty folder and as an unprivileged user, or takes the one in the folder
# RELEASE, and starts it in production mode with read-only files. Checks what the release contains, that it serves a page,
# writes nothing, tells load balancers when it stops, and ends with exit code 0 in time. Needs a PostgreSQL server, in which
# it creates a database and drops it.
#
# Usage: deploy/check-release.sh [URL of a database on that server [RELEASE]]
set -euo pipefail

source=$(cd "$(dirname "$0")/.." && pwd)
server_url=${1:-postgres://postgres@127.0.0.1:5432/postgres}
given_release=${2:-}
unprivileged_id=65534

# Root may write to read-only files, so the check runs as another user. The copy has the files of the repository only.
if [ "$(id -u)" -eq 0 ]; then
  sandbox=$(mktemp -d)
  trap 'rm -rf "$sandbox"' EXIT
  mkdir "$sandbox/source" "$sandbox/home"
  cache=$(npm config get cache 2>/dev/null)
  if [ -n "$given_release" ]; then
    cp -R "$given_release" "$sandbox/release"
    given_release=$sandbox/release
  elif [ -d "$cache/_cacache" ]; then
    mkdir "$sandbox/home/.npm"
    cp -R "$cache/_cacache" "$sandbox/home/.npm/"
  fi
  cd "$source"
  git ls-files --cached --others --exclude-standard -z | tar --null --ignore-failed-read -T - -c | tar -x -C "$sandbox/source"
  registry=$(npm config get registry 2>/dev/null)
  chown -R "$unprivileged_id:$unprivileged_id" "$sandbox"
  cd "$sandbox"
  TMPDIR=$sandbox/home HOME=$sandbox/home npm_config_registry=$registry npm_config_prefer_offline=true \
    setpriv --reuid="$unprivileged_id" --regid="$unprivileged_id" --clear-groups \
    "$sandbox/source/deploy/check-release.sh" "$server_url" "$given_release"
  exit
fi

work=$(mktemp -d)
release=$work/release
log=$work/server.log
# shellcheck source=checks/server.sh
. "$source/deploy/checks/server.sh"
cleanup() {
  end_server
  chmod -R u+w "$work"
  rm -rf "$work"
}
trap cleanup EXIT

node=$release/node_modules/.bin/node
run_node() { (cd "$release" && "$node" "$@"); }
list_files() { (cd "$release" && find . -printf '%p %y %s %T@ %l\n' | sort | sha256sum); }

build() {
  local begin
  begin=$(now_ms)
  "$source/deploy/build-release.sh" "$release" >"$log" 2>&1 || fail 'the release could not be built.'
  echo "built in $(($(now_ms) - begin)) ms"
}

if [ -n "$given_release" ]; then cp -R "$given_release" "$release"; else build; fi
cd "$release"
echo "size: $(du -sh . | cut -f 1), of which Node.js $(du -sh node_modules/node | cut -f 1)"
check_contents .
create_database

chmod -R a-w .
files=$(list_files)
if (: >>main.ts) 2>/dev/null || (: >new) 2>/dev/null; then fail 'the files of the release are writable.'; fi

# A release has no simulators, so a demo is rejected before it writes anything.
if env -i MODE=demo DEMO_ON_NETWORK=yes HOST=0.0.0.0 ADMIN_USERNAME=sana ADMIN_PASSWORD='a password of my own' \
  DATA_DIR="$work/demo" "$node" main.ts >"$log" 2>&1; then fail 'a demo started.'; fi
grep -q 'lacks simulators' "$log" || fail 'the reason why a demo does not start is not shown.'
[ ! -e "$work/demo" ] || fail 'a demo wrote into its folder before it was rejected.'

mapfile -t settings < <(print_settings)
# Replaced by the server, so that signals reach it.
start_server env -i "${settings[@]}" "$node" main.ts
check_responses 0
stop_server
[ "$(list_files)" = "$files" ] || fail 'the server changed its own files.'
echo 'the release is complete'
