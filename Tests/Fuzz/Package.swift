// swift-tools-version: 6.3

import PackageDescription

// The core, the reader of YAML recordings and the daemon, built with coverage and address checks
// for libFuzzer. scripts/test fuzz uses this package.

/// The Swift targets in the order of their dependencies: each may import all before it.
let targets = [
  "Basics", "Constraints", "Document", "Layout", "Touches", "Gestures", "Motion", "Protocol",
  "Engine", "Scene", "Replay", "Linux", "SharedFrames", "Evdev", "Files",
  "Daemon",
].map { "Snapback\($0)" }

let libraries: [String: [Target.Dependency]] = [
  "SnapbackLinux": ["CSnapbackLinux"],
  "SnapbackEvdev": ["CSnapbackLinux", "CLibevdev", "CLibudev"],
  "SnapbackFiles": ["CLibyaml"],
  "SnapbackDaemon": [.product(name: "Logging", package: "swift-log")],
]

let sanitize: [SwiftSetting] = [.unsafeFlags(["-sanitize=fuzzer,address"])]
let imports: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("ExistentialAny"),
]

let package = Package(
  name: "fuzz",
  dependencies: [.package(url: "https://github.com/apple/swift-log", from: "1.16.2")],
  targets: targets.enumerated().map { index, name in
    .target(
      name: name,
      dependencies: targets[..<index].map { .init(stringLiteral: $0) }
        + libraries[name, default: []],
      path: "Core/\(name)", swiftSettings: imports + sanitize)
  } + [
    .systemLibrary(name: "CLibyaml", path: "Core/CLibyaml", pkgConfig: "yaml-0.1"),
    .systemLibrary(name: "CLibevdev", path: "Core/CLibevdev", pkgConfig: "libevdev"),
    .systemLibrary(name: "CLibudev", path: "Core/CLibudev", pkgConfig: "libudev"),
    .target(
      name: "CSnapbackLinux", path: "Core/CSnapbackLinux",
      cSettings: [.unsafeFlags(["-fsanitize=fuzzer-no-link,address"])]),
    .executableTarget(
      name: "fuzz",
      dependencies: targets.map { .init(stringLiteral: $0) } + [
        "CSnapbackLinux", .product(name: "Logging", package: "swift-log"),
      ],
      path: ".", exclude: ["Core"],
      sources: [
        "Fuzz.swift", "FuzzRequests.swift", "FuzzDaemon.swift", "FuzzClient.swift",
        "FuzzSession.swift", "FuzzLoop.swift", "FuzzScenes.swift",
      ],
      swiftSettings: sanitize + [.unsafeFlags(["-parse-as-library"])],
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]),
  ],
  swiftLanguageModes: [.v6]
)
