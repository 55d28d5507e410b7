/// Fixes lines of a YAML document that libyaml rejects.
enum YAMLLines {
  /// Returns the byte range of a line without its newline; nil if there is no such line. Line
  /// numbers start at 1.
  private static func range(_ bytes: [UInt8], _ line: Int) -> Range<Int>? {
    var start = 0
    var number = 1
    while number < line {
      guard let end = bytes[start...].firstIndex(of: 0x0a) else { return nil }
      start = end + 1
      number += 1
    }
    guard start < bytes.count else { return nil }
    return start..<(bytes[start...].firstIndex(of: 0x0a) ?? bytes.count)
  }

  /// Returns the document with one line replaced by spaces: the first of `lines` that is not blank.
  /// Returns nil if all of `lines` are blank.
  static func emptied(_ bytes: [UInt8], at lines: [Int]) -> [UInt8]? {
    for line in lines {
      guard let range = range(bytes, line), bytes[range].contains(where: { $0 != 0x20 }) else {
        continue
      }
      var result = bytes
      for index in range { result[index] = 0x20 }
      return result
    }
    return nil
  }

  /// Returns the document with quotes and backslashes in device names escaped, because `libinput
  /// record` does not escape them. Returns nil if none of `lines` contains a name that needs
  /// escaping.
  ///
  /// Handles all names in one pass, so that the document is parsed again only once.
  static func repairNames(_ bytes: [UInt8], at lines: [Int]) -> [UInt8]? {
    let isName = lines.contains { line in
      range(bytes, line).map { name(bytes[$0]) != nil } ?? false
    }
    guard isName else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 64)
    for line in bytes.split(separator: 0x0a, omittingEmptySubsequences: false) {
      if let name = name(line) {
        result += line[line.startIndex..<name.startIndex]
        for byte in name {
          if byte == 0x22 || byte == 0x5c { result.append(0x5c) }
          result.append(byte)
        }
        result += line[name.endIndex...]
      } else {
        result += line
      }
      result.append(0x0a)
    }
    result.removeLast()
    return result
  }

  /// Returns the device name in a line, without its quotes, if the name contains unescaped
  /// characters that must be escaped; otherwise nil.
  private static func name(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let start = line.drop { $0 == 0x20 }
    let key = Array("name: \"".utf8)
    guard start.starts(with: key) else { return nil }
    let from = start.startIndex + key.count
    guard let end = line.lastIndex(of: 0x22), end > from, !isEscaped(line[from..<end]) else {
      return nil
    }
    return line[from..<end]
  }

  /// Whether all quotes and backslashes are already escaped.
  private static func isEscaped(_ text: ArraySlice<UInt8>) -> Bool {
    var isAfterBackslash = false
    for byte in text {
      if isAfterBackslash {
        guard byte == 0x22 || byte == 0x5c else { return false }
        isAfterBackslash = false
      } else if byte == 0x5c {
        isAfterBackslash = true
      } else if byte == 0x22 {
        return false
      }
    }
    return !isAfterBackslash
  }

  /// Returns the number of the first line with bytes that YAML does not allow: invalid UTF-8 or
  /// control characters.
  static func firstInvalid(_ bytes: [UInt8]) -> Int {
    var line = 1
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0a) ?? bytes.count
      let text = bytes[start..<end]
      let isControl = text.contains { $0 < 0x20 && $0 != 0x09 && $0 != 0x0d || $0 == 0x7f }
      if isControl || String(validating: text, as: UTF8.self) == nil || hasNonCharacter(text) {
        return line
      }
      line += 1
      start = end + 1
    }
    return line
  }

  /// Whether a line has a non-ASCII character that YAML excludes.
  private static func hasNonCharacter(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.contains(where: { $0 >= 0x80 }) else { return false }
    return String(decoding: text, as: UTF8.self).unicodeScalars.contains { scalar in
      (0x80...0x9f).contains(scalar.value) && scalar.value != 0x85
        || scalar.value & 0xfffe == 0xfffe || scalar.value == 0xfeff
    }
  }
}
