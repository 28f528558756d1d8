#!/usr/bin/env bash
# Runs the commands of docs/operations/point-in-time-recovery.md on a cluster of its own: archives, copies, destroys rows and
# recovers to the time before. Needs root and Debian's PostgreSQL (`pg_createcluster`); removes the cluster at the end. Exits with code 77 and a
# sentence if this machine cannot run it.
set -euo pipefail

page=$(cd "$(dirname "$0")/.." && pwd)/docs/operations/point-in-time-recovery.md
[ "$(id -u)" -eq 0 ] && command -v pg_createcluster >/dev/null || {
  echo 'The recovery is not checked: this needs root and pg_createcluster.'
  exit 77
}
# Root needs no password, and a machine without sudo has runuser.
sudo() {
  if [ "$1" = -u ]; then runuser -u "$2" -- "${@:3}"; else "$@"; fi
}

version=$(find /usr/lib/postgresql -mindepth 1 -maxdepth 1 -printf '%f\n' | sort -n | tail -n 1)
cluster=tezi-recovery-$$
archive=$(mktemp -d)
chmod 755 "$archive"
archive=$archive/postgresql
data=/var/lib/postgresql/$version/$cluster
remove() {
  pg_dropcluster --stop "$version" "$cluster" || true
  rm -rf "${archive%/*}" "$data.before-recovery"
}
trap remove EXIT
cd /
pg_createcluster "$version" "$cluster" -- --auth=trust >/dev/null
pg_ctlcluster "$version" "$cluster" start
port=$(pg_lsclusters --no-header | awk -v v="$version" -v c="$cluster" '$1 == v && $2 == c { print $3 }')
query() { sudo -u postgres psql -p "$port" -Atqc "$1"; }

# Runs the first block of a step, or the block with that number.
run_step() {
  local commands
  commands=$(awk -v step="$1" '/^## / { inside = index($0, "## " step) == 1; block = 0 } /^```$/ { copying = 0 }
    inside && copying && block == want { print } inside && /^```sh$/ { copying = 1; block++ }' want="${2:-1}" "$page")
  [ -n "$commands" ] || { echo "check-recovery: the page has no step “$1”." >&2; exit 1; }
  eval "$commands" >/dev/null
}

run_step '2.'
query 'create table facts (fact text)'
query "insert into facts values ('in the copy')"
run_step '3.'
query "insert into facts values ('after the copy')"
time=$(query 'select clock_timestamp()')
# Later than the target.
query 'select pg_sleep(1); delete from facts; select pg_switch_wal()' >/dev/null
run_step '4.'
target=$time
run_step '4.' 2

found=$(query 'select fact from facts order by fact' | paste -sd,)
[ "$found" = 'after the copy,in the copy' ] || { echo "check-recovery: found “$found”." >&2; exit 1; }
query "insert into facts values ('after the recovery')"
echo "The cluster was recovered to $target."
