import SnapbackBasics
import SnapbackGestures
import SnapbackMotion
import SnapbackProtocol

/// The gestures that drive translations, scroll offsets, driven constants, scales and rotations.
/// While a gesture scales or rotates a view, the translation keeps the grabbed point under the
/// fingers.
///
/// Manipulation reads the other parts of the scene and changes none of them: each method adds to
/// ``commands``. The caller removes and carries out the commands before it calls the next method.
struct Manipulation: ~Copyable {
  var pans: [Pan] = []
  var constants = ConstantPans()
  var numbers = GestureNumbers()
  /// The index of each gesture's pan; nil for a gesture without one.
  private(set) var places: [Int?]
  /// Whether the scene has a sheet whose drags also scroll a list.
  private(set) var hasSheets = false
  /// Whether a gesture scrolls content.
  private(set) var hasScrolls = false
  /// Whether a two-finger gesture scales or rotates a view.
  private(set) var hasPairs = false
  /// Whether a pinch zooms the content of a scroll view.
  private(set) var hasZooms = false
  /// The goals of the channels of each view that fingers have stopped.
  private(set) var caught: [Int: CaughtGoals] = [:]
  var placeTable = PlaceTable()
  /// The commands of the methods called so far that have not been removed, in order.
  var commands = CommandList()
  /// The values of the leading pans at their last scans; reused storage.
  var heldLeads: [Pan.HeldLead] = []
  private let address = PassedByAddress()

  init(_ blueprint: SceneBlueprint) {
    places = []
    constants = ConstantPans(blueprint)
    numbers = GestureNumbers(blueprint)
    for (index, gesture) in blueprint.gestures.enumerated() {
      let pan = Pan(gesture, at: index)
      places.append(pan.map { _ in pans.count })
      if let pan {
        placeTable.add(pan, at: pans.count, gesture.places)
        pans.append(pan)
      }
      if pan?.behavior.scroll.sheet != nil { hasSheets = true }
      if pan?.target == .scrollOffset { hasScrolls = true }
      if pan?.part != nil { hasPairs = true }
      if pan?.behavior.scroll.zoom != nil { hasZooms = true }
    }
    caught.reserveCapacity(FingerSet.limit)
  }

  // MARK: Reading

  /// Whether a gesture moves a view whose grabbed point stays under the fingers.
  func holdsPoint(gesture: Int) -> Bool {
    places[gesture].map { pans[$0].target == .translation } ?? false
  }

  /// Whether fingers have stopped a channel.
  func hasCaught(_ channel: Channel, of view: Int) -> Bool { caught[view]?[channel] != nil }

  /// Sets the goal of a channel that fingers have stopped.
  mutating func redirectCaught(_ channel: Channel, of view: Int, to goal: Double) {
    caught[view]?[channel] = goal
  }

  // MARK: Catching

  /// Whether no finger drives a view, and none has stopped it.
  private func isFree(_ view: Int, _ parts: borrowing SceneParts) -> Bool {
    caught[view] == nil && !isZoomSettling(view, parts)
      && !pans.contains { $0.view == view && parts.isActive($0.gesture) }
  }

  /// Whether a touch on the view of a scroll gesture stops its content.
  func stopsContent(gesture: Int, _ parts: borrowing SceneParts) -> Bool {
    guard let view = scroll(ofGesture: gesture)?.view, isFree(view, parts) else { return false }
    return parts.motion.isMoving(.scrollX, of: view) || parts.motion.isMoving(.scrollY, of: view)
  }

  /// Handles a touch on the view of a gesture: a moving view stops where it is drawn.
  /// Further fingers have no effect.
  mutating func `catch`(gesture: Int, _ parts: borrowing SceneParts) {
    guard let index = places[gesture] else { return }
    let view = pans[index].view
    guard isFree(view, parts),
      Channel.allCases.contains(where: {
        holds($0, of: view) && parts.motion.isMoving($0, of: view)
      })
    else { return }
    var goals = CaughtGoals()
    for channel in Channel.allCases where holds(channel, of: view) {
      goals[channel] = parts.motion.model(channel, of: view)
      let seen = parts.value(channel, of: view)
      commands.hold(channel, of: view, at: seen.value, velocity: seen.velocity)
    }
    caught[view] = goals
  }

