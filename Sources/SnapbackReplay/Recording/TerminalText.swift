/// Removes what a terminal adds to the copied output of a program.
enum TerminalText {
  private static let escape: UInt8 = 0x1b

  /// Returns the text without a terminal's escape sequences, such as those for colors.
  ///
  /// Line ends are preserved, so line numbers do not change. Source: ECMA-48, sections 5.4 and 5.6.
  /// O(n).
  static func withoutEscapes(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(escape) else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var place = 0
    while place < bytes.count {
      if bytes[place] == escape {
        place = end(ofSequenceAt: place, bytes)
      } else {
        result.append(bytes[place])
        place += 1
      }
    }
    return result
  }

  /// Returns the index after an escape sequence. A sequence ends before the end of its line.
  private static func end(ofSequenceAt start: Int, _ bytes: [UInt8]) -> Int {
    var place = start + 1
    guard place < bytes.count, bytes[place] != UInt8(ascii: "\n") else { return place }
    let kind = bytes[place]
    place += 1
    // Only control sequences ("[") and operating system commands ("]") have more than two bytes.
    guard kind == UInt8(ascii: "[") || kind == UInt8(ascii: "]") else { return place }
    while place < bytes.count, bytes[place] != UInt8(ascii: "\n") {
      let byte = bytes[place]
      let isLast = kind == UInt8(ascii: "[") ? (0x40...0x7e).contains(byte) : byte == 0x07
      // A command can also end with the sequence ESC \, which is removed as a separate sequence.
      if !isLast, byte == escape { return place }
      place += 1
      if isLast { break }
    }
    return place
  }

  /// Beginnings of lines that adb, script(1) and the terminal itself print.
  private static let beginnings = [
    "* daemon ", "- waiting for ", "adb server ", "adb: ", "^C", "^D", "Script started on ",
    "Script done on ",
  ]

  /// Whether a line is a shell prompt, with or without a command, or a message from adb, script(1)
  /// or the terminal.
  ///
  /// The caller uses this method only for lines that are unreadable and do not begin like a record.
  static func isChatter(_ line: LineCursor) -> Bool {
    var start = line
    start.skipBlanks()
    return beginnings.contains(where: start.begins) || isPrompt(start)
  }

  /// Whether a line contains a prompt sign, `$` or `#`. The sign must be first in the line or
  /// follow the name of a host or folder, and must be last in the line or precede a blank: `$ adb
  /// shell`, `root@pi:~# `, `a50:/ $ getevent`.
  private static func isPrompt(_ line: LineCursor) -> Bool {
    var cursor = line
    var isBare = true
    var isNamed = false
    while let byte = cursor.next() {
      let isSign = byte == UInt8(ascii: "$") || byte == UInt8(ascii: "#")
      if isSign, isBare || isNamed, cursor.isAtEnd || cursor.peek == 0x20 { return true }
      isBare = false
      if "@:/~".utf8.contains(byte) { isNamed = true }
    }
    return false
  }
}
