import SnapbackGestures
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol

/// The transfer of motions, gestures and transactions from a scene to its replacement.
struct SceneHandover {
  /// For each view of the new scene, the old view with the same name; nil if there is none.
  private let places: [Int?]
  /// The indices of the constants that are channels in both scenes, and whether gestures drive them
  /// in the new one. Constants that bindings set are not among them.
  private let constants: [(new: Int, old: Int, isDriven: Bool)]
  /// The indices of the progress of the actions that continue and whose progress is a channel in
  /// both scenes.
  private let progresses: [(new: Int, old: Int)]
  /// The places of the looks of the views that have one in both scenes.
  private let looks: [(new: Int, old: Int)]
  private let animation: Animation?
  /// Whether the new scene is a changed version of the old one.
  private let goesOn: Bool

  init(
    from old: borrowing SceneLoop, to next: borrowing SceneLoop, _ blueprint: SceneBlueprint,
    animation: Animation?, goesOn: Bool
  ) {
    let layout = old.parts.layout
    places = blueprint.views.map { layout.view(named: $0.appearance.name) }
    var constants: [(new: Int, old: Int, isDriven: Bool)] = []
    for name in blueprint.constants {
      guard let new = next.parts.index(ofConstant: name),
        let old = old.parts.index(ofConstant: name)
      else { continue }
      constants.append((new, old, next.parts.drive.index(ofConstant: name) != nil))
    }
    self.constants = constants
    var progresses: [(new: Int, old: Int)] = []
    // The actions of another scene have not run yet.
    for (action, new) in next.parts.motion.bindings.progresses where goesOn {
      guard let old = old.parts.motion.bindings.index(ofProgress: action) else { continue }
      progresses.append((new, old))
    }
    self.progresses = progresses
    var looks: [(new: Int, old: Int)] = []
    for (new, place) in places.enumerated() {
      guard let place, let rank = next.parts.motion.looks.rank(of: new),
        let former = old.parts.motion.looks.rank(of: place)
      else { continue }
      looks += zip(
        next.parts.motion.looks.places(rank: rank), old.parts.motion.looks.places(rank: former)
      ).map { (new: $0, old: $1) }
    }
    self.looks = looks
    (self.animation, self.goesOn) = (animation, goesOn)
  }

  /// Continues the old scene in the new one. Returns the id of the transaction that animates the
  /// differences between the scenes; nil without animation.
  func perform(from old: inout SceneLoop, to next: inout SceneLoop) -> UInt64? {
    next.log = old.log
    next.log.startScene()
    next.parts.motion.continueTime(of: old.parts.motion)
    if animation != nil { next.parts.motion.transactions.begin(isControlled: false) }
    next.parts.motion.transactions.notePass(animation)
    // The first layout pass of the new scene uses the drivers' present values.
    old.parts.motion.updateLinkedModels()
    continueDrivers(from: &old, to: &next)
    let gestures = next.parts.interaction.adopt(old.parts.interaction)
    next.adopt(old, gestures: gestures, views: places)
    let setsConstants = next.parts.motion.bindings.setsConstants
    if setsConstants {
      next.parts.motion.adoptTransforms(from: old.parts.motion, places)
      next.updateBindings()
    }
    next.startDrive()
    if goesOn { next.adoptMaps(of: old) }
    continueViews(from: &old, to: &next)
    if setsConstants { next.layOutConstants(with: animation) }
    continueTransactions(from: old, to: &next)
    next.landings.adopt(old.landings, gestures: gestures, successors: successors)
    if goesOn {
      next.actions.adopt(old.actions)
      next.crossings.adopt(old.crossings, places)
    }
    let left = next.scrubs.adopt(old.scrubs, gestures: goesOn ? gestures : [])
    next.parts.layout.continueRevisions(of: old.parts.layout)
    let id = next.parts.motion.endTransaction()
    for (transaction, spring) in left {
      next.parts.motion.carryOn(
        transaction, with: Animation(.spring(spring), reducedMotion: .keep))
    }
    next.parts.motion.findRestTime()
    next.noteStates(since: old.parts.layout.states)
    return id
  }

