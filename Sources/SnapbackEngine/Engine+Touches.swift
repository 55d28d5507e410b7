import SnapbackFrames
public import SnapbackGeometry
import SnapbackGestures
public import SnapbackTouches

/// From touch frames to gestures.
extension Engine {
  /// The contacts that are down, in the order in which they touched.
  public var touches: [(id: UInt64, position: Point)] {
    contacts.map { ($0.id, $0.position) }
  }

  /// Takes what one device says of one moment.
  ///
  /// A contact belongs to the gestures of the view under it when it begins, and of the views that
  /// this one is in, until it lifts. O(gestures × contacts²) besides a hit test per contact that
  /// begins; no allocation.
  public mutating func handle(_ frame: TouchFrame) {
    advance(to: frame.time)
    passStaged()
    cancelHiddenGestures()
    touchTime = frame.time
    for contact in frame.contacts {
      switch contact.phase {
      case .began:
        contacts.removeAll { $0.id == contact.id }
        contacts.append(contact)
        touch(contact)
      case .moved:
        guard let known = contacts.firstIndex(where: { $0.id == contact.id }) else { continue }
        contacts[known].position = contact.position
        moveTap(contact)
      case .ended, .cancelled:
        contacts.removeAll { $0.id == contact.id }
      }
    }
    arena.handle(frame)
    takeSteps()
    touchTime = frame.time
    // After the gestures: the finger of one that began in this frame is no tap.
    for contact in frame.contacts where contact.phase == .ended || contact.phase == .cancelled {
      endTap(contact)
    }
    if let scroll = frame.scroll { take(scroll) }
    if let hover = frame.hover { take(hover) }
    takeSteps()
  }

  /// A contact has begun: the gestures around where it is get it.
  private mutating func touch(_ contact: Contact) {
    guard contact.position.isFinite else { return }
    let hit = view(at: contact.position)
    explainHit(of: contact.id, at: contact.position, on: hit)
    guard var view = hit else { return }
    beginTap(contact, on: view)
    while true {
      for index in gestures.indices
      where gestures[index].view == view && !gestures[index].kind.isPointer {
        arena.give(contact.id, to: index, at: touchTime)
      }
      guard view != 0 else { break }
      view = motion.tree.parent(of: view)
    }
    takeSteps()
  }
}