  /// Releases a view after a gesture has failed: the channels that the gesture's fingers stopped
  /// continue to their goals, unless other gestures still hold the view.
  mutating func releaseCaught(gesture: Int, _ parts: borrowing SceneParts) {
    guard let index = places[gesture] else { return }
    let view = pans[index].view
    if transferAims(ofPan: index, parts) { return }
    for channel in Channel.allCases where aim(channel, ofPan: index) {
      caught[view]?[channel] = nil
    }
    freeCaught(view, by: pans[index].behavior.homing, parts)
  }

  /// Animates the stopped channels of a view to their goals, except those that a gesture has driven
  /// since. Does nothing while fingers still hold the view.
  private mutating func freeCaught(
    _ view: Int, by homing: Animation, _ parts: borrowing SceneParts
  ) {
    guard !isHeld(view, parts), let goals = caught[view] else { return }
    caught[view] = nil
    for channel in Channel.allCases {
      guard let goal = goals[channel] else { continue }
      let content = pans.first {
        $0.view == view && $0.target == .scrollOffset && $0.holds(channel)
      }
      commands.set(
        channel, of: view, to: content?.rest(of: channel, goal: goal, parts) ?? goal, with: homing)
    }
    if goals[.scrollX] != nil || goals[.scrollY] != nil {
      commands.add(.layOutScroll, view)
    }
  }

  // MARK: Beginning

  /// Begins a gesture; from now on the fingers drive its channels.
  mutating func begin(gesture: Int, _ parts: borrowing SceneParts) {
    constants.begin(gesture: gesture, parts, &commands)
    numbers.begin(gesture: gesture, parts, &commands)
    guard let index = places[gesture] else { return }
    if parts.interaction.isWheelStep {
      return pans[index].turnWheel(parts, &commands)
    }
    let (view, target) = (pans[index].view, pans[index].target)
    let isWithPartner = hasLeadingPartner(pan: index, parts)
    if !isWithPartner { dropCaught(byPan: index) }
    pans[index].isRunning = true
    pans[index].startTrail(parts.interaction)
    if let part = pans[index].part { pans[index].begin(part, parts, &commands) }
    if let leader = leader(of: view, target) {
      // Two fingers scale and rotate a view about the point midway between them, not about the
      // point of the pan.
      if pans[index].part != nil, pans[leader].part == nil {
        lead(pan: leader, handedOver: true, parts)
      }
    } else if !isWithPartner {
      lead(pan: index, handedOver: false, parts)
    }
  }

  /// Removes the goals of the stopped channels that a pan drives from now on.
  mutating func dropCaught(byPan index: Int) {
    let view = pans[index].view
    let isTurned = isTurnedByFingers(view)
    caught[view]?.drop(drivenBy: pans[index], isTurned: isTurned)
  }

  /// Makes a pan drive the channels of its target. `handedOver` means that fingers already hold the
  /// view, or moved another view of the same drag first. `way` is the part of their travel, in the
  /// coordinates of the pan, that moves the target immediately.
  mutating func lead(
    pan index: Int, handedOver: Bool, way: Vector = .zero, _ parts: borrowing SceneParts
  ) {
    pans[index].leads = true
    pans[index].startTrail(parts.interaction)
    if pans[index].target == .scrollOffset {
      leadScroll(pan: index, handedOver: handedOver, parts)
    } else {
      let (view, changes) = (pans[index].view, grips(of: pans[index].view, parts))
      let pair = pans.first {
        $0.view == view && $0.target == .translation && $0.part != nil
          && parts.isActive($0.gesture)
      }
      pans[index].leadTranslation(
        handedOver: handedOver, pair: pair?.gesture, isTurned: isTurnedByFingers(view), parts,
        &commands)
      pans[index].held?.grips = changes
    }
    pans[index].fingerStart = pans[index].fingerStart - way
    if handedOver { followLead(pan: index, parts) }
  }

  // MARK: Following

  /// Moves the constant, the scale or the rotation that a gesture drives to the values for the
  /// present fingers.
  ///
  /// Call ``followLeads(gesture:_:)`` after the commands have been carried out, because the
  /// translation depends on the scale.
  mutating func followPart(gesture: Int, _ parts: borrowing SceneParts) {
    constants.follow(gesture: gesture, parts, &commands)
    numbers.follow(gesture: gesture, parts, &commands)
    guard let index = places[gesture] else { return }
    pans[index].noteFingers(parts.interaction)
    if let part = pans[index].part { pans[index].follow(part, parts, &commands) }
  }

