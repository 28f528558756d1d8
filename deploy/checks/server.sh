# Sourced by the checks that run a release or an image in production mode. Before, `server_url` is set to a PostgreSQL server,
# `log` to a file for the server's output, and `run_node` to a function that runs the release's Node.js in its folder.
pid=
database=
stop_limit_ms=10000

fail() {
  echo "${0##*/}: $1" >&2
  [ -f "$log" ] && cat "$log" >&2
  exit 1
}

now_ms() { echo $(($(date +%s%N) / 1000000)); }

run_sql() {
  run_node -e '
    const { Client } = require("pg");
    const client = new Client(process.argv[1]);
    client.connect().then(() => client.query(process.argv[2])).then(() => client.end())
      .catch((error) => { console.error(error.message); process.exit(1); });
  ' "$server_url" "$1"
}

# Creates the database of the check, which `end_server` drops, and chooses a port for its server.
create_database() {
  database=tezi_check_$$_$(date +%s)
  run_sql "create database $database encoding 'UTF8' template template0"
  database_url=$(run_node -p 'const url = new URL(process.argv[1]); url.pathname = process.argv[2]; url.href' "$server_url" "$database")
  port=$(run_node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
  url=http://127.0.0.1:$port
}

print_settings() {
  cat <<SETTINGS
MODE=production
HOST=127.0.0.1
PORT=$port
PUBLIC_URL=$url
DATABASE_URL=$database_url
TOKEN_SECRET=$(od -An -tx1 -N32 /dev/urandom | tr -d ' \n')
CONTACT_EMAIL=support@tezi.example
CONTACT_PHONE=+92 42 0000 0000
SMTP_URL=none
SETTINGS
}

# Fails if the release in the folder $1 has something that production does not need, or lacks something.
check_contents() {
  local unwanted
  unwanted=$(cd "$1" && find . \( -name '*.map' -o -name '*.test.*' -o -name tests -o -path ./core/web -o -path './features/*/web' -o -name e2e -o -path ./simulators -o -name '.npmrc' -o -name '.env*' \) | head)
  [ -z "$unwanted" ] || fail "the release contains $unwanted"
  # shellcheck disable=SC2016
  run_node -e '
    const { devDependencies } = require("./package.json");
    const { packages } = require("./package-lock.json");
    const { existsSync } = require("node:fs");
    const isUnwanted = ([path, { dev, devOptional }]) => path !== "" && (dev || devOptional) && existsSync(path);
    const found = Object.entries(packages).filter(isUnwanted).map(([path]) => path);
    if (found.length > 0) { console.error(`development dependencies: ${found.join(", ")}`); process.exit(1); }
    console.log(`none of ${Object.keys(devDependencies).length} development dependencies is installed`);
  ' || fail 'the release contains development dependencies.'
  ls "$1"/build/client/assets/*.js.br "$1/build/server/index.js" >/dev/null || fail 'the pages are not built.'
}

# Runs a command that is a server or passes signals to one, and waits until the server is ready.
start_server() {
  local begin
  begin=$(now_ms)
  : >"$log"
  "$@" >"$log" 2>&1 &
  pid=$!
  until grep -q 'Tezi is ready' "$log"; do
    kill -0 "$pid" 2>/dev/null || fail 'the server did not start.'
    (($(now_ms) - begin < 90000)) || fail 'the server was not ready within 90 s.'
    sleep 0.05
  done
  echo "ready after $(($(now_ms) - begin)) ms"
}

check_responses() {
  local asset
  [[ $(curl -fsS "$url/readyz") == *'"status":"ready"'* ]] || fail '/readyz is not ready.'
  [[ $(curl -fsS "$url/signals/intraday") == *'<h1'* ]] || fail 'the page of signals has no heading.'
  [[ $(curl -fsS "$url/api/signals/psx-signals/?signal_type=intraday") == *"\"count\":$1"* ]] || fail 'the list has the wrong length.'
  asset=$(curl -fsS "$url/" | grep -o '/assets/[^"]*\.js' | head -n 1)
  curl -fsS -o /dev/null "$url$asset" || fail "the script $asset is missing."
}

# Stops a server in production mode. Fails unless it notifies load balancers and ends in time, without an error.
stop_server() {
  local begin status=0 elapsed
  begin=$(now_ms)
  kill -TERM "$pid"
  until [ "$(curl -s -o /dev/null -w '%{http_code}' "$url/readyz" || true)" = 503 ]; do
    (($(now_ms) - begin < 2000)) || fail '/readyz did not become unready before the port was closed.'
    sleep 0.02
  done
  wait "$pid" || status=$?
  pid=
  elapsed=$(($(now_ms) - begin))
  [ "$status" -eq 0 ] || fail "the server ended with exit code $status."
  [ "$elapsed" -lt "$stop_limit_ms" ] || fail "the server took $elapsed ms to stop."
  echo "stopped after $elapsed ms with exit code 0; /readyz was unready before"
  if grep -q '"level":50' "$log"; then fail 'the server logged errors.'; fi
}

end_server() {
  if [ -n "$pid" ]; then kill -KILL "$pid" 2>/dev/null || true; fi
  [ -z "$database" ] || run_sql "drop database if exists $database with (force)" || true
}
