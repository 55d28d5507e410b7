public import SnapbackBasics

/// The part of the screen that a device covers, where several panels show one scene.
///
/// The region refers to the unrotated screen and rotates with the picture.
public enum OutputRegion: Hashable, Sendable {
  /// A rectangle in points.
  case points(Rect)
  /// A rectangle in fractions of the screen's width and height, 0…1.
  case shares(Rect)

  /// Returns the rectangle in fractions of a screen of `size` points.
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
