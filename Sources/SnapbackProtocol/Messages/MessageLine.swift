import SnapbackDocument

/// A line of newline-delimited JSON: an object with one key, the name of the message.
enum MessageLine {
  /// The name of the line in errors.
  static let file = "daemon"
  /// The longest line that is read, in bytes: a snapshot with as many views as possible.
  static let limit = 64 << 20

  /// The message's name and value.
  static func member(
    of line: [UInt8]
  ) throws(DocumentError) -> (name: String, value: DocumentNode) {
    let node = try DocumentNode.parse(line, file: file, byteLimit: limit)
    let members = try node.members(file: file)
    guard members.count == 1, let member = members.first else {
      throw node.error("a message is an object with one key", file: file)
    }
    return (member.key, member.value)
  }
}
