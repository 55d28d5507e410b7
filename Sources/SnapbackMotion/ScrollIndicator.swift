/// The indicator of a scroll view along one axis: which part of its content is visible.
///
/// The track stands for the range of the offset plus the viewport. The indicator covers the visible
/// part of the track, but has a minimum length. When the offset is beyond an end of the range, the
/// indicator stays at that end and becomes shorter by the overscroll times track / viewport. The
/// indicator is a pure function of the offset, so it needs no state and no animation of its own.
public struct ScrollIndicator: Hashable, Sendable {
  /// The minimum length at an offset within the range, in points.
  ///
  /// UIKit documents neither lengths nor times of indicators. The default values here are those of
  /// Flutter's imitation, which were estimated by eye.
  public static let leastLength = 36.0
  /// The minimum length beyond an end of the range, in points.
  public static let leastLengthBeyond = 8.0
  /// The time for which an indicator stays visible after the last movement, in seconds.
  public static let stay = 1.2
  /// The time in which the indicator then fades out, in seconds.
  public static let fade = 0.25

  /// The distance of the indicator from the beginning of the track, in points; from 0 to the
  /// track's length minus ``length``.
  public let position: Double
  /// The length in points, above 0 and at most that of the track.
  public let length: Double

  /// Creates the indicator for an offset; nil if all of the content is visible, or if a number is
  /// not finite. O(1).
  ///
  /// - Parameters:
  ///   - offset: the scroll offset along the axis; it may be beyond the range.
  ///   - range: the offsets at rest: from the negative inset before the content to the length of
  ///     the content plus the inset after it, less the viewport.
  ///   - viewport: the extent of the scroll view along the axis, above 0.
  ///   - track: the length of the track, above 0.
  public init?(
    offset: Double, range: ClosedRange<Double>, viewport: Double, track: Double,
    leastLength: Double = ScrollIndicator.leastLength,
    leastLengthBeyond: Double = ScrollIndicator.leastLengthBeyond
  ) {
    let way = range.upperBound - range.lowerBound
    guard offset.isFinite, way > 0, way.isFinite, viewport > 0, viewport.isFinite, track > 0,
      track.isFinite
    else { return nil }
    let visible = track * (viewport / (way + viewport))
    let whole = min(track, max(visible, leastLength))
    let gap = max(0, range.lowerBound - offset, offset - range.upperBound)
    length = max(min(whole, leastLengthBeyond), whole - gap * (track / viewport))
    let share = min(max((offset - range.lowerBound) / way, 0), 1)
    position = share * (track - length)
  }

  /// The opacity of an indicator some seconds after the last movement of the content, 0…1: 1 for
  /// `stay` seconds, then linear to 0 within `fade` seconds.
  public static func opacity(
    afterRest seconds: Double, stay: Double = ScrollIndicator.stay,
    fade: Double = ScrollIndicator.fade
  ) -> Double {
    guard seconds > stay else { return 1 }
    return fade > 0 ? max(0, 1 - (seconds - stay) / fade) : 0
  }
}
