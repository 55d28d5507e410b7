/// The pixel grid of a screen, for lengths in points.
struct PixelGrid: Hashable, Sendable {
  /// The number of pixels per point.
  let scale: Double

  /// Makes the grid of a screen with `scale` pixels per point. A scale that is not positive and
  /// finite is replaced by 1.
  init(scale: Double) {
    self.scale = scale > 0 && scale.isFinite ? scale : 1
  }

  /// Rounds a position to the nearest pixel.
  func nearest(_ position: Double) -> Double { (position * scale).rounded() / scale }

  /// Rounds a length down to whole pixels.
  func down(_ length: Double) -> Double { (length * scale).rounded(.down) / scale }

  /// Rounds a length up to whole pixels. Ignores an excess that is only a rounding error.
  func up(_ length: Double) -> Double { (length * scale - 1e-6).rounded(.up) / scale + 0 }
}
