public import SnapbackMotion

/// The detents at which a sheet rests, and whether a release can dismiss it.
///
/// The layout gives a sheet the frame of the detent ``Detent/large``. A downward translation makes
/// less of the sheet visible: the height of the present detent, plus the bottom safe area if the
/// frame reaches into that area. A dismissed sheet is lower by its whole height.
public struct SheetDetents: Hashable, Sendable {
  /// A height of a sheet, without the safe area at its bottom.
  public enum Detent: Hashable, Sendable {
    /// About half of the screen: 0.56 of the maximum, as in UIKit, where it is 425 of 759 points on
    /// an iPhone 16.
    case medium
    /// The maximum.
    case large
    /// A share of the maximum, 0…1.
    case fraction(Double)
    /// A height in points, at most the maximum.
    case height(Double)

    /// The name of a detent to which the scene gives none.
    public var word: String? {
      switch self {
      case .medium: "medium"
      case .large: "large"
      case .fraction, .height: nil
      }
    }

    /// The height for a maximum, in points.
    fileprivate func height(of maximum: Double) -> Double {
      switch self {
      case .medium: 0.56 * maximum
      case .large: maximum
      case .fraction(let share): share * maximum
      case .height(let height): min(height, maximum)
      }
    }
  }

  /// The measures of a sheet that determine its positions.
  public struct Measures: Hashable, Sendable {
    /// The height of the sheet's frame, in points.
    public var height: Double
    /// The part of that height in the safe area at the bottom.
    public var inset: Double
    /// The size of a pixel in points.
    public var pixel: Double

    /// Creates measures from their parts.
    public init(height: Double, inset: Double, pixel: Double) {
      (self.height, self.inset, self.pixel) = (height, inset, pixel)
    }

    /// The height of the detent ``Detent/large``.
    fileprivate var maximum: Double { max(0, height - inset) }
  }

  /// The minimum speed of a flick, in points per second. In UIKit this limit is between 975, with
  /// which a sheet returns, and 1000, with which it is dismissed.
  public static let flickSpeed = 987.5

  /// The rule for choosing among the positions of a sheet: a flick continues in its direction, and
  /// any other release leads to the nearest position.
  public static let snapRule = SnapTargets.Rule(neverTurnsBack: true, velocityFloor: flickSpeed)

  /// The detents, in any order; not empty.
  public var detents: [Detent]
  /// The names that the scene gives to the detents, by their indices.
  public var names: [Int: String]
  /// Whether a release can dismiss the sheet.
  public var isDismissible: Bool

  /// Creates the behavior of a sheet.
  public init(_ detents: [Detent], names: [Int: String] = [:], isDismissible: Bool = true) {
    self.detents = detents
    self.names = names
    self.isDismissible = isDismissible
  }

  /// The name of the detent at an index; nil if it has none.
  func name(ofDetent index: Int) -> String? { names[index] ?? detents[index].word }

  /// The translation at a detent, on the pixel grid.
  private func position(of detent: Detent, in sheet: Measures) -> Double {
    let way = sheet.maximum - detent.height(of: sheet.maximum)
    return (way / sheet.pixel).rounded() * sheet.pixel
  }

  /// The translation at the highest detent. O(detents), no allocation.
  public func top(in sheet: Measures) -> Double {
    detents.reduce(.infinity) { min($0, position(of: $1, in: sheet)) }
  }

  /// The translations at the detents, in their order, and last the one of a dismissed sheet.
  public func positions(in sheet: Measures) -> [Double] {
    detents.map { position(of: $0, in: sheet) } + (isDismissible ? [sheet.height] : [])
  }

  /// The translations at which the sheet may come to rest; nil if there are none.
  public func places(in sheet: Measures) -> SnapTargets? {
    try? SnapTargets(positions(in: sheet))
  }

  /// The range of the translation. As in UIKit, the sheet does not move above its highest detent. A
  /// sheet that cannot be dismissed does not move below its lowest one either.
  public func limits(in sheet: Measures) -> PanLimits? {
    let lowest = detents.reduce(-.infinity) { max($0, position(of: $1, in: sheet)) }
    return PanLimits(lower: top(in: sheet), upper: isDismissible ? .infinity : lowest)
  }

  /// The names of the detents at a translation.
  func names(at translation: Double, in sheet: Measures) -> [String] {
    detents.indices.compactMap { index in
      let distance = (position(of: detents[index], in: sheet) - translation).magnitude
      return distance < sheet.pixel / 2 ? name(ofDetent: index) : nil
    }
  }

  /// Whether a sheet that comes to rest at a translation is dismissed.
  public func isDismissed(at translation: Double, in sheet: Measures) -> Bool {
    isDismissible && translation >= sheet.height - sheet.pixel / 2
  }
}
