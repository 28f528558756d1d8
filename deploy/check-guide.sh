#!/usr/bin/env bash
# Follows docs/operations/debian.md on a clean Debian 13 in a folder: runs every command of the guide as written, by a user
# who may use sudo, and checks what the guide says to check, a sign-in of the administrator, and that a restart loses no
# request: of lists, pages, their scripts, and writes. Uses the last commit.
#
# Not a real machine: deploy/check-guide/ replaces systemd, the editor, and the certificate authority, and the processes share
# the network of this machine. So the sandbox of the units is not tested. Needs root, mmdebstrap, a Debian mirror
# (`DEBIAN_MIRROR`) and free ports 80, 443, 3001 and 3002. Exits with code 77 and a sentence if this machine cannot run it.
#
# Usage: deploy/check-guide.sh [RELEASE]
# RELEASE: a folder that does not exist; the release that the guide built is moved to it.
set -euo pipefail

source=$(cd "$(dirname "$0")/.." && pwd)
suite=trixie
skipped='The guide for Debian is not followed'
# shellcheck source=checks/debian.sh
. "$source/deploy/checks/debian.sh"

require_debian "$suite"
for port in 80 443 3001 3002; do
  ! (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || skip "port $port is in use"
done

root=$(mktemp -d)
# The processes in the folder end with their namespace, and its mounts with it.
trap 'rm -rf --one-file-system "$root" "$root.log"' EXIT

begin=$SECONDS
# Not debootstrap, which takes three times as long. The folder is temporary, so nothing has to be flushed to the disk.
mmdebstrap --mode=root --variant=minbase --include=adduser,openssl,sudo --dpkgopt=force-unsafe-io \
  "$suite" "$root" "$mirror" >"$root.log" 2>&1 || {
  tail -n 20 "$root.log" >&2
  exit 1
}
# Other users than root use it too.
chmod 755 "$root"
echo "installed Debian in $((SECONDS - begin)) s"

# The network of this machine, its package sources and its certificate authorities.
cp /etc/resolv.conf "$root/etc/resolv.conf"
install -D -m 644 /etc/ssl/certs/ca-certificates.crt "$root/srv/ca-certificates.crt"
echo "127.0.0.1 localhost tezi.example $(hostname)" >"$root/etc/hosts"
npmrc=$(print_npmrc /srv/ca-certificates.crt)
# What this machine has downloaded before is not downloaded again.
cache=$(npm config get cache 2>/dev/null)
if [ -d "$cache/_cacache" ]; then cp -R "$cache/_cacache" "$root/srv/npm-cache"; fi

git clone --quiet --bare "$source" "$root/srv/tezi.git"
mkdir "$root/srv/check-guide"
cp "$source/docs/operations/debian.md" "$source"/deploy/check-guide/* "$root/srv/check-guide/"

unshare --pid --mount --fork --kill-child --mount-proc="$root/proc" \
  chroot "$root" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive NPMRC="$npmrc" /srv/check-guide/prepare.sh

if [ $# -gt 0 ]; then mv "$(realpath "$root/home/sysadmin/releases/"*)" "$1"; fi
