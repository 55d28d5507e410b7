// swift-tools-version: 6.2

import PackageDescription

// Every target is declared by its kind, so the list below is the graph of docs/architecture.md: a
// target may import only the targets listed after its name, which
// `--explicit-target-dependency-import-check error` enforces.

let common: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A target of the pure core: no clock, no descriptor, no unsafe code except for the solver's
/// memory.
func pure(_ name: String, _ dependencies: [String] = []) -> Target {
  .target(
    name: name, dependencies: dependencies.map { .init(stringLiteral: $0) },
    swiftSettings: common + [.strictMemorySafety()])
}

/// A target of the shell: it may hold descriptors, read the clock and call C.
func shell(
  _ name: String, _ dependencies: [Target.Dependency], _ more: [SwiftSetting] = []
) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: common + more)
}

/// Debug builds, and so all tests, check exclusive access at run time. In the shipped daemon these
/// checks would be nearly a fifth of the cost of a frame.
let uncheckedAccess: [SwiftSetting] = [
  .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))
]

func command(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, swiftSettings: common)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  // Tests may use members without importing the module that declares them.
  .testTarget(
    name: name, dependencies: dependencies, swiftSettings: Array(common.dropLast()))
}

let argumentParser: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")

func nio(_ names: String...) -> [Target.Dependency] {
  names.map { .product(name: $0, package: "swift-nio") }
}

