public import SnapbackBasics
public import SnapbackProtocol
public import SnapbackTouches

/// A note about the input of a recording: what a decoder or the contact filter observed and did.
public struct InputNote: Hashable, Sendable {
  /// The playback time of the touch frame that caused the note.
  public var time: Instant
  /// The index of the device in ``Playback/devices``.
  public var device: Int
  /// The decoder's note, which says what was observed and done.
  public var note: DecoderNote

  /// Creates a note from its parts.
  public init(time: Instant, device: Int, note: DecoderNote) {
    self.time = time
    self.device = device
    self.note = note
  }

  /// Returns the note with a text for users and a kind for programs. `name` returns the name of a
  /// contact.
  public func line(_ name: (UInt64) -> String) -> ReplayNote {
    ReplayNote(
      time: time, kind: note.word, contact: note.contact,
      text: (note.isFromFilter ? "filter: " : "device: ") + note.text(name))
  }
}

extension InputNote {
  /// Returns the notes about a recording in order of time. The ids of their contacts are those of
  /// ``ContactTrack``.
  ///
  /// `screen` returns the screen of a device by its index, as for the tracks. The tracks are not
  /// filtered; the filter's notes tell what the filter would do.
  public static func notes(
    of playback: Playback, rotation: PanelRotation = .none, screen: (Int) -> Size
  ) -> [InputNote] {
    let notes =
      Self.notes(of: playback, isRaw: true, rotation, screen)
      + Self.notes(of: playback, isRaw: false, rotation, screen).filter(\.note.isFromFilter)
    return notes.sorted { $0.time < $1.time }
  }

  private static func notes(
    of playback: Playback, isRaw: Bool, _ rotation: PanelRotation, _ screen: (Int) -> Size
  ) -> [InputNote] {
    var decoders = playback.devices.indices.map { index in
      playback.decoders(screen: screen(index), rotation: rotation, isRaw: isRaw)[index]
    }
    for index in decoders.indices { decoders[index].setExplains(true) }
    var notes: [InputNote] = []
    func drain(_ device: Int, at time: Instant) {
      notes += decoders[device].drainNotes().map {
        InputNote(time: time, device: device, note: $0)
      }
    }
    for step in playback.steps {
      while let (device, moment) = Playback.due(decoders, by: step.event.time) {
        _ = decoders[device].advance(to: moment)
        drain(device, at: moment)
      }
      _ = decoders[step.device].consume(step.event)
      if step.event.endsFrame { drain(step.device, at: step.event.time) }
    }
    return notes
  }
}
