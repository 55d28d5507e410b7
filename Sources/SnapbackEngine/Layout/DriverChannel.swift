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

  /// Notes how fast the constants among the drivers of a scene move edges before any of them moves.
  static func noteRates(
    of blueprint: SceneBlueprint, _ layout: LayoutStage, _ motion: inout MotionStore
  ) {
    let constants = all(in: blueprint).filter {
      $0.channel == .left && layout.value(of: $0.source) != nil
    }
    guard !constants.isEmpty else { return }
    // A copy, because the search for a piece changes the statistics of the layout.
    var scratch = layout
    for isRising in [true, false] {
      let moves = constants.map { (driver: $0.source, isRising: isRising) }
      guard let piece = scratch.piece(of: moves, listing: []) else { continue }
      motion.noteRates(of: piece, by: constants.map(\.index))
    }
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
