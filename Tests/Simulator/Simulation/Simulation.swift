import Glibc
import SimulatedKernel

/// The command: generates scripts, runs each in its own process, and shrinks those that fail.
struct Simulation {
  private let isolation: Isolation
  private let arguments: [String]
  /// The timeout of a run, in seconds of real time.
  private static let limit: UInt32 = 20

  init(_ arguments: [String]) {
    isolation = Isolation(workers: 2) { request in Self.play(request) }
    self.arguments = arguments
  }

  private static func play(_ request: [UInt8]) -> [UInt8] {
    let script = String(decoding: request, as: UTF8.self).split(separator: "\n").compactMap {
      Step(line: $0)
    }
    do throws(Errno) {
      let world = try World(script)
      let problems = world.run()
      let calls = "\(world.kernel.calls)"
      return Array(([calls] + problems).joined(separator: "\n").utf8)
    } catch {
      return Array("0\nthe world cannot be made: \(error)".utf8)
    }
  }

  private func value(_ name: String) -> String? {
    guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else {
      return nil
    }
    return arguments[index + 1]
  }

  /// A client that subscribes to touches, and a touchscreen with a moving finger.
  private static let touch: [Step] =
    [
      Step(50_000, 1, .connect, 0, 0, 1, 2, 0), Step(60_000, 0, .plug, 1),
      Step(400_000, 0, .touch, 0, 0, 2000, 2000),
    ] + (1...20).map { Step(400_000 + UInt64($0) * 8000, 0, .touch, 0, 1, 2000 + $0 * 40, 2000) }

  /// Prints the return addresses between the daemon's loop and the socket when a touch reaches a
  /// client, one hexadecimal number per line.
  private func printTrace() -> Int32 {
    guard let world = try? World(Self.touch) else { return 1 }
    let trace = CallTrace()
    world.trace = trace
    _ = world.run()
    for place in trace.places { print(String(place, radix: 16)) }
    return trace.places.isEmpty ? 1 : 0
  }

  /// Does what the arguments ask for; returns the exit code.
  func run() -> Int32 {
    if arguments.contains("--trace") { return printTrace() }
    if let path = value("--script") { return run([(path, read(path))]) }
    if let folder = value("--folder") {
      let paths = names(in: folder).filter { $0.hasSuffix(".txt") }.map { folder + "/" + $0 }
      return run(paths.map { ($0, read($0)) })
    }
    if let seed = value("--seed").flatMap({ UInt64($0) }) {
      var generator = ScriptGenerator(seed: seed)
      let script = generator.script()
      print(script.map(\.line).joined(separator: "\n"))
      return run([("seed \(seed)", script)])
    }
    let first = value("--first").flatMap { UInt64($0) } ?? 1
    let count = value("--seeds").flatMap { UInt64($0) } ?? 500
    return run(
      (first..<(first + count)).map { seed in
        var generator = ScriptGenerator(seed: seed)
        return ("seed \(seed)", generator.script())
      })
  }

  private func run(_ scripts: [(name: String, steps: [Step])]) -> Int32 {
    var begin = timespec()
    clock_gettime(CLOCK_MONOTONIC, &begin)
    var failed: [(Int, [String])] = []
    var calls = 0
    isolation.run(scripts.map { Self.request($0.steps) }, seconds: Self.limit) { index, outcome in
      let (count, problems) = Self.read(outcome)
      calls += count
      guard !problems.isEmpty else { return true }
      failed.append((index, problems))
      print("FAILED  \(scripts[index].name)")
      for problem in problems { print("        \(problem)") }
      return failed.count < 10
    }
    var end = timespec()
    clock_gettime(CLOCK_MONOTONIC, &end)
    fflush(nil)
    if let (index, problems) = failed.min(by: { $0.0 < $1.0 }) {
      let short = shrink(scripts[index].steps, problems)
      print("the shortest script with one of these problems:")
      print(short.map { "  " + $0.line }.joined(separator: "\n"))
    }
    let steps = scripts.reduce(0) { $0 + $1.steps.count }
    print(
      "\(scripts.count) runs, \(steps) steps, \(calls) system calls, "
        + "\(end.tv_sec - begin.tv_sec) s")
    print("\(scripts.count - failed.count) passed, \(failed.count) failed")
    return failed.isEmpty ? 0 : 1
  }

  /// Removes steps while one of the problems remains, larger parts first.
  private func shrink(_ script: [Step], _ problems: [String]) -> [Step] {
    let kinds = Set(problems.map(Self.kind))
    var script = script
    var size = max(1, script.count / 2)
    while true {
      var start = 0
      var hasShrunk = false
      while start < script.count {
        var shorter = script
        shorter.removeSubrange(start..<min(start + size, script.count))
        let found = Self.read(isolation.run(Self.request(shorter), seconds: Self.limit)).problems
        if found.contains(where: { kinds.contains(Self.kind($0)) }) {
          script = shorter
          hasShrunk = true
        } else {
          start += size
        }
      }
      if size == 1, !hasShrunk { return script }
      size = max(1, size / 2)
    }
  }

  /// A problem without its numbers.
  private static func kind(_ problem: String) -> String {
    String(problem.prefix { $0 != ":" }.filter { !$0.isNumber })
  }

  private static func request(_ steps: [Step]) -> [UInt8] {
    Array(steps.map(\.line).joined(separator: "\n").utf8)
  }

  private static func read(_ outcome: Isolation.Outcome) -> (calls: Int, problems: [String]) {
    switch outcome {
    case .returned(let bytes):
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
      return (lines.first.flatMap { Int($0) } ?? 0, Array(lines.dropFirst()))
    case .signalled(let signal): return (0, ["signal \(signal) ended the run"])
    case .failed(let code): return (0, ["the run exited with \(code)"])
    }
  }

  private func read(_ path: String) -> [Step] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var steps: [Step] = []
    var line = [CChar](repeating: 0, count: 4096)
    while fgets(&line, Int32(clamping: line.count), file) != nil {
      let bytes = line.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }
      if let step = Step(line: String(decoding: bytes, as: UTF8.self)) { steps.append(step) }
    }
    return steps
  }

  private func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      names.append(name)
    }
    return names.sorted()
  }
}
