#!/usr/bin/env bash
# Prints the settings of a program on one machine of the cluster, as a file of environment variables for its systemd unit.
#
# Usage: deploy/high-availability/settings.sh CLUSTER_FILE etcd|patroni|haproxy [NAME OF THE MACHINE]
set -euo pipefail

fail() {
  echo "settings: $1" >&2
  exit 1
}

[ $# -ge 2 ] || fail 'name a file such as deploy/high-availability/cluster.conf, and etcd, patroni or haproxy.'
cluster=$1
program=$2
name=${3:-}
# shellcheck source=cluster.conf
. "$cluster"
! grep -q '=REPLACE_ME' "$cluster" || fail "replace the passwords in $cluster."

# The address of this machine in a list of machines.
find_address() {
  local node
  for node in $1; do
    if [ "${node%%=*}" = "$name" ]; then
      echo "${node#*=}"
      return
    fi
  done
  fail "$cluster has no machine “$name” for $program."
}

# Each machine of a list as `PREFIX ADDRESS SUFFIX`, separated by commas; `NAME` is replaced by its name.
list_nodes() {
  local list='' node prefix
  for node in $1; do
    prefix=${2/NAME/${node%%=*}}
    list+=${list:+,}$prefix${node#*=}$3
  done
  echo "$list"
}

case $program in
  etcd)
    address=$(find_address "$ETCD_NODES")
    cat <<SETTINGS
ETCD_NAME=$name
ETCD_LISTEN_CLIENT_URLS=http://$address:$ETCD_PORT
ETCD_ADVERTISE_CLIENT_URLS=http://$address:$ETCD_PORT
ETCD_LISTEN_PEER_URLS=http://$address:$ETCD_PEER_PORT
ETCD_INITIAL_ADVERTISE_PEER_URLS=http://$address:$ETCD_PEER_PORT
ETCD_INITIAL_CLUSTER=$(list_nodes "$ETCD_NODES" NAME=http:// ":$ETCD_PEER_PORT")
ETCD_INITIAL_CLUSTER_TOKEN=tezi
SETTINGS
    ;;
  patroni)
    address=$(find_address "$POSTGRES_NODES")
    programs=$(find /usr/lib/postgresql/*/bin -name initdb -printf '%h\n' | sort -V | tail -n 1)
    [ -n "$programs" ] || fail 'PostgreSQL is not installed in /usr/lib/postgresql.'
    cat <<SETTINGS
PATRONI_NAME=$name
PATRONI_ETCD3_HOSTS=$(list_nodes "$ETCD_NODES" '' ":$ETCD_PORT")
PATRONI_RESTAPI_LISTEN=$address:$PATRONI_PORT
PATRONI_RESTAPI_CONNECT_ADDRESS=$address:$PATRONI_PORT
PATRONI_RESTAPI_USERNAME=patroni
PATRONI_RESTAPI_PASSWORD=$PATRONI_API_PASSWORD
PATRONI_POSTGRESQL_LISTEN=$address:$POSTGRES_PORT
PATRONI_POSTGRESQL_CONNECT_ADDRESS=$address:$POSTGRES_PORT
PATRONI_POSTGRESQL_DATA_DIR=${POSTGRES_DATA:-/var/lib/postgresql/tezi}
PATRONI_POSTGRESQL_BIN_DIR=$programs
PATRONI_SUPERUSER_USERNAME=postgres
PATRONI_REPLICATION_USERNAME=replicator
PATRONI_REPLICATION_PASSWORD=$REPLICATION_PASSWORD
PATRONI_REWIND_USERNAME=rewinder
PATRONI_REWIND_PASSWORD=$REWIND_PASSWORD
SETTINGS
    ;;
  haproxy)
    for node in $POSTGRES_NODES; do echo "${node^^}" | sed 's/=/_ADDRESS=/'; done
    printf '%s=%s\n' HAPROXY_USER "${HAPROXY_USER:-haproxy}" HAPROXY_GROUP "${HAPROXY_GROUP:-haproxy}"
    printf '%s=%s\n' POSTGRES_PORT "$POSTGRES_PORT" PATRONI_PORT "$PATRONI_PORT" HAPROXY_PORT "$HAPROXY_PORT"
    ;;
  *) fail "“$program” is not etcd, patroni or haproxy." ;;
esac
