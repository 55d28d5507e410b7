import ArgumentParser
import Glibc
import SnapbackClient
import SnapbackFiles
import SnapbackLinux
import SnapbackProtocol

/// `snapback status`: shows the running daemon's scene, motions, clients and devices.
struct Status: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows the running daemon's scene, motions, clients and devices.",
    discussion: """
      With --format prometheus it prints metrics, and snapback_up is 0 if no daemon answers \
      (docs/fleets.md).
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json, prometheus
  }

  @Option(help: "The form of the output: text, json or prometheus.") var format: Format?

  @Option(
    help: "Write to this file, which is replaced as a whole; by default the standard output.",
    completion: .file())
  var output: String?

  @OptionGroup var options: SendOptions

  func validate() throws {
    guard !options.json || format == nil || format == .json else {
      throw ValidationError("--json and --format exclude each other")
    }
  }

  func run() throws {
    try Snapback.run { () throws(Failure) in
      let format = options.json ? .json : format ?? .text
      let text: String
      do throws(Failure) {
        text = try reply(as: format)
      } catch {
        guard format == .prometheus, error.code == .unavailable else { throw error }
        text = StatusMetrics.down
      }
      guard let output else { return print(text) }
      try Self.replace(output, with: text + "\n")
    }
  }

  private func reply(as format: Format) throws(Failure) -> String {
    let client = try ToolClient.connect(options.socket, "snapback status", features: [])
    do throws(ClientError) {
      let reply = try client.status()
      switch format {
      case .json: return SendReply.json(reply)
      case .prometheus: return StatusMetrics(reply.body).text
      case .text:
        return StatusText(reply.body).lines(place: client.place, roles: client.welcome.roles)
          .joined(separator: "\n")
      }
    } catch {
      throw ToolClient.failure(error)
    }
  }

  /// Writes a file beside `path` and renames it, so that no program reads half of it.
  private static func replace(_ path: String, with text: String) throws(Failure) {
    let new = path + ".new"
    do throws(SystemError) {
      try Files.write(Array(text.utf8), to: new)
      guard rename(new, path) == 0 else {
        throw SystemError("cannot replace \(path)", code: errno)
      }
    } catch {
      throw Failure(.output, error.description)
    }
  }
}
