public import SnapbackLayout

/// The snap positions, detents and limits of a gesture that depend on the layout.
///
/// After each layout pass, their values replace the numbers in the behavior of the gesture.
public struct LayoutPlaces: Hashable, Sendable {
  /// The places along one axis.
  public struct Line: Hashable, Sendable {
    /// The snap positions, in any order; empty if none of them depends on the layout.
    public var snap: [LayoutNumber] = []
    /// The names of snap positions, by the index in ``snap``.
    public var names: [Int: String] = [:]
    /// The least and the greatest value; nil if neither depends on the layout. If the least is
    /// greater, it is the only value.
    public var limits: Limits?

    /// Creates a line without places.
    public init() {}
  }

  /// A range whose ends depend on the layout.
  public struct Limits: Hashable, Sendable {
    /// The least value.
    public var lower: LayoutNumber
    /// The greatest value.
    public var upper: LayoutNumber

    /// Creates limits from their parts.
    public init(lower: LayoutNumber, upper: LayoutNumber) {
      (self.lower, self.upper) = (lower, upper)
    }
  }

  /// The places along x, or of the constant that the gesture drives.
  public var x = Line()
  /// The places along y.
  public var y = Line()
  /// The heights of detents, by the index of the detent.
  public var detents: [Int: LayoutNumber] = [:]

  /// Creates a list without places.
  public init() {}

  /// All numbers of the places.
  public var numbers: [LayoutNumber] {
    [x, y].flatMap { line in
      line.snap + (line.limits.map { [$0.lower, $0.upper] } ?? [])
    } + detents.values
  }
}

extension LayoutPlaces.Line {
  /// The snap positions for the last layout pass, in their order.
  func values(in layout: LayoutStage) -> [Double] { snap.map { layout.value(of: $0) } }

  /// The limits for the last layout pass, with the rubber band of `given`; `given` itself if they
  /// do not depend on the layout.
  func limits(like given: PanLimits?, in layout: LayoutStage) -> PanLimits? {
    guard let limits else { return given }
    let lower = layout.value(of: limits.lower)
    return PanLimits(
      lower: lower, upper: max(lower, layout.value(of: limits.upper)), band: given?.band)
  }
}
