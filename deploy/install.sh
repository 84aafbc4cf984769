#!/bin/sh
# Makes a machine with systemd ready, of the package that it lies in: its packages, user, folders, units, keys and,
# where nginx is, its site. Run it as root, again after an upgrade: keys and settings that are there stay.
#   install.sh node <index> <its host name> <the wallet's host name>
#   install.sh front <the wallet's host name> <the login service's host name>
set -eu
umask 022
here=$(cd "$(dirname "$0")" && pwd)
keys=/etc/wallet-embed/keys

usage() { sed -n 's/^#   //p' "$0" >&2; exit 2; }
# Root alone may read it, from its first byte on.
key() { [ -s "$keys/$1" ] || (umask 077 && openssl rand -base64 32 > "$keys/$1"); }
site() { # <file> <name in it> <name here> ...
  [ -d /etc/nginx/conf.d ] || return 0 # Caddy, for example: see deploy/caddy.
  conf=/etc/nginx/conf.d/wallet-embed.conf
  text=$(cat "$here/nginx/$1")
  shift
  while [ $# -gt 0 ]; do text=$(printf '%s\n' "$text" | sed "s/$1/$2/g"); shift 2; done
  # It differs from what was written last: the operator changed it.
  if [ -s $conf ] && ! cmp -s $conf $conf.dist; then
    printf '%s\n' "$text" > $conf.dist
    cmp -s $conf $conf.dist || echo "$conf stays as you changed it. The new one is $conf.dist."
    return 0
  fi
  printf '%s\n' "$text" > $conf
  # Such as without a certificate: certbot, too, would fail at what nginx refuses.
  nginx -t -q || { cp $conf.dist $conf 2> /dev/null || rm $conf; exit 1; }
  cp $conf $conf.dist
  systemctl try-reload-or-restart nginx
}

case "${1-} $#" in
  'node 4') wallet=$4 ;;
  'front 3') wallet=$2 ;;
  *) usage ;;
esac
# The services' user reads it, with whatever umask it was built and unpacked.
chmod -R u=rwX,go=rX "$here/.."
# The very versions that were tested: npm install of a package would not heed its lock.
(cd "$here/.." && npm ci --omit=dev --ignore-scripts --no-audit --no-fund)
ln -sf "$(cd "$here/.." && pwd)/dist/server/cli.js" /usr/local/bin/wallet-embed
cp -R "$here/etc/." /etc/
systemd-sysusers wallet-embed.conf
systemd-tmpfiles --create wallet-embed.conf
environment=/etc/wallet-embed/environment
[ -s $environment ] || echo "WALLET_ORIGIN=https://$wallet" > $environment
systemctl daemon-reload

if [ "$1" = node ]; then
  key share-key
  key backup-key
  site node.conf node1.example "$3"
  if [ -e $keys/identity.json ]; then
    echo "wallet-embed-node@$2 is ready."
  else
    echo "wallet-embed-node@$2 is ready but for its share. The other operators need to know this key:"
    wallet-embed identity --out $keys/identity.json
  fi
else
  key audit-key
  site front.conf wallet.example "$2" login.example "$3"
  echo 'wallet-embed-wallet, wallet-embed-login@4051 and wallet-embed-login@4071 are ready but for their files.'
fi
