public import SnapbackBasics

/// Encodes the messages that the daemon sends, one JSON object per line; `docs/protocol.md`.
public struct MessageEncoder: Sendable {
  var writer: JSONWriter
  let stateText: StateText

  /// Creates an encoder that writes numbers with `precision`.
  public init(precision: NumberPrecision) {
    writer = JSONWriter(precision: precision)
    stateText = StateText(precision)
  }

  /// The lines written since the last ``reset()``.
  public var bytes: [UInt8] { writer.bytes }

  /// Removes the lines and keeps the storage.
  public mutating func reset() { writer.reset() }

  /// The answer to a hello, with the granted features and roles.
  public mutating func welcome(_ welcome: Welcome) {
    writer.beginObject()
    writer.beginObject("welcome")
    writer.integer(UInt64(clamping: welcome.version), "version")
    writer.string("ndjson", "encoding")
    writer.string(welcome.clock.name, "clock")
    writer.integer(welcome.now.nanoseconds, "now")
    writer.hexadecimal(welcome.session, "session")
    writer.integer(welcome.epoch, "epoch")
    writer.length(welcome.rate, "rate")
    writer.beginArray("roles")
    for role in welcome.roles.names { writer.string(role) }
    writer.endArray()
    writer.beginArray("features")
    for feature in welcome.features.names { writer.string(feature) }
    writer.endArray()
    writer.string(welcome.pacing.rawValue, "pacing")
    if welcome.unacknowledged > 0 {
      writer.integer(UInt64(clamping: welcome.unacknowledged), "unacknowledged")
    }
    end()
  }

  /// The whole scene: the screen, and every view with its appearance and state.
  public mutating func snapshot(
    _ frame: SceneFrame, screen: ScreenDescription, appearances: [ViewAppearance],
    sequence: UInt64, epoch: UInt64 = 1
  ) {
    writer.beginObject()
    writer.beginObject("snapshot")
    head(frame, sequence)
    writer.integer(epoch, "epoch")
    writer.beginObject("screen")
    writer.length(screen.size.width, "width")
    writer.length(screen.size.height, "height")
    writer.factor(screen.scale, "scale")
    writer.string(screen.background.hexadecimal, "background")
    writer.endObject()
    writer.beginArray("views")
    for (appearance, state) in zip(appearances, frame.views) {
      writer.beginObject()
      writer.string(appearance.name, "id")
      if let parent = appearance.parent, appearances.indices.contains(parent) {
        writer.string(appearances[parent].name, "parent")
      }
      writer.length(appearance.cornerRadius, "cornerRadius")
      if appearance.clips { writer.boolean(true, "clips") }
      writer.beginArray("anchor")
      writer.factor(appearance.anchor.x)
      writer.factor(appearance.anchor.y)
      writer.endArray()
      append(state)
      if let text = appearance.text { append(text) }
      writer.endObject()
    }
    writer.endArray()
    end()
  }

  /// The views that changed after revision `since`. O(views), no allocation after warm-up.
  public mutating func frame(
    _ frame: SceneFrame, since: UInt64, appearances: [ViewAppearance], sequence: UInt64,
    touches: [(id: UInt64, position: Point)]? = nil
  ) {
    beginFrame(frame, sequence, computed: nil)
    for index in frame.views.indices where frame.revisions[index] > since {
      append(frame.views[index], view: index, appearances)
    }
    writer.endArray()
    if let touches {
      writer.beginArray("touches")
      for touch in touches {
        writer.beginObject()
        writer.integer(touch.id, "id")
        writer.length(touch.position.x, "x")
        writer.length(touch.position.y, "y")
        writer.endObject()
      }
      writer.endArray()
    }
    end()
  }

  /// Some views as they will be at the frame's time; `computed` is the time of the computation.
  /// O(number of views), no allocation after warm-up.
  public mutating func frame(
    _ frame: SceneFrame, views: [Int], computed: Instant, appearances: [ViewAppearance],
    sequence: UInt64
  ) {
    beginFrame(frame, sequence, computed: computed)
    for index in views where frame.views.indices.contains(index) {
      append(frame.views[index], view: index, appearances)
    }
    writer.endArray()
    end()
  }

  /// A step of a gesture on the view called `view`.
  public mutating func gesture(_ event: GestureEvent, view: String) {
    writer.beginObject()
    writer.beginObject("gesture")
    writer.integer(event.id, "id")
    writer.integer(event.time.nanoseconds, "time")
    writer.string(view, "view")
    writer.string(event.kind, "kind")
    if let name = event.name { writer.string(name, "name") }
    writer.string(event.phase.rawValue, "phase")
    pair("location", event.location.x, event.location.y)
    pair("translation", event.translation.dx, event.translation.dy)
    pair("velocity", event.velocity.dx, event.velocity.dy)
    if let scale = event.scale {
      writer.factor(scale.value, "scale")
      writer.factor(scale.velocity, "scaleVelocity")
    }
    if let rotation = event.rotation {
      writer.factor(rotation.value, "rotation")
      writer.factor(rotation.velocity, "rotationVelocity")
    }
    if event.isInjected { writer.boolean(true, "injected") }
    end()
  }

  /// An end of a transaction: `moment` is "finished" or "settled".
  public mutating func done(id: UInt64, moment: String, isInterrupted: Bool, at time: Instant) {
    writer.beginObject()
    writer.beginObject("done")
    writer.integer(id, "id")
    writer.integer(time.nanoseconds, "time")
    writer.string(moment, "moment")
    writer.boolean(isInterrupted, "interrupted")
    end()
  }

  /// A device was added (`isThere`) or removed.
  public mutating func device(id: UInt64, name: String, kind: String, isThere: Bool) {
    writer.beginObject()
    writer.beginObject("device")
    writer.integer(id, "id")
    writer.string(isThere ? "added" : "removed", "phase")
    writer.string(name, "name")
    writer.string(kind, "kind")
    end()
  }

  /// Nothing moves until there is new input.
  public mutating func idle(at time: Instant, sequence: UInt64) {
    writer.beginObject()
    writer.beginObject("idle")
    writer.integer(sequence, "seq")
    writer.integer(time.nanoseconds, "time")
    end()
  }

  /// `dropped` events were lost because the client did not read; a snapshot follows.
  public mutating func lagged(dropped: UInt64) {
    writer.beginObject()
    writer.beginObject("lagged")
    writer.integer(dropped, "dropped")
    end()
  }

  /// The reason why the daemon closes the connection.
  public mutating func error(code: String, message: String) {
    writer.beginObject()
    writer.beginObject("error")
    writer.string(code, "code")
    writer.string(message, "message")
    end()
  }
}
