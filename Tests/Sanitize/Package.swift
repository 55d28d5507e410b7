// swift-tools-version: 6.3

import PackageDescription

// Only the target that holds unsafe code, its tests and what they import, so that the address
// sanitizer builds it within seconds. scripts/test sanitize links the sources in.

let imports: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("ExistentialAny"),
]

let package = Package(
  name: "sanitize",
  targets: [
    .target(name: "SnapbackBasics", swiftSettings: imports + [.strictMemorySafety()]),
    .target(name: "SnapbackConstraints", swiftSettings: imports + [.strictMemorySafety()]),
    .target(
      name: "SnapbackTestSupport", path: "Tests/Support", sources: ["Effort.swift"],
      swiftSettings: imports + [.strictMemorySafety()]),
    .testTarget(
      name: "SnapbackConstraintsTests",
      dependencies: ["SnapbackConstraints", "SnapbackBasics", "SnapbackTestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)