  /// Moves the translation or the scroll offset that a gesture leads to the values for the present
  /// fingers, within the limits. If another gesture leads the translation of the view, that
  /// translation is updated too, because a change of the scale changes the length of the lever.
  mutating func followLeads(gesture: Int, _ parts: borrowing SceneParts) {
    guard let index = places[gesture] else { return }
    for leader in pans.indices
    where pans[leader].view == pans[index].view && pans[leader].leads
      && (leader == index || pans[leader].target == .translation
        || pans[leader].zoomGrab != nil)
    {
      followLead(pan: leader, parts)
    }
  }

  private mutating func followLead(pan index: Int, _ parts: borrowing SceneParts) {
    let view = pans[index].view
    if hasPairs, let old = pans[index].held?.grips ?? pans[index].zoomGrab?.grips,
      old != grips(of: view, parts)
    {
      return lead(pan: index, handedOver: true, parts)
    }
    let isScaled = isScaledByFingers(view)
    if hasSheets {
      followWithSheets(pan: index, parts)
    } else {
      pans[index].follow(isScaled: isScaled, parts, &commands)
    }
    if isScaled { pans[index].scaleGrab(parts, &commands) }
    if pans[index].target == .scrollOffset { commands.add(.layOutScroll, view) }
  }

  /// Sets the velocities of held channels to zero when their fingers have stopped, because a
  /// stopped finger sends no event.
  mutating func settleVelocities(_ parts: borrowing SceneParts) {
    let now = parts.motion.now
    for index in pans.indices {
      let (gesture, view) = (pans[index].gesture, pans[index].view)
      guard parts.isActive(gesture),
        parts.interaction.arena.stopMoment(of: gesture, after: now) == nil
      else { continue }
      if pans[index].leads {
        commands.add(.rest(pans[index].xChannel), view)
        commands.add(.rest(pans[index].yChannel), view)
      }
      for channel in pans[index].part?.channels ?? [] {
        commands.add(.rest(channel), pans[index].partView)
      }
    }
    constants.settleVelocities(parts, &commands)
    numbers.settleVelocities(parts, &commands)
  }

  // MARK: Releasing

  /// Ends a gesture: the view stays, jumps or springs back to its frame, springs to a snap
  /// position, or continues with its momentum. In each case the motion starts with the drawn
  /// velocity.
  ///
  /// If another gesture still holds the view, that gesture takes the lead instead. Call
  /// ``finishRelease(gesture:_:)`` after the commands have been carried out.
  mutating func release(gesture: Int, _ parts: borrowing SceneParts) {
    constants.release(gesture: gesture, parts, &commands)
    numbers.release(gesture: gesture, parts, &commands)
    guard let index = places[gesture] else { return }
    let view = pans[index].view
    if pans[index].leads {
      pans[index].leads = false
      let heir = pans.indices.first {
        pans[$0].view == view && pans[$0].target == pans[index].target
          && parts.isActive(pans[$0].gesture)
      }
      if let heir {
        lead(pan: heir, handedOver: true, parts)
      } else {
        releaseLead(pan: index, parts)
      }
    }
    pans[index].isRunning = false
    guard let part = pans[index].part else { return }
    for channel in part.channels where !aim(channel, ofPan: index) {
      pans[index].release(channel, of: part, parts.motion, &commands)
    }
  }

  /// Ends a pan's hold on the channels of its target, and returns their values and velocities.
  mutating func letGo(
    pan index: Int, _ parts: borrowing SceneParts
  ) -> (x: MotionState, y: MotionState) {
    let view = pans[index].view
    if pans[index].target == .scrollOffset { pans[index].adaptToLimits(parts) }
    var held = held(byPan: index, parts, in: parts.present)
    pans[index].held = nil
    let isTranslation = pans[index].target == .translation
    if isTranslation { commands.add(.grab(nil), view) }
    func start(_ channel: Channel, _ state: MotionState) -> MotionState {
      let lasting =
        isTranslation ? parts.motion.lastingCompensation(channel, of: view) : .rest
      return MotionState(
        value: parts.motion.model(channel, of: view) + lasting.value,
        velocity: state.velocity + lasting.velocity / parts.motion.rate)
    }
    held = (start(pans[index].xChannel, held.x), start(pans[index].yChannel, held.y))
    commands.follow(pans[index].xChannel, of: view, held.x)
    commands.follow(pans[index].yChannel, of: view, held.y)
    return held
  }

