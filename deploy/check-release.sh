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
stop_limit_ms=10000

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

fail() {
  echo "check-release: $1" >&2
  [ -f "${log:-}" ] && cat "$log" >&2
  exit 1
}

work=$(mktemp -d)
release=$work/release
log=$work/server.log
pid=
database=
cleanup() {
  if [ -n "$pid" ]; then kill -KILL "$pid" 2>/dev/null || true; fi
  [ -z "$database" ] || run_sql "drop database if exists $database with (force)" || true
  chmod -R u+w "$work"
  rm -rf "$work"
}
trap cleanup EXIT

node=$release/node_modules/.bin/node

run_sql() {
  (cd "$release" && "$node" -e '
    const { Client } = require("pg");
    const client = new Client(process.argv[1]);
    client.connect().then(() => client.query(process.argv[2])).then(() => client.end())
      .catch((error) => { console.error(error.message); process.exit(1); });
  ' "$server_url" "$1")
}

now_ms() { echo $(($(date +%s%N) / 1000000)); }
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

unwanted=$(find . \( -name '*.map' -o -name '*.test.*' -o -name tests -o -path ./web \) | head)
[ -z "$unwanted" ] || fail "the release contains $unwanted"
# shellcheck disable=SC2016
"$node" -e '
  const { devDependencies } = require("./package.json");
  const { packages } = require("./package-lock.json");
  const { existsSync } = require("node:fs");
  const isUnwanted = ([path, { dev, devOptional }]) => path !== "" && (dev || devOptional) && existsSync(path);
  const found = Object.entries(packages).filter(isUnwanted).map(([path]) => path);
  if (found.length > 0) { console.error(`development dependencies: ${found.join(", ")}`); process.exit(1); }
  console.log(`none of ${Object.keys(devDependencies).length} development dependencies is installed`);
' || fail 'the release contains development dependencies.'
ls build/client/assets/*.js.br build/server/index.js >/dev/null || fail 'the pages are not built.'

database=tezi_release_$$_$(date +%s)
run_sql "create database $database encoding 'UTF8' template template0"
database_url=$("$node" -p 'const url = new URL(process.argv[1]); url.pathname = process.argv[2]; url.href' "$server_url" "$database")
port=$("$node" -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
url=http://127.0.0.1:$port

chmod -R a-w .
files=$(list_files)
if (: >>server/main.ts) 2>/dev/null || (: >new) 2>/dev/null; then fail 'the files of the release are writable.'; fi

begin=$(now_ms)
: >"$log"
env -i MODE=production HOST=127.0.0.1 PORT="$port" PUBLIC_URL="$url" DATABASE_URL="$database_url" \
  TOKEN_SECRET="$(od -An -tx1 -N32 /dev/urandom | tr -d ' \n')" \
  CONTACT_EMAIL=support@tezi.example CONTACT_PHONE='+92 42 0000 0000' SMTP_URL=none \
  "$node" server/main.ts >"$log" 2>&1 &
pid=$!
until grep -q 'Tezi is ready' "$log"; do
  kill -0 "$pid" 2>/dev/null || fail 'the server did not start.'
  (($(now_ms) - begin < 90000)) || fail 'the server was not ready within 90 s.'
  sleep 0.05
done
echo "ready after $(($(now_ms) - begin)) ms, on an empty database"

curl -fsS "$url/readyz" | grep -q '"status":"ready"' || fail '/readyz is not ready.'
curl -fsS "$url/signals/intraday" | grep -q '<h1' || fail 'the page of signals has no heading.'
curl -fsS "$url/api/signals/psx-signals/?signal_type=intraday" | grep -q '"count":0' || fail 'the list is not empty.'
asset=$(curl -fsS "$url/" | grep -o '/assets/[^"]*\.js' | head -n 1)
curl -fsS -o /dev/null "$url$asset" || fail "the script $asset is missing."

begin=$(now_ms)
kill -TERM "$pid"
until [ "$(curl -s -o /dev/null -w '%{http_code}' "$url/readyz" || true)" = 503 ]; do
  (($(now_ms) - begin < 2000)) || fail '/readyz did not become unready before the port was closed.'
  sleep 0.02
done
status=0
wait "$pid" || status=$?
pid=
elapsed=$(($(now_ms) - begin))
[ "$status" -eq 0 ] || fail "the server ended with exit code $status."
[ "$elapsed" -lt "$stop_limit_ms" ] || fail "the server took $elapsed ms to stop."
echo "stopped after $elapsed ms with exit code 0; /readyz was unready before"
[ "$(list_files)" = "$files" ] || fail 'the server changed its own files.'
if grep -q '"level":50' "$log"; then fail 'the server logged errors.'; fi
echo 'the release is complete'
