public import SnapbackDocument

/// Reads and writes a golden as text: a heading, a line with the column names, and a line for each
/// row.
extension Golden {
  private static let heading = "# snapback golden 1, "

  /// Whether a file may be overwritten: the file is empty, or is a golden, even one damaged by a
  /// merge.
  public static func mayReplace(_ bytes: [UInt8]) -> Bool {
    bytes.isEmpty || String(decoding: bytes, as: UTF8.self).contains("# snapback golden ")
  }
  private static let ending = " frames per second"
  private static let frame = "frame"

  /// The text of the golden. Equal numbers always give equal bytes.
  public var text: String {
    let names = [Self.frame] + columns
    let widths = names.map { max(8, $0.utf8.count) }
    var text = "\(Self.heading)\(CaseNumber.short(rate))\(Self.ending)\n"
    text += Self.line(names, widths)
    for row in rows {
      text += Self.line([String(row.index)] + row.numbers.map(CaseNumber.fixed), widths)
    }
    return text
  }

  private static func line(_ words: [String], _ widths: [Int]) -> String {
    zip(words, widths).map { word, width in
      String(repeating: " ", count: max(0, width - word.utf8.count)) + word
    }.joined(separator: "  ") + "\n"
  }

  /// Parses ``text``; the amount of space between words does not matter.
  public static func read(_ bytes: [UInt8], file: String) throws(DocumentError) -> Golden {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    func error(_ line: Int, _ message: String) -> DocumentError {
      DocumentError(
        file: file, position: SourcePosition(line: line, column: 1, offset: 0), message: message)
    }
    let first = lines.first ?? ""
    let text = String(first.dropFirst(heading.count).dropLast(ending.count))
    guard first == heading + text + ending, let rate = Double(text), (1...1000).contains(rate)
    else { throw error(1, "expected \"\(heading)60\(ending)\"") }
    let names = words(lines.count > 1 ? lines[1] : "")
    guard names.first == frame else {
      throw error(2, "expected the names of the columns, \"frame\" first")
    }
    var rows: [Row] = []
    for (index, line) in lines.enumerated().dropFirst(2) {
      let words = words(line)
      if words.isEmpty, index == lines.count - 1 { break }
      guard words.count == names.count else {
        throw error(index + 1, "expected \(names.count) numbers, found \(words.count)")
      }
      let text = words[0]
      guard let place = UInt64(text), place < 1 << 53, place > rows.last?.index ?? 0 || rows.isEmpty
      else { throw error(index + 1, "expected a later frame, found \(DocumentError.quoted(text))") }
      var numbers: [Double] = []
      for word in words.dropFirst() {
        guard let number = Double(word), number.isFinite else {
          throw error(index + 1, "expected a number, found \(DocumentError.quoted(word))")
        }
        numbers.append(number)
      }
      rows.append(Row(index: place, numbers: numbers))
    }
    guard !rows.isEmpty else { throw error(3, "expected the numbers of a frame") }
    return Golden(rate: rate, columns: Array(names.dropFirst()), rows: rows)
  }

  private static func words(_ line: String) -> [String] {
    line.split { $0 == " " || $0 == "\r" || $0 == "\t" }.map(String.init)
  }
}
