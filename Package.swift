// swift-tools-version: 6.3

import PackageDescription

// Every target is declared by its kind, so the list below is the graph of docs/architecture.md: a
// target may import only the targets listed after its name, which
// `--explicit-target-dependency-import-check error` enforces. No target has unsafe flags, because
// SwiftPM refuses libraries with such targets in a package that is used by its address; release
// builds get theirs from scripts/common/swift-flags.bash. The exception are builds of the scripts,
// which set SNAPBACK_OPTIMIZED_CORE.

let common: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Options of the pure core: its debug builds are optimized if SNAPBACK_OPTIMIZED_CORE is set, with
/// assertions, checks of exclusive access and DEBUG. Tests take a quarter of the time, and the
/// optimizer takes less time for whole modules than the compiler for debug builds of single files.
let coreOptions: [SwiftSetting] =
  Context.environment["SNAPBACK_OPTIMIZED_CORE"] == nil
  ? []
  : [
    .unsafeFlags(
      [
        "-O", "-wmo", "-disable-batch-mode", "-num-threads", "2", "-assert-config", "Debug",
      ], .when(configuration: .debug))
  ]

/// A target of the pure core: no clock, no descriptor, no unsafe code except for the solver's
/// memory.
func pure(_ name: String, _ dependencies: [String] = []) -> Target {
  .target(
    name: name, dependencies: dependencies.map { .init(stringLiteral: $0) },
    swiftSettings: common + coreOptions + [.strictMemorySafety()])
}

