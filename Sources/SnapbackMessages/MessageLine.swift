import SnapbackDocument

/// A line of newline-delimited JSON: an object with one key, the name of the message.
enum MessageLine {
  /// What errors call the line.
  static let file = "daemon"
  /// The longest line that is read, in bytes: a snapshot of as many views as there can be.
  static let limit = 64 << 20

  /// The message's name and what stands behind it.
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
