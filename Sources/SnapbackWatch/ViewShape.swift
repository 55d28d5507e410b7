import Glibc
import SnapbackBasics
import SnapbackProtocol

/// The visible part of a view: its outline, clipped by its ancestors, and its opacity.
struct ViewShape {
  let outline: Outline
  /// The opacity of the view, 0…1: the product of its own alpha and the alphas of all its
  /// ancestors.
  let alpha: Double
  private var clips: [Outline] = []

  /// Nil if the view is not visible.
  init?(_ view: SceneMirror.View, in views: [SceneMirror.View]) {
    guard view.state.isVisible, let outline = Outline(view) else { return nil }
    self.outline = outline
    var alpha = view.state.alpha
    var parent = view.parent
    // A parent precedes its children. The limit ends the loop if the data contains a cycle.
    var limit = views.count
    while let index = parent, views.indices.contains(index), limit > 0 {
      limit -= 1
      alpha *= views[index].state.alpha
      if views[index].appearance.clips {
        guard let outline = Outline(views[index]) else { return nil }
        clips.append(outline)
      }
      parent = views[index].parent
    }
    guard alpha > 0 else { return nil }
    self.alpha = min(alpha, 1)
  }

  /// Whether a point of the screen is in the view and in all ancestors that clip.
  func contains(_ point: Point) -> Bool { outline.contains(point) && isInSight(point) }

  /// Whether a point of the screen is in all ancestors that clip.
  func isInSight(_ point: Point) -> Bool { clips.allSatisfy { $0.contains(point) } }
}

/// A rectangle with rounded corners that can test whether it contains a point of the screen.
struct Outline {
  /// The size of the view, and the radius of its corners.
  let size: Size
  let radius: Double
  /// The distance of the edges from those of the view.
  private var inset = 0.0
  private let fromScreen: AffineTransform

  init?(_ view: SceneMirror.View) {
    guard let inverse = view.state.toScreen.inverse else { return nil }
    size = view.state.frame.size
    let radius = view.appearance.cornerRadius(in: view.state)
    self.radius = max(0, min(radius, size.width / 2, size.height / 2))
    fromScreen = inverse
  }

  /// The outline `distance` points inside this one. Its corners have a radius that is smaller by as
  /// much, at least 0.
  func inset(by distance: Double) -> Outline {
    var result = self
    result.inset = inset + distance
    return result
  }

  /// A point of the screen in the coordinates of the view.
  func local(_ point: Point) -> Point { fromScreen(point) }

  func contains(_ point: Point) -> Bool {
    let local = fromScreen(point)
    let (right, bottom) = (size.width - inset, size.height - inset)
    guard local.x >= inset, local.y >= inset, local.x < right, local.y < bottom else {
      return false
    }
    // The distances along x and y by which the point is beyond the centers of the corner circles, 0
    // if it is not beyond them.
    let corner = max(radius - inset, 0)
    let x = max(inset + corner - local.x, local.x - (right - corner), 0)
    let y = max(inset + corner - local.y, local.y - (bottom - corner), 0)
    return x * x + y * y <= corner * corner
  }
}

/// The shadow of a view: the shape of the view, moved and blurred by a Gaussian. Lengths are in
/// points of the view.
struct ViewShadow {
  /// The rows in which the height of a corner is summed.
  private static let rows = 4

  private let center: Point
  private let halfWidth: Double
  private let halfHeight: Double
  private let radius: Double
  private let deviation: Double
  private let peak: Double

  init(_ look: MovingLook, of shape: ViewShape) {
    let size = shape.outline.size
    center = Point(x: size.width / 2, y: size.height / 2) + look.shadowOffset
    halfWidth = size.width / 2
    halfHeight = size.height / 2
    radius = shape.outline.radius
    // Above 0, because it divides.
    deviation = max(look.shadowRadius / 2, 1e-6)
    peak = look.shadowOpacity
  }

  /// The box on the screen outside which the shadow is negligible: three standard deviations.
  func box(_ toScreen: AffineTransform) -> Rect {
    let (x, y) = (halfWidth + 3 * deviation, halfHeight + 3 * deviation)
    let corners = [(-x, -y), (x, -y), (x, y), (-x, y)].map {
      toScreen(center + Vector(dx: $0.0, dy: $0.1))
    }
    return corners.dropFirst().reduce(
      Rect(left: corners[0].x, top: corners[0].y, right: corners[0].x, bottom: corners[0].y)
    ) { box, corner in
      Rect(
        left: min(box.left, corner.x), top: min(box.top, corner.y),
        right: max(box.right, corner.x), bottom: max(box.bottom, corner.y))
    }
  }

  /// The opacity at a point of the view: a sum over rows, each a product of two integrals of the
  /// Gaussian. Exact if the corners are square.
  func opacity(at point: Point) -> Double {
    let (x, y) = (point.x - center.x, point.y - center.y)
    let straight = halfHeight - radius
    var sum = row(from: -straight, to: straight, middle: 0, x, y)
    guard radius > 0 else { return peak * sum }
    let step = radius / Double(Self.rows)
    for index in 0..<Self.rows {
      let start = straight + Double(index) * step
      let middle = start + step / 2
      sum += row(from: start, to: start + step, middle: middle, x, y)
      sum += row(from: -start - step, to: -start, middle: middle, x, y)
    }
    return peak * sum
  }

  /// The part of a row of the shape between two heights, which is as wide as at `middle`.
  private func row(
    from top: Double, to bottom: Double, middle: Double, _ x: Double, _ y: Double
  ) -> Double {
    let corner = max(middle - halfHeight + radius, 0)
    let half = halfWidth - radius + max(radius * radius - corner * corner, 0).squareRoot()
    return share(from: top - y, to: bottom - y) * share(from: -half - x, to: half - x)
  }

  /// The integral of the Gaussian between two distances from its middle.
  private func share(from low: Double, to high: Double) -> Double {
    let unit = deviation * 2.0.squareRoot()
    return (erf(high / unit) - erf(low / unit)) / 2
  }
}
