public import SnapbackBasics

extension MessageEncoder {
  // generated: line encoder
  /// The answer to a hello.
  public mutating func welcome(_ welcome: Welcome) {
    writer.beginObject()
    writer.beginObject("welcome")
    writer.integer(UInt64(clamping: welcome.version), "version")
    writer.string("ndjson", "encoding")
    writer.string(welcome.clock.rawValue, "clock")
    writer.integer(welcome.now.nanoseconds, "now")
    writer.hexadecimal(welcome.session, "session")
    writer.integer(welcome.epoch, "epoch")
    writer.length(welcome.rate, "rate")
    writer.beginArray("roles")
    for name in welcome.roles.names { writer.string(name) }
    writer.endArray()
    writer.beginArray("features")
    for name in welcome.features.names { writer.string(name) }
    writer.endArray()
    writer.string(welcome.pacing.rawValue, "pacing")
    if welcome.unacknowledged != 0 {
      writer.integer(UInt64(clamping: welcome.unacknowledged), "unacknowledged")
    }
    end()
  }

  /// A step of a gesture.
  public mutating func gesture(_ event: GestureEvent, appearances: [ViewAppearance]) {
    writer.beginObject()
    writer.beginObject("gesture")
    writer.integer(event.id, "id")
    writer.integer(event.time.nanoseconds, "time")
    writer.string(appearances[event.view].name, "view")
    writer.string(event.kind, "kind")
    if let name = event.name {
      writer.string(name, "name")
    }
    writer.string(event.phase.rawValue, "phase")
    writer.beginArray("location")
    writer.length(event.location.x)
    writer.length(event.location.y)
    writer.endArray()
    writer.beginArray("translation")
    writer.length(event.translation.dx)
    writer.length(event.translation.dy)
    writer.endArray()
    writer.beginArray("velocity")
    writer.length(event.velocity.dx)
    writer.length(event.velocity.dy)
    writer.endArray()
    if let scale = event.scale?.value {
      writer.factor(scale, "scale")
    }
    if let scaleVelocity = event.scale?.velocity {
      writer.factor(scaleVelocity, "scaleVelocity")
    }
    if let rotation = event.rotation?.value {
      writer.factor(rotation, "rotation")
    }
    if let rotationVelocity = event.rotation?.velocity {
      writer.factor(rotationVelocity, "rotationVelocity")
    }
    if event.isInjected {
      writer.boolean(true, "injected")
    }
    end()
  }

  /// An event of an action, a release, a view or a state.
  public mutating func event(_ event: SceneEvent) {
    writer.beginObject()
    writer.beginObject("event")
    writer.string(event.kind.rawValue, "kind")
    writer.integer(event.time.nanoseconds, "time")
    if let name = event.name {
      writer.string(name, "name")
    }
    if let view = event.view {
      writer.string(view, "view")
    }
    if let at = event.place {
      writer.string(at, "at")
    }
    writer.beginArray("velocity")
    writer.length(event.velocity.dx)
    writer.length(event.velocity.dy)
    writer.endArray()
    if let feedback = event.feedback {
      writer.string(feedback, "feedback")
    }
    if let noticed = event.noticed?.nanoseconds {
      writer.integer(noticed, "noticed")
    }
    end()
  }

  /// The layout rectangles that a layout pass changed.
  public mutating func layout(_ event: LayoutEvent, appearances: [ViewAppearance]) {
    writer.beginObject()
    writer.beginObject("layout")
    writer.integer(event.time.nanoseconds, "time")
    if let transaction = event.transaction {
      writer.integer(transaction, "transaction")
    }
    writer.beginArray("views")
    for item in event.changes where appearances.indices.contains(item.view) {
      append(item, appearances)
    }
    writer.endArray()
    end()
  }

  /// The contacts of a touch frame.
  public mutating func touch(_ contacts: [TouchContact], at time: Instant) {
    writer.beginObject()
    writer.beginObject("touch")
    writer.integer(time.nanoseconds, "time")
    writer.beginArray("contacts")
    for item in contacts { append(item) }
    writer.endArray()
    end()
  }

  /// A transaction has finished or settled.
  public mutating func done(_ event: TransactionEvent) {
    writer.beginObject()
    writer.beginObject("done")
    writer.integer(event.id, "id")
    writer.integer(event.time.nanoseconds, "time")
    writer.string(event.moment.rawValue, "moment")
    writer.boolean(event.isInterrupted, "interrupted")
    end()
  }

  /// A device was added or removed.
  public mutating func device(_ change: DeviceChange) {
    writer.beginObject()
    writer.beginObject("device")
    writer.integer(change.id, "id")
    writer.string(change.phase.rawValue, "phase")
    writer.string(change.name, "name")
    writer.string(change.kind, "kind")
    end()
  }

  /// Nothing moves until new input or a new command.
  public mutating func idle(at time: Instant, sequence: UInt64) {
    writer.beginObject()
    writer.beginObject("idle")
    writer.integer(sequence, "seq")
    writer.integer(time.nanoseconds, "time")
    end()
  }

