#!/bin/sh
# Installs Snapback from the archive that contains this script.
#
# Usage: [DESTDIR=ROOT] ./install.sh [--prefix PREFIX] [--sysconfdir DIR]
#
# PREFIX is /usr/local by default, and DIR, the folder of the configuration, is /etc. All paths are
# below DESTDIR if it is set, for example to make a package. A configuration that exists is kept,
# and the new one is written beside it as FILE.new. The programs need libevdev, libudev and
# libstdc++, and glibc 2.36 or newer.
set -eu

prefix=/usr/local
sysconfdir=/etc
while [ $# -gt 0 ]; do
  case $1 in
    --prefix | --sysconfdir)
      [ $# -gt 1 ] || { echo "install.sh: $1 needs a value" >&2; exit 64; }
      if [ "$1" = --prefix ]; then prefix=$2; else sysconfdir=$2; fi
      shift 2 ;;
    --prefix=*) prefix=${1#*=}; shift ;;
    --sysconfdir=*) sysconfdir=${1#*=}; shift ;;
    *) sed -n 's/^# Usage: /usage: /p' "$0" >&2; exit 64 ;;
  esac
done
case $prefix$sysconfdir in
  /*) ;;
  *) echo "install.sh: --prefix and --sysconfdir are whole paths, such as /usr/local" >&2; exit 64 ;;
esac
root=${DESTDIR:-}
files=$(cd "$(dirname "$0")" && pwd)/files
umask 022

# place FILE TARGET: installs a file, in whose text the paths become those of this installation.
place() {
  mkdir -p "$root$(dirname "$2")"
  case $2 in
    */bin/* | *.gz) cp "$1" "$root$2" ;;
    *)
      sed -e "s,/usr/\(bin/snap\|share/snap\|share/doc/snap\),$prefix/\1,g" \
        -e "s,/etc/snapback,$sysconfdir/snapback,g" "$1" > "$root$2" ;;
  esac
  case $2 in */bin/*) chmod 755 "$root$2" ;; *) chmod 644 "$root$2" ;; esac
}

cd "$files"
find usr -type f | while read -r file; do
  place "$file" "$prefix/${file#usr/}"
done
find etc -type f | while read -r file; do
  target=$sysconfdir/${file#etc/}
  place "$file" "$target.new"
  if [ ! -e "$root$target" ] || cmp -s "$root$target.new" "$root$target"; then
    mv "$root$target.new" "$root$target"
  else
    echo "install.sh: $target is kept; the new one is $target.new"
  fi
done

[ -z "$root" ] || exit 0
cat << EOF
Installed in $prefix. To run the daemon under systemd, as root:
  systemd-sysusers $prefix/lib/sysusers.d/snapback*.conf
  systemd-tmpfiles --create $prefix/lib/tmpfiles.d/snapback.conf
  systemctl daemon-reload
  systemctl enable --now snapbackd.socket
Members of the group snapback may connect: usermod -aG snapback USER
EOF
