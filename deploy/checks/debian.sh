# Sourced by the checks that make a Debian system in a folder. Before, `skipped` is set to what such a check prints, with the
# reason, if this machine cannot run it.
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}

skip() {
  echo "$skipped: $1."
  exit 77
}

# Skips the check unless this machine can make a Debian of SUITE: `require_debian SUITE`.
require_debian() {
  [ "$(id -u)" -eq 0 ] || skip 'only root can install a Debian in a folder'
  unshare --pid --mount --fork true 2>/dev/null || skip 'namespaces are not available here, as in some containers'
  command -v apt-get >/dev/null || skip 'this is not a Debian'
  curl -fsS --head --max-time 20 "$mirror/dists/$1/Release" >/dev/null || skip "$mirror cannot be reached"
  require_packages mmdebstrap debian-archive-keyring
}

require_packages() {
  dpkg --status "$@" >/dev/null 2>&1 && return
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"; } >/dev/null ||
    skip "$* cannot be installed"
}

# npm's settings in a Debian in which this machine's certificate authorities are in the file $1.
print_npmrc() {
  printf 'registry=%s\ncafile=%s\nupdate-notifier=false\nprefer-offline=true\n' "$(npm config get registry 2>/dev/null)" "$1"
}
