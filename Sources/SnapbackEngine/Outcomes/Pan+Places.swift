import SnapbackBasics
import SnapbackMotion

/// The names of the places where releases bring views, contents and constants to rest.
extension Pan {
  /// Whether a release of the pan chooses a place. A pinch or a rotation of a view moves the view
  /// only to keep a point under the fingers.
  var choosesPlace: Bool { target == .scrollOffset || part == nil }

  /// The names of the place at the goals of the target's channels: first those that the scene
  /// gives, along x and then along y.
  func placeNames(at goal: Vector, _ parts: borrowing SceneParts) -> [String] {
    let tolerance = parts.motion.thresholds.pixel / 2
    if let detents = behavior.detents {
      let measures = sheetMeasures(parts)
      let isDismissed = detents.isDismissed(at: goal.dy, in: measures)
      return detents.names(at: goal.dy, in: measures) + (isDismissed ? [PlaceName.dismissed] : [])
    }
    let given =
      (behavior.snapX?.names(at: goal.dx, tolerance: tolerance) ?? [])
      + (behavior.snapY?.names(at: goal.dy, tolerance: tolerance) ?? [])
    let known = behavior.givenNames
    return given + usualNames(at: goal, tolerance, parts).filter { !known.contains($0) }
  }

  /// The names of pages, limits and the frame.
  private func usualNames(
    at goal: Vector, _ tolerance: Double, _ parts: borrowing SceneParts
  ) -> [String] {
    let limits = limits(parts, in: parts.present)
    var names: [String] = []
    if behavior.scroll.isPaging {
      let size = parts.present.frame(of: view, parts.motion).size
      names += Self.page(at: goal.dx, extent: size.width, limits.x, tolerance)
      names += Self.page(at: goal.dy, extent: size.height, limits.y, tolerance)
    }
    names += limits.x?.names(at: goal.dx, Array(PlaceName.edges.prefix(2)), tolerance) ?? []
    names += limits.y?.names(at: goal.dy, Array(PlaceName.edges.suffix(2)), tolerance) ?? []
    if target == .translation, goal.dx.magnitude < tolerance, goal.dy.magnitude < tolerance {
      names.append(PlaceName.home)
    }
    return names
  }

  /// The name of the page at an offset; empty if there is none, or if the content does not move
  /// along the axis.
  private static func page(
    at goal: Double, extent: Double, _ limits: PanLimits?, _ tolerance: Double
  ) -> [String] {
    guard extent > 0, let limits, limits.lower < limits.upper,
      let index = Int(exactly: (goal / extent).rounded()), index >= 0,
      (Double(index) * extent - goal).magnitude < tolerance
    else { return [] }
    return [PlaceName.page(index)]
  }
}

extension ConstantPan {
  /// The names of the place at a value of the constant: first those that the scene gives.
  func placeNames(at value: Double, _ parts: borrowing SceneParts) -> [String] {
    let tolerance = parts.motion.thresholds.pixel / 2
    let known = (behavior.snap?.named ?? []).map(\.name)
    let limits = behavior.limits?.names(at: value, PlaceName.limits, tolerance) ?? []
    return (behavior.snap?.names(at: value, tolerance: tolerance) ?? [])
      + limits.filter { !known.contains($0) }
  }
}

extension PanLimits {
  /// The names of the limits at a value; empty if the range has no extent. `names` are those of the
  /// lower and the upper limit.
  fileprivate func names(at value: Double, _ names: [String], _ tolerance: Double) -> [String] {
    guard lower < upper else { return [] }
    return zip([lower, upper], names).filter { ($0.0 - value).magnitude < tolerance }.map(\.1)
  }
}
