public import SnapbackBasics

/// Encodes the daemon's messages as one JSON object per line, as described in `docs/protocol.md`.
public struct MessageEncoder: Sendable {
  var writer: JSONWriter
  let stateText: StateText
  /// Whether frames contain the looks that can move.
  private let writesLooks: Bool

  /// Creates an encoder that writes numbers with `precision`. `writesLooks` states whether frames
  /// contain the looks that can move.
  public init(precision: NumberPrecision, writesLooks: Bool = false) {
    self.writesLooks = writesLooks
    writer = JSONWriter(precision: precision)
    stateText = StateText(precision)
  }

  /// The lines written since the last ``reset()``.
  public var bytes: [UInt8] { writer.bytes }

  /// Removes the lines and keeps the storage.
  public mutating func reset() { writer.reset() }

  /// Appends a snapshot of the whole scene: the screen, and every view with its appearance and
  /// state.
  public mutating func snapshot(
    _ frame: SceneFrame, screen: ScreenDescription, appearances: [ViewAppearance],
    sequence: UInt64, epoch: UInt64 = 1
  ) {
    writer.beginObject()
    writer.beginObject("snapshot")
    head(frame, sequence)
    writer.integer(epoch, "epoch")
    append(screen, "screen")
    writer.beginArray("views")
    for (view, state) in zip(appearances, frame.views) { append(view, state, appearances) }
    writer.endArray()
    end()
  }

  /// Appends a frame with the states of the views that changed after revision `since`. O(views), no
  /// allocation after warm-up.
  public mutating func frame(
    _ frame: SceneFrame, since: UInt64, appearances: [ViewAppearance], sequence: UInt64,
    touches: [(id: UInt64, position: Point)]? = nil
  ) {
    beginFrame(frame, sequence, computed: nil)
    let hasLooks = writesLooks && !frame.looks.isEmpty
    for index in frame.views.indices where frame.revisions[index] > since {
      let look = hasLooks ? frame.freeLook(of: index) : nil
      append(frame.views[index], view: index, appearances, look: look)
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

  /// Appends a frame with the states of some views at the frame's time. `computed` is the time of
  /// the computation. O(number of views), no allocation after warm-up.
  public mutating func frame(
    _ frame: SceneFrame, views: [Int], computed: Instant, appearances: [ViewAppearance],
    sequence: UInt64
  ) {
    beginFrame(frame, sequence, computed: computed)
    let hasLooks = writesLooks && !frame.looks.isEmpty
    for index in views where frame.views.indices.contains(index) {
      let look = hasLooks ? frame.freeLook(of: index) : nil
      append(frame.views[index], view: index, appearances, look: look)
    }
    writer.endArray()
    end()
  }

  /// Appends a message that is text in both encodings, such as a reply. `message` is JSON without a
  /// newline.
  public mutating func text(_ message: [UInt8]) { writer.line(message) }
}
