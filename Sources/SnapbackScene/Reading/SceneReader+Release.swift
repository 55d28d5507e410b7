import SnapbackBasics
import SnapbackDocument
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol

/// Reads the limits, rubber bands, deceleration and snapping of pans.
extension SceneReader {
  func readRelease(
    _ reader: inout ObjectReader, on screen: ScreenDescription, into behavior: inout PanBehavior,
    takesLimits: Bool = true
  ) throws(DocumentError) {
    behavior.axes = try MomentumKeys.axes(&reader)
    if takesLimits, var limits = try TranslationKeys.limits(&reader) {
      let band = LimitKeys.rubberBand(&limits)
      behavior.limits = (
        x: try readLimits(LimitKeys.x(&limits), band: band, extent: screen.size.width),
        y: try readLimits(LimitKeys.y(&limits), band: band, extent: screen.size.height)
      )
      try limits.finish()
    }
    if let node = MomentumKeys.deceleration(&reader) { behavior.decay = try readDecay(node) }
    if var snap = try MomentumKeys.snap(&reader) {
      behavior.snapX = try SnapKeys.x(&snap).map(readPlaces)
      behavior.snapY = try SnapKeys.y(&snap).map(readPlaces)
      behavior.snapRule = SnapTargets.Rule(
        onePageAtMost: try SnapKeys.onePageAtMost(&snap),
        neverBehindStart: try SnapKeys.neverBehindStart(&snap),
        velocityFloor: try SnapKeys.velocityFloor(&snap))
      try snap.finish()
    }
    if behavior.release == .snap, behavior.snapX == nil, behavior.snapY == nil {
      throw reader.error("release \"snap\" needs \"snap\" with \"x\" or \"y\"", atKey: "release")
    }
  }

  /// Reads [lower, upper]. The rubber band's dimension is the length of the screen along the axis,
  /// unless the document gives a dimension.
  private func readLimits(
    _ node: DocumentNode?, band: DocumentNode?, extent: Double
  ) throws(DocumentError) -> PanLimits? {
    guard let node else { return nil }
    let range = try node.point(in: SceneRanges.length, file: file)
    guard
      let limits = PanLimits(
        lower: range.x, upper: range.y,
        band: try band.flatMap { node throws(DocumentError) in
          try readBand(node, extent: extent)
        })
    else { throw node.error("the lower limit is greater than the upper limit", file: file) }
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
      coefficient = try RubberBandKeys.coefficient(&reader)
      dimension = try RubberBandKeys.dimension(&reader) ?? dimension
      try reader.finish()
    }
    do throws(MotionError) {
      return try RubberBand(dimension: dimension, coefficient: coefficient)
    } catch {
      throw node.error(error.description, file: file)
    }
  }

  /// Reads a deceleration: one of UIScrollView's rates by name, or the fraction of a velocity that
  /// remains after a millisecond.
  private func readDecay(_ node: DocumentNode) throws(DocumentError) -> Decay {
    if case .string = node.value {
      switch try node.oneOf(DecelerationWord.self, file: file) {
      case .normal: return .normal
      case .fast: return .fast
      }
    }
    let remaining = try node.number(in: SceneRanges.remainingVelocity, file: file)
    do throws(MotionError) {
      return try Decay(perMillisecond: remaining)
    } catch {
      throw node.error(error.description, file: file)
    }
  }

  /// Reads a list of positions to snap to.
  func readPlaces(_ node: DocumentNode) throws(DocumentError) -> SnapTargets {
    var (places, named): ([Double], [SnapTargets.Named]) = ([], [])
    for item in try node.array(count: SceneRanges.places, file: file) {
      places.append(try readPlace(item, &named))
    }
    do throws(MotionError) {
      return try SnapTargets(places, named: named)
    } catch {
      throw node.error(error.description, file: file)
    }
  }

  /// Reads a position: a length, or an object with a length and a name, which is added to `named`.
  private func readPlace(
    _ node: DocumentNode, _ named: inout [SnapTargets.Named]
  ) throws(DocumentError) -> Double {
    guard case .object = node.value else {
      return try node.number(in: SceneRanges.length, file: file)
    }
    var reader = try ObjectReader(node, file: file)
    let place = try PlaceKeys.at(&reader)
    named.append(SnapTargets.Named(try PlaceKeys.name(&reader), at: place))
    try reader.finish()
    return place
  }
}
