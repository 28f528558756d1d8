#!/usr/bin/env bash
# Runs as the user of the guide: the commands in their order, in one shell, with checks after some headings.
set -aeuo pipefail
PATH=$HOME/bin:$PATH
cd
current=
began=$SECONDS
# The output of the commands is printed only if one fails.
output=$HOME/output.log
exec 3>&1 >>"$output" 2>&1

fail() {
  {
    tail -n 40 "$output"
    echo "check-guide: $1"
    sudo tail -n 40 /var/log/tezi@*.log /var/log/caddy.log || true
  } >&3 2>&3
  exit 1
}

# Not where a failure is expected.
trap '[[ $- != *e* ]] || fail "the step “$current” failed."' ERR

finish_step() {
  case $current in
    '1. Install packages') sudo pg_ctlcluster "$(ls /etc/postgresql)" main start ;;
    '6. Set up HTTPS') trust_caddy ;;
    '8. Check') check_responses ;;
    'Restart without interruption') check_requests ;;
  esac
  [ -z "$current" ] || echo "$current: $((SECONDS - began)) s" >&3
}

# Called before each block of the guide.
begin() {
  [ "$current" = "$1" ] && return
  set -e
  finish_step
  current=$1
  began=$SECONDS
  : >"$output"
  case $current in
    # The last command ends after its time limit; the output is checked.
    '8. Check') set +e ;;
    'Restart without interruption')
      request_often &
      requests=$!
      ;;
  esac
}

check_responses() {
  grep -q '"status":"ready"' "$output" || fail 'the server is not ready.'
  grep -q '200 HTTP/2$' "$output" || fail 'the page is not served by HTTP/2.'
  grep -q 'event: ready' "$output" || fail 'the stream has no event.'
}

# On a real machine the certificate is from a public authority.
trust_caddy() {
  local certificate=/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt
  for _ in $(seq 100); do
    sudo test -e "$certificate" && break
    sleep 0.1
  done
  sudo cat "$certificate" >"$HOME/ca.crt"
  for _ in $(seq 100); do
    curl -fsS -o /dev/null https://tezi.example/readyz 2>/dev/null && return
    sleep 0.1
  done
  fail 'the site does not respond by HTTPS.'
}

# Fewer than LIMIT_UNCACHED_ADDRESS accepts from one IP address.
request_often() {
  while [ ! -e "$HOME/stop" ]; do
    curl -sS -o /dev/null -w '%{http_code}\n' "https://tezi.example/api/news/articles/?search=$RANDOM" >>"$HOME/statuses" 2>&1
    sleep 0.1
  done
}

check_requests() {
  touch "$HOME/stop"
  wait "$requests"
  sort "$HOME/statuses" | uniq -c >&3
  ! grep -Evq '^200$' "$HOME/statuses" || fail 'requests failed during the restart.'
}

. /srv/check-guide/commands.sh
finish_step
