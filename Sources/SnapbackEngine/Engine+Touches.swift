import SnapbackFrames
public import SnapbackGeometry
import SnapbackGestures
public import SnapbackTouches

/// From touch frames to pans.
extension Engine {
  /// The contacts that are down, in the order in which they touched.
  public var touches: [(id: UInt64, position: Point)] {
    contacts.map { ($0.id, $0.position) }
  }

  /// Takes the contacts of one device at one moment.
  ///
  /// A contact belongs to the pan under it when it begins, until it lifts. O(pans × contacts)
  /// besides a hit test per contact that begins; no allocation.
  public mutating func handle(_ frame: TouchFrame) {
    advance(to: frame.time)
    touchTime = frame.time
    passStaged()
    for contact in frame.contacts {
      switch contact.phase {
      case .began:
        contacts.removeAll { $0.id == contact.id }
        contacts.append(contact)
        guard contact.position.isFinite, let view = view(at: contact.position) else { continue }
        beginTap(contact, on: view)
        guard let index = pan(for: view) else { continue }
        catchView(ofPan: index)
        pans[index].pending.append(contact.id)
      case .moved:
        guard let known = contacts.firstIndex(where: { $0.id == contact.id }) else { continue }
        contacts[known].position = contact.position
        moveTap(contact)
      case .ended, .cancelled:
        contacts.removeAll { $0.id == contact.id }
      }
    }
    for index in pans.indices { feed(frame, toPan: index) }
    // After the pans: the finger of one that began in this frame is no tap.
    for contact in frame.contacts where contact.phase == .ended || contact.phase == .cancelled {
      endTap(contact)
    }
  }

  /// Gives a pan its part of a frame.
  private mutating func feed(_ frame: TouchFrame, toPan index: Int) {
    panContacts.removeAll(keepingCapacity: true)
    for contact in frame.contacts {
      let isNew = contact.phase == .began && pans[index].pending.contains(contact.id)
      guard isNew || contact.phase != .began && pans[index].recognizer.follows(contact.id)
      else { continue }
      panContacts.append(contact)
    }
    pans[index].pending.removeAll(keepingCapacity: true)
    guard !panContacts.isEmpty else { return }
    switch pans[index].recognizer.consume(panContacts, at: touchTime) {
    case .nothing: break
    case .began:
      dropTaps(ofPan: index)
      begin(pan: index)
    case .changed:
      dropTaps(ofPan: index)
      follow(pan: index)
    case .ended: release(pan: index, phase: .ended)
    case .cancelled: release(pan: index, phase: .cancelled)
    case .failed: letGo(pan: index)
    }
  }
}
