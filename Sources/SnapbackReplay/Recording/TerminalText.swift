/// The traces that a terminal leaves in the copied output of a program.
enum TerminalText {
  private static let escape: UInt8 = 0x1b

  /// Returns the text without the escape sequences of a terminal, such as those of colors.
  ///
  /// Line ends stay, so line numbers do not change. Source: ECMA-48, sections 5.4 and 5.6. O(n).
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
      // The terminator of a command can also be the sequence ESC \, which is removed by itself.
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

  /// Whether a line is the prompt of a shell with or without a command, or a message of adb, of
  /// script(1) or of the terminal.
  ///
  /// The caller asks only about lines that it cannot read and that do not begin as a record.
  static func isChatter(_ line: LineCursor) -> Bool {
    var start = line
    start.skipBlanks()
    return beginnings.contains(where: start.begins) || isPrompt(start)
  }

  /// Whether a line has the sign of a prompt, `$` or `#`, before a blank or at its end, after
  /// nothing or after a name of a host or folder: `$ adb shell`, `root@pi:~# `, `a50:/ $ getevent`.
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
