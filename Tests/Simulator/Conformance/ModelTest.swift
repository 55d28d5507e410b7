import SimulatedKernel

/// A test of features that scripts cannot compare with the real kernel: devices, other users,
/// freezes, faults.
struct ModelTest: Sendable {
  let name: String
  private let body: @Sendable (Stage) throws -> Void

  init(_ name: String, _ body: @escaping @Sendable (Stage) throws -> Void) {
    self.name = name
    self.body = body
  }

  static let all = devices + rules

  /// The failure of the test; nil when it passes.
  func problem() -> String? {
    let stage = Stage()
    do {
      try body(stage)
    } catch {
      return "\(error)"
    }
    return stage.problems.isEmpty ? nil : stage.problems.joined(separator: "; ")
  }

  /// A kernel with a guest and two clients.
  final class Stage {
    let kernel = Kernel()
    let guest: Process
    let client: Process
    let other: Process
    private(set) var problems: [String] = []

    init() {
      guest = kernel.makeProcess("guest", uid: 500, gid: 500)
      client = kernel.makeProcess("client", uid: 1000, gid: 1000, groups: [44])
      other = kernel.makeProcess("other", uid: 1001, gid: 1001)
      kernel.files.makeDirectory("/run/guest", mode: 0o755, uid: 500, gid: 500)
    }

    func expect<Value: Equatable>(_ what: String, _ found: Value, _ expected: Value) {
      if found != expected { problems.append("\(what) is \(found), not \(expected)") }
    }

    /// The name of the error that a call throws.
    func failure(_ call: () throws -> Void) -> String {
      do {
        try call()
        return "none"
      } catch {
        return "\(error)"
      }
    }

    func run(_ body: @escaping () -> Void) -> String { "\(kernel.run(guest, body))" }
  }
}
