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
    '9. Back up') sudo test -s /var/backups/tezi/first.backup || fail 'the backup is missing.' ;;
    '10. Synchronize the time') grep -q '^NTPSynchronized=yes$' "$output" || fail 'the clock is not synchronized.' ;;
    '11. Watch the servers') grep -q '^tezi_check_state' "$output" || fail 'the metrics have no checks.' ;;
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
      sign_in
      request_often request_list &
      write_often &
      request_often request_page &
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

sign_in() {
  local administrator='{"username":"sana","password":"'$(sudo cat /root/administrator-password)'"}'
  refresh=
  post admin/auth/login "$administrator"
  [ -n "$refresh" ] || fail 'the administrator cannot sign in.'
}

# Sends a write, and takes the refresh token of the response if there is one.
post() {
  local response
  response=$(curl -sS -w '\nPOST %{http_code}' -H 'Content-Type: application/json' -d "$2" "https://tezi.example/api/$1/" || true)
  echo "${response##*$'\n'}" >>"$HOME/statuses"
  if [[ $response =~ \"refresh\":\"([^\"]*)\" ]]; then refresh=${BASH_REMATCH[1]}; fi
}

# A refresh token works once, so that each refresh needs the one before. A session has 30 a minute; sign-outs have no limit.
write_often() {
  local count=0
  while [ ! -e "$HOME/stop" ]; do
    post customers/auth/logout '{"refresh_token":"unknown"}'
    count=$((count + 1))
    if ((count % 12 == 0)); then post customers/auth/token/refresh '{"refresh":"'"$refresh"'"}'; fi
    sleep 0.2
  done
}

# Together fewer than LIMIT_UNCACHED_ADDRESS accepts from one IP address.
request_often() {
  while [ ! -e "$HOME/stop" ]; do
    "$1" >>"$HOME/statuses" 2>&1
    sleep 0.2
  done
}

request_list() {
  curl -sS -o /dev/null -w 'list %{http_code}\n' "https://tezi.example/api/news/articles/?search=$RANDOM"
}

# A page with all scripts that it names.
request_page() {
  curl -sS -w 'page %{http_code}\n' -o "$HOME/page.html" "https://tezi.example/signals/intraday?visit=$RANDOM"
  grep -o '/assets/[^"]*' "$HOME/page.html" | sort -u | sed 's|.*|url = "https://tezi.example&"\noutput = /dev/null|' |
    curl -sS -w 'script %{http_code}\n' --config -
}

check_requests() {
  local kind
  touch "$HOME/stop"
  wait
  sort "$HOME/statuses" | uniq -c >&3
  for kind in list page script POST; do
    grep -q "^$kind 200$" "$HOME/statuses" || fail "no request of the kind “$kind” succeeded."
  done
  ! grep -Evq '^(list|page|script|POST) 200$' "$HOME/statuses" || fail 'requests failed during the restart.'
}

. /srv/check-guide/commands.sh
finish_step
