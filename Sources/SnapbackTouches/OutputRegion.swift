public import SnapbackGeometry

/// The part of the screen that a device covers, where several panels show one scene.
///
/// It is a part of the screen as it is without a turn; when the picture is turned, the part turns
/// with it.
public enum OutputRegion: Hashable, Sendable {
  /// A rectangle in points.
  case points(Rect)
  /// A rectangle in shares of the screen's width and height, 0…1.
  case shares(Rect)

  /// The rectangle in shares of a screen of `size` points.
  func shares(of size: Size) -> Rect {
    switch self {
    case .shares(let rect): return rect
    case .points(let rect):
      let (width, height) = (max(size.width, 1e-9), max(size.height, 1e-9))
      return Rect(
        left: rect.left / width, top: rect.top / height, right: rect.right / width,
        bottom: rect.bottom / height)
    }
  }
}
