// swift-tools-version: 6.3

import PackageDescription

// The benchmarks of the constraint solver, motion, input and messages are a separate package, so
// that a build of Snapback does not build them. scripts/bench and scripts/test instructions build
// and run them.

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

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
      swiftSettings: settings),
    .executableTarget(
      name: "snapback-motion-bench",
      dependencies: [.product(name: "SnapbackMotion", package: "snapback")],
      swiftSettings: settings),
    .executableTarget(
      name: "snapback-input-bench",
      dependencies: [.product(name: "SnapbackGestures", package: "snapback")],
      swiftSettings: settings),
    .executableTarget(
      name: "snapback-scene-bench",
      dependencies: [
        .product(name: "SnapbackEngine", package: "snapback"),
        .product(name: "SnapbackMotion", package: "snapback"),
        .product(name: "SnapbackSharedFrames", package: "snapback"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "snapback-encoding-bench",
      dependencies: [
        .product(name: "SnapbackProtocol", package: "snapback"),
        .product(name: "SnapbackSharedFrames", package: "snapback"),
      ],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