  /// Continues the scroll offsets and the driven constants.
  private func continueDrivers(from old: inout SceneLoop, to next: inout SceneLoop) {
    continueConstants(areDriven: true, from: &old, to: &next)
    for (new, place) in places.enumerated() {
      guard let place else { continue }
      old.parts.motion.endEndless(of: place, replacedBy: next.parts.motion, new)
      next.parts.motion.adoptOffset(
        of: new, from: old.parts.motion, place, animation: animation,
        isHeld: old.manipulation.drives(.scrollX, of: place))
    }
  }

  /// Continues constants of the old scene in the new one. If `areDriven` is true, these are the
  /// constants that gestures drive in the new scene; otherwise those that only its bindings read.
  private func continueConstants(
    areDriven: Bool, from old: inout SceneLoop, to next: inout SceneLoop
  ) {
    for (new, place, isDriven) in constants where isDriven == areDriven {
      old.parts.motion.endEndless(.left, of: place, replacedBy: next.parts.motion, new)
      next.parts.motion.adoptConstant(
        new, from: old.parts.motion, place, animation: animation,
        isHeld: isDriven && old.manipulation.drives(.left, of: place))
    }
  }

  /// Continues the motions of the views, and the constants that only bindings read, which move like
  /// edges.
  private func continueViews(from old: inout SceneLoop, to next: inout SceneLoop) {
    var endsEndless = false
    for (new, place) in places.enumerated() {
      guard let place else { continue }
      endsEndless =
        endsEndless
        || old.parts.motion.movesEndless(place, to: next.parts.motion.modelFrame(of: new))
    }
    if endsEndless { old.parts.motion.endEndlessEdges(with: animation) }
    continueConstants(areDriven: false, from: &old, to: &next)
    for (new, place) in progresses {
      let progress = old.parts.motion[Channel.left.index(view: place)]
      next.parts.motion.replace(.left, of: new, by: progress)
    }
    // Offsets come first, because edges depend on them.
    for (new, place) in places.enumerated() {
      guard let place else { continue }
      next.parts.motion.adoptOffsetVelocity(
        of: new, from: old.parts.motion, place, animation: animation)
    }
    for (new, place) in places.enumerated() {
      guard let place else { continue }
      let grab = old.parts.motion.linked.grab(of: place)?.moved { places.firstIndex(of: $0) }
      next.parts.motion.adopt(
        new, from: old.parts.motion, place, grab: grab, animation: animation)
      next.parts.motion.adoptLook(of: new, from: old.parts.motion, place, animation: animation)
      if next.parts.motion.isHidden(new), !old.parts.motion.isHidden(place),
        next.parts.isArranged(new)
      {
        next.parts.motion.transactions.hide(new)
      }
    }
    next.parts.motion.adoptBindings(from: old.parts.motion, places, animation: animation)
    next.keepPoints(with: animation)
  }

  /// The indices of the views, the constants and the progress of actions that both scenes have in
  /// the new scene, by their indices in the old one.
  private var successors: [Int: Int] {
    var successors: [Int: Int] = [:]
    for case (let new, let place?) in places.enumerated() { successors[place] = new }
    for (new, place, _) in constants { successors[place] = new }
    for (new, place) in progresses { successors[place] = new }
    for (new, place) in looks { successors[place] = new }
    return successors
  }

  private func continueTransactions(
    from old: borrowing SceneLoop, to next: inout SceneLoop
  ) {
    let successors = successors
    let (names, actions) = (goesOn ? old.actions.names : [], next.actions)
    next.parts.motion.adoptTransactions(of: old.parts.motion, successors: successors) { index in
      // Transactions of a replaced scene do not trigger actions, unless the new scene is a changed
      // version of it.
      names.indices.contains(index) ? actions.index(of: names[index]) : nil
    }
  }
}
