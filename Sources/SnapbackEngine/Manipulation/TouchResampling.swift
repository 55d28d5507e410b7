public import SnapbackGeometry

/// Where a finger is taken to be at the moment that a frame is seen, which is not when it was
/// scanned.
///
/// A panel scans at its own rate, so the newest scan is now younger and now older when a frame is
/// drawn, and a view that is drawn at the newest one trembles against the finger. Each policy asks
/// where the finger was at the frame's own finger time: ``latency`` before the frame is seen or,
/// for who draws it a while before, before it is drawn. So the age of what is drawn is always the
/// same. It changes what is drawn of a view in fingers' hands, and neither decisions nor models.
///
/// Sources: Android's `InputTransport.cpp` (`RESAMPLE_LATENCY`, `RESAMPLE_MIN_DELTA`,
/// `RESAMPLE_MAX_DELTA`, `RESAMPLE_MAX_PREDICTION`), whose numbers Chromium's
/// `ui/base/prediction/linear_resampling.cc` has, too.
public enum TouchResampling: String, Hashable, Sendable, CaseIterable {
  /// At the newest scan.
  case none
  /// On the line between two scans where there are such, else at the newest.
  case interpolate
  /// The same, and beyond the newest scan on the line of the last two: for ``predictionLimit`` at
  /// most, and for half of the time between them.
  case predict

  /// How long before a frame its finger is, in seconds.
  public static let latency = 0.005
  /// How long before it is seen a frame may be drawn, in seconds: three refreshes of a screen of 60
  /// hertz.
  public static let leads = 0.0...0.05
  /// How far ahead of the newest scan a finger is predicted, in seconds.
  public static let predictionLimit = 0.008
  /// The times between two scans that say something of the finger's way, in seconds: below, both
  /// are one scan; above, the finger had stopped.
  public static let intervals = 0.002...0.02
  /// When a prediction that no scan has come to confirm is taken back, in seconds from the newest
  /// scan to the frame: it begins when the finger counts as still, and is gone at the end.
  ///
  /// Android and Chromium leave the last prediction standing.
  public static let takingBack = 0.04...0.06
}

/// All that a frame takes from the fingers of one gesture.
public struct FingerFigure: Hashable, Sendable {
  /// The middle of the fingers, in points on the screen.
  public var location: Point
  /// How much farther apart they are than at the beginning.
  public var scale: Double
  /// How far they have turned since, in radians.
  public var rotation: Double

  /// A figure by its parts.
  public init(location: Point, scale: Double = 1, rotation: Double = 0) {
    self.location = location
    self.scale = scale
    self.rotation = rotation
  }

  /// Whether all its numbers are finite.
  public var isFinite: Bool { location.isFinite && scale.isFinite && rotation.isFinite }

  /// The figure on the line from this one to another; 0 is this one, 1 the other.
  public func toward(_ other: FingerFigure, share: Double) -> FingerFigure {
    FingerFigure(
      location: location + share * (other.location - location),
      scale: scale + share * (other.scale - scale),
      rotation: rotation + share * (other.rotation - rotation))
  }
}
