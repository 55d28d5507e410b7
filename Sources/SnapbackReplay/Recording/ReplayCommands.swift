import SnapbackBasics
public import SnapbackDocument
import SnapbackEngine
import SnapbackProtocol
public import SnapbackScene

/// Client commands that a replay executes at given times.
///
/// In a document, the commands are a list of objects. Each object has the key `at`, in seconds of
/// recording time, and one command as on the socket (docs/control.md): `{ at: 0.5, change: { … }
/// }`.
public struct ReplayCommands: Sendable {
  private struct Entry: Sendable {
    let time: Instant
    let command: Command
    let body: DocumentNode
  }

  /// A command that was refused.
  public struct Refusal: Sendable {
    /// The position of the command in the document.
    public let position: SourcePosition
    /// The time of the command, in seconds.
    public let seconds: Double
    /// The error.
    public let message: String
  }

  /// The latest time of a command, in seconds.
  public static let timeLimit = 3600.0
  /// The largest number of commands.
  public static let countLimit = 10_000
  /// The commands that a list may contain. All other commands concern other files, devices or
  /// clients.
  private static let known: [Command] = [.change, .run, .animation, .retarget, .motion]

  /// The commands in order of time, and at equal times in the order of the document.
  private let entries: [Entry]
  private var next = 0
  private var desk: ControlDesk
  private(set) var refusals: [Refusal] = []

  /// Reads a list of commands for a scene.
  public init(
    _ node: DocumentNode, file: String, for desk: ControlDesk
  ) throws(DocumentError) {
    self.desk = desk
    var entries: [Entry] = []
    for item in try node.array(count: 0...Self.countLimit, file: file) {
      var reader = try ObjectReader(item, file: file)
      let seconds = try reader.number("at", in: 0...Self.timeLimit)
      let found = Self.known.filter { reader.has($0.rawValue) }
      guard let command = found.first, found.count == 1 else {
        let names = Self.known.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        throw reader.error("expected one command beside \"at\": \(names)", at: item)
      }
      let body = try reader.node(command.rawValue)
      try reader.finish()
      entries.append(
        Entry(time: .zero.advanced(bySeconds: seconds), command: command, body: body))
    }
    self.entries = entries.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }.map(\.element)
  }

  /// The time of the next command; nil after the last.
  var nextTime: Instant? { next < entries.count ? entries[next].time : nil }

  /// Executes the next command. If the command is refused, records the error.
  mutating func performNext(on engine: inout Engine) {
    let entry = entries[next]
    next += 1
    let requester = Requester(client: 0, isTrusted: true)
    do throws(ControlError) {
      _ = try desk.perform(entry.command, entry.body, for: requester, on: &engine, at: entry.time)
    } catch {
      refusals.append(
        Refusal(
          position: entry.body.position, seconds: entry.time.seconds(since: .zero),
          message: error.message))
    }
  }
}
