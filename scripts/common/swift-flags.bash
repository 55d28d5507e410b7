# Options of `swift build` and `swift test` for release builds:
#   release_flags  an array, for every release build that is shipped, tested or measured
# Exclusive access to variables is checked at run time in debug builds, and so in all unit tests. In
# release builds the checks would cost time in every frame (docs/releasing.md has numbers). They are
# not switched off in Package.swift, because SwiftPM refuses libraries whose targets have unsafe flags
# in a package that is used by its address.

# shellcheck disable=SC2034
release_flags=(-c release -Xswiftc -enforce-exclusivity=unchecked)
