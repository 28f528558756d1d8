#!/usr/bin/env bash
# Follows docs/operations/debian.md on a clean Debian 13 in a folder: runs every command of the guide as written, by a user
# who may use sudo, and checks what the guide says to check, a sign-in of the administrator, and that a restart loses no
# request. Uses the last commit.
#
# Not a real machine: deploy/check-guide/ replaces systemd, the editor, and the certificate authority, and the processes share
# the network of this machine. So the sandbox of the units is not tested. Needs root, debootstrap and free ports 80, 443,
# 3001 and 3002.
#
# Usage: deploy/check-guide.sh
set -euo pipefail

source=$(cd "$(dirname "$0")/.." && pwd)
suite=trixie

if [ "$(id -u)" -ne 0 ]; then
  echo 'check-guide: start it as root, in a container for example.' >&2
  exit 1
fi
if ! command -v debootstrap >/dev/null; then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq debootstrap >/dev/null
fi

root=$(mktemp -d)
# Other users than root use it too.
chmod 755 "$root"
# The processes in the folder end with their namespace, and its mounts with it.
trap 'rm -rf --one-file-system "$root"' EXIT

begin=$SECONDS
debootstrap --variant=minbase --include=adduser,ca-certificates,openssl,sudo "$suite" "$root" >"$root.log" 2>&1 || {
  tail -n 20 "$root.log" >&2
  exit 1
}
rm "$root.log"
echo "installed Debian in $((SECONDS - begin)) s"

# The network of this machine, its package sources and its certificate authorities.
cp /etc/resolv.conf "$root/etc/resolv.conf"
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
echo "127.0.0.1 localhost tezi.example $(hostname)" >"$root/etc/hosts"
echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/unsafe-io"
npmrc=$(printf 'registry=%s\ncafile=/etc/ssl/certs/ca-certificates.crt\nupdate-notifier=false\n' "$(npm config get registry)")

git clone --quiet --bare "$source" "$root/srv/tezi.git"
mkdir "$root/srv/check-guide"
cp "$source/docs/operations/debian.md" "$source"/deploy/check-guide/* "$root/srv/check-guide/"

unshare --pid --mount --fork --kill-child --mount-proc="$root/proc" \
  chroot "$root" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive NPMRC="$npmrc" /srv/check-guide/prepare.sh