/// A target of the shell: it may hold descriptors, read the clock and call C.
func shell(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: common)
}

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
    // A library contains the modules whose types its interface has.
    .library(name: "SnapbackMotion", targets: ["SnapbackMotion", "SnapbackBasics"]),
    .library(name: "SnapbackConstraints", targets: ["SnapbackConstraints"]),
    .library(
      name: "SnapbackLayout",
      targets: ["SnapbackLayout", "SnapbackConstraints", "SnapbackBasics"]),
    .library(
      name: "SnapbackProtocol",
      targets: ["SnapbackProtocol", "SnapbackMotion", "SnapbackDocument", "SnapbackBasics"]),
    .library(
      name: "SnapbackGestures",
      targets: ["SnapbackGestures", "SnapbackTouches", "SnapbackBasics"]),
    .library(
      name: "SnapbackEngine",
      targets: [
        "SnapbackEngine", "SnapbackScene", "SnapbackDocument", "SnapbackTouches",
        "SnapbackProtocol", "SnapbackBasics",
      ]),
    .library(
      name: "SnapbackClient",
      targets: [
        "SnapbackClient", "SnapbackProtocol", "SnapbackMotion", "SnapbackDocument",
        "SnapbackLinux", "SnapbackBasics",
      ]),
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
    pure("SnapbackBasics"),
    pure("SnapbackConstraints"),
    pure("SnapbackDocument"),
    pure("SnapbackLayout", ["SnapbackConstraints", "SnapbackBasics"]),
    pure("SnapbackTouches", ["SnapbackBasics"]),
    pure("SnapbackGestures", ["SnapbackTouches", "SnapbackBasics"]),
    pure("SnapbackMotion", ["SnapbackBasics"]),
    pure("SnapbackProtocol", ["SnapbackBasics", "SnapbackMotion", "SnapbackDocument"]),
    pure(
      "SnapbackEngine",
      [
        "SnapbackBasics", "SnapbackConstraints", "SnapbackLayout", "SnapbackTouches",
        "SnapbackGestures", "SnapbackMotion", "SnapbackProtocol",
      ]),
    pure(
      "SnapbackScene",
      [
        "SnapbackBasics", "SnapbackDocument", "SnapbackConstraints", "SnapbackLayout",
        "SnapbackTouches", "SnapbackGestures", "SnapbackMotion", "SnapbackProtocol",
        "SnapbackEngine",
      ]),
    pure(
      "SnapbackReplay",
      [
        "SnapbackBasics", "SnapbackTouches", "SnapbackGestures", "SnapbackEngine",
        "SnapbackDocument", "SnapbackProtocol", "SnapbackScene",
      ]),

    // The shell.
    .systemLibrary(
      name: "CLibevdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
    .systemLibrary(
      name: "CLibudev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
    // Shipped binaries contain libyaml: scripts/build static.
    Context.environment["SNAPBACK_STATIC_LIBYAML"] == nil
      ? .systemLibrary(
        name: "CLibyaml", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])])
      : .systemLibrary(name: "CLibyaml", path: "Sources/CLibyamlStatic"),
    .target(name: "CSnapbackLinux"),
    shell("SnapbackLinux", ["CSnapbackLinux", "SnapbackBasics"]),
    shell(
      "SnapbackSharedFrames", ["SnapbackLinux", "SnapbackProtocol", "SnapbackBasics"]),
    shell(
      "SnapbackEvdev",
      [
        "CLibevdev", "CLibudev", "CSnapbackLinux", "SnapbackLinux", "SnapbackBasics",
        "SnapbackTouches",
      ]),
    shell(
      "SnapbackFiles",
      [
        "CLibyaml", "SnapbackLinux", "SnapbackBasics", "SnapbackTouches", "SnapbackDocument",
        "SnapbackEngine", "SnapbackProtocol", "SnapbackScene", "SnapbackReplay",
      ]),
    shell(
      "SnapbackDaemon",
      [
        "SnapbackBasics", "SnapbackTouches", "SnapbackEngine", "SnapbackDocument", "SnapbackScene",
        "SnapbackReplay", "SnapbackProtocol", "SnapbackLayout", "SnapbackLinux", "SnapbackEvdev",
        "SnapbackFiles", "SnapbackSharedFrames", logging,
      ]),
    shell(
      "SnapbackClient",
      [
        "CSnapbackLinux", "SnapbackBasics", "SnapbackMotion", "SnapbackProtocol",
        "SnapbackLinux", "SnapbackDocument", "SnapbackSharedFrames",
      ]),
    // The page and its modules, embedded in the binary. Some of the embedded files are outside its
    // folder.
    .target(name: "CSnapbackPage"),
    .target(
      name: "SnapbackWeb",
      dependencies: [
        "CSnapbackPage", "SnapbackBasics", "SnapbackDocument", "SnapbackEngine",
        "SnapbackProtocol", "SnapbackReplay", "SnapbackFiles", "SnapbackScene", "SnapbackLinux",
        logging,
      ] + nio("NIOCore", "NIOPosix", "NIOHTTP1", "NIOWebSocket", "NIOConcurrencyHelpers"),
      exclude: ["Page"],
      swiftSettings: common),
    command(
      "snapback-web",
      [
        "SnapbackWeb", "SnapbackBasics", "SnapbackDaemon", "SnapbackFiles", "SnapbackLinux",
        argumentParser, logging,
      ]),
    // It holds no descriptor; the client evaluates motion for it.
    shell("SnapbackWatch", ["SnapbackBasics", "SnapbackProtocol", "SnapbackClient"]),
    command(
      "snapbackd",
      [
        "SnapbackBasics", "SnapbackDaemon", "SnapbackDocument", "SnapbackFiles", "SnapbackLinux",
        "SnapbackReplay", logging,
      ]),
    command(
      "snapback",
      [
        "SnapbackBasics", "SnapbackConstraints", "SnapbackTouches", "SnapbackGestures",
        "SnapbackLayout", "SnapbackMotion", "SnapbackEngine", "SnapbackDocument", "SnapbackScene",
        "SnapbackReplay", "SnapbackLinux", "SnapbackEvdev", "SnapbackProtocol", "SnapbackClient",
        "SnapbackDaemon", "SnapbackFiles", "SnapbackWatch", argumentParser,
      ]),

    // Tests.
    .target(
      name: "SnapbackTestSupport",
      dependencies: [
        "SnapbackReplay", "SnapbackScene", "SnapbackEngine", "SnapbackProtocol", "SnapbackBasics",
        "SnapbackMotion", "SnapbackTouches", "SnapbackDocument", "SnapbackLinux",
      ],
      path: "Tests/Support",
      swiftSettings: common),
    .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
    tests("SnapbackBasicsTests", ["SnapbackBasics", "SnapbackTestSupport"]),
    tests(
      "SnapbackConstraintsTests", ["SnapbackConstraints", "SnapbackBasics", "SnapbackTestSupport"]),
    tests("SnapbackDocumentTests", ["SnapbackDocument", "SnapbackBasics"]),
    tests("SnapbackMotionTests", ["SnapbackMotion", "SnapbackBasics", "SnapbackTestSupport"]),
    tests(
      "SnapbackLayoutTests",
      [
        "SnapbackLayout", "SnapbackConstraints", "SnapbackBasics", "SnapbackTestSupport",
      ]),
    tests("SnapbackTouchesTests", ["SnapbackTouches", "SnapbackBasics", "AllocationCounter"]),
    tests(
      "SnapbackGesturesTests",
      [
        "SnapbackGestures", "SnapbackTouches", "SnapbackBasics", "AllocationCounter",
        "SnapbackTestSupport",
      ]),
    tests(
      "SnapbackProtocolTests",
      [
        "SnapbackProtocol", "SnapbackDocument", "SnapbackBasics", "SnapbackMotion",
        "SnapbackReplay", "AllocationCounter", "SnapbackTestSupport",
      ]),
    tests(
      "SnapbackEngineTests",
      [
        "SnapbackEngine", "SnapbackScene", "SnapbackLayout", "SnapbackConstraints",
        "SnapbackMotion", "SnapbackTouches", "SnapbackProtocol", "SnapbackBasics",
        "SnapbackDocument", "SnapbackLinux", "AllocationCounter", "SnapbackReplay",
        "SnapbackTestSupport",
      ]),
    tests(
      "SnapbackSceneTests",
      [
        "SnapbackScene", "SnapbackDocument", "SnapbackEngine", "SnapbackProtocol",
        "SnapbackConstraints", "SnapbackGestures", "SnapbackLayout", "SnapbackMotion",
        "SnapbackTouches", "SnapbackBasics", "SnapbackTestSupport",
      ]),
    tests(
      "SnapbackReplayTests",
      [
        "SnapbackReplay", "SnapbackScene", "SnapbackEngine", "SnapbackTouches",
        "SnapbackGestures", "SnapbackProtocol", "SnapbackDocument", "SnapbackBasics",
        "SnapbackFiles", "SnapbackLinux", "SnapbackTestSupport",
      ]),
    tests(
      "SnapbackDaemonTests",
      [
        "SnapbackDaemon", "SnapbackClient", "SnapbackProtocol", "SnapbackDocument",
        "SnapbackBasics", "SnapbackFiles", "SnapbackLinux", "SnapbackTestSupport",
        "SnapbackEvdev", "SnapbackTouches", "SnapbackEngine", logging,
      ]),
    // The tool's tests run the built command.
    tests("SnapbackToolTests", ["SnapbackDocument", "SnapbackLinux", "SnapbackTestSupport"]),
    tests("SnapbackLinuxTests", ["SnapbackLinux", "SnapbackBasics", "SnapbackTestSupport"]),
    tests(
      "SnapbackSharedFramesTests",
      [
        "SnapbackSharedFrames", "SnapbackProtocol", "SnapbackBasics", "AllocationCounter",
      ]),
    tests(
      "SnapbackClientTests",
      [
        "SnapbackClient", "SnapbackProtocol", "SnapbackMotion", "SnapbackDocument",
        "SnapbackBasics", "SnapbackLinux", "CSnapbackLinux", "SnapbackEngine",
        "SnapbackTestSupport",
      ]),
    tests(
      "SnapbackWebTests",
      ["SnapbackWeb", "SnapbackFiles", "SnapbackLinux", "SnapbackTestSupport", logging]
        + nio("NIOCore", "NIOPosix", "NIOHTTP1", "NIOEmbedded")),
    tests(
      "SnapbackWatchTests",
      [
        "SnapbackWatch", "SnapbackProtocol", "SnapbackBasics", "SnapbackTestSupport",
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
        "SimulatedKernel", "CSimulatedKernel", "SnapbackDaemon", "SnapbackFiles",
        "SnapbackProtocol", logging,
      ],
      path: "Tests/Simulator/Simulation", swiftSettings: common),
  ],
  swiftLanguageModes: [.v6]
)

