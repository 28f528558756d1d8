#!/usr/bin/env bash
# Runs in the clean system, as root: creates the user of the guide and runs the guide's commands as this user.
set -euo pipefail
guide=/srv/check-guide

fail() {
  echo "check-guide: $1" >&2
  exit 1
}

useradd --create-home --shell /bin/bash sysadmin
echo 'sysadmin ALL=(ALL) NOPASSWD: ALL' >/etc/sudoers.d/sysadmin
echo 'Defaults env_keep += "DEBIAN_FRONTEND"' >>/etc/sudoers.d/sysadmin
for home in /root /home/sysadmin; do printf '%s\n' "$NPMRC" >"$home/.npmrc"; done
cat >/home/sysadmin/.gitconfig <<CONFIG
[url "file:///srv/tezi.git"]
	insteadOf = https://git.example/tezi.git
[safe]
	directory = *
CONFIG
install -m 755 "$guide/systemctl" "$guide/systemd-run" "$guide/timedatectl" /usr/local/bin/
install -D -m 755 "$guide/sudoedit" /home/sysadmin/bin/sudoedit
if [ -d /srv/npm-cache ]; then
  mkdir /home/sysadmin/.npm
  mv /srv/npm-cache /home/sysadmin/.npm/_cacache
fi
chown -R sysadmin:sysadmin /home/sysadmin
# Packages start their servers only with an init system.
printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d
chmod 755 /usr/sbin/policy-rc.d
openssl rand -hex 16 >/root/administrator-password

# Every block of commands, under the heading that it follows; the settings of step 4 are for sudoedit.
awk -v commands=/srv/check-guide/commands.sh -v settings=/srv/check-guide/settings '
  /^## / { heading = substr($0, 4); next }
  /^```sh$/ { target = commands; print "begin \"" heading "\"" >target; next }
  /^```ini$/ { target = settings; next }
  /^```$/ { target = ""; next }
  target != "" { print >target }
' "$guide/debian.md"
[ -s "$guide/settings" ] || fail 'the guide has no settings.'

sudo --user=sysadmin --set-home --login env CURL_CA_BUNDLE=/home/sysadmin/ca.crt "$guide/follow.sh"

administrator='{"username":"sana","password":"'$(cat /root/administrator-password)'"}'
curl --cacert /home/sysadmin/ca.crt -fsS -H 'Content-Type: application/json' -d "$administrator" \
  https://tezi.example/api/admin/auth/login/ | grep -q '"access"' || fail 'the administrator cannot sign in.'
echo 'the administrator signed in'
systemctl stop tezi@3001 tezi@3002
