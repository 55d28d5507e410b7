# Debian packages, for scripts/package deb and deb-clients:
#   prepare_stage           sets `stage` to a folder that is removed at the end, and the date of all
#                           files to that of the commit
#   read_facts              sets `version`, `series`, `contact` and `url`
#   pack NAME [DEPENDENCY]  makes the package NAME in `folder` from the files in $stage/NAME, with the
#                           fields of packaging/debian/control.in; `arch` is the architecture, and
#                           DEPENDENCY replaces @SHLIBS@
#   list_made               prints the sizes of the packages in `folder`
# The script has to be in the top folder of the repository.

prepare_stage() {
  SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
  export SOURCE_DATE_EPOCH
  umask 022
  stage=$(mktemp -d)
  trap 'rm -rf "$stage"' EXIT
}

read_facts() {
  local number
  number=$(python3 -B scripts/packages/facts.py version)
  version=$number-1
  # Versions of a series are compatible: until 1.0, those with the same minor version.
  series=${number%%.*}
  [ "$series" != 0 ] || series=${number%.*}
  contact=$(python3 -B scripts/packages/facts.py contact)
  # A package has to name someone.
  contact=${contact:-Unnamed <unnamed@snapback.invalid>}
  url=$(python3 -B scripts/packages/facts.py url)
}

# The control fields of a package, from packaging/debian/control.in.
control() {
  local name=$1 libraries=$2 size
  size=$(du -sk --exclude=DEBIAN "$stage/$name" | cut -f 1)
  sed -e "s/@SERIES@/$series/g" packaging/debian/control.in |
    awk -v RS= -v name="$name" 'index($0, "Package: " name "\n") == 1' |
    sed -e "s/@ARCH@/$arch/" -e "s/@VERSION@/$version/g" -e "s#@SHLIBS@#$libraries#" \
      -e "/^Section:/a Version: $version\nPriority: optional" \
      -e "/^Section:/a Installed-Size: $size" \
      -e "/^Section:/a Maintainer: $contact" \
      ${url:+-e "/^Section:/a Homepage: $url"}
}

# Adds the documents that every package has.
documents() {
  local folder=$stage/$1/usr/share/doc/$1
  mkdir -p "$folder"
  install -m 644 packaging/debian/copyright "$folder/copyright"
  gzip -9n <CHANGELOG.md >"$folder/changelog.gz"
  gzip -9n >"$folder/changelog.Debian.gz" <<EOF
snapback ($version) unstable; urgency=medium

  * Version ${version%-1}; changelog.gz lists what is new.

 -- $contact  $(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")
EOF
  mkdir -p "$stage/$1/usr/share/lintian/overrides"
  cp packaging/debian/lintian-overrides "$stage/$1/usr/share/lintian/overrides/$1"
}

pack() {
  local name=$1 script
  documents "$name"
  mkdir -p "$stage/$name/DEBIAN"
  control "$name" "${2:-}" >"$stage/$name/DEBIAN/control"
  [ -s "$stage/$name/DEBIAN/control" ] ||
    { echo "${0##*/}: packaging/debian/control.in has no package $name" >&2; exit 1; }
  for script in postinst prerm postrm; do
    [ -e "packaging/debian/$name.$script" ] || continue
    install -m 755 "packaging/debian/$name.$script" "$stage/$name/DEBIAN/$script"
  done
  (cd "$stage/$name"
    find etc -type f -printf '/%p\n' 2>/dev/null | sort >DEBIAN/conffiles || true
    [ -s DEBIAN/conffiles ] || rm DEBIAN/conffiles
    find usr -type f -print0 | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
  find "$stage/$name" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
  dpkg-deb --root-owner-group -Zxz --build "$stage/$name" "$folder" >/dev/null
}

list_made() {
  (cd "$folder" && ls -l ./*.deb | awk '{ printf "%9.2f MB  %s\n", $5 / 1e6, $9 }')
}
