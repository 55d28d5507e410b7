import SnapbackBasics
import SnapbackDocument
import SnapbackEngine
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol

/// Reads the limits, rubber bands, deceleration and snapping of pans.
extension SceneReader {
  func readRelease(
    _ reader: inout ObjectReader, on screen: ScreenDescription, into behavior: inout PanBehavior,
    _ places: inout LayoutPlaces, takesLimits: Bool = true
  ) throws(DocumentError) {
    behavior.axes = try MomentumKeys.axes(&reader)
    if takesLimits, var limits = try TranslationKeys.limits(&reader) {
      let band = LimitKeys.rubberBand(&limits)
      behavior.limits = (
        x: try readLimits(
          LimitKeys.x(&limits), band: band, extent: screen.size.width, &places.x),
        y: try readLimits(
          LimitKeys.y(&limits), band: band, extent: screen.size.height, &places.y)
      )
      try limits.finish()
    }
    if let node = MomentumKeys.deceleration(&reader) { behavior.decay = try readDecay(node) }
    if var snap = try MomentumKeys.snap(&reader) {
      if let node = SnapKeys.x(&snap) { behavior.snapX = try readPlaces(node, &places.x) }
      if let node = SnapKeys.y(&snap) { behavior.snapY = try readPlaces(node, &places.y) }
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
    _ node: DocumentNode?, band: DocumentNode?, extent: Double, _ line: inout LayoutPlaces.Line
  ) throws(DocumentError) -> PanLimits? {
    guard let node else { return nil }
    var limits = try readBounds(node, &line)
    limits.band = try band.flatMap { node throws(DocumentError) in
      try readBand(node, extent: extent)
    }
    return limits
  }

  /// Reads [lower, upper]. If one of them is a sum, both are stored in `line`, and the returned
  /// limits hold until the first layout pass.
  func readBounds(
    _ node: DocumentNode, _ line: inout LayoutPlaces.Line
  ) throws(DocumentError) -> PanLimits {
    let bounds = try node.array(count: SceneRanges.bounds, file: file)
    let (lower, upper) = (try readNumber(bounds[0]), try readNumber(bounds[1]))
    let isFixed = lower.isConstant && upper.isConstant
    if !isFixed { line.limits = LayoutPlaces.Limits(lower: lower, upper: upper) }
    guard
      let limits = PanLimits(
        lower: isFixed ? lower.constant : 0, upper: isFixed ? upper.constant : 0)
    else {
      throw node.error("the lower limit is greater than the upper limit", file: file)
    }
    return limits
  }

  /// Reads a number of points, or a sum that depends on the layout.
  func readNumber(
    _ node: DocumentNode, in range: ClosedRange<Double> = SceneRanges.length
  ) throws(DocumentError) -> LayoutNumber {
    guard case .string(let text) = node.value else {
      return LayoutNumber(try node.number(in: range, file: file))
    }
    let number: LayoutNumber
    do throws(ConstraintExpressionError) {
      number = try LayoutNumber(parsing: text, metrics: metrics, knownNames: knownNames) {
        names[$0]
      }
    } catch {
      throw fault(error.message, column: error.column, in: text, at: node, hint: error.hint)
    }
    do throws(LayoutError) {
      var trial = layout
      try trial?.prepare(number)
    } catch {
      throw node.error("\(error.description) in \"\(text)\"", file: file)
    }
    return number
  }

  /// Reads a number in a unit of scenes, and converts it to the unit of its channel. The number may
  /// be a sum; one that depends on the layout is in points.
  func readAmount(
    _ node: DocumentNode, in unit: BindingProperty.Unit,
    _ range: ClosedRange<Double> = SceneRanges.mapNumber
  ) throws(DocumentError) -> LayoutNumber {
    guard case .string(let text) = node.value else {
      return LayoutNumber(try node.number(in: range, file: file) * unit.factor)
    }
    guard !text.hasPrefix("#") else {
      throw node.error("expected a number or a sum, found a color", file: file)
    }
    let number = try readNumber(node)
    guard number.isConstant else {
      guard unit == .points else {
        throw node.error(
          "a sum that depends on the layout is in points, but this number is \(unit.rawValue); "
            + "use numbers and metrics only", file: file)
      }
      return number
    }
    guard range.contains(number.constant) else {
      throw node.error(
        "expected a number from \(Int(saturating: range.lowerBound)) to "
          + "\(Int(saturating: range.upperBound)); "
          + "\(DocumentError.quoted(text)) is \(number.constant)", file: file)
    }
    return LayoutNumber(number.constant * unit.factor)
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

  /// Reads a list of positions to snap to. If one of them is a sum, all are stored in `line`.
  func readPlaces(
    _ node: DocumentNode, _ line: inout LayoutPlaces.Line
  ) throws(DocumentError) -> SnapTargets {
    var (places, names): ([LayoutNumber], [Int: String]) = ([], [:])
    for item in try node.array(count: SceneRanges.places, file: file) {
      let (place, name) = try readPlace(item)
      names[places.count] = name
      places.append(place)
    }
    if !places.allSatisfy(\.isConstant) { (line.snap, line.names) = (places, names) }
    do throws(MotionError) {
      return try SnapTargets(places.map(\.constant), names: names)
    } catch {
      throw node.error(error.description, file: file)
    }
  }

  /// Reads a position: a number or a sum, or an object with one of them and a name.
  private func readPlace(
    _ node: DocumentNode
  ) throws(DocumentError) -> (place: LayoutNumber, name: String?) {
    guard case .object = node.value else { return (try readNumber(node), nil) }
    var reader = try ObjectReader(node, file: file)
    let place = try readNumber(PlaceKeys.at(&reader))
    let name = try PlaceKeys.name(&reader)
    try reader.finish()
    return (place, name)
  }
}
