# Functions to build and run programs for ARM64 on an x86-64 machine; docs/arm64.md:
#   find_sdk             sets `arm64_root`, a folder with libraries for ARM64, and `arm64_sdk`, the
#                        options of `swift build`; ends the script if the SDK cannot be made: with
#                        exit code 69 if something cannot be obtained, otherwise with 1
#   use_arm64_libraries  makes `swift build` find the C libraries in `arm64_root`
#   set_arm64_tools      sets `compiler`, a C compiler for ARM64 with options, and `objcopy`
#   find_emulator        sets `arm64`, a command with options that runs the program that follows it
#   ship_folder ARCH     prints the folder of the programs of `scripts/build static --arch ARCH`
# Call find_sdk before the three functions that follow it. The toolchain is that of `swiftc` in
# PATH.
# The current folder has to be the top folder of the repository.

find_sdk() {
  local lines
  lines=$(scripts/arm64/sdk) || exit
  mapfile -t arm64_sdk <<<"$lines"
  arm64_root=${arm64_sdk[0]}
  arm64_sdk=("${arm64_sdk[@]:1}")
}

use_arm64_libraries() {
  export PKG_CONFIG_SYSROOT_DIR=$arm64_root
  export PKG_CONFIG_LIBDIR=$arm64_root/usr/lib/aarch64-linux-gnu/pkgconfig
  # SwiftPM reads this variable, pkg-config the other.
  export PKG_CONFIG_PATH=$PKG_CONFIG_LIBDIR
}

set_arm64_tools() {
  local tools
  tools=$(dirname "$(realpath "$(command -v swiftc)")")
  # shellcheck disable=SC2034
  compiler=("$tools/clang" --target=aarch64-unknown-linux-gnu "--sysroot=$arm64_root" -fuse-ld=lld)
  # shellcheck disable=SC2034
  objcopy=$tools/llvm-objcopy
}

find_emulator() {
  command -v qemu-aarch64-static >/dev/null || scripts/setup qemu-user-static || exit 69
  # shellcheck disable=SC2034
  arm64=(qemu-aarch64-static -L "$arm64_root")
}

ship_folder() {
  if [ "$1" = amd64 ]; then echo .build/static/ship; else echo ".build/$1/ship"; fi
}
