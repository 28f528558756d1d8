# Runs PostgreSQL for the process at the other end of descriptor 3, so that none of its processes outlives that process by more
# than five seconds: an operating system does not end the child of a killed process. `postgres-process.ts` writes this script
# to the input of `sh -s`, in the folder of the database's files, because PostgreSQL's user may not be able to read the file.
#
# Arguments: the folder of PostgreSQL's programs, a name of the owner for the lock file, and options for PostgreSQL.
# Writes `locked`, and after `initialize` also `initialized`. Reads `initialize`, `start` and `stop`. Exits with code 75 if another
# process has the lock, and 69 if there is no `flock`.

supervise() {
  programs=$1 owner=$2
  shift 2
  # `kill` of a process group or a service manager would end this script before PostgreSQL.
  trap '' HUP INT TERM

  # Every process of PostgreSQL inherits the descriptor, and with it the lock: it is free when the last one has ended.
  exec 9>>lock
  if [ -d /proc/self/fd ]; then
    command -v flock >/dev/null || exit 69
    flock -w 5 -E 75 9 || exit
  fi
  echo "$owner" >lock
  echo locked >&3

  read -r command <&3 || exit
  if [ "$command" = initialize ]; then
    initialize || exit
    echo initialized >&3
    read -r command <&3 || exit
  fi
  [ "$command" = start ] || exit

  "$programs/postgres" -D data "$@" 3<&- </dev/null &
  pid=$!
  watch_owner &
  wait "$pid"
  status=$?
  kill_leftovers
  exit "$status"
}

initialize() {
  "$programs/initdb" -D data.new -U postgres -A trust -E UTF8 --locale-provider=builtin --builtin-locale=C.UTF-8 --locale=C \
    --no-sync </dev/null >/dev/null &&
    echo 'create database tezi' |
    "$programs/postgres" --single -D data.new -c log_min_messages=fatal template1 >/dev/null &&
    "$programs/initdb" -D data.new --sync-only </dev/null >/dev/null
}

# `stop` asks PostgreSQL to end its sessions and write a checkpoint. When the owner has closed its end, for example because it
# was killed, PostgreSQL must end at once; its next start recovers everything that it has committed.
watch_owner() {
  while read -r command; do
    [ "$command" = stop ] && holds_lock "$pid" && kill -INT "$pid"
  done <&3
  holds_lock "$pid" && kill -QUIT "$pid"
  tries=30
  while [ "$tries" -gt 0 ] && holds_lock "$pid"; do
    tries=$((tries - 1))
    sleep 0.1
  done
  kill_leftovers
}

# Sessions notice only between two steps of their work that the main process of PostgreSQL has ended.
kill_leftovers() {
  for process in /proc/[0-9]*; do
    holds_lock "${process#/proc/}" && kill -KILL "${process#/proc/}"
  done
}

# The number alone may name another process by now. Systems without `/proc` are trusted.
holds_lock() {
  if [ ! -d /proc/self/fd ]; then
    kill -0 "$1" 2>/dev/null
    return
  fi
  name=
  [ "/proc/$1/fd/9" -ef /proc/self/fd/9 ] && { read -r name <"/proc/$1/comm"; } 2>/dev/null && [ "$name" = postgres ]
}

supervise "$@"
