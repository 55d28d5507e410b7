import Glibc

/// A CSV table of the fixtures, with access by column name.
public struct FixtureTable: Sendable {
  /// One line of the table.
  public struct Row: Sendable {
    let columns: [String: Int]
    let cells: [String]
    /// The row's line number in the file, from 1.
    public let line: Int

    /// The cell as text; empty if there is no such column.
    public func text(_ column: String) -> String {
      columns[column].flatMap { $0 < cells.count ? cells[$0] : nil } ?? ""
    }

    /// The cell as a number; NaN if it is not a number, so that every comparison fails.
    public func number(_ column: String) -> Double { Double(text(column)) ?? .nan }
  }

  /// The lines below the header.
  public let rows: [Row]

  /// Reads `Tests/Fixtures/<name>`.
  public init(_ name: String) throws {
    let text = try Fixture.text(name)
    var lines = text.split(whereSeparator: \.isNewline).map(String.init)
    let header = lines.removeFirst().split(separator: ",").map(String.init)
    let columns = Dictionary(uniqueKeysWithValues: zip(header, header.indices))
    rows = lines.enumerated().map { index, line in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      return Row(columns: columns, cells: cells, line: index + 2)
    }
  }
}

/// Files of the repository for tests.
public enum Fixture {
  /// The top folder of the repository.
  public static let repository: String = {
    // Tests/Support/FixtureTable.swift → three levels up.
    var parts = #filePath.split(separator: "/").map(String.init)
    parts.removeLast(3)
    return "/" + parts.joined(separator: "/")
  }()

  /// A fixture that cannot be read.
  public struct Unreadable: Error, CustomStringConvertible {
    /// The path and the reason.
    public let description: String
  }

  /// The text of `Tests/Fixtures/<name>`.
  public static func text(_ name: String) throws -> String {
    try String(decoding: bytes(repository + "/Tests/Fixtures/" + name), as: UTF8.self)
  }

  /// The bytes of the file at `path`.
  public static func bytes(_ path: String) throws -> [UInt8] {
    guard let file = fopen(path, "rb") else {
      throw Unreadable(description: "cannot open \(path): \(String(cString: strerror(errno)))")
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }
}
