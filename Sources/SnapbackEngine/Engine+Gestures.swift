import SnapbackFrames
import SnapbackGeometry
import SnapbackGestures
import SnapbackLayout
import SnapbackMotion
import SnapbackTiming
import SnapbackTouches

/// From the steps of recognisers to what they drive, and to events.
extension Engine {
  /// A gesture of the scene; its recogniser has the same place in the arena.
  struct Gesture {
    let name: String?
    let kind: GestureKind
    let view: Int
    let cancelsTouches: Bool
    let drive: Drive
    /// The id of its present life.
    var id: UInt64 = 0
    /// Whether a contact of its present life was injected.
    var isInjected = false
  }

  /// What a gesture drives.
  enum Drive {
    case nothing
    /// By its place among the pans.
    case pan(Int)
    /// By its place among the drives of constants.
    case constant(Int)
  }

  /// The recognisers of a scene's gestures, asked from the deepest view up.
  ///
  /// Relations that make no sense, which a reader refuses, are left out.
  static func arena(of gestures: [SceneGesture], _ tree: ViewTree) -> GestureArena {
    let order = gestures.indices.sorted {
      let first = tree.depth(of: gestures[$0].view)
      let second = tree.depth(of: gestures[$1].view)
      return first == second ? $0 < $1 : first > second
    }
    let descriptions = gestures.map(\.recognizer)
    let alone = descriptions.map { GestureDescription($0.settings) }
    return GestureArena(descriptions, order: order) ?? GestureArena(alone, order: order)
      ?? GestureArena.empty
  }

  /// Builds what the gestures drive.
  mutating func addGestures(_ list: [SceneGesture]) {
    for (index, gesture) in list.enumerated() {
      let drive = drive(for: gesture, at: index)
      gestures.append(
        Gesture(
          name: gesture.name, kind: gesture.recognizer.settings.kind, view: gesture.view,
          cancelsTouches: gesture.cancelsTouches, drive: drive))
    }
  }

  private mutating func drive(for gesture: SceneGesture, at index: Int) -> Drive {
    func pan(_ behavior: PanBehavior) -> Pan {
      Pan(gesture: index, view: gesture.view, behavior: behavior)
    }
    switch gesture.binding {
    case .none: return .nothing
    case .constant(let behavior):
      constants.append(ConstantDrive(gesture: index, view: gesture.view, behavior: behavior))
      return .constant(constants.count - 1)
    case .translation(let behavior):
      pans.append(pan(behavior))
    case .scrollOffset(let behavior):
      pans.append(pan(behavior))
      pans[pans.count - 1].target = .scrollOffset
    case .scale(let behavior, let limits):
      pans.append(pan(behavior))
      pans[pans.count - 1].part = .scale(limits)
    case .rotation(let behavior, let limits):
      pans.append(pan(behavior))
      pans[pans.count - 1].part = .rotation(limits)
    }
    return .pan(pans.count - 1)
  }

  /// Does what the recognisers have come to since the last call.
  mutating func takeSteps() {
    var place = 0
    // What is done here may lead to further steps.
    while place < arena.steps.count {
      let step = arena.steps[place]
      place += 1
      touchTime = step.time
      take(step)
    }
    arena.discardSteps()
  }

  private mutating func take(_ step: GestureStep) {
    if log.explains { log.note(.step(step)) }
    let index = step.recognizer
    switch step.outcome {
    case .touched:
      // One that runs has the view in its hands.
      guard !arena.isActive(index) else { return }
      if case .pan(let pan) = gestures[index].drive { catchView(ofPan: pan) }
    case .recognized: begin(gesture: index)
    case .changed:
      dropTaps(of: index)
      follow(gesture: index)
      report(index, .changed)
    case .ended: end(gesture: index, .ended)
    case .cancelled: end(gesture: index, .cancelled)
    case .failed:
      if case .pan(let pan) = gestures[index].drive { letGo(pan: pan) }
    case .waits: break
    }
  }

  private mutating func begin(gesture index: Int) {
    dropTaps(of: index)
    gestures[index].id = nextGestureID
    nextGestureID += 1
    gestures[index].isInjected = false
    switch gestures[index].drive {
    case .nothing: break
    case .pan(let pan): begin(pan: pan)
    case .constant(let constant): begin(constant: constant)
    }
    let isDiscrete = gestures[index].kind.isDiscrete
    report(index, isDiscrete ? .recognized : .began)
    // What a wheel has turned by is there when it begins.
    if gestures[index].kind == .scroll { follow(gesture: index) }
  }

  private mutating func follow(gesture index: Int) {
    switch gestures[index].drive {
    case .nothing: break
    case .pan(let pan): follow(pan: pan)
    case .constant(let constant): follow(constant: constant)
    }
  }

  private mutating func end(gesture index: Int, _ phase: GesturePhase) {
    report(index, phase)
    switch gestures[index].drive {
    case .nothing: break
    case .pan(let pan): release(pan: pan)
    case .constant(let constant): release(constant: constant)
    }
  }

  /// The fingers of a gesture that is recognised are taps no more.
  private mutating func dropTaps(of index: Int) {
    guard gestures[index].cancelsTouches else { return }
    taps.removeAll { arena.hasSeen($0.contact, index) }
  }

  /// Tells of a step of a gesture, and sets off the actions that wait for it.
  private mutating func report(_ index: Int, _ phase: GesturePhase) {
    if arena.hasSeen(atLeast: Contact.firstInjectedID, index) { gestures[index].isInjected = true }
    if log.recordsGestures { record(index, phase) }
    fire(.gesture(index, phase))
  }

  private mutating func record(_ index: Int, _ phase: GesturePhase) {
    let (gesture, recognizer) = (gestures[index], arena[index])
    let toParent = toScreen(motion.tree.parent(of: gesture.view)).inverse
    let velocity = recognizer.velocity(at: touchTime)
    var event = GestureEvent(
      id: gesture.id, time: touchTime, view: gesture.view, kind: gesture.kind.rawValue,
      name: gesture.name, phase: phase, location: recognizer.location,
      translation: toParent.map { $0(recognizer.translation) } ?? recognizer.translation,
      velocity: toParent.map { $0(velocity) } ?? velocity)
    if gesture.kind == .pinch {
      event.scale = GestureEvent.Measure(
        value: recognizer.scale, velocity: recognizer.scaleVelocity(at: touchTime))
    }
    if gesture.kind == .rotation {
      event.rotation = GestureEvent.Measure(
        value: recognizer.rotation, velocity: recognizer.rotationVelocity(at: touchTime))
    }
    event.isInjected = gesture.isInjected
    log.note(event)
  }

  /// Takes gestures away whose views, or what these are in, have been hidden, and does what has
  /// come of those that were switched off.
  mutating func cancelHiddenGestures() {
    if hasCancelledGestures || hasNewlyHidden { changes &+= 1 }
    if hasCancelledGestures {
      hasCancelledGestures = false
      takeSteps()
    }
    guard hasNewlyHidden else { return }
    hasNewlyHidden = false
    for index in gestures.indices where isHiddenInTree(gestures[index].view) {
      arena.cancel(index, at: now)
    }
    takeSteps()
  }

  private func isHiddenInTree(_ view: Int) -> Bool {
    var view = view
    while true {
      if layout.isHidden(view) { return true }
      guard view != 0 else { return false }
      view = motion.tree.parent(of: view)
    }
  }
}
