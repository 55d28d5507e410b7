public import SnapbackBasics

/// A continuous function of one number, given by points.
///
/// Between two points the function is linear, or follows a curve. Outside the points it keeps the
/// value of the nearest point. Exception: in a map that extends, the lines of the first and the
/// last piece continue.
public struct PiecewiseMap: Hashable, Sendable {
  /// A part of the function: y₀ + slope · (x − x₀) for every x from ``lower`` to ``upper``, where
  /// (x₀, y₀) is a point of the function. A part with a curve has the same ends.
  public struct Piece: Hashable, Sendable {
    /// The smallest x of the piece, −∞ for the first piece.
    public fileprivate(set) var lower: Double
    /// The largest x of the piece, ∞ for the last piece.
    public fileprivate(set) var upper: Double
    /// The derivative, in units of the result per unit of x; for a curve, its mean.
    public let slope: Double
    /// The point (x₀, y₀). At x₀ the result is exactly y₀.
    fileprivate let point: Point
    /// The index of the curve between the ends; −1 for a line. A map stores its curves apart, so
    /// that pieces are small.
    fileprivate var curve = -1

    /// Whether the piece is a line.
    public var isLinear: Bool { curve < 0 }

    /// The point at which the line of the piece has a result; nil if it nowhere has.
    fileprivate func point(at result: Double) -> Point? {
      let x = point.x + (result - point.y) / slope
      return x.isFinite ? Point(x: x, y: result) : nil
    }

    /// The value of the line at `x`.
    public func value(at x: Double) -> Double { point.y + slope * (x - point.x) }

    /// The value of the line and its rate of change, for an x that moves.
    public func state(at x: MotionState) -> MotionState {
      MotionState(value: value(at: x.value), velocity: slope * x.velocity)
    }
  }

  /// The pieces, from the smallest x to the largest.
  public let pieces: [Piece]
  private let curves: [CubicBezier]

  /// Creates the map through points with ascending x. Nil if there are fewer than two points, if a
  /// number is not finite, if the values of x do not ascend, or if a slope is too large for a
  /// `Double`.
  ///
  /// - Parameters:
  ///   - curves: for each point, the curve of the piece that ends at the point; nil for a line. A
  ///     piece that continues beyond the points is a line.
  ///   - extends: whether the first and the last piece continue beyond the points.
  ///   - limit: the largest magnitude of a result. Pieces that continue end where they reach it,
  ///     and the function is constant beyond.
  public init?(
    _ points: [Point], curves: [CubicBezier?] = [], extends: Bool = false,
    limit: Double = .infinity
  ) {
    guard points.count >= 2, points.allSatisfy({ $0.isFinite && $0.y.magnitude <= limit })
    else { return nil }
    var pieces: [Piece] = []
    self.curves = curves.compactMap { $0 }
    var count = 0
    for (start, end) in zip(points, points.dropFirst()) {
      let slope = (end.y - start.y) / (end.x - start.x)
      guard start.x < end.x, slope.isFinite else { return nil }
      let isFirst = extends && pieces.isEmpty
      let isLast = extends && pieces.count == points.count - 2
      let place = pieces.count + 1
      let isCurved = curves.indices.contains(place) && curves[place] != nil
      pieces.append(
        Piece(
          lower: isFirst ? -.infinity : start.x, upper: isLast ? .infinity : end.x, slope: slope,
          point: start, curve: isCurved && !isFirst && !isLast ? count : -1))
      if isCurved { count += 1 }
    }
    guard !extends else {
      self.pieces = Self.bounded(pieces, by: limit)
      return
    }
    let (first, last) = (points[0], points[points.count - 1])
    self.pieces =
      [Piece(lower: -.infinity, upper: first.x, slope: 0, point: first)] + pieces
      + [Piece(lower: last.x, upper: .infinity, slope: 0, point: last)]
  }

