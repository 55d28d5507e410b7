import Foundation
import SnapbackTestSupport
import Testing

/// A run of `snapback curve`, as numbers.
struct CurveRun {
  /// The JSON output for one curve.
  struct Curve: Decodable {
    struct Figures: Decodable {
      var logicalEnd: Double?
      var settleTime: Double?
      var riseTime: Double?
      var reachTime: Double?
      var overshoot: Double
      var overshootShare: Double?
      var overshootTime: Double?
      var peakVelocity: Double
      var peakVelocityTime: Double
    }
    struct Parameters: Decodable {
      var kind: String
      var regime: String?
      var response: Double?
      var dampingRatio: Double?
      var mass: Double?
      var stiffness: Double?
      var damping: Double?
      var rate: Double?
    }

    var title: String
    var parameters: Parameters
    var figures: Figures
    var velocity: Double
    var end: Double
    var samples: [[Double]]
  }

  struct Row {
    var time: Double
    var value: Double
    var velocity: Double
  }

  private struct Report: Decodable {
    var curves: [Curve]
  }

  static func plain(_ arguments: [String]) throws -> Command.Result {
    try Command.run("snapback", ["curve"] + arguments)
  }

  /// The curves of `--json`.
  static func curves(_ arguments: [String]) throws -> [Curve] {
    let result = try plain(arguments + ["--json"])
    #expect(result.code == 0, "\(arguments): \(result.error)")
    return try JSONDecoder().decode(Report.self, from: Data(result.output.utf8)).curves
  }

  /// The only curve of `--json`.
  static func curve(_ arguments: [String]) throws -> Curve {
    let curves = try curves(arguments)
    #expect(curves.count == 1)
    return try #require(curves.first)
  }

  /// The rows of `--csv`.
  static func rows(_ arguments: [String]) throws -> [Row] {
    let result = try plain(arguments + ["--csv"])
    #expect(result.code == 0, "\(arguments): \(result.error)")
    var lines = result.output.split(separator: "\n")
    #expect(lines.removeFirst() == "t,value,velocity")
    return try lines.map { line in
      let numbers = line.split(separator: ",").compactMap { Double($0) }
      try #require(numbers.count == 3, "\(line)")
      return Row(time: numbers[0], value: numbers[1], velocity: numbers[2])
    }
  }
}
