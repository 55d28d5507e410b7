# A machine with Debian and systemd in QEMU, whose guest runs tests; for scripts/test systemd and deb:
#   prepare_machine        ends the script with 69 if something that the machine needs is missing
#   make_base NAME [PACKAGE,...]  packs a Debian with these packages into an archive, $base
#   unpack_base            unpacks it into $scratch/root
#   start_machine UNIT     starts the machine with the root and this unit of systemd, which writes
#                          its report to /dev/ttyS1; ends with 1 unless its last line says "0 failed"
# The script has to be in the top folder. $cache, the folder of what is kept, and $image_size are its.

suite=bookworm
kernels=$PWD/.build/kernel
modules=(virtio_pci virtio_blk ext4 evdev uinput)
# Seconds for the whole machine, from power on to off.
limit=${SNAPBACK_MACHINE_LIMIT:-600}
machine_name=${0##*/}

complain() {
  echo "$machine_name: $1" >&2
  exit "$2"
}

say() {
  echo "$machine_name: $1" >&2
}

apt_sources() {
  local file
  for file in /etc/apt/sources.list /etc/apt/sources.list.d/debian.sources; do
    if [[ -s $file ]]; then echo "$file"; fi
  done
}

# Packs the guest's packages into one archive, which is kept until their list changes.
make_base() {
  local name=$1 packages=${2:-} sources
  base=$cache/$name-$suite-$(md5sum <<< "$packages" | cut -c 1-8).tar
  if [[ -s $base ]]; then return; fi
  say "fetching Debian"
  mapfile -t sources < <(apt_sources)
  mmdebstrap --quiet --mode=root --variant=minbase ${packages:+--include="$packages"} \
    "$suite" "$scratch/base.tar" "${sources[@]}" || complain "Debian cannot be fetched" 69
  rm -f "$cache/$name"-*.tar
  mv "$scratch/base.tar" "$base"
}

# fetch PATTERN PACKAGE: downloads a package's file into the shared folder of kernels.
fetch() {
  local file
  file=$(find "$kernels" -maxdepth 1 -name "$1" | sort -V | tail -n 1)
  if [[ -z $file ]]; then
    say "fetching $2"
    mkdir "$scratch/fetch"
    (cd "$scratch/fetch" && apt-get download -q -o APT::Sandbox::User=root "$2" > /dev/null) ||
      complain "cannot download $2; is the list of packages fresh (apt-get update)?" 69
    mv "$scratch"/fetch/*.deb "$kernels/"
    rmdir "$scratch/fetch"
    file=$(find "$kernels" -maxdepth 1 -name "$1" | sort -V | tail -n 1)
  fi
  echo "$file"
}

# Prints the package of Debian's current kernel; nothing if it is unknown.
kernel_package() {
  apt-cache depends linux-image-amd64 2> /dev/null |
    sed -n 's/.*Depends: \(linux-image-[0-9].*\)/\1/p' | head -n 1
}

# Unpacks Debian's kernel without installing it.
unpack_kernel() {
  local name image busybox package
  name=$(kernel_package)
  if [[ -z $name ]]; then
    apt-get update -q > /dev/null || true
    name=$(kernel_package)
  fi
  [[ -n $name ]] || complain "no package of a kernel is known; run apt-get update" 69
  kernel=$cache/kernel
  release=${name#linux-image-}
  image=$(fetch "${name}_*.deb" "$name")
  busybox=$(fetch "busybox-static_*.deb" busybox-static)
  mkdir -p "$kernel"
  for package in "$image" "$busybox"; do
    if [[ -e $kernel/${package##*/} ]]; then continue; fi
    dpkg-deb -x "$package" "$kernel"
    touch "$kernel/${package##*/}"
  done
  depmod -b "$kernel" "$release"
}

# Lists the files of modules, dependencies first.
module_files() {
  local module
  for module in "${modules[@]}"; do
    modprobe -d "$kernel" -S "$release" --show-depends "$module" || true
  done | sed -n 's/^insmod \([^ ]*\).*/\1/p' | awk '!seen[$0]++'
}

# Creates an initramfs that loads the modules and switches to the guest's root.
make_initramfs() {
  local folder=$scratch/initramfs number=100 file
  mkdir -p "$folder"/{bin,modules,dev,proc,sys,root}
  cp "$kernel/bin/busybox" "$folder/bin/"
  while read -r file; do
    cp "$file" "$folder/modules/$((number++))-${file##*/}"
  done < <(module_files)
  cat > "$folder/init" << 'EOF'
#!/bin/busybox sh
/bin/busybox mount -t devtmpfs dev /dev
for module in /modules/*; do /bin/busybox insmod "$module"; done
/bin/busybox mount -t ext4 /dev/vda /root
/bin/busybox mount --move /dev /root/dev
exec /bin/busybox switch_root /root /sbin/init
EOF
  chmod 755 "$folder/init"
  (cd "$folder" && find . | cpio --quiet -o -H newc | gzip -1) > "$scratch/initramfs.gz"
}

prepare_machine() {
  [[ $EUID -eq 0 ]] || complain "making the guest needs root" 69
  scripts/setup qemu-system-x86 seabios mmdebstrap kmod cpio e2fsprogs systemd
  mkdir -p "$cache" "$kernels"
  scratch=$(mktemp -d "$cache/run.XXXXXX")
  trap 'rm -rf "$scratch"' EXIT
}

unpack_base() {
  mkdir "$scratch/root"
  tar -C "$scratch/root" --exclude='./dev/*' -xf "$base"
}

# Makes a disk of the root, in which a unit runs the tests.
make_image() {
  local root=$scratch/root
  # Without an id, systemd would treat it as a first boot and enable all units.
  echo 5eba5eba5eba5eba5eba5eba5eba5eba > "$root/etc/machine-id"
  systemctl --quiet --root="$root" enable "$1"
  systemctl --quiet --root="$root" mask systemd-timesyncd.service apt-daily.timer \
    apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer fstrim.timer \
    getty@.service serial-getty@.service
  mke2fs -q -t ext4 -O ^has_journal -d "$root" "$scratch/root.ext4" "$image_size"
}

run_machine() {
  timeout -s KILL "$limit" qemu-system-x86_64 -machine q35 -accel tcg -cpu max -smp 2 -m 1024 \
    -nographic -no-reboot -monitor none -nic none \
    -kernel "$kernel/boot/vmlinuz-$release" -initrd "$scratch/initramfs.gz" \
    -append "console=ttyS0 panic=-1 root=/dev/vda rw systemd.show_status=yes" \
    -drive "file=$scratch/root.ext4,format=raw,if=virtio,cache=unsafe" \
    -serial "file:$scratch/console" -serial "file:$scratch/report" < /dev/null
}

start_machine() {
  unpack_kernel
  make_initramfs
  make_image "$1"
  say "the machine is made after $SECONDS s; starting it"
  touch "$scratch/report"
  run_machine || say "the machine was killed or failed after $SECONDS s"
  tr -d '\r' < "$scratch/report"
  say "$SECONDS s in all"
  if ! tail -n 1 "$scratch/report" | grep -q ' passed, 0 failed'; then
    cp "$scratch/console" "$cache/console"
    if ! grep -q ' passed, ' "$scratch/report"; then
      tr -d '\r' < "$scratch/console" | tail -n 30
      echo "0 passed, 1 failed"
    fi
    say "the machine's console is in $cache/console"
    exit 1
  fi
}