  /// The pieces of a map that extends, ended where the result has the magnitude `limit`.
  private static func bounded(_ pieces: [Piece], by limit: Double) -> [Piece] {
    var pieces = pieces
    if let end = pieces[0].point(at: pieces[0].slope > 0 ? -limit : limit) {
      pieces[0].lower = end.x
      pieces.insert(Piece(lower: -.infinity, upper: end.x, slope: 0, point: end), at: 0)
    }
    let last = pieces.count - 1
    if let end = pieces[last].point(at: pieces[last].slope > 0 ? limit : -limit) {
      pieces[last].upper = end.x
      pieces.append(Piece(lower: end.x, upper: .infinity, slope: 0, point: end))
    }
    return pieces
  }

  /// The largest magnitude of a slope, in units of the result per unit of x. O(pieces).
  public var steepestSlope: Double { pieces.reduce(0) { max($0, steepestSlope(of: $1)) } }

  /// The largest magnitude of the result; infinite if lines continue without a limit. O(pieces).
  public var largestMagnitude: Double { pieces.reduce(0) { max($0, largestMagnitude(of: $1)) } }

  /// The largest magnitude of the derivative of a piece; for a curve, that of its steepest 256th
  /// part.
  private func steepestSlope(of piece: Piece) -> Double {
    guard !piece.isLinear else { return piece.slope.magnitude }
    let values = (0...256).map { curves[piece.curve].state(at: Double($0) / 256).value }
    let steps = zip(values.dropFirst(), values).map { ($0 - $1).magnitude * 256 }
    return piece.slope.magnitude * (steps.max() ?? 1)
  }

  /// The largest magnitude of the result of a piece; infinite for a line that continues.
  private func largestMagnitude(of piece: Piece) -> Double {
    if piece.slope == 0 { return piece.point.y.magnitude }
    guard !piece.isLinear else {
      return max(piece.value(at: piece.lower).magnitude, piece.value(at: piece.upper).magnitude)
    }
    return (0...256).reduce(0) {
      let share = Double($1) / 256
      let x = MotionState(value: piece.lower + share * (piece.upper - piece.lower))
      return max($0, curved(piece, at: x).value.magnitude)
    }
  }

  /// The value of a piece with a curve and its rate of change.
  private func curved(_ piece: Piece, at x: MotionState) -> MotionState {
    let span = piece.upper - piece.lower
    let state = curves[piece.curve].state(at: (x.value - piece.lower) / span)
    return MotionState(
      value: piece.point.y + piece.slope * span * state.value,
      velocity: piece.slope * state.velocity * x.velocity)
  }

  /// Whether all pieces are lines.
  public var isLinear: Bool { pieces.allSatisfy(\.isLinear) }

  /// The function that returns its argument.
  public static let identity = PiecewiseMap(
    pieces: [Piece(lower: -.infinity, upper: .infinity, slope: 1, point: .zero)])

  /// Creates the function that always returns `value`.
  public init(constant value: Double) {
    self.init(pieces: [
      Piece(lower: -.infinity, upper: .infinity, slope: 0, point: Point(x: 0, y: value))
    ])
  }

  private init(pieces: [Piece]) { (self.pieces, curves) = (pieces, []) }

  /// The index of the piece that contains `x`. Where two pieces meet, this is the piece for larger
  /// x if x rises, and otherwise the piece for smaller x. O(pieces), no allocation.
  public func index(at x: Double, isRising: Bool) -> Int {
    var index = 0
    while index < pieces.count - 1,
      pieces[index].upper < x || pieces[index].upper == x && isRising
    {
      index += 1
    }
    return index
  }

  /// The value of the function and its rate of change, for an x that moves. Where two pieces meet,
  /// the rate is that of the piece into which x moves. O(pieces), no allocation.
  public func state(at x: MotionState) -> MotionState {
    let piece = pieces[index(at: x.value, isRising: x.velocity >= 0)]
    return piece.isLinear ? piece.state(at: x) : curved(piece, at: x)
  }
}
