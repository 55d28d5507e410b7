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
    abstract: "Lists the constraints of the running scene, or of a view, with their states.")

  @Argument(help: "The view; without it, all constraints.", completion: .views) var view: String?
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

  /// Returns a line for each state of the scene with its value and all of its values, and a line
  /// for each constraint with its state, its name and its rule.
  private func text(_ reply: Reply) -> String {
    let inspection = reply.body.member("inspect")
    guard case .array(let constraints)? = inspection?.member("constraints")?.value
    else { return "done" }
    var lines: [String] = []
    if case .array(let states)? = inspection?.member("states")?.value {
      lines += states.map { SendReply.state($0) }
    }
    lines += constraints.map { constraint in
      func part(_ key: String) -> String? { constraint.member(key).map(SendReply.plain) }
      let state = (part("state") ?? "") + (part("by").map { " by \($0)" } ?? "")
      let padding = String(repeating: " ", count: max(1, 20 - state.count))
      let rule = part("rule") ?? ""
      return state + padding + (part("id").flatMap { $0 == rule ? nil : "\($0): " } ?? "") + rule
    }
    return lines.isEmpty ? "no constraints" : lines.joined(separator: "\n")
  }
}
