public import SnapbackGeometry
public import SnapbackTiming

/// Writes the messages that the daemon sends, one JSON object a line; `docs/protocol.md`.
public struct MessageEncoder: Sendable {
  private var writer: JSONWriter

  /// An encoder that writes numbers with `precision`.
  public init(precision: NumberPrecision) {
    writer = JSONWriter(precision: precision)
  }

  /// The lines written since the last ``reset()``.
  public var bytes: [UInt8] { writer.bytes }

  /// Forgets the lines and keeps the storage.
  public mutating func reset() { writer.reset() }

  /// The answer to a hello; `clock` is "monotonic", or "replay" when time does not run as that.
  ///
  /// `session` names the daemon's life, `epoch` counts within it what a client could not follow:
  /// a sleep of the machine, a scene that was read again.
  public mutating func welcome(
    session: String, epoch: UInt64, now: Instant, rate: Double, clock: String
  ) {
    writer.beginObject()
    writer.beginObject("welcome")
    writer.integer(1, "version")
    writer.string("ndjson", "encoding")
    writer.string(clock, "clock")
    writer.integer(now.nanoseconds, "now")
    writer.string(session, "session")
    writer.integer(epoch, "epoch")
    writer.length(rate, "rate")
    end()
  }

  /// Everything: the screen, and every view with its appearance and state.
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
    writer.beginObject()
    writer.beginObject("frame")
    head(frame, sequence)
    writer.beginArray("views")
    for index in frame.views.indices where frame.revisions[index] > since {
      guard appearances.indices.contains(index) else { continue }
      writer.beginObject()
      writer.string(appearances[index].name, "id")
      append(frame.views[index])
      writer.endObject()
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
    end()
  }

  /// A decision about input and its reason, in words; only in replays.
  public mutating func explain(_ text: String, at time: Instant) {
    writer.beginObject()
    writer.beginObject("explain")
    writer.integer(time.nanoseconds, "time")
    writer.string(text, "text")
    end()
  }

  /// A transaction has come to one of its two ends: `moment` is "finished" or "settled".
  public mutating func done(id: UInt64, moment: String, isInterrupted: Bool, at time: Instant) {
    writer.beginObject()
    writer.beginObject("done")
    writer.integer(id, "id")
    writer.integer(time.nanoseconds, "time")
    writer.string(moment, "moment")
    writer.boolean(isInterrupted, "interrupted")
    end()
  }

  /// A device has come (`isThere`) or gone.
  public mutating func device(id: UInt64, name: String, kind: String, isThere: Bool) {
    writer.beginObject()
    writer.beginObject("device")
    writer.integer(id, "id")
    writer.string(isThere ? "added" : "removed", "phase")
    writer.string(name, "name")
    writer.string(kind, "kind")
    end()
  }

  /// Nothing will move until there is new input.
  public mutating func idle(at time: Instant, sequence: UInt64) {
    writer.beginObject()
    writer.beginObject("idle")
    writer.integer(sequence, "seq")
    writer.integer(time.nanoseconds, "time")
    end()
  }

  /// So many events were lost because the client did not read; a snapshot follows.
  public mutating func lagged(dropped: UInt64) {
    writer.beginObject()
    writer.beginObject("lagged")
    writer.integer(dropped, "dropped")
    end()
  }

  /// Why the connection is about to be closed.
  public mutating func error(code: String, message: String) {
    writer.beginObject()
    writer.beginObject("error")
    writer.string(code, "code")
    writer.string(message, "message")
    end()
  }

  /// What a replay came to: the last line of `snapback replay --json`.
  public mutating func replaySummary(_ summary: ReplaySummary) {
    writer.beginObject()
    writer.beginObject("summary")
    writer.integer(summary.frames, "frames")
    writer.integer(summary.touchFrames, "touchFrames")
    writer.integer(summary.contacts, "contacts")
    writer.integer(summary.pans, "pans")
    writer.integer(summary.gestures, "gestures")
    writer.integer(summary.layoutPasses, "layoutPasses")
    writer.integer(summary.solves, "solves")
    writer.boolean(summary.isAtRest, "atRest")
    end()
  }

  private mutating func head(_ frame: SceneFrame, _ sequence: UInt64) {
    writer.integer(sequence, "seq")
    writer.integer(frame.time.nanoseconds, "time")
    writer.integer(frame.revision, "revision")
  }

  private mutating func append(_ state: ViewState) {
    writer.beginArray("frame")
    writer.length(state.frame.left)
    writer.length(state.frame.top)
    writer.length(state.frame.size.width)
    writer.length(state.frame.size.height)
    writer.endArray()
    pair("translation", state.transform.translation.dx, state.transform.translation.dy)
    writer.factor(state.transform.rotation, "rotation")
    writer.beginArray("scale")
    writer.factor(state.transform.scale.dx)
    writer.factor(state.transform.scale.dy)
    writer.endArray()
    writer.factor(min(max(state.alpha, 0), 1), "alpha")
    if let color = state.color { writer.color(color, "color") }
    writer.beginArray("toScreen")
    writer.factor(state.toScreen.a)
    writer.factor(state.toScreen.b)
    writer.factor(state.toScreen.c)
    writer.factor(state.toScreen.d)
    writer.length(state.toScreen.tx)
    writer.length(state.toScreen.ty)
    writer.endArray()
    writer.beginObject("velocity")
    pair("translation", state.translationVelocity.dx, state.translationVelocity.dy)
    writer.factor(state.rotationVelocity, "rotation")
    writer.endObject()
  }

  private mutating func pair(_ key: String, _ x: Double, _ y: Double) {
    writer.beginArray(key)
    writer.length(x)
    writer.length(y)
    writer.endArray()
  }

  private mutating func end() {
    writer.endObject()
    writer.endObject()
    writer.endLine()
  }
}

/// What a whole replay came to.
public struct ReplaySummary: Hashable, Sendable {
  /// Frames written, the snapshot not counted.
  public var frames: UInt64 = 0
  /// Touch frames taken from the recording.
  public var touchFrames: UInt64 = 0
  /// Contacts that began.
  public var contacts: UInt64 = 0
  /// Pans that were recognised.
  public var pans: UInt64 = 0
  /// Gestures of all kinds that were recognised, those of a pointer that hovers not counted.
  public var gestures: UInt64 = 0
  /// Layout passes, the first included.
  public var layoutPasses: UInt64 = 0
  /// Solves of the constraint system.
  public var solves: UInt64 = 0
  /// Whether everything had come to rest at the end.
  public var isAtRest = false

  /// A replay of nothing.
  public init() {}

  /// Counts a gesture when it is recognised.
  public mutating func count(_ event: GestureEvent) {
    guard event.phase == .began || event.phase == .recognized, event.kind != "hover" else { return }
    gestures += 1
    if event.kind == "pan" { pans += 1 }
  }
}
