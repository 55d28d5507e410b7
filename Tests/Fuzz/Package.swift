// swift-tools-version: 6.2

import PackageDescription

// The core again, and the reader of YAML recordings, built with coverage and address checks for
// libFuzzer: scripts/fuzz.

let core = [
  "Timing", "Geometry", "Constraints", "Document", "Layout", "Touches", "Gestures", "Motion",
  "Frames", "Protocol", "Messages", "Engine", "Scene", "Control", "Recording", "RecordingFiles",
].map { "Snapback\($0)" }

let sanitize: [SwiftSetting] = [.unsafeFlags(["-sanitize=fuzzer,address"])]
let imports: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("ExistentialAny"),
]

let package = Package(
  name: "fuzz",
  targets: core.enumerated().map { index, name in
    .target(
      name: name,
      dependencies: core[..<index].map { .init(stringLiteral: $0) }
        + (name == "SnapbackRecordingFiles" ? ["CLibyaml"] : []),
      path: "Core/\(name)", swiftSettings: imports + sanitize)
  } + [
    .systemLibrary(name: "CLibyaml", path: "Core/CLibyaml", pkgConfig: "yaml-0.1"),
    .executableTarget(
      name: "fuzz", dependencies: core.map { .init(stringLiteral: $0) }, path: ".",
      exclude: ["Core"], sources: ["Fuzz.swift", "FuzzRequests.swift"],
      swiftSettings: sanitize + [.unsafeFlags(["-parse-as-library"])],
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]),
  ],
  swiftLanguageModes: [.v6]
)
