/// Messages that only replays have.
extension MessageEncoder {
  /// The summary of a replay: the last line of `snapback replay --json`.
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
}
