import SnapbackBasics
import SnapbackDocument
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol

/// Limits, rubber bands, deceleration and snapping of pans.
extension SceneReader {
  func readRelease(
    _ reader: inout ObjectReader, on screen: ScreenDescription, into behavior: inout PanBehavior,
    takesLimits: Bool = true
  ) throws(DocumentError) {
    behavior.axes = try reader.optionalOneOf("axes") ?? .both
    if takesLimits, var limits = try reader.optionalObject("limits") {
      let band = limits.optionalNode("rubberBand")
      behavior.limits = (
        x: try readLimits(&limits, "x", band: band, extent: screen.size.width),
        y: try readLimits(&limits, "y", band: band, extent: screen.size.height)
      )
      try limits.finish()
    }
    if let node = reader.optionalNode("deceleration") { behavior.decay = try readDecay(node) }
    if var snap = try reader.optionalObject("snap") {
      behavior.snapX = try readPlaces(&snap, "x")
      behavior.snapY = try readPlaces(&snap, "y")
      behavior.snapRule = SnapTargets.Rule(
        onePageAtMost: try snap.optionalBoolean("onePageAtMost") ?? false,
        neverBehindStart: try snap.optionalBoolean("neverBehindStart") ?? false,
        velocityFloor: try snap.optionalNumber("velocityFloor", in: 0...100_000) ?? 0)
      try snap.finish()
    }
    if behavior.release == .snap, behavior.snapX == nil, behavior.snapY == nil {
      throw reader.error("release \"snap\" needs a \"snap\" with places", atKey: "release")
    }
  }

  /// Reads [lower, upper]. The rubber band is as long as the screen along the axis, unless it has
  /// its own dimension.
  private func readLimits(
    _ reader: inout ObjectReader, _ key: String, band: DocumentNode?, extent: Double
  ) throws(DocumentError) -> PanLimits? {
    guard let range = try reader.optionalPoint(key, in: Self.lengths) else { return nil }
    guard
      let limits = PanLimits(
        lower: range.x, upper: range.y,
        band: try band.flatMap { node throws(DocumentError) in
          try readBand(node, extent: extent)
        })
    else { throw reader.error("the lower limit is greater than the upper limit", atKey: key) }
    return limits
  }

  /// Reads `true`, or an object with a coefficient and a dimension.
  private func readBand(
    _ node: DocumentNode, extent: Double
  ) throws(DocumentError) -> RubberBand? {
    var (coefficient, dimension) = (RubberBand.uikitCoefficient, extent)
    if case .boolean(let isThere) = node.value {
      guard isThere else { return nil }
    } else {
      var reader = try ObjectReader(node, file: file)
      coefficient = try reader.optionalNumber("coefficient", in: 0.01...1) ?? coefficient
      dimension = try reader.optionalNumber("dimension", in: Self.sides) ?? dimension
      try reader.finish()
    }
    do throws(MotionError) {
      return try RubberBand(dimension: dimension, coefficient: coefficient)
    } catch {
      throw node.error(error.description, file: file)
    }
  }

  /// Reads one of UIScrollView's rates by name, or the fraction of a velocity that remains after a
  /// millisecond.
  private func readDecay(_ node: DocumentNode) throws(DocumentError) -> Decay {
    if case .string = node.value {
      switch try node.oneOf(Rate.self, file: file) {
      case .normal: return .normal
      case .fast: return .fast
      }
    }
    let remaining = try node.number(in: 0.5...0.9999, file: file)
    do throws(MotionError) {
      return try Decay(perMillisecond: remaining)
    } catch {
      throw node.error(error.description, file: file)
    }
  }

  private enum Rate: String, CaseIterable { case normal, fast }

  func readPlaces(
    _ reader: inout ObjectReader, _ key: String
  ) throws(DocumentError) -> SnapTargets? {
    guard let nodes = try reader.optionalArray(key, count: 1...10_000) else { return nil }
    var places: [Double] = []
    for node in nodes { places.append(try node.number(in: Self.lengths, file: file)) }
    do throws(MotionError) {
      return try SnapTargets(places)
    } catch {
      throw reader.error(error.description, atKey: key)
    }
  }
}
