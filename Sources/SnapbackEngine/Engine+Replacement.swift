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
    next.motion.goOn(from: motion)
    let places = next.appearances.map { [layout] in layout.view(named: $0.name) }
    if animation != nil { next.motion.transactions.begin(isControlled: false) }
    next.motion.transactions.note(animation)
    // The layout of the new scene begins with the drivers where they are.
    motion.updateLinkedModels()
    let constants = constants(sharedWith: next, blueprint)
    for (new, old) in constants {
      let isHeld = manipulation.drives(.left, of: old)
      next.motion.takeOverConstant(new, from: motion, old, animation: animation, isHeld: isHeld)
    }
    for (index, old) in places.enumerated() {
      guard let old else { continue }
      let isHeld = manipulation.drives(.scrollX, of: old)
      next.motion.takeOverOffset(
        of: index, from: motion, old, animation: animation, isHeld: isHeld)
    }
    let gestures = next.interaction.takeOver(interaction)
    next.manipulation.takeOver(manipulation, gestures: gestures, views: places)
    next.parts.drive.prepare(&next.parts.layout, &next.parts.motion)
    _ = next.layout.pass()
    next.parts.drive.start(&next.parts.layout, &next.parts.motion, next.manipulation)
    next.takeFrames(animatedBy: nil)
    handViews(places, to: &next, with: animation)
    let (names, successor) = (goesOn ? actions.names : [], next.actions)
    var successors: [Int: Int] = [:]
    for case (let view, let old?) in places.enumerated() { successors[old] = view }
    for (new, old) in constants { successors[old] = new }
    next.motion.takeOverTransactions(of: motion, successors: successors) { old in
      // Actions of a scene that is gone are not set off by what it began.
      names.indices.contains(old) ? successor.index(of: names[old]) : nil
    }
    if goesOn { next.actions.takeOver(actions) }
    next.layout.goOn(from: layout)
    let id = next.motion.endTransaction()
    next.motion.findRestTime()
    self = next
    manipulation.restartConstants(parts)
    carryOutCommands()
    updateDrive()
    return id
  }

  /// Continues the motions of views in the next scene; `places` maps its views to this scene's.
  private mutating func handViews(
    _ places: [Int?], to next: inout Engine, with animation: Animation?
  ) {
    let endsEndless = places.enumerated().contains { index, old in
      old.map { motion.movesEndless($0, to: next.motion.modelFrame(of: index)) } ?? false
    }
    if endsEndless { motion.endEndlessEdges() }
    for (index, old) in places.enumerated() {
      guard let old else { continue }
      next.motion.takeOver(index, from: motion, old, animation: animation)
      if next.motion.isHidden(index), !motion.isHidden(old), next.isArranged(index) {
        next.motion.transactions.hide(index)
      }
    }
    next.manipulation.keepPoints(with: animation, next.parts)
    next.carryOutCommands()
  }

  /// The places of the driven constants that two scenes share.
  private func constants(
    sharedWith next: borrowing Engine, _ blueprint: SceneBlueprint
  ) -> [(new: Int, old: Int)] {
    blueprint.drivenConstraints.compactMap { name in
      guard let new = next.parts.drive.place(ofConstant: name),
        let old = parts.drive.place(ofConstant: name)
      else { return nil }
      return (new, old)
    }
  }

  /// Cancels the gestures that have no successor in another scene; their events say so.
  public mutating func cancelGestures(missingIn blueprint: SceneBlueprint, at time: Instant) {
    advance(to: time)
    let kept = GestureIdentity.list(of: blueprint.gestures) {
      blueprint.views[$0].appearance.name
    }
    interaction.cancel(missingIn: Set(kept), at: now)
    takeSteps()
  }

  /// Cancels all gestures and forgets all contacts; views go home as after any cancelled pan.
  ///
  /// What still touches is nothing to the engine until it lifts and touches again.
  public mutating func cancelContacts(at time: Instant) {
    advance(to: time)
    interaction.cancelAll(at: now)
    takeSteps()
    interaction.forgetContacts()
  }

  /// Ends all motions where they were going, and forgets all contacts: time has stood still.
  ///
  /// Gestures under way are cancelled, and their views are home at once.
  public mutating func settle(at time: Instant) {
    cancelContacts(at: time)
    finishMotions()
  }
}
