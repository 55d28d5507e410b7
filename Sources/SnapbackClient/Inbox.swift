import SnapbackDocument
import SnapbackProtocol

/// Received bytes that have not been decoded into messages yet, in either encoding.
///
/// Stores at most one unfinished message in addition to the bytes received last.
struct Inbox {
  /// The maximum length of a message in bytes: a snapshot of the maximum number of views.
  static let limit = 64 << 20

  private let isBinary: Bool
  private var binary = BinaryDecoder(limit: limit)
  private var lines = LineDecoder()
  private var text: [UInt8] = []
  /// The index in `text` at which the next line begins. `searched` is the index before which there
  /// is no newline in this line.
  private var start = 0
  private var searched = 0

  init(_ encoding: Greeting.Encoding) {
    isBinary = encoding == .binary
  }

  /// Appends received bytes. O(bytes).
  mutating func append(_ bytes: ArraySlice<UInt8>) {
    guard !isBinary else { return binary.feed(bytes) }
    if start > 0 {
      text.removeFirst(start)
      searched -= start
      start = 0
    }
    text += bytes
  }

  /// Decodes and returns the next message; nil until more bytes arrive.
  mutating func next() throws(ClientError) -> ServerMessage? {
    guard isBinary else { return try nextLine() }
    do throws(MessageError) {
      return try binary.nextMessage()
    } catch {
      throw .unreadable(error.description)
    }
  }

  private mutating func nextLine() throws(ClientError) -> ServerMessage? {
    while let end = text[searched...].firstIndex(of: UInt8(ascii: "\n")) {
      let line = Array(text[start..<end])
      start = end + 1
      searched = start
      // A blank line is not a message.
      guard line.contains(where: { $0 != 0x20 && $0 != 0x0D && $0 != 0x09 }) else { continue }
      do throws(DocumentError) {
        return try lines.message(of: line)
      } catch {
        throw .unreadable(error.description)
      }
    }
    searched = text.count
    guard text.count - start <= Self.limit else {
      throw .unreadable("a line of more than \(Self.limit) bytes")
    }
    return nil
  }
}
