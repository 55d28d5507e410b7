import SnapbackBasics
import SnapbackEngine
import SnapbackProtocol
import SnapbackTouches

/// Messages about events. Each message is sent only to clients that subscribed to it.
extension ClientSession {
  /// Reports a device that is present, or one that was removed.
  func report(_ device: DeviceEntry, isPresent: Bool) {
    guard features.contains(.devices) else { return }
    addEvent {
      $0.device(
        DeviceChange(
          id: device.id, phase: isPresent ? .added : .removed, name: device.name,
          kind: device.kind))
    }
  }

  /// Reports a step of a gesture.
  func report(_ event: GestureEvent, _ appearances: [ViewAppearance]) {
    guard features.contains(.gestures), subscription.wants(view: event.view) else { return }
    addEvent { $0.gesture(event, appearances: appearances) }
  }

  /// Reports the end of a transaction.
  func report(_ event: TransactionEvent) {
    guard features.contains(.done) else { return }
    addEvent { $0.done(event) }
  }

  /// Reports an event of an action, a release or a view.
  func report(_ event: SceneEvent) {
    guard features.contains(.events),
      !event.kind.revealsTouches || roles.contains(.viewTouches),
      event.view.map({ subscription.wants(viewNamed: $0) }) ?? true
    else { return }
    addEvent { $0.event(event) }
  }

  /// Reports a layout pass.
  func report(_ event: LayoutEvent, _ appearances: [ViewAppearance]) {
    guard features.contains(.layout) else { return }
    var event = event
    event.changes.removeAll { !subscription.wants(view: $0.view) }
    guard !event.changes.isEmpty else { return }
    addEvent { $0.layout(event, appearances: appearances) }
  }

  /// Reports contacts.
  func report(_ touches: TouchFrame) {
    guard features.contains(.touches) else { return }
    addEvent { $0.touch(touches.contacts.map { TouchContact($0) }, at: touches.time) }
  }

  /// Reports decisions about input.
  func report(_ decisions: [InputDecision]) {
    guard stage == .streaming, features.contains(.decisions) else { return }
    for decision in decisions { addEvent { $0.decision(decision) } }
  }

  // MARK: Answers

  /// Answers a request that has an id.
  func reply(to number: UInt64?, _ write: (inout JSONWriter) -> Void) {
    guard let number else { return }
    var writer = JSONWriter(precision: .shortest)
    writer.beginObject()
    writer.beginObject("reply")
    writer.integer(number, "id")
    writer.boolean(true, "ok")
    write(&writer)
    writer.endObject()
    writer.endObject()
    addAnswer { $0.text(writer.bytes) }
  }

  /// Answers a request with an error.
  func refuse(_ number: UInt64?, code: String, _ message: String) {
    var writer = JSONWriter(precision: .shortest)
    writer.beginObject()
    writer.beginObject("reply")
    if let number { writer.integer(number, "id") }
    writer.boolean(false, "ok")
    writer.string(code, "code")
    writer.string(message, "message")
    writer.endObject()
    writer.endObject()
    addAnswer { $0.text(writer.bytes) }
  }
}

extension TouchContact {
  fileprivate init(_ contact: Contact) {
    self.init(
      id: contact.id, phase: contact.phase, position: contact.position,
      isInjected: contact.isInjected)
  }
}
