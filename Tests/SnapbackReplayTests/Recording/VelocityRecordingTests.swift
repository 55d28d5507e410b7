import SnapbackBasics
import SnapbackFiles
import SnapbackGestures
import SnapbackReplay
import SnapbackTestSupport
import SnapbackTouches
import Testing

/// The default velocity estimator on recordings of real devices, from the folder in
/// SNAPBACK_RECORDINGS.
///
/// Positions are points of a screen with the aspect ratio of the panel, 1000 on the longer side.
@Suite(
  .enabled(if: !RoundTripTests.real.isEmpty, "SNAPBACK_RECORDINGS names no folder of recordings"))
struct VelocityRecordingTests {
  private static func tracks() throws -> [ContactTrack] {
    try RoundTripTests.real.flatMap { path in
      let read = try RecordingFile.read(try Fixture.bytes(path), file: path, isLenient: true)
      guard let playback = Playback(read.recording) else { return [ContactTrack]() }
      return ContactTrack.tracks(of: playback) { index in
        let (x, y) =
          playback.devices[index].device.positionAxes.map { ($0.x.count, $0.y.count) } ?? (1, 1)
        return Size(width: 1000 * x / max(x, y), height: 1000 * y / max(x, y))
      }
    }
  }

  /// The samples without those of the same time.
  private static func distinct(_ samples: [ContactTrack.Sample]) -> [ContactTrack.Sample] {
    samples.reduce(into: []) { list, sample in
      if list.last?.time != sample.time { list.append(sample) }
    }
  }

  /// The slope at a sample of a parabola through all samples within ± 24 ms; nil if there are not
  /// two on each side.
  private static func truth(_ samples: [ContactTrack.Sample], at place: Int) -> Vector? {
    let middle = samples[place]
    var sums = [Double](repeating: 0, count: 5)
    var (first, second, third) = (Vector.zero, Vector.zero, Vector.zero)
    var (before, after) = (0, 0)
    for sample in samples {
      let t = sample.time.seconds(since: middle.time)
      guard abs(t) <= 0.024 else { continue }
      before += t < 0 ? 1 : 0
      after += t > 0 ? 1 : 0
      let offset = sample.position - middle.position
      for power in 0..<5 { sums[power] += (0..<power).reduce(1) { product, _ in product * t } }
      (first, second, third) = (first + offset, second + t * offset, third + (t * t) * offset)
    }
    guard before >= 2, after >= 2 else { return nil }
    // Cramer's rule for the second unknown of the normal equations.
    let s = sums
    let whole =
      s[0] * (s[2] * s[4] - s[3] * s[3]) - s[1] * (s[1] * s[4] - s[3] * s[2])
      + s[2] * (s[1] * s[3] - s[2] * s[2])
    func slope(_ p: Double, _ tp: Double, _ t2p: Double) -> Double {
      (s[0] * (tp * s[4] - t2p * s[3]) - p * (s[1] * s[4] - s[3] * s[2])
        + s[2] * (s[1] * t2p - s[2] * tp)) / whole
    }
    return Vector(
      dx: slope(first.dx, second.dx, third.dx), dy: slope(first.dy, second.dy, third.dy))
  }

  @Test func theStandardErrorHolds() throws {
    var (count, once, twice) = (0, 0, 0)
    for track in try Self.tracks() {
      let samples = Self.distinct(track.samples)
      var estimator = VelocityEstimator()
      var last: Point?
      for (place, sample) in samples.enumerated() {
        estimator.add(sample.position, at: sample.time)
        defer { last = sample.position }
        guard let before = last, before != sample.position,
          estimator.stopMoment(after: sample.time) != nil,
          let truth = Self.truth(samples, at: place),
          let error = estimator.standardError(at: sample.time)?.length
        else { continue }
        let distance = (estimator.velocity(at: sample.time) - truth).length
        count += 1
        once += distance <= error ? 1 : 0
        twice += distance <= 2 * error ? 1 : 0
      }
    }
    let shares = (Double(once) / Double(count), Double(twice) / Double(count))
    print("velocities: \(count) samples, 1 σ covers \(shares.0), 2 σ \(shares.1)")
    #expect(count > 10_000)
    #expect((0.6...0.76).contains(shares.0))
    #expect(shares.1 >= 0.9)
  }

  @Test func noPanIsReleasedAgainstItsLastMovement() throws {
    var (pans, found) = (0, (boundedFit: 0, leastSquares: 0))
    for track in try Self.tracks() where track.ending == .lifted {
      let first = track.samples[0].position
      let end = track.samples[track.samples.count - 1].position
      guard track.samples.contains(where: { $0.position.distance(to: first) > 10 }) else {
        continue
      }
      pans += 1
      // The movement since the farthest position of the last 50 ms.
      let recent = track.samples.filter { track.end.seconds(since: $0.time) <= 0.05 }
      let farthest = recent.max {
        $0.position.distance(to: end) < $1.position.distance(to: end)
      }
      guard let farthest else { continue }
      let way = end - farthest.position
      func opposes(_ velocity: Vector) -> Bool {
        velocity.length > 50 && velocity.dx * way.dx + velocity.dy * way.dy < 0
      }
      if opposes(track.releaseVelocity) { found.boundedFit += 1 }
      var other = VelocityEstimator(strategy: .leastSquares)
      for sample in track.samples { other.add(sample.position, at: sample.time) }
      if opposes(other.velocity(at: track.end)) { found.leastSquares += 1 }
    }
    print("velocities: \(pans) pans, against the last movement: \(found)")
    #expect(pans > 100)
    #expect(found.boundedFit == 0)
    #expect(found.leastSquares > 0)
  }
}
