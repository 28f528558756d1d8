#!/usr/bin/env bash
# Starts the cluster of docs/operations/high-availability.md on this machine, to try it and to test Tezi with it: etcd, two
# PostgreSQL nodes with Patroni, and HAProxy, with the configuration of the guide, on addresses of the loopback interface.
# Runs COMMAND with `DATABASE_URL` when standby and primary are synchronous, and stops the cluster when it ends; without
# COMMAND, prints the URL and runs until SIGTERM.
#
# FOLDER, which must not exist, has a folder for each program: etcd, db1 and db2 (Patroni with its PostgreSQL server), haproxy.
# In it are `pid`, `log` and the data. A program that ends is started again after a second, as by systemd, except while there
# is a file `off`, as if its machine were off.
#
# Usage: deploy/high-availability/one-machine.sh FOLDER [COMMAND …]
#   deploy/high-availability/one-machine.sh /tmp/cluster npm start
# Needs curl and Debian's packages etcd-server, haproxy, patroni, postgresql and python3-etcd. Set POSTGRES_PORT, PATRONI_PORT,
# ETCD_PORT, ETCD_PEER_PORT and HAPROXY_PORT if the default ports are in use.
set -euo pipefail

folder=${1:?'Usage: deploy/high-availability/one-machine.sh FOLDER [COMMAND …]'}
shift
configuration=$(cd "$(dirname "$0")" && pwd)
PATH=$PATH:/usr/sbin
start_limit_s=120

fail() {
  echo "one-machine: $1" >&2
  exit 1
}

for program in curl etcd haproxy patroni psql; do
  command -v "$program" >/dev/null || fail "$program is not installed."
done

# PostgreSQL does not run as root; Debian's package creates this user.
as_postgres=()
if [ "$(id -u)" -eq 0 ]; then as_postgres=(setpriv --reuid=postgres --regid=postgres --init-groups); fi
mkdir "$folder"
chmod 755 "$folder"
folder=$(cd "$folder" && pwd)
if [ "$(id -u)" -eq 0 ]; then chown postgres: "$folder"; fi
for program in etcd db1 db2 haproxy; do
  "${as_postgres[@]}" mkdir -m 700 "$folder/$program" || fail "the user postgres cannot use $folder."
done

random() { od -An -tx1 -N24 /dev/urandom | tr -d ' \n'; }
cluster=$folder/cluster.conf
(
  umask 077
  cat >"$cluster" <<CLUSTER
ETCD_NODES=etcd=127.0.0.11
POSTGRES_NODES='db1=127.0.0.11 db2=127.0.0.12'
REPLICATION_PASSWORD=$(random)
REWIND_PASSWORD=$(random)
PATRONI_API_PASSWORD=$(random)
POSTGRES_PORT=${POSTGRES_PORT:-15432}
PATRONI_PORT=${PATRONI_PORT:-18008}
ETCD_PORT=${ETCD_PORT:-12379}
ETCD_PEER_PORT=${ETCD_PEER_PORT:-12380}
HAPROXY_PORT=${HAPROXY_PORT:-16432}
CLUSTER
)
# shellcheck source=cluster.conf
. "$cluster"

supervisors=()
supervise() {
  local name=$1 settings
  shift
  mapfile -t settings < <(POSTGRES_DATA=$folder/$name/data "$configuration/settings.sh" "$cluster" "${1##*/}" "$name")
  [ ${#settings[@]} -gt 0 ] || fail "there are no settings for $name."
  (
    trap - EXIT
    cd "$folder/$name"
    while true; do
      while [ -e off ]; do sleep 0.1; done
      env HOME="$folder/$name" "${settings[@]}" "${as_postgres[@]}" "$@" >>log 2>&1 &
      echo $! >pid
      # Without the shell's message about a killed program.
      { wait $! || true; } 2>/dev/null
      sleep 1
    done
  ) &
  supervisors+=($!)
}

command_pid=
stop() {
  trap - EXIT
  if [ -n "$command_pid" ]; then kill "$command_pid" 2>/dev/null || true; fi
  kill "${supervisors[@]}" 2>/dev/null || true
  local name pid
  # Patroni stops its PostgreSQL server, and needs etcd for that.
  for name in haproxy db2 db1 etcd; do
    pid=$(cat "$folder/$name/pid" 2>/dev/null) || continue
    kill "$pid" 2>/dev/null || continue
    timeout 30 tail --pid="$pid" -f /dev/null || kill -KILL "$pid"
  done
  # What a killed Patroni left running.
  for name in db1 db2; do
    pid=$(head -n 1 "$folder/$name/data/postmaster.pid" 2>/dev/null) || continue
    kill -QUIT "$pid" 2>/dev/null || true
  done
}
trap stop EXIT
trap 'exit 0' INT TERM

supervise etcd etcd --data-dir "$folder/etcd/data"
for name in db1 db2; do
  # Both servers have the same port, by which sockets are named.
  sed "s|/var/run/postgresql|$folder/$name|" "$configuration/patroni.yml" >"$folder/$name/patroni.yml"
  chmod 644 "$folder/$name/patroni.yml"
  supervise "$name" patroni "$folder/$name/patroni.yml"
done
HAPROXY_USER=$("${as_postgres[@]}" id -un) HAPROXY_GROUP=$("${as_postgres[@]}" id -gn)
export HAPROXY_USER HAPROXY_GROUP
supervise haproxy haproxy -db -f "$configuration/haproxy.cfg"

# The node that has a role, or nothing.
find_node() {
  local node
  for node in $POSTGRES_NODES; do
    if curl -fs -o /dev/null --max-time 2 "http://${node#*=}:$PATRONI_PORT/$1"; then echo "${node%%=*}"; fi
  done
}

until [ -n "$(find_node primary)" ] && [ -n "$(find_node synchronous)" ]; do
  ((SECONDS < start_limit_s)) || fail "the standby is not synchronous after $start_limit_s s: see the logs in $folder."
  sleep 0.2
done
password=$(random)
"${as_postgres[@]}" psql --quiet --no-psqlrc --host="$folder/$(find_node primary)" --port="$POSTGRES_PORT" --username=postgres <<SQL
create role tezi login password '$password';
create database tezi owner tezi encoding 'UTF8' template template0;
SQL
export DATABASE_URL=postgres://tezi:$password@127.0.0.1:$HAPROXY_PORT/tezi
until psql --no-psqlrc --quiet --command='' "$DATABASE_URL" 2>/dev/null; do sleep 0.2; done

if [ $# -eq 0 ]; then
  echo "DATABASE_URL=$DATABASE_URL"
  sleep infinity &
else
  "$@" &
fi
command_pid=$!
wait "$command_pid"
