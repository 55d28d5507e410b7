import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport

/// A recording of `UIScrollView`: a finger, and the content offsets that were seen.
struct FidelityTrace {
  /// An offset at a time after the touch.
  struct Sample {
    let seconds: Double
    let offset: Double
  }

  /// The agreement of a replay with a recording.
  struct Agreement {
    let name: String
    /// The greatest distance while the finger is down, in points.
    let dragError: Double
    /// The greatest distance after the release, in points; 0 if nothing moves then.
    let freeError: Double
    /// The delay of UIKit's motion that makes ``freeError`` smallest, in seconds.
    let shift: Double
    /// The end of the delayed motion less UIKit's, in seconds; nil if nothing moves.
    let endDifference: Double?
    /// The offset at rest less UIKit's, in points.
    let restDifference: Double

    var error: Double { max(dragError, freeError) }
  }

  let name: String
  private let start: Point
  private let step: Double
  private let moves: Int
  private let interval: Double
  let stillSamples: Int
  private let lift: Double
  private let startOffset: Double
  /// The velocity of the finger that UIKit reported, in points per second down.
  let velocity: Double
  private let finalOffset: Double
  private let end: Double
  private let samples: [Sample]

  /// Whether the finger rested before it lifted and still had a velocity, which no real finger has.
  var keepsVelocityAtRest: Bool { stillSamples > 0 && velocity != 0 }

  static func all() throws -> [FidelityTrace] {
    let samples = try FixtureTable("uikit/scroll_samples.csv").rows
    return try FixtureTable("uikit/scroll_traces.csv").rows.map { FidelityTrace($0, samples) }
  }

  private init(_ row: FixtureTable.Row, _ samples: [FixtureTable.Row]) {
    let name = row.text("trace")
    self.name = name
    start = Point(x: row.number("x"), y: row.number("y"))
    (step, interval) = (row.number("step"), row.number("interval_s"))
    (moves, stillSamples) = (Int(row.number("moves")), Int(row.number("still_samples")))
    (lift, end) = (row.number("lift_s"), row.number("end_s"))
    (startOffset, finalOffset) = (row.number("start_offset"), row.number("final_offset"))
    velocity = -row.number("velocity")
    self.samples = samples.filter { $0.text("trace") == name }.map {
      Sample(seconds: $0.number("seconds"), offset: $0.number("thirds") / 3)
    }
  }

  private static let scene = """
    { snapback: 1, screen: { width: 393, height: 852, scale: 3 },
      views: [ { id: "list", scroll: true, views: [ { id: "rows" } ] } ],
      constraints: [ "list.left = 0", "list.top = 0", "list.width = 393", "list.height = 852",
        { format: "H:|[rows(393)]|", in: "list" }, { format: "V:|[rows(40000)]|", in: "list" } ],
      gestures: [ { scroll: "list" } ] }
    """

  /// Plays the finger and returns the motion of the offset after the release.
  ///
  /// - Parameters:
  ///   - still: how often the finger reports its last position before it lifts.
  ///   - seen: receives each sample of the drag, and the offset here.
  func play(
    still: Int, _ seen: (Sample, Double) -> Void = { _, _ in }
  ) throws -> (motion: ChannelMotion?, lift: Double) {
    var driver = try EngineDriver(scene: Self.scene)
    try driver.apply([.scrollOffset("list", Vector(dx: 0, dy: startOffset))], nil, 0)
    driver.finger(at: start, 0)
    for move in 1...moves {
      let seconds = Double(move) * interval
      driver.finger(at: start + Vector(dx: 0, dy: Double(move) * step), seconds)
      seen(samples[move - 1], driver.seen(.scrollY, of: "list", seconds).value)
    }
    for sample in 0..<still {
      driver.finger(
        at: start + Vector(dx: 0, dy: Double(moves) * step),
        Double(moves + 1 + sample) * interval)
    }
    let lift = Double(moves + 1 + still) * interval
    driver.lift(lift)
    return (driver.motion(.scrollY, of: "list"), lift)
  }

  /// Plays the trace and compares it. The release of a finger that keeps its velocity at rest is
  /// played without the rest.
  func compare() throws -> Agreement {
    var dragError = 0.0
    var (motion, lift) = try play(still: stillSamples) { sample, offset in
      dragError = max(dragError, abs(offset - sample.offset))
    }
    if keepsVelocityAtRest { (motion, lift) = try play(still: 0) }
    let free = samples.dropFirst(moves)
    func error(_ shift: Double) -> Double {
      free.map { sample in
        let moment = EngineDriver.moment(lift + max(0, sample.seconds - self.lift - shift))
        return abs((motion?.presentation(at: moment).value ?? .nan) - sample.offset)
      }.max() ?? 0
    }
    let shifts = (-20...20).map { Double($0) / 10_000 }
    let shift = free.isEmpty ? 0 : shifts.min { error($0) < error($1) } ?? 0
    let rest = motion?.terms.map(\.end).max()
    let length = rest.map { $0.seconds(since: EngineDriver.moment(lift)) }
    return Agreement(
      name: name, dragError: dragError, freeError: error(shift), shift: shift,
      endDifference: free.isEmpty ? nil : length.map { $0 + shift - (end - self.lift) },
      restDifference: (motion?.held.value ?? .nan) - finalOffset)
  }
}
