import CSimulatedKernel
import Glibc
import SimulatedKernel

/// Runs every script on the model and on the real kernel, and compares the traces.
struct Conformance {
  private var randomCount = 200
  private var seed: UInt64 = 1
  private var shown: String?

  init(_ arguments: [String]) {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      let value = rest.popFirst() ?? ""
      switch option {
      case "--random": randomCount = Int(value) ?? randomCount
      case "--seed": seed = UInt64(value) ?? seed
      case "--show": shown = value
      default:
        print("usage: kernel-conformance [--random N] [--seed S] [--show NAME]")
        exit(64)
      }
    }
  }

  /// Whether model and kernel agree and the model's own tests pass.
  func run() -> Bool {
    // Descriptor numbers are compared, so both sides start with only the standard ones.
    for number in 3..<Int32(1024) { close(number) }
    var limit = rlimit(rlim_cur: 1024, rlim_max: 1024)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    var (passed, failed) = (0, 0)
    func count(_ name: String, _ problem: String?) {
      if let problem {
        failed += 1
        print("\(name): \(problem)")
      } else {
        passed += 1
      }
    }
    for script in Script.all where shown == nil || shown == script.name {
      count(script.name, difference(script))
    }
    if let shown, let number = shown.split(separator: " ").last.flatMap({ UInt64($0) }) {
      count(shown, difference(Script.random(seed: number)))
    }
    if shown == nil {
      for index in 0..<randomCount {
        let number = seed &+ UInt64(index)
        let script = Script.random(seed: number)
        count(script.name, difference(script))
      }
      for test in ModelTest.all { count(test.name, test.problem()) }
    }
    print("\(passed) passed, \(failed) failed (seed \(seed))")
    return failed == 0
  }

  private func difference(_ script: Script) -> String? {
    let model = Self.onModel(script)
    let real = Self.onKernel(script)
    if shown != nil {
      for line in model { print("model  \(line)") }
      for line in real { print("kernel \(line)") }
    }
    for index in 0..<max(model.count, real.count) {
      let ours = model.indices.contains(index) ? model[index] : "(over)"
      let theirs = real.indices.contains(index) ? real[index] : "(over)"
      guard ours != theirs else { continue }
      let before = real.prefix(index).suffix(3).joined(separator: "; ")
      return "line \(index): model \"\(ours)\", kernel \"\(theirs)\", after \(before)"
    }
    return nil
  }

  private static func onModel(_ script: Script) -> [String] {
    let kernel = Kernel()
    let process = kernel.makeProcess("script")
    kernel.files.makeDirectory("/scripts")
    let trace = Trace(directory: "/scripts")
    let host = kernel.makeProcess("host")
    do throws(Errno) {
      let null = try host.open("/dev/null", 2)
      for number: Int32 in 0...2 { try process.inherit(null, of: host, as: number) }
    } catch {
      return ["no standard descriptors: \(error)"]
    }
    let end = kernel.run(process) { script.play(trace) }
    guard case .returned = end else { return trace.lines + ["\(end)"] }
    process.exit()
    host.exit()
    guard kernel.openFiles == 0 else { return trace.lines + ["\(kernel.openFiles) left open"] }
    return trace.lines
  }

  private static func onKernel(_ script: Script) -> [String] {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/var/tmp"
    var template = Array((parent + "/kernel-conformance-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { return ["no directory"] }
    let bytes = template.dropLast().map { UInt8(bitPattern: $0) }
    let directory = String(decoding: bytes, as: UTF8.self)
    let trace = Trace(directory: directory)
    script.play(trace)
    for number in 3..<Int32(1024) { close(number) }
    remove(directory)
    return trace.lines
  }

  private static func remove(_ directory: String) {
    if let stream = opendir(directory) {
      while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        guard name != ".", name != ".." else { continue }
        let path = directory + "/" + name
        if entry.pointee.d_type == 4 { remove(path) } else { unlink(path) }
      }
      closedir(stream)
    }
    rmdir(directory)
  }
}
