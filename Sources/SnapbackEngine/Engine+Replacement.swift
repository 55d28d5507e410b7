import SnapbackFrames
import SnapbackGestures
import SnapbackLayout
public import SnapbackMotion
public import SnapbackTiming

/// What becomes of a scene that is read again, and of motions when time has stood still.
extension Engine {
  /// Puts another scene in place of this one; what is on views of the same name goes on.
  ///
  /// What is drawn of views of the same name goes on: their motions run on over the new scene's
  /// models, and `animation` carries what the models differ by; without one it jumps. Views that
  /// are new stand where they are and do not fly in. Transforms are kept, and gestures under
  /// way where the view has one of that kind and name again. Those without a successor are to be
  /// cancelled first: ``cancelGestures(missingIn:at:)``. The scene's actions begin anew.
  ///
  /// - Parameter goesOn: whether it is the same scene, changed: actions of the same name and as
  ///   many steps are then where they were, those for its appearance are not set off again, and
  ///   what waits for one under way goes on waiting.
  /// - Returns: the id of the transaction that carries the change; nil without animation.
  @discardableResult
  public mutating func replaceScene(
    _ blueprint: SceneBlueprint, animation: Animation? = nil, goesOn: Bool = false
  ) -> UInt64? {
    var blueprint = blueprint
    blueprint.layout.takeMeasuredSizes(of: layout.copy)
    var next = Engine(blueprint, firstGesture: nextGestureID)
    (next.changes, next.sceneNumber) = (changes &+ 1, sceneNumber &+ 1)
    next.log = log
    next.log.startScene()
    next.contacts = contacts
    next.motion.goOn(from: motion)
    let places = next.appearances.map { [layout] in layout.view(named: $0.name) }
    if animation != nil { next.motion.begin(isControlled: false) }
    next.motion.note(animation)
    for (index, old) in places.enumerated() {
      guard let old else { continue }
      next.motion.takeOver(index, from: motion, old, animation: animation)
      if next.motion.isHidden(index), !motion.isHidden(old), next.isArranged(index) {
        next.motion.keepDrawn(index)
      }
      next.caught[index] = caught[old]
    }
    next.takeOverGestures(of: self, places: places)
    let names = goesOn ? actions.map(\.action.name) : []
    let newNames = next.actions.map(\.action.name)
    var successors: [Int: Int] = [:]
    for case (let view, let old?) in places.enumerated() { successors[old] = view }
    next.motion.takeOverTransactions(of: motion, successors: successors) { old in
      // Actions of a scene that is gone are not set off by what it began.
      names.indices.contains(old) ? newNames.firstIndex(of: names[old]) : nil
    }
    if goesOn { next.goOn(from: actions, hasAppeared: hasAppeared) }
    next.layout.goOn(from: layout)
    let id = next.motion.endTransaction()
    next.motion.findRestTime()
    self = next
    return id
  }

  /// Takes up actions where another version of the scene had them.
  private mutating func goOn(from others: [RunningAction], hasAppeared: Bool) {
    self.hasAppeared = hasAppeared
    for index in actions.indices {
      let action = actions[index].action
      guard let old = others.first(where: { $0.action.name == action.name }) else { continue }
      actions[index].lastRun = old.lastRun
      if old.action.steps.count == action.steps.count { actions[index].step = old.step }
    }
  }

  /// Cancels the gestures that have no successor in another scene; their events say so.
  public mutating func cancelGestures(missingIn blueprint: SceneBlueprint, at time: Instant) {
    advance(to: time)
    let kept = Self.identities(
      of: blueprint.gestures.map { gesture in
        GestureIdentity(
          view: blueprint.views[gesture.view].appearance.name,
          kind: gesture.recognizer.settings.kind, name: gesture.name,
          drives: Driven(gesture.binding))
      })
    for (index, identity) in identities.enumerated() where !kept.contains(identity) {
      arena.cancel(index, at: now)
    }
    takeSteps()
  }

  /// What a gesture drives, without how.
  enum Driven: Hashable {
    case nothing, translation, scrollOffset, scale, rotation
    case constant(String)

    init(_ binding: GestureBinding) {
      self =
        switch binding {
        case .none: .nothing
        case .translation: .translation
        case .scrollOffset: .scrollOffset
        case .scale: .scale
        case .rotation: .rotation
        case .constant(let behavior): .constant(behavior.constraint)
        }
    }
  }

  /// What makes a gesture the same in two scenes.
  struct GestureIdentity: Hashable {
    let view: String
    let kind: GestureKind
    let name: String?
    let drives: Driven
    /// How many before it are the same otherwise.
    var number = 0
  }

  /// The same with their numbers.
  private static func identities(of list: [GestureIdentity]) -> [GestureIdentity] {
    var counts: [GestureIdentity: Int] = [:]
    return list.map { identity in
      var identity = identity
      let count = counts[identity, default: 0]
      counts[identity] = count + 1
      identity.number = count
      return identity
    }
  }

  /// What each gesture is to another scene, in their order.
  var identities: [GestureIdentity] {
    var list: [GestureIdentity] = []
    for gesture in gestures {
      list.append(
        GestureIdentity(
          view: appearances[gesture.view].name, kind: gesture.kind, name: gesture.name,
          drives: driven(by: gesture.drive)))
    }
    return Self.identities(of: list)
  }

  private func driven(by drive: Drive) -> Driven {
    switch drive {
    case .nothing: return .nothing
    case .constant(let index): return .constant(constants[index].behavior.constraint)
    case .pan(let index):
      switch pans[index].part {
      case .scale: return .scale
      case .rotation: return .rotation
      case nil: return pans[index].target == .scrollOffset ? .scrollOffset : .translation
      }
    }
  }

  /// Goes on with the gestures of another scene where this one has the same.
  private mutating func takeOverGestures(of other: borrowing Engine, places: [Int?]) {
    let (identities, others) = (identities, other.identities)
    for index in gestures.indices {
      guard let old = others.firstIndex(of: identities[index]) else { continue }
      arena.takeOver(index, from: other.arena, old)
      gestures[index].id = other.gestures[old].id
      gestures[index].isInjected = other.gestures[old].isInjected
      switch (gestures[index].drive, other.gestures[old].drive) {
      case (.pan(let new), .pan(let pan)): pans[new].takeOver(other.pans[pan])
      case (.constant(let new), .constant(let drive)):
        if other.constants[drive].start != nil { begin(constant: new) }
      default: break
      }
    }
    scrolling = other.scrolling.flatMap { identities.firstIndex(of: others[$0]) }
  }

  /// Cancels all gestures and forgets all contacts; views go home as after any cancelled pan.
  ///
  /// What still touches is nothing to the engine until it lifts and touches again.
  public mutating func cancelContacts(at time: Instant) {
    advance(to: time)
    arena.cancelAll(at: now)
    takeSteps()
    contacts.removeAll(keepingCapacity: true)
    taps.removeAll(keepingCapacity: true)
  }

  /// Ends all motions where they were going, and forgets all contacts: time has stood still.
  ///
  /// Gestures under way are cancelled, and their views are home at once.
  public mutating func settle(at time: Instant) {
    cancelContacts(at: time)
    finishMotions()
  }
}
