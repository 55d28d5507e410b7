// swift-tools-version: 6.2

import PackageDescription

// The benchmark of the constraint solver stands apart, so that nobody who builds Snapback builds
// it. scripts/bench and scripts/instruction-test build and run it.

let package = Package(
  name: "snapback-benchmarks",
  dependencies: [
    .package(name: "snapback", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .executableTarget(
      name: "snapback-bench",
      dependencies: [
        .product(name: "SnapbackConstraints", package: "snapback"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: [
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
