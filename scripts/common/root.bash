# A fresh Debian without Swift in a folder, and checks, for scripts/test deb and deb-clients:
#   ok WHAT, fail WHAT      print a result; `failed` counts the failures
#   is WHAT WANTED FOUND    compares texts
#   make_root               unpacks the Debian into $root, with the packages in /packages; apt has
#                           lists, and services are not started
#   inside COMMAND...       runs a command in it, with /proc and /dev; the folder $shared, if it is
#                           set, is /mnt
#   clean_packages          checks that lintian finds nothing in $scratch/packages
# common/machine.bash has to be sourced before. The folder $scratch/packages has the packages.
# shellcheck disable=SC2154
root=$cache/unset
shared=''
failed=0

ok() { echo "ok      $1"; }
fail() { echo "FAILED  $1"; failed=$((failed + 1)); }

# is WHAT WANTED FOUND
is() {
  if [[ $2 == "$3" ]]; then ok "$1"; else fail "$1: expected \"$2\", found \"$3\""; fi
}

# The mounts end with the command.
inside() {
  # shellcheck disable=SC2016
  timeout 600 unshare --mount sh -c '
    mount --rbind /dev "$0/dev"; mount -t proc proc "$0/proc"
    if [ -n "$1" ]; then mount --bind "$1" "$0/mnt"; fi
    shift
    exec chroot "$0" env LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"' \
    "$root" "$shared" "$@" </dev/null
}

make_root() {
  root=$scratch/fresh
  make_base fresh
  mkdir "$root"
  tar -C "$root" --exclude='./dev/*' -xf "$base"
  cp /etc/resolv.conf "$root/etc/resolv.conf"
  printf '#!/bin/sh\nexit 101\n' > "$root/usr/sbin/policy-rc.d"
  chmod 755 "$root/usr/sbin/policy-rc.d"
  cp -r "$scratch/packages" "$root/packages"
  inside apt-get update -q > /dev/null
}

# install PACKAGE...: apt installs packages and their dependencies from the mirror.
install_packages() {
  inside apt-get install -y -q --no-install-recommends "$@"
}

clean_packages() {
  local said
  said=$(lintian --allow-root --fail-on none "$scratch"/packages/*.deb 2>&1) || true
  is "lintian finds nothing" "" "$said"
}
