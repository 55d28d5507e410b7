# The files of an installation, below a folder that stands for the root:
#   install_snapback ROOT BINARIES MANUAL  the daemon, the tool, units, scenes, pages, completions
#   install_web ROOT BINARIES MANUAL       snapback-web and its unit
#   read_options ARGUMENT...  sets `arch`, `binaries`, `manual` and `folder` from the options of
#                             scripts/package deb, makes what is not given, and sets `stage` to a
#                             folder that is removed at the end
# BINARIES is a folder of built programs, and MANUAL one that `scripts/package manual` made. The
# script has to be in the top folder of the repository.
source scripts/common/arm64.bash
source scripts/packages/debian.bash

# Prints the places of the completions of a program: SHELL FILE TARGET.
completion_places() {
  echo "bash $1 usr/share/bash-completion/completions/$1"
  echo "zsh _$1 usr/share/zsh/vendor-completions/_$1"
  echo "fish $1.fish usr/share/fish/vendor_completions.d/$1.fish"
}

# install_program ROOT BINARIES MANUAL NAME
install_program() {
  local root=$1 manual=$3 name=$4 shell file target
  install -D -m 755 -t "$root/usr/bin" "$2/$name"
  while read -r shell file target; do
    install -D -m 644 "$manual/completions/$shell/$file" "$root/$target"
  done < <(completion_places "$name")
}

# install_pages ROOT PAGE...
install_pages() {
  local root=$1 page target
  shift
  for page; do
    target=$root/usr/share/man/man${page##*.}/${page##*/}.gz
    mkdir -p "${target%/*}"
    gzip -9n <"$page" >"$target"
  done
}

install_snapback() {
  local root=$1 manual=$3 name pages=()
  for name in snapbackd snapback; do install_program "$1" "$2" "$3" "$name"; done
  mapfile -t pages < <(find "$manual/man" -type f ! -name 'snapback-web.1')
  install_pages "$root" "${pages[@]}"
  install -D -m 644 -t "$root/usr/lib/systemd/system" systemd/snapbackd.{service,socket} \
    systemd/snapback-metrics.{service,timer}
  install -D -m 644 -t "$root/usr/lib/systemd/system/snapbackd.service.d" \
    systemd/snapbackd.service.d/real-time.conf
  install -D -m 644 -t "$root/usr/lib/systemd/user" systemd/user/snapbackd.{service,socket}
  install -D -m 644 systemd/snapback.sysusers.conf "$root/usr/lib/sysusers.d/snapback.conf"
  install -D -m 644 systemd/snapback.tmpfiles.conf "$root/usr/lib/tmpfiles.d/snapback.conf"
  install -D -m 644 -t "$root/usr/share/snapback" configs/{scene.schema.json,snapbackd.json5}
  install -D -m 644 -t "$root/usr/share/snapback/scenes" configs/scenes/*.json5
  install -D -m 644 -t "$root/usr/share/snapback/recordings" recordings/*.evemu
  install -D -m 644 -t "$root/usr/share/doc/snapback" docs/*.md
  install -D -m 644 -t "$root/etc/snapback" configs/snapbackd.json5
  install -D -m 644 -t "$root/etc/snapback/scenes" configs/scenes/card.json5
}

install_web() {
  install_program "$1" "$2" "$3" snapback-web
  install_pages "$1" "$3/man/man1/snapback-web.1"
  install -D -m 644 -t "$1/usr/lib/systemd/system" systemd/snapback-web.service
  install -D -m 644 systemd/snapback-web.sysusers.conf "$1/usr/lib/sysusers.d/snapback-web.conf"
}

read_options() {
  local program=${0##*/} name
  arch=amd64 binaries='' manual='' folder=.build/packages
  while [ $# -gt 0 ]; do
    case $1 in
      --arch | --binaries | --manual)
        [ $# -gt 1 ] || { echo "$program: $1 needs a value" >&2; exit 64; }
        declare -g "${1#--}=$2"
        shift ;;
      -*) sed -n '4s/^# //p' "$0" >&2; exit 64 ;;
      *) folder=$1 ;;
    esac
    shift
  done
  folder=$(realpath -m "$folder")
  prepare_stage
  if [ -z "$binaries" ]; then
    scripts/build static --arch "$arch" >&2
    binaries=$(ship_folder "$arch")
  fi
  for name in snapbackd snapback; do
    [ -x "$binaries/$name" ] || { echo "$program: there is no $binaries/$name" >&2; exit 66; }
  done
  [ -n "$manual" ] || make_manual
}

# Pages and completions are the same on all architectures, but they come from programs that run here.
make_manual() {
  local programs=$binaries
  if [ "$arch" != amd64 ]; then
    scripts/build static snapbackd snapback >&2
    programs=$(ship_folder amd64)
  fi
  scripts/package manual "$programs" "${manual:=$stage/manual}"
}
