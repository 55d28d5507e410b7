public import SnapbackBasics

/// A policy for the position of a finger in a frame, which is shown later than the panel scanned
/// the finger.
///
/// A panel scans at its own rate, so the age of the newest scan varies from display frame to
/// display frame. A view drawn at the newest scan jitters under the finger. The policies other than
/// `none` therefore determine the finger's position at a fixed time: ``latency`` before the frame
/// is shown or, for clients that draw ahead, before it is drawn. The age of the drawn position is
/// then constant. Resampling affects only the drawn position of held views, neither decisions nor
/// models.
///
/// Sources: Android's `InputTransport.cpp` (`RESAMPLE_LATENCY`, `RESAMPLE_MIN_DELTA`,
/// `RESAMPLE_MAX_DELTA`, `RESAMPLE_MAX_PREDICTION`); Chromium's
/// `ui/base/prediction/linear_resampling.cc` has the same constants.
public enum TouchResampling: String, Hashable, Sendable, CaseIterable {
  /// Uses the newest scan.
  case none
  /// Interpolates between two scans if possible; otherwise uses the newest scan.
  case interpolate
  /// Like `interpolate`, but extrapolates the last two scans beyond the newest one: by at most
  /// ``predictionLimit``, and at most half of the time between the two scans.
  case predict

  /// The time from the sampled position of a finger to its frame, in seconds.
  public static let latency = 0.005
  /// The range of the time from drawing a frame to showing it, in seconds: up to three refreshes of
  /// a 60 Hz screen.
  public static let leads = 0.0...0.05
  /// The maximum time beyond the newest scan for which a finger is predicted, in seconds.
  public static let predictionLimit = 0.008
  /// The range of intervals between two scans that are used for a velocity, in seconds. Scans at a
  /// shorter interval are too close together; at a longer interval the finger had stopped.
  public static let intervals = 0.002...0.02
  /// The times after the newest scan at which an unconfirmed prediction begins to fade out and has
  /// faded out, in seconds. The fade begins when the finger is considered still.
  ///
  /// Android and Chromium keep the last prediction.
  public static let takingBack = 0.04...0.06
}

/// The position, scale and rotation of one gesture's fingers, as drawn in a frame sent to clients.
public struct FingerFigure: Hashable, Sendable {
  /// The center of the fingers, in points on the screen.
  public var location: Point
  /// The ratio of the fingers' distance to that at the beginning of the gesture.
  public var scale: Double
  /// The rotation since the beginning of the gesture, in radians.
  public var rotation: Double

  /// Creates a figure from its parts.
  public init(location: Point, scale: Double = 1, rotation: Double = 0) {
    self.location = location
    self.scale = scale
    self.rotation = rotation
  }

  /// Whether all numbers are finite.
  public var isFinite: Bool { location.isFinite && scale.isFinite && rotation.isFinite }

  /// Interpolates linearly: `share` 0 is this figure, 1 the other one.
  public func toward(_ other: FingerFigure, share: Double) -> FingerFigure {
    FingerFigure(
      location: location + share * (other.location - location),
      scale: scale + share * (other.scale - scale),
      rotation: rotation + share * (other.rotation - rotation))
  }
}
