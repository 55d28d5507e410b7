public import SnapbackBasics

extension BinaryEncoder {
  // generated: binary encoder
  /// The answer to a hello.
  public mutating func welcome(_ welcome: Welcome) {
    message.begin(.welcome, time: welcome.now.nanoseconds)
    message.append(welcome.version)
    message.append(welcome.roles.rawValue)
    message.append(welcome.features.rawValue)
    message.append(welcome.session)
    message.append(welcome.epoch)
    message.append(welcome.rate)
    message.append(welcome.clock.number)
    message.append(welcome.pacing.number)
    _ = message.grow(by: 2)
    message.append(welcome.unacknowledged)
    message.end()
  }

  /// A step of a gesture.
  public mutating func gesture(_ event: GestureEvent) {
    message.begin(.gesture, time: event.time.nanoseconds)
    message.append(event.id)
    message.append(Self.handle(event.view))
    message.append(GestureNames.number(ofKind: event.kind))
    message.append(event.phase.number)
    message.append(
      (event.scale?.value != nil ? 1 : 0) | (event.rotation?.value != nil ? 2 : 0)
        | (event.isInjected ? 4 : 0) as UInt8)
    _ = message.grow(by: 1)
    message.append(short: event.location.x)
    message.append(short: event.location.y)
    message.append(short: event.translation.dx)
    message.append(short: event.translation.dy)
    message.append(short: event.velocity.dx)
    message.append(short: event.velocity.dy)
    message.append(short: event.scale?.value ?? 0)
    message.append(short: event.scale?.velocity ?? 0)
    message.append(short: event.rotation?.value ?? 0)
    message.append(short: event.rotation?.velocity ?? 0)
    message.append(event.name ?? "")
    message.end()
  }

  /// An event of an action, a release, a view or a state.
  public mutating func event(_ event: SceneEvent) {
    message.begin(.event, time: event.time.nanoseconds)
    message.append(event.kind.number)
    _ = message.grow(by: 7)
    message.append(event.noticed?.nanoseconds ?? 0)
    message.append(short: event.velocity.dx)
    message.append(short: event.velocity.dy)
    message.append(event.name ?? "")
    message.append(event.view ?? "")
    message.append(event.place ?? "")
    message.append(event.feedback ?? "")
    message.end()
  }

  /// The layout rectangles that a layout pass changed.
  public mutating func layout(_ event: LayoutEvent) {
    message.begin(.layout, time: event.time.nanoseconds)
    message.append(event.transaction ?? 0)
    message.append(UInt32(clamping: event.changes.count))
    _ = message.grow(by: 4)
    for item in event.changes { append(item) }
    message.end()
  }

  /// The contacts of a touch frame.
  public mutating func touch(_ contacts: [TouchContact], at time: Instant) {
    message.begin(.touch, time: time.nanoseconds)
    message.append(UInt32(clamping: contacts.count))
    _ = message.grow(by: 4)
    for item in contacts { append(item) }
    message.end()
  }

  /// A transaction has finished or settled.
  public mutating func done(_ event: TransactionEvent) {
    message.begin(.done, time: event.time.nanoseconds)
    message.append(event.id)
    message.append(event.moment.number)
    message.append((event.isInterrupted ? 1 : 0) as UInt8)
    _ = message.grow(by: 6)
    message.end()
  }

  /// A device was added or removed.
  public mutating func device(_ change: DeviceChange) {
    message.begin(.device)
    message.append(change.id)
    message.append(change.phase.number)
    _ = message.grow(by: 7)
    message.append(change.name)
    message.append(change.kind)
    message.end()
  }

  /// Nothing moves until new input or a new command.
  public mutating func idle(at time: Instant, sequence: UInt64) {
    message.begin(.idle, sequence: sequence, time: time.nanoseconds)
    message.end()
  }

  /// Events were dropped.
  public mutating func lagged(dropped: UInt64) {
    message.begin(.lagged)
    message.append(dropped)
    message.end()
  }

  /// The reason for which the daemon closes the connection.
  public mutating func error(code: String, message text: String) {
    message.begin(.error)
    message.append(code)
    message.append(text)
    message.end()
  }

  /// The answer to a ping.
  public mutating func pong(id: UInt64, now: Instant) {
    message.begin(.pong, time: now.nanoseconds)
    message.append(id)
    message.end()
  }

  /// Shared memory to which the daemon writes the states of views.
  public mutating func sharedMemory(size: UInt64) {
    message.begin(.sharedMemory)
    message.append(size)
    message.end()
  }

  /// The looks of views, for a client whose hello has `looks` in `parts`.
  public mutating func looks(_ views: [ViewLook], at time: Instant) {
    message.begin(.looks, time: time.nanoseconds)
    message.append(UInt32(clamping: views.count))
    _ = message.grow(by: 4)
    for item in views { append(item) }
    message.end()
  }

  mutating func append(_ screen: ScreenDescription) {
    message.append(short: screen.size.width)
    message.append(short: screen.size.height)
    message.append(short: screen.scale)
    message.append(screen.background.opaqueBits)
  }

  mutating func append(_ view: ViewAppearance, _ state: ViewState, handle: Int) {
    message.append(Self.handle(view.parent))
    message.append((view.clips ? 1 : 0) | (view.text != nil ? 2 : 0) as UInt32)
    message.append(short: view.cornerRadius(in: state))
    message.append(short: view.anchor.x)
    message.append(short: view.anchor.y)
    message.append(atMost: StateRecord.limit) {
      StateRecord.store(state, handle: handle, in: &$0)
    }
    message.append(view.name)
    if let text = view.text { append(text) }
  }

  mutating func append(_ text: TextAppearance) {
    message.append(text.string)
    message.append(text.style ?? "")
    message.append(short: text.size)
    message.append(short: text.lineHeight)
    message.append(short: text.firstBaseline)
    message.append(short: text.lastBaseline)
    message.append(text.lineLimit)
  }

  mutating func append(_ contact: TouchContact) {
    message.append(contact.id)
    message.append(contact.phase.number)
    message.append((contact.isInjected ? 1 : 0) as UInt8)
    _ = message.grow(by: 2)
    message.append(short: contact.position.x)
    message.append(short: contact.position.y)
    _ = message.grow(by: 4)
  }

  mutating func append(_ change: LayoutEvent.Change) {
    message.append(Self.handle(change.view))
    _ = message.grow(by: 4)
    message.append(short: change.from.left)
    message.append(short: change.from.top)
    message.append(short: change.from.size.width)
    message.append(short: change.from.size.height)
    message.append(short: change.to.left)
    message.append(short: change.to.top)
    message.append(short: change.to.size.width)
    message.append(short: change.to.size.height)
  }

  mutating func append(_ look: ViewLook) {
    message.append(Self.handle(look.view))
    message.append(look.moving.textColor.bits)
    message.append(look.moving.borderColor.bits)
    message.append(short: look.moving.fillAlpha)
    message.append(short: look.moving.borderWidth)
    message.append(short: look.moving.shadowOpacity)
    message.append(short: look.moving.shadowRadius)
    message.append(short: look.moving.shadowOffset.dx)
    message.append(short: look.moving.shadowOffset.dy)
    message.append(look.shadowColor.bits)
    message.append(look.fontWeight)
    message.append(look.textAlignment.number)
    message.append(look.verticalAlignment.number)
    message.append(look.truncation.number)
    _ = message.grow(by: 3)
    message.append(look.image ?? "")
    message.append(look.data ?? "")
  }
  // end of generated
}
