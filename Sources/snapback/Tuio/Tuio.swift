import ArgumentParser
import SnapbackFiles
import SnapbackLinux

/// `snapback tuio`: sends touches to programs that listen to TUIO.
struct Tuio: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Sends the daemon's touches as TUIO 1.1 cursors over UDP.",
    discussion: """
      The messages are those of /tuio/2Dcur; positions are fractions of the screen (docs/tuio.md). \
      If the daemon stops, the command waits until it is back. Ctrl-C ends the command and lifts \
      all contacts.
      """)

  @Option(help: "The receiver, HOST:PORT or [ADDRESS]:PORT.")
  var to: TuioPlace = TuioPlace(host: "127.0.0.1", port: 3333)

  @Option(
    help: "The daemon's socket; by default the paths that the daemon uses.", completion: .file())
  var socket: String?

  @Option(help: "The source that receivers see.")
  var source = "snapback"

  @Flag(help: "Send an empty frame once a second for as long as nothing touches.")
  var keepAlive = false

  @Flag(help: "Log connections and contacts to the standard error output.")
  var verbose = false

  func validate() throws {
    guard !source.isEmpty, source.unicodeScalars.count <= 64,
      source.unicodeScalars.allSatisfy({ (32..<127).contains($0.value) })
    else {
      throw ValidationError(
        "--source must have 1 to 64 printable ASCII characters, such as snapback@kiosk")
    }
  }

  func run() throws {
    try Snapback.run { () throws(Failure) in
      let sender: DatagramSender
      do throws(SystemError) {
        sender = try DatagramSender(host: to.host, port: to.port)
      } catch {
        throw Failure(.unavailable, "--to \(to.description): \(error.description)")
      }
      var bridge = try TuioBridge(
        sender, socket: socket, source: source, keepsAlive: keepAlive, isVerbose: verbose)
      try bridge.run()
    }
  }
}

/// The address of a TUIO listener on the command line.
struct TuioPlace: ExpressibleByArgument, CustomStringConvertible {
  let host: String
  let port: UInt16

  init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// Parses `HOST:PORT` or `[ADDRESS]:PORT`; the default port is TUIO's own, 3333.
  init?(argument: String) {
    var host = Substring(argument)
    var digits: Substring = "3333"
    if argument.hasPrefix("[") {
      guard let end = argument.firstIndex(of: "]") else { return nil }
      host = argument[argument.index(after: argument.startIndex)..<end]
      let rest = argument[argument.index(after: end)...]
      guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
      if !rest.isEmpty { digits = rest.dropFirst() }
    } else if let colon = argument.lastIndex(of: ":") {
      host = argument[..<colon]
      digits = argument[argument.index(after: colon)...]
      // Without brackets it is unclear where an IPv6 address ends.
      guard !host.contains(":") else { return nil }
    }
    guard !host.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }),
      let port = UInt16(digits), port > 0
    else { return nil }
    self.init(host: String(host), port: port)
  }

  var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
