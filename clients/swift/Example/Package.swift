// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "Example",
  dependencies: [.package(name: "snapback", path: "../../..")],
  targets: [
    .executableTarget(
      name: "Example", dependencies: [.product(name: "SnapbackClient", package: "snapback")]),
    .executableTarget(
      name: "Layout", dependencies: [.product(name: "SnapbackLayout", package: "snapback")]),
  ],
  swiftLanguageModes: [.v6]
)
