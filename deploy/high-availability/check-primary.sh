#!/bin/sh
# HAProxy's check of a PostgreSQL server: succeeds for the primary only. HAProxy passes its own address and port, and then
# those of the server.
PGCONNECT_TIMEOUT=2 psql --no-psqlrc --tuples-only --no-align --host="$3" --port="$4" --username=haproxy_check \
  --command='select pg_is_in_recovery()' postgres | grep -qx f
