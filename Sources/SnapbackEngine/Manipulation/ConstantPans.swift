import SnapbackBasics
import SnapbackGestures
import SnapbackMotion
import SnapbackProtocol

/// The gestures of a scene that drive constants of the layout.
struct ConstantPans {
  private var pans: [ConstantPan] = []

  init() {}

  init(_ blueprint: SceneBlueprint) {
    let driven = blueprint.drivenConstraints
    for (index, gesture) in blueprint.gestures.enumerated() {
      guard case .constant(let behavior) = gesture.binding,
        let place = driven.firstIndex(of: behavior.constraint)
      else { continue }
      pans.append(
        ConstantPan(
          gesture: index, view: gesture.view, place: blueprint.views.count + place,
          behavior: behavior, rules: gesture.places.x))
    }
  }

  /// Whether limits or snap values of a constant depend on the layout.
  var followsLayout: Bool { pans.contains { $0.followsLayout } }

  /// Computes the limits and snap values that depend on the layout for the last layout pass. Moves
  /// the constants that rest at such a value.
  mutating func keepPlaces(
    with animation: Animation?, _ parts: borrowing SceneParts, _ commands: inout CommandList
  ) {
    for index in pans.indices where pans[index].followsLayout {
      let isHeld = holds(pans[index].place)
      pans[index].keepPlaces(with: animation, isHeld: isHeld, parts, &commands)
    }
  }

  private func index(ofGesture gesture: Int) -> Int? { pans.firstIndex { $0.gesture == gesture } }

  /// The constraint whose constant a gesture drives; nil for other gestures.
  func constraint(ofGesture gesture: Int) -> String? {
    index(ofGesture: gesture).map { pans[$0].behavior.constraint }
  }

  /// Whether a running gesture drives the constant at an index.
  func holds(_ place: Int) -> Bool { pans.contains { $0.place == place && $0.isRunning } }

  /// Whether a running gesture drives any constant.
  var isRunning: Bool { pans.contains(where: \.isRunning) }

  /// Whether a gesture drives a constant now.
  func isRunning(gesture: Int) -> Bool {
    index(ofGesture: gesture).map { pans[$0].isRunning } ?? false
  }

  /// The value that the release of a gesture has chosen for its constant; nil if another gesture
  /// now drives the constant.
  func landing(ofGesture gesture: Int, _ parts: borrowing SceneParts) -> Landing? {
    guard let index = index(ofGesture: gesture), !holds(pans[index].place) else { return nil }
    let place = pans[index].place
    let value = parts.motion.model(.left, of: place)
    let rate = parts.value(.left, of: place).velocity
    let isHorizontal = pans[index].behavior.axis == .horizontal
    return Landing(
      gesture: gesture, goals: [Landing.Goal(channel: .left, view: place, value: value)],
      names: pans[index].placeNames(at: value, parts),
      velocity: Vector(dx: isHorizontal ? rate : 0, dy: isHorizontal ? 0 : rate),
      time: parts.interaction.time)
  }

  /// Begins a gesture, unless another gesture holds its constant.
  mutating func begin(gesture: Int, _ parts: borrowing SceneParts, _ commands: inout CommandList) {
    guard let index = index(ofGesture: gesture), !holds(pans[index].place) else { return }
    pans[index].begin(
      after: parts.interaction.arena[gesture].translation, parts, &commands)
  }

  /// Restarts the running gestures at the present values of their constants, after another scene's
  /// gestures have been taken over.
  mutating func restart(_ parts: borrowing SceneParts, _ commands: inout CommandList) {
    for index in pans.indices where pans[index].isRunning {
      pans[index].restart(parts, &commands)
    }
  }

  mutating func follow(gesture: Int, _ parts: borrowing SceneParts, _ commands: inout CommandList) {
    if let index = index(ofGesture: gesture) { pans[index].follow(parts, &commands) }
  }

  /// Ends a gesture. Another active gesture on the same constant takes over.
  mutating func release(gesture: Int, _ parts: borrowing SceneParts, _ commands: inout CommandList)
  {
    guard let index = index(ofGesture: gesture), pans[index].isRunning else { return }
    let place = pans[index].place
    let heir = pans.indices.first {
      $0 != index && pans[$0].place == place && parts.isActive(pans[$0].gesture)
    }
    guard let heir else { return pans[index].release(parts, &commands) }
    pans[heir].adopt(pans[index])
    pans[heir].restart(parts, &commands)
    pans[index].stop()
  }

  /// Sets the velocities of held constants to zero when their fingers have stopped.
  func settleVelocities(_ parts: borrowing SceneParts, _ commands: inout CommandList) {
    for pan in pans where pan.isRunning {
      guard parts.isActive(pan.gesture),
        parts.interaction.arena.stopMoment(of: pan.gesture, after: parts.motion.now) == nil
      else { continue }
      commands.add(.rest(.left), pan.place)
    }
  }

  /// Delays a change of a held constant until the release; returns false if no gesture holds the
  /// constant.
  mutating func wait(
    for change: WaitingChange, of place: Int, _ commands: inout CommandList
  ) -> Bool {
    guard let index = pans.firstIndex(where: { $0.place == place && $0.isRunning }) else {
      return false
    }
    if let old = pans[index].aims.add(change) { commands.add(.drop(old), place) }
    return true
  }

  /// Detaches the waiting changes of a transaction that has ended.
  mutating func freeAims(of id: UInt64) {
    for index in pans.indices { pans[index].aims.free(of: id, by: pans[index].behavior.homing) }
  }

  /// Drops the changes of a transaction that wait for a release.
  mutating func dropAims(of id: UInt64, _ commands: inout CommandList) {
    for index in pans.indices {
      for change in pans[index].aims.removeAll(of: id) {
        commands.add(.drop(change), pans[index].place)
      }
    }
  }

  /// Continues another scene's gestures that have counterparts in this scene, given the indices of
  /// both.
  mutating func adopt(_ other: ConstantPans, gestures: [(new: Int, old: Int)]) {
    for gesture in gestures {
      guard let new = index(ofGesture: gesture.new), let old = other.index(ofGesture: gesture.old)
      else { continue }
      pans[new].adopt(other.pans[old])
    }
  }
}
