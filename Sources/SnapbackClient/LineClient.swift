public import SnapbackLinux
import SnapbackProtocol

/// A connection to the daemon in the text encoding, for tools that show the lines unchanged.
public struct LineClient: ~Copyable {
  private let connection: UnixConnection
  private var inbound: [UInt8] = []
  private var start = 0
  private var buffer = [UInt8](repeating: 0, count: 65536)
  /// The path of the daemon's socket.
  public let path: String

  /// Connects to the first of `candidates` at which a daemon answers.
  ///
  /// If none answers, throws the error of the first candidate.
  public init(candidates: [String]) throws(SystemError) {
    var first: SystemError?
    for candidate in candidates {
      do throws(SystemError) {
        connection = try UnixConnection(connectingTo: candidate)
        path = candidate
        return
      } catch {
        first = first ?? error
      }
    }
    throw first ?? SystemError("no socket to connect to", code: 2)
  }

  /// The descriptor, for waiting on several descriptors.
  public var descriptor: Int32 { connection.descriptor }

  /// Sends a hello; the daemon answers with a welcome, a snapshot, and the looks of the scene if it
  /// has some.
  ///
  /// - Parameter want: the kinds of messages to subscribe to; nil for the daemon's default.
  public func hello(name: String, want: [String]? = nil) {
    var writer = JSONWriter(precision: .shortest)
    writer.beginObject()
    writer.beginObject("hello")
    writer.string(name, "name")
    if let want {
      writer.beginArray("want")
      for topic in want { writer.string(topic) }
      writer.endArray()
    }
    writer.beginArray("parts")
    writer.string("looks")
    writer.endArray()
    writer.endObject()
    writer.endObject()
    writer.endLine()
    _ = connection.write(writer.bytes, from: 0)
  }

  /// Sends a message, given as a line of JSON without its newline. Returns false if the daemon has
  /// disconnected.
  @discardableResult
  public func say(_ line: [UInt8]) -> Bool {
    let bytes = line + [UInt8(ascii: "\n")]
    var written = 0
    while written < bytes.count {
      guard case .bytes(let count) = connection.write(bytes, from: written) else { return false }
      written += count
    }
    return true
  }

  /// Waits for the next line and returns it without its newline; nil if the daemon has
  /// disconnected.
  public mutating func nextLine() -> [UInt8]? {
    while true {
      if let end = inbound[start...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        return Array(inbound[start..<end])
      }
      inbound.removeFirst(start)
      start = 0
      guard case .bytes(let count) = connection.read(into: &buffer) else { return nil }
      inbound += buffer[..<count]
    }
  }

  /// Whether a complete line is available without waiting.
  public var hasLine: Bool { inbound[start...].contains(UInt8(ascii: "\n")) }
}
