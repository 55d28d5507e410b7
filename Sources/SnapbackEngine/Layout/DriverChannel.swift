import SnapbackBasics
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol

/// A driver of the layout and its channel.
struct DriverChannel: Sendable {
  let source: LayoutDriver
  let channel: Channel
  /// The index of the view, or of the constant, that has the channel.
  let place: Int
  /// Whether bindings set the driver.
  let isBound: Bool

  private init(_ source: LayoutDriver, _ channel: Channel, of place: Int, isBound: Bool = false) {
    (self.source, self.channel, self.place, self.isBound) = (source, channel, place, isBound)
  }

  /// The drivers of a scene: the constants that gestures drive, those that bindings set, and the
  /// offsets of scroll views.
  static func all(in blueprint: SceneBlueprint) -> [DriverChannel] {
    let (driven, count) = (blueprint.drivenConstraints, blueprint.views.count)
    var drivers = (driven + blueprint.boundConstraints).enumerated().map { index, name in
      DriverChannel(.constant(name), .left, of: count + index, isBound: index >= driven.count)
    }
    for view in blueprint.views.indices {
      let id = ViewID(index: view)
      guard blueprint.layout.contentSize(of: id) != nil else { continue }
      drivers.append(DriverChannel(.scrollX(id), .scrollX, of: view))
      drivers.append(DriverChannel(.scrollY(id), .scrollY, of: view))
    }
    return drivers
  }

  var index: Int { channel.index(view: place) }

  /// Whether the driver is the constant of a constraint and gestures drive it.
  func isDriven(_ constraint: String) -> Bool { !isBound && source == .constant(constraint) }

  func isMoving(_ motion: borrowing MotionStore) -> Bool {
    if isBound, motion.movesBound(driverAt: index) { return true }
    let now = motion.now
    return motion[index].terms.contains { $0.end > now || $0.state(at: now) != .rest }
  }

  /// Whether the layout has the present value of the driver at rest, or does not depend on it.
  func isSolved(_ layout: LayoutStage, _ motion: borrowing MotionStore) -> Bool {
    guard let value = layout.value(of: source) else { return true }
    return value == motion.restValue(ofDriverAt: index)
  }
}
