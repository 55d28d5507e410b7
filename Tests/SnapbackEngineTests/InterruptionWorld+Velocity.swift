import SnapbackBasics
import SnapbackEngine
import SnapbackProtocol
import SnapbackTestSupport

/// Checks that the velocities in frames match the positions.
extension InterruptionWorld {
  /// The interval between two samples, in nanoseconds. For it, the error of a difference quotient
  /// of the stiffest spring here is far below ``least``.
  private static let step: UInt64 = 10_000
  /// The allowed difference of a velocity, relative to the larger of 1000 and the velocity itself.
  private static let least = 1e-4

  /// The first velocity that is not the difference quotient of its position, in free motion: now
  /// and at moments to come if nothing else happens.
  ///
  /// Exception: a side of a frame has length 0 and velocity 0 while its edges are reversed. If that
  /// begins or ends between two samples, the quotient is between their velocities.
  mutating func velocityFault() -> InterruptionFault? {
    guard finger == nil, drivingFinger == nil, scrollFinger == nil, pinch == nil else { return nil }
    for _ in 0..<3 {
      let start = EngineDriver.moment(now + generator.number(0.001...0.5))
      let end = start.advanced(byNanoseconds: Self.step)
      guard isSmooth(from: start, to: end) else { continue }
      let (before, after) = (sample(at: start), sample(at: end))
      for view in before.indices {
        if let fault = fault(before[view], after[view]) {
          let name = driver.engine.appearances[view].name
          return "\(name): \(fault), \(start.seconds(since: moment)) s on"
        }
      }
    }
    return nil
  }

  private mutating func sample(at moment: Instant) -> [ViewState] {
    var frame = driver.engine.makeFrame()
    driver.engine.sample(&frame, at: moment, resampling: .none)
    return frame.views
  }

  /// Whether no motion begins or ends, and nothing else happens, from shortly before a moment to
  /// shortly after another one. Animations that repeat may jump between two runs, and
  /// key frames have corners.
  private func isSmooth(from start: Instant, to end: Instant) -> Bool {
    let margin = 2 * Self.step
    let range = start.nanoseconds - margin...end.nanoseconds + margin
    if case .at(let moment) = driver.engine.nextChange, moment <= end { return false }
    return driver.engine.motions.allSatisfy { motion in
      motion.terms.allSatisfy { term in
        if case .animation(let animation) = term.course {
          if case .keyframes = animation.timing { return false }
          guard animation.isSimple else { return false }
        }
        return !range.contains(term.end.nanoseconds)
          && !range.contains(term.clock.moment(of: 0).nanoseconds)
      }
    }
  }

  private func fault(_ before: ViewState, _ after: ViewState) -> String? {
    let seconds = Double(Self.step) / 1e9
    func check(
      _ name: String, isSide: Bool = false, _ path: (ViewState) -> Double,
      _ rate: (ViewState) -> Double
    ) -> String? {
      let quotient = (path(after) - path(before)) / seconds
      let (first, last) = (rate(before), rate(after))
      let reported = (first + last) / 2
      let isKink = isSide && (path(before) == 0) != (path(after) == 0)
      let reach = isKink ? (last - first).magnitude / 2 : 0
      let error = (quotient - reported).magnitude - reach
      guard error > Self.least * max(1000, reported.magnitude) else { return nil }
      return "\(name) moves at \(quotient), reported as \(reported)"
    }
    return check("left", { $0.frame.left }, { $0.frameVelocity.x })
      ?? check("top", { $0.frame.top }, { $0.frameVelocity.y })
      ?? check("width", isSide: true, { $0.frame.size.width }, { $0.frameVelocity.width })
      ?? check("height", isSide: true, { $0.frame.size.height }, { $0.frameVelocity.height })
      ?? check("x", { $0.transform.translation.dx }, { $0.translationVelocity.dx })
      ?? check("y", { $0.transform.translation.dy }, { $0.translationVelocity.dy })
      ?? check("rotation", { $0.transform.rotation }, { $0.rotationVelocity })
      ?? check("scale", { $0.transform.scale.dx }, { $0.scaleVelocity.dx })
      ?? check("shear", { $0.transform.shear }, { $0.shearVelocity })
  }
}