let package = Package(
  name: "snapback",
  products: [
    .executable(name: "snapbackd", targets: ["snapbackd"]),
    .executable(name: "snapback", targets: ["snapback"]),
    .executable(name: "snapback-web", targets: ["snapback-web"]),
    .library(name: "SnapbackMotion", targets: ["SnapbackMotion"]),
    .library(name: "SnapbackConstraints", targets: ["SnapbackConstraints"]),
    .library(
      name: "SnapbackGestures",
      targets: ["SnapbackGestures", "SnapbackTouches", "SnapbackGeometry", "SnapbackTiming"]),
    .library(
      name: "SnapbackFrames",
      targets: ["SnapbackFrames", "SnapbackMotion", "SnapbackGeometry", "SnapbackTiming"]),
    .library(
      name: "SnapbackEngine",
      targets: [
        "SnapbackEngine", "SnapbackScene", "SnapbackDocument", "SnapbackTouches", "SnapbackFrames",
        "SnapbackGeometry", "SnapbackTiming",
      ]),
    .library(name: "SnapbackClient", targets: ["SnapbackClient", "SnapbackMessages"]),
    .library(
      name: "SnapbackSharedFrames", targets: ["SnapbackSharedFrames", "SnapbackLinux"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
  ],
  targets: [
    // The pure core, leaves first.
    pure("SnapbackTiming"),
    pure("SnapbackGeometry"),
    pure("SnapbackConstraints"),
    pure("SnapbackDocument"),
    pure("SnapbackLayout", ["SnapbackConstraints", "SnapbackGeometry"]),
    pure("SnapbackTouches", ["SnapbackTiming", "SnapbackGeometry"]),
    pure("SnapbackGestures", ["SnapbackTouches", "SnapbackTiming", "SnapbackGeometry"]),
    pure("SnapbackMotion", ["SnapbackTiming", "SnapbackGeometry"]),
    pure("SnapbackFrames", ["SnapbackTiming", "SnapbackGeometry", "SnapbackMotion"]),
    pure("SnapbackProtocol", ["SnapbackTiming", "SnapbackDocument", "SnapbackFrames"]),
    pure(
      "SnapbackMessages",
      [
        "SnapbackTiming", "SnapbackGeometry", "SnapbackMotion", "SnapbackFrames",
        "SnapbackDocument",
      ]),
    pure(
      "SnapbackEngine",
      [
        "SnapbackTiming", "SnapbackGeometry", "SnapbackConstraints", "SnapbackLayout",
        "SnapbackTouches", "SnapbackGestures", "SnapbackMotion", "SnapbackFrames",
      ]),
    pure(
      "SnapbackScene",
      [
        "SnapbackDocument", "SnapbackConstraints", "SnapbackLayout", "SnapbackGestures",
        "SnapbackMotion", "SnapbackGeometry", "SnapbackFrames", "SnapbackEngine",
      ]),
    pure(
      "SnapbackControl",
      [
        "SnapbackTiming", "SnapbackGeometry", "SnapbackConstraints", "SnapbackDocument",
        "SnapbackLayout", "SnapbackTouches", "SnapbackMotion", "SnapbackFrames",
        "SnapbackProtocol", "SnapbackEngine", "SnapbackScene",
      ]),
    pure(
      "SnapbackRecording",
      [
        "SnapbackTiming", "SnapbackGeometry", "SnapbackTouches", "SnapbackGestures",
        "SnapbackFrames", "SnapbackEngine", "SnapbackDocument", "SnapbackProtocol",
        "SnapbackControl",
      ]),
    pure("SnapbackTUIO", ["SnapbackTiming", "SnapbackGeometry", "SnapbackFrames"]),
    pure(
      "SnapbackCases",
      [
        "SnapbackTiming", "SnapbackGeometry", "SnapbackTouches", "SnapbackGestures",
        "SnapbackFrames", "SnapbackEngine", "SnapbackDocument", "SnapbackControl",
        "SnapbackRecording",
      ]),

    // The shell.
    .systemLibrary(
      name: "CLibevdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
    .systemLibrary(
      name: "CLibudev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
    // Shipped binaries contain libyaml: scripts/build-static.
    Context.environment["SNAPBACK_STATIC_LIBYAML"] == nil
      ? .systemLibrary(
        name: "CLibyaml", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])])
      : .systemLibrary(name: "CLibyaml", path: "Sources/CLibyamlStatic"),
    .target(name: "CSnapbackLinux"),
    shell("SnapbackLinux", ["CSnapbackLinux", "SnapbackTiming"]),
    shell(
      "SnapbackSharedFrames",
      ["SnapbackLinux", "SnapbackFrames", "SnapbackGeometry", "SnapbackTiming"]),
    shell(
      "SnapbackEvdev",
      [
        "CLibevdev", "CLibudev", "CSnapbackLinux", "SnapbackLinux", "SnapbackTiming",
        "SnapbackTouches",
      ]),
    shell("SnapbackRecordingFiles", ["CLibyaml", "SnapbackRecording"]),
    shell(
      "SnapbackDaemon",
      [
        "SnapbackRecordingFiles",
        "SnapbackTiming", "SnapbackGeometry", "SnapbackTouches", "SnapbackFrames",
        "SnapbackEngine", "SnapbackDocument", "SnapbackScene", "SnapbackRecording",
        "SnapbackProtocol", "SnapbackControl", "SnapbackLayout", "SnapbackLinux", "SnapbackEvdev",
        "SnapbackSharedFrames", logging,
      ], uncheckedAccess),
    shell(
      "SnapbackClient",
      [
        "CSnapbackLinux", "SnapbackTiming", "SnapbackGeometry", "SnapbackMotion",
        "SnapbackFrames", "SnapbackMessages", "SnapbackLinux", "SnapbackDocument",
        "SnapbackSharedFrames",
      ]),
    // The page and its modules, embedded in the binary. Some of the embedded files are outside its
    // folder.
    .target(name: "CSnapbackPage"),
    .target(
      name: "SnapbackWeb",
      dependencies: [
        "CSnapbackPage", "SnapbackEngine", "SnapbackFrames", "SnapbackRecording",
        "SnapbackRecordingFiles", "SnapbackScene", "SnapbackLinux", "SnapbackDaemon", logging,
      ] + nio("NIOCore", "NIOPosix", "NIOHTTP1", "NIOWebSocket", "NIOConcurrencyHelpers"),
      exclude: ["Page"],
      swiftSettings: common),
    command(
      "snapback-web",
      ["SnapbackWeb", "SnapbackDaemon", "SnapbackLinux", argumentParser, logging]),
    // It holds no descriptor; the client evaluates motion for it.
    shell(
      "SnapbackWatch",
      [
        "SnapbackTiming", "SnapbackGeometry", "SnapbackFrames", "SnapbackMessages",
        "SnapbackDocument", "SnapbackClient",
      ]),
    command(
      "snapbackd",
      ["SnapbackDaemon", "SnapbackDocument", "SnapbackLinux", "SnapbackRecording", logging]),
    command(
      "snapback",
      [
        "SnapbackTiming", "SnapbackGeometry", "SnapbackConstraints", "SnapbackTouches",
        "SnapbackGestures", "SnapbackFrames", "SnapbackLayout", "SnapbackMotion",
        "SnapbackEngine", "SnapbackDocument", "SnapbackScene",
        "SnapbackControl", "SnapbackRecording", "SnapbackCases", "SnapbackLinux", "SnapbackEvdev",
        "SnapbackMessages", "SnapbackClient", "SnapbackDaemon", "SnapbackTUIO",
        "SnapbackWatch", argumentParser,
      ]),

    // Tests.
    .target(
      name: "SnapbackTestSupport",
      dependencies: [
        "SnapbackRecording", "SnapbackScene", "SnapbackEngine", "SnapbackFrames",
        "SnapbackGeometry", "SnapbackMotion", "SnapbackTiming", "SnapbackTouches",
      ],
      path: "Tests/Support",
      swiftSettings: common),
    .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
    tests(
      "SnapbackGeometryTests",
      ["SnapbackGeometry", "SnapbackTiming", "SnapbackRecording", "SnapbackTestSupport"]),
    tests("SnapbackConstraintsTests", ["SnapbackConstraints"]),
    tests("SnapbackDocumentTests", ["SnapbackDocument"]),
    tests(
      "SnapbackMotionTests",
      [
        "SnapbackMotion", "SnapbackGeometry", "SnapbackTiming", "SnapbackRecording",
        "SnapbackTestSupport",
      ]),
    tests(
      "SnapbackLayoutTests",
      [
        "SnapbackLayout", "SnapbackConstraints", "SnapbackGeometry", "SnapbackRecording",
        "SnapbackTestSupport",
      ]),
    tests(
      "SnapbackTouchesTests",
      [
        "SnapbackTouches", "SnapbackGeometry", "SnapbackTiming", "SnapbackRecording",
        "AllocationCounter",
      ]),
    tests(
      "SnapbackGesturesTests",
      [
        "SnapbackGestures", "SnapbackTouches", "SnapbackGeometry", "SnapbackTiming",
        "SnapbackRecording", "AllocationCounter", "SnapbackTestSupport",
      ]),
    tests(
      "SnapbackFramesTests",
      [
        "SnapbackFrames", "SnapbackDocument", "SnapbackGeometry", "SnapbackMotion",
        "SnapbackRecording", "SnapbackTiming", "AllocationCounter", "SnapbackTestSupport",
      ]),
    tests(
      "SnapbackMessagesTests",
      [
        "SnapbackMessages", "SnapbackFrames", "SnapbackMotion", "SnapbackDocument",
        "SnapbackGeometry", "SnapbackRecording", "SnapbackTiming", "SnapbackTestSupport",
      ]),
    tests(
      "SnapbackProtocolTests",
      [
        "SnapbackProtocol", "SnapbackDocument", "SnapbackFrames", "SnapbackTiming",
        "AllocationCounter",
      ]),
    tests(
      "SnapbackEngineTests",
      [
        "SnapbackEngine", "SnapbackScene", "SnapbackLayout", "SnapbackMotion",
        "SnapbackTouches", "SnapbackFrames", "SnapbackGeometry", "SnapbackTiming",
        "AllocationCounter", "SnapbackRecording", "SnapbackTestSupport",
      ]),
    tests(
      "SnapbackSceneTests",
      [
        "SnapbackScene", "SnapbackDocument", "SnapbackEngine", "SnapbackFrames",
        "SnapbackConstraints", "SnapbackGestures", "SnapbackLayout", "SnapbackMotion",
        "SnapbackGeometry", "SnapbackRecording", "SnapbackTiming", "SnapbackTestSupport",
      ]),
    tests(
      "SnapbackControlTests",
      [
        "SnapbackControl", "SnapbackScene", "SnapbackDocument", "SnapbackEngine",
        "SnapbackProtocol", "SnapbackFrames", "SnapbackConstraints", "SnapbackLayout",
        "SnapbackMotion", "SnapbackTouches", "SnapbackGeometry", "SnapbackRecording",
        "SnapbackTiming", "SnapbackTestSupport",
      ]),
    tests(
      "SnapbackRecordingTests",
      [
        "SnapbackRecording", "SnapbackScene", "SnapbackEngine", "SnapbackTouches",
        "SnapbackGestures", "SnapbackFrames", "SnapbackDocument", "SnapbackGeometry",
        "SnapbackTiming", "SnapbackRecordingFiles", "SnapbackLinux", "SnapbackTestSupport",
      ]),
    tests(
      "SnapbackCasesTests",
      [
        "SnapbackCases", "SnapbackRecording", "SnapbackControl", "SnapbackScene", "SnapbackEngine",
        "SnapbackTouches", "SnapbackFrames", "SnapbackDocument", "SnapbackGeometry",
        "SnapbackTiming", "SnapbackTestSupport",
      ]),
    tests(
      "SnapbackDaemonTests",
      [
        "SnapbackDaemon", "SnapbackClient", "SnapbackMessages", "SnapbackDocument",
        "SnapbackFrames", "SnapbackProtocol", "SnapbackTiming", "SnapbackLinux",
        "SnapbackTestSupport", "SnapbackEvdev", "SnapbackGeometry", "SnapbackTouches",
      ]),
    tests("SnapbackLinuxTests", ["SnapbackLinux", "SnapbackTiming", "SnapbackTestSupport"]),
    tests(
      "SnapbackSharedFramesTests",
      [
        "SnapbackSharedFrames", "SnapbackFrames", "SnapbackGeometry", "SnapbackTiming",
        "SnapbackRecording", "AllocationCounter",
      ]),
    tests(
      "SnapbackClientTests",
      [
        "SnapbackClient", "SnapbackMessages", "SnapbackFrames", "SnapbackMotion",
        "SnapbackDocument", "SnapbackGeometry", "SnapbackTiming", "SnapbackLinux",
        "CSnapbackLinux", "SnapbackEngine", "SnapbackTestSupport",
      ]),
    tests(
      "SnapbackWebTests",
      ["SnapbackWeb", "SnapbackLinux", "SnapbackTestSupport", logging]
        + nio("NIOCore", "NIOPosix", "NIOHTTP1", "NIOEmbedded")),
    tests(
      "SnapbackTUIOTests",
      [
        "SnapbackTUIO", "SnapbackFrames", "SnapbackGeometry", "SnapbackTiming",
        "SnapbackRecording",
      ]),
    tests(
      "SnapbackWatchTests",
      [
        "SnapbackWatch", "SnapbackMessages", "SnapbackFrames", "SnapbackGeometry",
        "SnapbackTiming", "SnapbackRecording", "SnapbackTestSupport",
      ]),
    tests("TidyTests", ["SnapbackTestSupport"]),

    // The daemon on a simulated kernel: docs/simulation.md. CSimulatedKernel replaces the C library
    // functions that the daemon calls, so these targets are linked into separate programs.
    .target(name: "CSimulatedKernel", path: "Tests/Simulator/Hooks"),
    .target(
      name: "SimulatedKernel", dependencies: ["CSimulatedKernel"],
      path: "Tests/Simulator/Kernel", swiftSettings: common),
    .executableTarget(
      name: "kernel-conformance",
      dependencies: ["SimulatedKernel", "CSimulatedKernel", "CLibevdev"],
      path: "Tests/Simulator/Conformance", swiftSettings: common),
    .executableTarget(
      name: "snapback-simulate",
      dependencies: [
        "SimulatedKernel", "CSimulatedKernel", "SnapbackDaemon", "SnapbackMessages", logging,
      ],
      path: "Tests/Simulator/Simulation", swiftSettings: common),
  ],
  swiftLanguageModes: [.v6]
)

// Test files for behavior that only a release build shows, such as frames without allocations, or
// that need its speed (scripts/release-test). Only their dependencies are built, because the rest
// takes minutes.
let releaseTests = [
  "SnapbackTouchesTests": [
    "ContactFilterAllocationTests", "DecoderAllocationTests", "EventScript",
  ],
  "SnapbackGesturesTests": [
    "GestureAllocationTests", "GestureSequenceTests", "Hands", "InputAllocationTests", "Oracles",
    "SequenceMaker", "SequenceModel", "Settings",
  ],
  "SnapbackFramesTests": ["EncodingAllocationTests"],
  "SnapbackSharedFramesTests": ["SharedFramesTests"],
  "SnapbackEngineTests": [
    "AllocationTests", "EngineDriver+Gestures", "EngineDriver+Transactions",
    "GestureSimulationTests", "InterruptionScene", "InterruptionTests", "InterruptionWorld",
    "InterruptionWorld+Busy", "InterruptionWorld+Checks", "InterruptionWorld+Steps",
    "InterruptionWorld+Velocity", "PanTests",
    "TransactionAllocationTests",
  ],
]
if Context.environment["SNAPBACK_RELEASE_TESTS"] != nil {
  var needed = Set(releaseTests.keys)
  var count = 0
  while needed.count > count {
    count = needed.count
    for target in package.targets where needed.contains(target.name) {
      for case .byNameItem(let name, _) in target.dependencies { needed.insert(name) }
    }
  }
  package.targets.removeAll { !needed.contains($0.name) }
  package.products = []
  for target in package.targets {
    if let files = releaseTests[target.name] { target.sources = files.map { $0 + ".swift" } }
  }
}
