import ArgumentParser
import SnapbackClient
import SnapbackDocument
import SnapbackFiles
import SnapbackProtocol

/// `snapback send animation 12 pause`.
struct SendAnimation: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "animation",
    abstract: "Pauses, continues, reverses, scrubs or stops a controlled transaction.",
    discussion: """
      As in: animation 12 scrub --fraction 0.5, or animation 12 stop --at end. With continue, an \
      option for a timing is the animation of the rest of the way.
      """)

  @Argument(help: "The number of the transaction, from the reply to the change.")
  var transaction: UInt64
  @Argument(help: "What to do with it.") var step: Step
  @Option(help: "With scrub: the fraction, 0…1.") var fraction: Double?
  @Flag(
    inversion: .prefixedNo,
    help: "With scrub: whether the fraction is that of the way instead of the time.")
  var linearly: Bool?
  @Option(help: "With stop: where its views end up.") var at: End?
  @OptionGroup var animation: AnimationOptions
  @OptionGroup var options: SendOptions

  enum Step: String, ExpressibleByArgument, CaseIterable {
    case pause, `continue`, reverse, scrub, stop
  }

  enum End: String, ExpressibleByArgument, CaseIterable { case current, start, end }

  func run() throws {
    try Snapback.run { () throws(Failure) in
      let timing = try animation.timing()
      try options.perform("animation") { writer in
        writer.integer(transaction, "transaction")
        writer.string(step.rawValue, "do")
        if let fraction { writer.factor(fraction, "fraction") }
        if let linearly { writer.boolean(linearly, "linearly") }
        if let at { writer.string(at.rawValue, "at") }
        timing?.write(&writer)
      }
    }
  }
}

/// `snapback send inspect card`.
struct SendInspect: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Lists the constraints and bindings of the running scene, or of a view.",
    discussion: """
      The first line has the size classes and the theme. A line for each constraint has its \
      state, its name and its rule. A line for each binding has its name, its kind, its source \
      and its target with their present values, and whether they rest or move.
      """)

  @Argument(help: "The view; without it, all constraints and bindings.", completion: .views)
  var view: String?
  @OptionGroup var options: SendOptions

  func run() throws {
    try Snapback.run { () throws(Failure) in
      let client = try options.connect()
      do throws(ClientError) {
        let reply = try client.inspect(view)
        print(options.json ? SendReply.json(reply) : text(reply))
      } catch {
        throw ToolClient.failure(error)
      }
    }
  }

  /// Returns a line with the size classes and the theme, a line for each state of the scene with
  /// its value and all of its values, a line for each constraint with its state, its name and its
  /// rule, and a line for each binding.
  private func text(_ reply: Reply) -> String {
    func list(_ key: String) -> [DocumentNode]? {
      guard case .array(let items)? = reply.body.member("inspect")?.member(key)?.value
      else { return nil }
      return items
    }
    guard let constraints = list("constraints") else { return "done" }
    var traits: [String] = []
    if let node = reply.body.member("inspect")?.member("traits") {
      func part(_ key: String) -> String { node.member(key).map(SendReply.plain) ?? "" }
      traits.append("\(part("width")) x \(part("height")), \(part("theme"))")
    }
    var lines = list("states")?.map { SendReply.state($0) } ?? []
    lines += constraints.map { constraint in
      func part(_ key: String) -> String? { constraint.member(key).map(SendReply.plain) }
      let state = (part("state") ?? "") + (part("by").map { " by \($0)" } ?? "")
      let padding = String(repeating: " ", count: max(1, 20 - state.count))
      let rule = part("rule") ?? ""
      return state + padding + (part("id").flatMap { $0 == rule ? nil : "\($0): " } ?? "") + rule
    }
    lines += StatusText.columns((list("bindings") ?? []).map(row), indent: 0)
    if lines.isEmpty { lines.append("no constraints, no bindings") }
    return (traits + lines).joined(separator: "\n")
  }

  /// The cells of a line for a binding.
  private func row(_ binding: DocumentNode) -> [String] {
    func part(_ key: String) -> String { binding.member(key).map(SendReply.plain) ?? "" }
    return [
      part("name"), part("kind"), "\(part("from")) = \(part("source"))",
      "\(part("to")) = \(part("target"))", part("rests") == "true" ? "rests" : "moves",
    ]
  }
}