  /// Events were dropped.
  public mutating func lagged(dropped: UInt64) {
    writer.beginObject()
    writer.beginObject("lagged")
    writer.integer(dropped, "dropped")
    end()
  }

  /// The reason for which the daemon closes the connection.
  public mutating func error(code: String, message text: String) {
    writer.beginObject()
    writer.beginObject("error")
    writer.string(code, "code")
    writer.string(text, "message")
    end()
  }

  /// The answer to a ping.
  public mutating func pong(id: UInt64, now: Instant) {
    writer.beginObject()
    writer.beginObject("pong")
    writer.integer(id, "id")
    writer.integer(now.nanoseconds, "now")
    end()
  }

  /// Shared memory to which the daemon writes the states of views.
  public mutating func sharedMemory(size: UInt64) {
    writer.beginObject()
    writer.beginObject("shm")
    writer.integer(size, "size")
    end()
  }

  /// The looks of views, for a client whose hello has `looks` in `parts`.
  public mutating func looks(_ views: [ViewLook], at time: Instant, appearances: [ViewAppearance]) {
    writer.beginObject()
    writer.beginObject("looks")
    writer.integer(time.nanoseconds, "time")
    writer.beginArray("views")
    for item in views where appearances.indices.contains(item.view) { append(item, appearances) }
    writer.endArray()
    end()
  }

  mutating func append(_ screen: ScreenDescription, _ key: String) {
    writer.beginObject(key)
    writer.length(screen.size.width, "width")
    writer.length(screen.size.height, "height")
    writer.factor(screen.scale, "scale")
    writer.color(screen.background, "background")
    writer.endObject()
  }

  mutating func append(_ view: ViewAppearance, _ state: ViewState, _ appearances: [ViewAppearance])
  {
    writer.beginObject()
    writer.string(view.name, "id")
    if let parent = view.parent, appearances.indices.contains(parent) {
      writer.string(appearances[parent].name, "parent")
    }
    writer.length(view.cornerRadius(in: state), "cornerRadius")
    if view.clips {
      writer.boolean(true, "clips")
    }
    writer.beginArray("anchor")
    writer.factor(view.anchor.x)
    writer.factor(view.anchor.y)
    writer.endArray()
    append(state)
    if let text = view.text {
      append(text, "text")
    }
    writer.endObject()
  }

  mutating func append(_ text: TextAppearance, _ key: String) {
    writer.beginObject(key)
    writer.string(text.string, "string")
    if let style = text.style {
      writer.string(style, "style")
    }
    writer.length(text.size, "size")
    writer.length(text.lineHeight, "lineHeight")
    writer.length(text.firstBaseline, "firstBaseline")
    writer.length(text.lastBaseline, "lastBaseline")
    writer.integer(UInt64(clamping: text.lineLimit), "lines")
    writer.endObject()
  }

  mutating func append(_ contact: TouchContact) {
    writer.beginObject()
    writer.integer(contact.id, "id")
    writer.string(contact.phase.rawValue, "phase")
    writer.length(contact.position.x, "x")
    writer.length(contact.position.y, "y")
    if contact.isInjected {
      writer.boolean(true, "injected")
    }
    writer.endObject()
  }

  mutating func append(_ change: LayoutEvent.Change, _ appearances: [ViewAppearance]) {
    writer.beginObject()
    writer.string(appearances[change.view].name, "id")
    writer.beginArray("from")
    writer.length(change.from.left)
    writer.length(change.from.top)
    writer.length(change.from.size.width)
    writer.length(change.from.size.height)
    writer.endArray()
    writer.beginArray("to")
    writer.length(change.to.left)
    writer.length(change.to.top)
    writer.length(change.to.size.width)
    writer.length(change.to.size.height)
    writer.endArray()
    writer.endObject()
  }

  mutating func append(_ look: ViewLook, _ appearances: [ViewAppearance]) {
    writer.beginObject()
    writer.string(appearances[look.view].name, "id")
    writer.paint(look.moving.textColor, "textColor")
    writer.paint(look.moving.borderColor, "borderColor")
    writer.factor(look.moving.fillAlpha, "fillAlpha")
    writer.length(look.moving.borderWidth, "borderWidth")
    writer.factor(look.moving.shadowOpacity, "shadowOpacity")
    writer.length(look.moving.shadowRadius, "shadowRadius")
    writer.beginArray("shadowOffset")
    writer.length(look.moving.shadowOffset.dx)
    writer.length(look.moving.shadowOffset.dy)
    writer.endArray()
    writer.paint(look.shadowColor, "shadowColor")
    writer.integer(UInt64(clamping: look.fontWeight), "fontWeight")
    writer.string(look.textAlignment.rawValue, "textAlignment")
    writer.string(look.verticalAlignment.rawValue, "verticalAlignment")
    writer.string(look.truncation.rawValue, "truncation")
    if let image = look.image {
      writer.string(image, "image")
    }
    if let data = look.data {
      writer.string(data, "data")
    }
    writer.endObject()
  }
  // end of generated
}
