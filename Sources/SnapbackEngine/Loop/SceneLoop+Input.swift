import SnapbackBasics
import SnapbackGestures
import SnapbackProtocol
import SnapbackTouches

/// Input: contacts, wheels, touchpads and pointers.
extension SceneLoop {
  /// Handles the input of one device at one moment.
  mutating func handle(_ frame: TouchFrame) {
    advance(to: frame.time)
    passStaged()
    cancelHiddenGestures()
    parts.interaction.beginFrame(at: frame.time)
    if !crossings.isEmpty { crossings.beginScan(at: frame.time) }
    if hasFollowers { parts.motion.bindings.followers.beginScan(at: now) }
    for contact in frame.contacts {
      guard contact.phase == .began else {
        parts.interaction.update(contact)
        continue
      }
      begin(contact, at: frame.target(of: contact))
      handleSteps()
    }
    setScrollWays()
    parts.interaction.recognize(frame)
    handleSteps()
    parts.interaction.beginFrame(at: frame.time)
    for contact in frame.contacts where contact.phase == .ended || contact.phase == .cancelled {
      parts.interaction.endTap(of: contact)
      reportTouches()
    }
    if let scroll = frame.scroll { handle(scroll) }
    if let hover = frame.hover { parts.interaction.handle(hover, parts.motion, parts.layout) }
    handleSteps()
    reportTouches()
    if hasFollowers { moveFollowers() }
  }

  /// Begins a contact that touches the view at `target`.
  private mutating func begin(_ contact: Contact, at target: Point) {
    let touchable = parts.interaction.touchable
    let hit = HitTest.view(at: target, touchable, parts.motion, parts.layout)
    if log.explains, target.isFinite {
      var touch = contact
      touch.position = target
      log.note(
        .hit(
          HitDecision(
            touch, at: parts.interaction.time, hit: hit, touchable, parts.motion, parts.layout)))
    }
    parts.interaction.begin(contact, on: hit, parts.motion.tree, for: touchInterest)
  }

  /// Runs the actions for the touch events that are due.
  mutating func reportTouches() {
    guard parts.interaction.touches.isPending else { return }
    while let event = parts.interaction.nextTouchEvent(at: now) {
      if case .lifted = event.phase, !event.tap.hasMoved { note(.tapped, view: event.tap.view) }
      if let view = actions.trigger(event, parts.interaction.touchable, parts.motion) {
        note(.focused, view: view)
      }
      runDueActions()
    }
  }

  /// Passes the directions in which scroll views can begin to scroll to their recognizers.
  private mutating func setScrollWays() {
    guard manipulation.hasScrolls else { return }
    var next = parts.interaction.arena.firstUndecided(from: 0)
    while let (index, rank) = next {
      if let ways = manipulation.scrollWays(gesture: index, parts) {
        parts.interaction.setWays(ways, of: index)
      }
      next = parts.interaction.arena.firstUndecided(from: rank + 1)
    }
  }

  private mutating func handle(_ scroll: ScrollInput) {
    guard scroll.phase == .began || scroll.phase == .step else {
      parts.interaction.handle(scroll)
      return handleSteps()
    }
    parts.interaction.endScroll(at: scroll.position)
    handleSteps()
    guard scroll.position.isFinite,
      let hit = HitTest.view(
        at: scroll.position, parts.interaction.touchable, parts.motion, parts.layout),
      let index = scrollGesture(from: hit, for: DragWays(of: scroll.delta))
    else { return }
    parts.interaction.begin(scroll, on: index)
    handleSteps()
  }

  /// The gesture that scrolls with a wheel or a touchpad. Candidates are the scroll gestures of the
  /// view and its ancestors. The nearest one whose content can move in the direction is chosen; if
  /// there is none, the nearest one.
  private func scrollGesture(from view: Int, for ways: DragWays) -> Int? {
    var nearest: Int?
    var view = view
    while true {
      if let index = parts.interaction.pointerScroll(of: view) {
        let free = manipulation.contentWays(gesture: index, parts) ?? []
        if !free.isDisjoint(with: ways) { return index }
        nearest = nearest ?? index
      }
      guard view != 0 else { return nearest }
      view = parts.motion.tree.parent(of: view)
    }
  }
}