// Test files for behavior that only a release build shows, such as frames without allocations, or
// that need its speed (scripts/test release). Only their dependencies are built, because the rest
// takes minutes.
let releaseTests = [
  "SnapbackLayoutTests": [
    "RulePrecedenceTests", "StackBench", "StackChangeTests", "StackFixture", "StackInvariantTests",
    "StackJudge",
  ],
  "SnapbackTouchesTests": [
    "ContactFilterAllocationTests", "DecoderAllocationTests", "EventScript",
  ],
  "SnapbackGesturesTests": [
    "GestureAllocationTests", "GestureSequenceTests", "Hands", "InputAllocationTests", "Oracles",
    "SequenceMaker", "SequenceModel", "Settings", "TwoFingerMove", "TwoFingerMoveTests",
  ],
  "SnapbackProtocolTests": ["Frames/EncodingAllocationTests"],
  "SnapbackSharedFramesTests": ["SharedFramesTests"],
  "SnapbackEngineTests": [
    "AllocationTests", "BoundScene", "ChangeText", "ChangeTextTests", "DrivenOffsetTests",
    "EngineDriver+Gestures", "EngineDriver+Transactions", "FollowingEvents", "FollowingRestTests",
    "FollowingScene", "GestureSimulationTests", "InterruptionCase", "InterruptionCaseTests",
    "InterruptionPanels", "InterruptionScene", "InterruptionScene+Constants",
    "InterruptionScene+Following", "InterruptionTests", "InterruptionWorld",
    "InterruptionWorld+Bindings", "InterruptionWorld+Busy", "InterruptionWorld+Checks",
    "InterruptionWorld+Followers", "InterruptionWorld+Operations", "InterruptionWorld+Steps",
    "InterruptionWorld+Velocity", "LeverTests", "MotionJournalTests", "PanTests",
    "SamplingTests", "SamplingWorld", "SegmentPicture", "SegmentTests", "Textbook",
    "TransactionAllocationTests", "TransactionOrderTests",
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
