public import SnapbackBasics
import SnapbackConstraints

extension LayoutPiece {
  /// The width and height by which the content of a scroll view exceeds the view, as a linear
  /// function of the drivers. Along an axis on which the content is smaller than the view, the
  /// overflow is negative.
  public struct Overflow: Sendable {
    /// The scroll view.
    public let view: ViewID
    /// The overflow along x and y at ``LayoutPiece/origin``, in points.
    public let size: Vector
    /// The change of the overflow per unit of each driver.
    public let rates: [Vector]
  }
}

extension LayoutTree {
  /// Computes the overflows of all scroll views, from the rates of all edges.
  func overflows(
    _ slopes: [VariableSlopes], _ rates: [[LayoutPiece.EdgeRates]]
  ) -> [LayoutPiece.Overflow] {
    views.indices.compactMap { index in
      guard let scroll = views[index].scroll, let content = contentSize(of: ViewID(index: index))
      else { return nil }
      let size = unroundedFrame(of: ViewID(index: index)).size
      return LayoutPiece.Overflow(
        view: ViewID(index: index),
        size: Vector(dx: content.width - size.width, dy: content.height - size.height),
        rates: zip(slopes, rates[index]).map { slopes, edges in
          Vector(
            dx: clean(slopes.sum(scroll.contentWidth) - (edges.right - edges.left)),
            dy: clean(slopes.sum(scroll.contentHeight) - (edges.bottom - edges.top)))
        })
    }
  }
}

/// The derivatives of the solver's variables with respect to a driver.
struct VariableSlopes {
  private var slopes: [Variable: Double] = [:]

  init(_ rates: [LinearPiece.Rate]) {
    for rate in rates { slopes[rate.variable] = -rate.rate }
  }

  /// The derivative of a variable, or of the sum of two variables.
  func sum(_ first: Variable, _ second: Variable? = nil) -> Double {
    clean((slopes[first] ?? 0) + (second.flatMap { slopes[$0] } ?? 0))
  }
}

/// Returns a rate, or 0 if it is so small that it is only the rounding error of larger rates that
/// cancel each other.
private func clean(_ rate: Double) -> Double { rate.magnitude <= 1e-9 ? 0 : rate }
