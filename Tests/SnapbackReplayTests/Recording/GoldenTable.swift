import Glibc
import SnapbackTestSupport
import Testing

/// A reviewed motion: a row of numbers per frame, starting with the time.
///
/// It is compared with a tolerance, because exp and cos differ in the last bit between machines.
/// `SNAPBACK_UPDATE_GOLDEN=1 scripts/test` writes it again.
struct GoldenTable {
  private static let tolerance = 0.0011

  /// The file name in `Tests/Fixtures/golden`, without the extension.
  let name: String

  private var path: String { "golden/\(name).txt" }

  /// Expects the rows in the file.
  func expect(_ rows: [[Double]]) throws {
    if getenv("SNAPBACK_UPDATE_GOLDEN") != nil { try write(rows) }
    let expected = try Fixture.text(path).split(separator: "\n").map { line in
      line.split(separator: " ").compactMap { Double($0) }
    }
    #expect(rows.count == expected.count, "another number of frames than in \(path)")
    for (index, (row, golden)) in zip(rows, expected).enumerated() {
      let worst = zip(row, golden).map { abs($0 - $1) }.max() ?? .infinity
      #expect(
        row.count == golden.count && worst <= Self.tolerance,
        "\(path):\(index + 1): \(row) instead of \(golden)")
      if worst > Self.tolerance { break }
    }
  }

  /// Writes the rows with three decimals.
  private func write(_ rows: [[Double]]) throws {
    let path = Fixture.repository + "/Tests/Fixtures/" + path
    let file = try #require(fopen(path, "w"), "cannot write \(path)")
    defer { fclose(file) }
    for row in rows {
      let text = row.map { number in
        let scaled = (number * 1000).rounded() / 1000
        return scaled == 0 ? "0" : "\(scaled)"
      }
      fputs(text.joined(separator: " ") + "\n", file)
    }
  }
}
