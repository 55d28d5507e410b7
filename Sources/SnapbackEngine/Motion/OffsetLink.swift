import SnapbackLayout
import SnapbackProtocol

/// The link of a scroll offset to its range, which drivers of the layout move.
///
/// The drawn offset is that of its motion, clamped to the range lower ... max(lower, overflow). The
/// overflow is the length by which the content, with the inset at its end, is longer than the view.
/// While the end of the range limits the offset, the offset's model moves with that end.
struct OffsetLink: Equatable, Sendable {
  /// The part of the range that limits the offset.
  enum Limit: Sendable {
    /// The offset is inside the range.
    case none
    /// The offset is at the upper end of the range: the end of the content is at the end of the
    /// view.
    case end
    /// The whole content fits, so the offset is at the lower end of the range.
    case start
    /// Fingers hold the offset and may move it out of the range.
    case fingers
  }

  let channel: Channel
  /// The scroll view.
  let view: Int
  /// The lower end of the range: the negative inset before the content.
  let lower: Double
  /// The overflow at the origin of the piece.
  private let origin: Double
  /// The change of the overflow per unit of each driver.
  let overflowRates: [Double]
  /// The change of the offset per unit of each driver, while ``limit`` is ``Limit/end``.
  var rates: [Double]
  var limit = Limit.none
  /// Whether the offset moves by momentum, which stops at the end of the range.
  var isFlying = false
  /// The goal that the offset would have without the limits of the range.
  var goal: Double
  /// The model of the channel when this link last set it. If the channel has another model, a
  /// change or a finger has set the offset since.
  var model: Double
  /// The offset at the reference of the links, which replaces the model; nil if the model is valid.
  var base: Double?

  init(
    _ channel: Channel, of view: Int, lower: Double, origin: Double, rates: [Double],
    model: Double, from old: OffsetLink?
  ) {
    (self.channel, self.view, self.lower, self.model) = (channel, view, lower, model)
    (self.origin, overflowRates) = (origin, rates)
    self.rates = Array(repeating: 0, count: rates.count)
    goal = old.map { $0.model == model ? $0.goal : model } ?? model
  }

  var index: Int { channel.index(view: view) }

  /// Whether the range limits the offset.
  var isLimited: Bool { limit == .end || limit == .start }

  /// The overflow for given values of the drivers, in the piece that begins at `start`.
  func overflow(at values: [Double], from start: [Double]) -> Double {
    var sum = origin
    for driver in overflowRates.indices {
      sum += overflowRates[driver] * (values[driver] - start[driver])
    }
    return sum
  }

  /// The limit of the offset for an overflow that changes at `speed`.
  func limit(at overflow: Double, speed: Double) -> Limit {
    if goal <= lower { return .none }
    let room = overflow - lower
    if room < -Self.tolerance || room <= Self.tolerance && speed <= 0 { return .start }
    let reach = speed < 0 ? goal + Self.tolerance : goal - Self.tolerance
    return overflow < reach ? .end : .none
  }

  /// Whether ``limit`` still applies for an overflow.
  func holds(at overflow: Double) -> Bool {
    switch limit {
    case .none: goal <= end(at: overflow) + Self.tolerance
    case .end: overflow >= lower - Self.tolerance && overflow <= goal + Self.tolerance
    case .start: overflow <= lower + Self.tolerance
    case .fingers: true
    }
  }

  /// The model for an overflow.
  func target(at overflow: Double) -> Double {
    switch limit {
    case .none, .fingers: goal
    case .end, .start: end(at: overflow)
    }
  }

  /// The upper end of the range for an overflow.
  func end(at overflow: Double) -> Double { max(lower, overflow) }

  /// The largest rounding error of an overflow, in points.
  private static let tolerance = 1e-9
}
