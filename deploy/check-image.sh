#!/usr/bin/env bash
# Builds the image of the Dockerfile without a registry and runs it as compose.yaml does: read-only, without capabilities, with
# limits of memory and processes. Checks what the image contains, its user, its volume and its health check, that it serves a
# page and a response of the API from PostgreSQL, and that SIGTERM ends it in time. Replaces the two base images: for the build by
# files of a Debian 12 with the project's Node.js and this machine's npm, and at runtime by the C and C++ libraries alone.
#
# Needs root, a Debian mirror (`DEBIAN_MIRROR`), Node.js with npm, the installed development dependencies, and a PostgreSQL server,
# in which it creates a database and drops it. Installs the Debian packages mmdebstrap, buildah, podman and runc. Exits with code
# 77 and a sentence if this machine cannot run it.
#
# Usage: deploy/check-image.sh [URL of a database on that server]
set -euo pipefail

source=$(cd "$(dirname "$0")/.." && pwd)
server_url=${1:-postgres://postgres@127.0.0.1:5432/postgres}
suite=bookworm
size_limit_mb=400
skipped='The image is not built'
# shellcheck source=checks/debian.sh
. "$source/deploy/checks/debian.sh"

require_debian "$suite"
require_packages buildah podman runc

work=$(mktemp -d)
log=$work/output.log
image=localhost/tezi:check
storage=(--root "$work/storage" --runroot "$work/run")
# shellcheck source=checks/server.sh
. "$source/deploy/checks/server.sh"
cleanup() {
  end_server
  podman "${storage[@]}" rm --all --force >/dev/null 2>&1 || true
  podman "${storage[@]}" image unmount --all --force >/dev/null 2>&1 || true
  # The storage driver mounts this folder.
  umount "$work/storage/overlay" 2>/dev/null || true
  rm -rf --one-file-system "$work"
}
trap cleanup EXIT

# Files of packages without their installation scripts: neither base image needs more.
make_debian() {
  local folder=$1 packages=$2
  mmdebstrap --mode=root --variant=extract --include="$packages" "$suite" "$folder" "$mirror" >"$folder.log" 2>&1 || {
    tail -n 20 "$folder.log" >&2
    return 1
  }
  rm -rf "$folder/etc/apt" "$folder/var/lib/apt" "$folder/usr/share/doc" "$folder/usr/share/locale"
}

import() {
  tar -C "$work/$1" -c . | podman "${storage[@]}" import --quiet - "localhost/$1:check" >/dev/null
}

begin=$SECONDS
make_debian "$work/tezi-runtime" libstdc++6 &
runtime=$!
make_debian "$work/tezi-build" libstdc++6,dash,coreutils,findutils,util-linux
wait "$runtime"
mkdir "$work/tezi-build/root"
echo 'root:x:0:0:root:/root:/bin/sh' >"$work/tezi-build/etc/passwd"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$work/tezi-build/usr/bin/npm"
echo 'nonroot:x:65532:65532:nonroot:/nonexistent:/sbin/nologin' >"$work/tezi-runtime/etc/passwd"
import tezi-runtime
import tezi-build
echo "made the base images in $((SECONDS - begin)) s"

# As in compose.yaml. The limits of files and processes must not exceed this machine's.
options=(--runtime runc --network host --read-only --cap-drop all --security-opt no-new-privileges
  --memory 1g --pids-limit 256 --ulimit nofile=16384:16384 --ulimit nproc=4096:4096
  # Without systemd podman cannot repeat health checks; this script does.
  --health-interval disable)
run() { podman "${storage[@]}" run "${options[@]}" "$@"; }

run --rm localhost/tezi-build:check true >"$log" 2>&1 || {
  cat "$log"
  skip 'podman cannot run containers here'
}

begin=$SECONDS
# What the build needs from this machine is mounted, so that it is in no layer.
(umask 077 && print_npmrc /srv/ca-certificates.crt >"$work/npmrc")
npm_cache=$(npm config get cache 2>/dev/null)
mkdir -p "$npm_cache"
buildah "${storage[@]}" build --isolation chroot --format docker --tag "$image" \
  --build-arg BUILD_IMAGE=localhost/tezi-build:check --build-arg RUNTIME_IMAGE=localhost/tezi-runtime:check \
  --volume "$(realpath "$source/node_modules/node/bin/node"):/usr/bin/node:ro" \
  --volume "$(npm root --global)/npm:/usr/lib/node_modules/npm:ro" \
  --volume "$work/npmrc:/root/.npmrc:ro" --volume "$npm_cache:/root/.npm" \
  --volume /etc/ssl/certs/ca-certificates.crt:/srv/ca-certificates.crt:ro \
  "$source" >"$log" 2>&1 || fail 'the image could not be built.'
echo "built the image in $((SECONDS - begin)) s"

inspect() { podman "${storage[@]}" inspect "$1" --format "$2"; }
size_mb=$(($(inspect "$image" '{{.Size}}') / 1000000))
echo "size: $size_mb MB, with base images of $(du -sm "$work/tezi-runtime" | cut -f 1) MB"
[ "$size_mb" -le "$size_limit_mb" ] || fail "the image has more than $size_limit_mb MB."
[ "$(inspect "$image" '{{.Config.User}}')" = 65532:65532 ] || fail 'the image runs as a wrong user.'
files=$(podman "${storage[@]}" image mount "$image")
run_node() { (cd "$files/opt/tezi" && node_modules/.bin/node "$@"); }
check_contents "$files/opt/tezi"
unwanted=$(find "$files" -xdev \( -path "$files/root" -o -path "$files/source" -o -perm /6000 -o -path "$files/opt/*" -perm /022 ! -type l \) | head)
[ -z "$unwanted" ] || fail "the image contains $unwanted"

volume=$(run --rm --volume check:/data "$image" -e 'require("node:fs").mkdirSync("/data/new"); console.log("written")' 2>"$log") || true
[ "$volume" = written ] || fail 'the server cannot write to a volume at /data.'
if run --rm "$image" -e 'require("node:fs").mkdirSync("/opt/tezi/new")' >/dev/null 2>&1; then fail 'the files of the image are writable.'; fi
echo 'only the volume at /data is writable'
# A command of an operator creates the embedded database and closes it again.
begin=$SECONDS
embedded=$(run --rm --volume check:/data --env MODE=demo --env HOST=127.0.0.1 --env DATABASE_URL=embedded "$image" cli.ts jobs 2>"$log") ||
  fail 'the embedded database does not start.'
echo "embedded database: $embedded ($((SECONDS - begin)) s)"

create_database
(umask 077 && print_settings >"$work/settings")
# In the foreground, podman passes signals to the server and ends with its exit code.
start_server podman "${storage[@]}" run "${options[@]}" --name tezi --env-file "$work/settings" "$image"
until podman "${storage[@]}" healthcheck run tezi >/dev/null 2>&1; do
  kill -0 "$pid" 2>/dev/null || fail 'the server ended.'
  sleep 0.5
done
[ "$(inspect tezi '{{.State.Health.Status}}')" = healthy ] || fail 'the container is not healthy.'
check_responses 0
server=$(inspect tezi '{{.State.Pid}}')
grep -Eq '^CapBnd:\s+0+$' "/proc/$server/status" || fail 'the server has capabilities.'
grep -Eq '^Uid:\s+65532\s' "/proc/$server/status" || fail 'the server runs as a wrong user.'
stop_server
echo 'the image is complete'