  private mutating func releaseLead(pan index: Int, _ parts: borrowing SceneParts) {
    let view = pans[index].view
    let state = letGo(pan: index, parts)
    noteRelease(pan: index, state, parts)
    for (channel, start) in [(pans[index].xChannel, state.x), (pans[index].yChannel, state.y)]
    where !aim(channel, ofPan: index) {
      pans[index].release(channel, from: start, parts, &commands)
    }
    let behavior = pans[index].behavior
    if pans[index].target == .scrollOffset {
      commands.add(.layOutScroll, view)
    } else if !isTurnedByFingers(view), !aim(.rotation, ofPan: index) {
      switch behavior.release {
      case .stay: break
      case .reset: commands.hold(.rotation, of: view, at: 0)
      case .spring, .momentum, .snap:
        commands.set(.rotation, of: view, to: 0, with: behavior.homing)
      }
    }
  }

  /// Finishes a release. After a pinch or a rotation, a pan that still leads the view grabs it
  /// again under its own fingers. Changes that waited for the release start, and stopped channels
  /// continue to their goals.
  mutating func finishRelease(gesture: Int, _ parts: borrowing SceneParts) {
    guard let index = places[gesture] else { return }
    let view = pans[index].view
    if pans[index].part != nil, let leader = leader(of: view, pans[index].target), leader != index {
      lead(pan: leader, handedOver: true, parts)
    }
    if !pans[index].aims.isEmpty, !transferAims(ofPan: index, parts) {
      for channel in Channel.allCases where aim(channel, ofPan: index) {
        caught[view]?[channel] = nil
      }
    }
    freeCaught(view, by: pans[index].behavior.homing, parts)
  }

  // MARK: Layout passes

  /// Moves scroll offsets into ranges that a layout pass, or drivers of the layout, have changed.
  mutating func keepInRange(
    byDrivers: Bool, with animation: Animation?, _ parts: borrowing SceneParts
  ) {
    for index in pans.indices where pans[index].target == .scrollOffset {
      let view = pans[index].view
      func isSame(_ pan: Pan) -> Bool { pan.view == view && pan.target == .scrollOffset }
      // A view can have two scroll gestures, one for fingers and one for a wheel.
      guard pans.firstIndex(where: isSame) == index else { continue }
      let isNew = pans[index].noteRange(parts)
      if let leader = pans.firstIndex(where: { isSame($0) && $0.leads }) {
        if isNew { leadScroll(pan: leader, handedOver: true, parts) }
      } else if isNew || pans[index].hasMetEnd(parts), !byDrivers || caught[view] == nil {
        guard !pans.contains(where: { isSame($0) && parts.isActive($0.gesture) }) else { continue }
        pans[index].keepInRange(byDrivers: byDrivers, with: animation, parts, &commands)
      }
    }
  }

  /// Keeps the points that fingers hold under the fingers after layout has moved their views.
  mutating func keepPoints(with animation: Animation?, _ parts: borrowing SceneParts) {
    for index in pans.indices where pans[index].leads && pans[index].held != nil {
      let view = pans[index].view
      let held = pans[index].held(isScaled: isScaledByFingers(view), parts, in: parts.present)
      for (channel, state) in [(Channel.translationX, held.x), (.translationY, held.y)]
      where (state.value - parts.motion.model(channel, of: view)).magnitude > 1e-9 {
        commands.add(.shift(channel, state.value, animation), view)
      }
    }
  }

  // MARK: Another scene

  /// Continues another scene's pans whose gestures have counterparts in this scene. Also takes over
  /// the stopped channels of the views that both scenes have.
  mutating func adopt(
    _ other: borrowing Manipulation, gestures: [(new: Int, old: Int)], views: [Int?]
  ) {
    for gesture in gestures {
      guard let new = places[gesture.new], let old = other.places[gesture.old] else { continue }
      pans[new].adopt(other.pans[old]) { views.firstIndex(of: $0) }
    }
    constants.adopt(other.constants, gestures: gestures)
    for case (let view, let old?) in views.enumerated() { caught[view] = other.caught[old] }
  }
}
