import SnapbackGeometry
import SnapbackGestures
import SnapbackTouches

/// Wheels, fingers on touchpads, and pointers that touch nothing.
extension Engine {
  /// Gives a scroll to the nearest gesture that wants it, from the view under the pointer up.
  ///
  /// What has begun goes on with the gesture that it began with, wherever the pointer is by then.
  mutating func take(_ input: ScrollInput) {
    switch input.phase {
    case .began, .step:
      endScroll(at: input.position)
      guard input.position.isFinite, let hit = view(at: input.position),
        let index = gesture(.scroll, around: hit)
      else { return }
      arena.scroll(input, on: index, at: touchTime)
      if input.phase == .began { scrolling = index }
      isWheelStep = input.phase == .step
      takeSteps()
      isWheelStep = false
    case .changed, .ended, .cancelled:
      guard let index = scrolling else { return }
      arena.scroll(input, on: index, at: touchTime)
      if input.phase != .changed { scrolling = nil }
    }
  }

  /// Cancels a scroll of which nothing more will be heard: another one begins.
  private mutating func endScroll(at position: Point) {
    guard let index = scrolling else { return }
    scrolling = nil
    let end = ScrollInput(phase: .cancelled, position: position, delta: .zero)
    arena.scroll(end, on: index, at: touchTime)
    takeSteps()
  }

  /// Tells the gestures that look for it where a pointer is that touches nothing.
  ///
  /// It is over the view under it and over all views that this one is in.
  mutating func take(_ input: HoverInput) {
    var point: Point?
    if case .at(let place) = input, place.isFinite { point = place }
    let hit = point.flatMap { view(at: $0) }
    for index in gestures.indices where gestures[index].kind == .hover {
      arena.hover(isOver(gestures[index].view, hit) ? point : nil, on: index, at: touchTime)
    }
  }

  private func isOver(_ view: Int, _ hit: Int?) -> Bool {
    guard var place = hit else { return false }
    while true {
      if place == view { return true }
      guard place != 0 else { return false }
      place = motion.tree.parent(of: place)
    }
  }

  private func gesture(_ kind: GestureKind, around view: Int) -> Int? {
    var view = view
    while true {
      if let index = gestures.indices.first(where: {
        gestures[$0].view == view && gestures[$0].kind == kind && arena.isEnabled($0)
      }) {
        return index
      }
      guard view != 0 else { return nil }
      view = motion.tree.parent(of: view)
    }
  }
}
