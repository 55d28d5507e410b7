import ArgumentParser
import SnapbackClient
import SnapbackDocument
import SnapbackFiles
import SnapbackLinux
import SnapbackProtocol

/// `snapback send --json MESSAGE`: sends any message.
struct SendMessage: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "message",
    abstract: "Any message of docs/protocol.md or docs/control.md, as JSON.",
    discussion: """
      As in: send --json '{"run":{"action":"open"}}'. With -, it reads one message per line from \
      the standard input. Replies are printed as lines of JSON.
      """)

  @Option(
    help: "The daemon's socket; by default the paths that the daemon uses.", completion: .file())
  var socket: String?

  @Option(
    help: ArgumentHelp(
      "The message, or - to read one message per line from the standard input.",
      valueName: "message"))
  var json: String?

  /// The messages that are not commands and to which the daemon does not reply.
  private static let unanswered: Set<String> = [
    "resync", "ping", "rate", "frame_request", "presented",
  ]

  func run() throws {
    try Snapback.run { () throws(Failure) in
      guard let json else {
        throw SendNumbers.fault(
          "expected a verb, as in \"set menuHeight=200\", or --json MESSAGE; --help lists them")
      }
      let first = json == "-" ? nil : try message(json)
      let client = try ToolClient.connect(socket, "snapback send", features: [])
      if let first { return try send(first, client) }
      var hasFailed: Failure?
      while let line = readLine() {
        guard !line.allSatisfy(\.isWhitespace) else { continue }
        do throws(Failure) {
          try send(try message(line), client)
        } catch {
          guard error.code == .data else { throw error }
          hasFailed = hasFailed ?? error
        }
      }
      if let hasFailed { throw hasFailed }
    }
  }

  private func message(_ text: String) throws(Failure) -> DocumentNode.Member {
    do throws(DocumentError) {
      let node = try DocumentNode.parse(text, file: "message")
      let members = try node.members(file: "message")
      guard members.count == 1, let member = members.first else {
        throw node.error(
          "a message is an object with one key, such as {\"run\":{\"action\":\"open\"}}",
          file: "message")
      }
      _ = try member.value.members(file: "message")
      return member
    } catch {
      throw Failure(.usage, error.description)
    }
  }

  /// Sends a message and prints the reply. A rejection is printed and thrown.
  private func send(_ message: DocumentNode.Member, _ client: Client) throws(Failure) {
    do throws(ClientError) {
      let members = try? message.value.members(file: "message")
      if Self.unanswered.contains(message.key) {
        try client.post(document: message)
        // A daemon that does not accept the message closes the connection. In that case, the ping
        // fails.
        _ = try client.ping()
        return
      }
      let reply = try client.perform(message.key) { writer in
        for member in members ?? [] where member.key != "id" {
          writer.document(member.value, member.key)
        }
      }
      Swift.print(SendReply.json(reply))
    } catch {
      if case .rejected(let code, let text) = error {
        var writer = JSONWriter(precision: .shortest)
        writer.beginObject()
        writer.boolean(false, "ok")
        writer.string(code, "code")
        writer.string(text, "message")
        writer.endObject()
        Swift.print(String(decoding: writer.bytes, as: UTF8.self))
      }
      throw ToolClient.failure(error)
    }
  }
}
