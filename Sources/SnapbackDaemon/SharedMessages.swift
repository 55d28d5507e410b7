import SnapbackBasics
import SnapbackEngine
import SnapbackProtocol

/// The frames that were encoded last. Clients with equal subscriptions that are served in one round
/// get the same bytes, except for the sequence number.
struct SharedMessages {
  /// The properties of a client on which the bytes of a frame depend.
  struct Reader: Equatable {
    let encoding: WireEncoder.Encoding
    let readsRadii: Bool
    let readsLooks: Bool
    /// The views to which the client subscribed.
    let views: ViewFilter

    /// Whether an encoder for one of the readers can encode messages for the other one.
    func hasSameEncoder(as other: Reader) -> Bool {
      encoding == other.encoding && readsRadii == other.readsRadii
        && readsLooks == other.readsLooks
    }
  }

  /// The content of a frame: the views that differ between two samples of a scene.
  struct Content: Equatable {
    let start: SampleMark
    let end: SampleMark
    /// The time between drawing and display for which the second sample was taken, in seconds.
    let lead: Double
    /// The time of the computation, which is in the frame.
    let computed: Instant
    let epoch: UInt64
  }

  private struct Entry {
    var content: Content
    var reader: Reader
    var encoder: WireEncoder
  }

  /// The maximum number of frames that are kept. If clients have more different subscriptions,
  /// frames are encoded more than once.
  private static let limit = 8

  /// Whether frames are kept. A single client needs no frame twice; setting `false` releases them.
  var areKept = false {
    didSet { if !areKept { removeAll() } }
  }
  private var entries: [Entry] = []
  /// The entry that was replaced last.
  private var last = 0

  /// Releases the frames that are kept.
  mutating func removeAll() {
    if !entries.isEmpty { entries = [] }
  }

  /// The bytes of a frame that was encoded before; empty if no view differs, and nil if the frame
  /// is not known.
  func known(_ content: Content, for reader: Reader) -> [UInt8]? {
    for place in entries.indices
    where entries[place].content == content && entries[place].reader == reader {
      return entries[place].encoder.bytes
    }
    return nil
  }

  /// Lets `write` encode a frame with the sequence number 0, and returns its bytes. Release them
  /// before the next call, which reuses the storage.
  mutating func encode(
    _ content: Content, for reader: Reader, _ write: (inout WireEncoder) -> Void
  ) -> [UInt8] {
    last = place(for: reader)
    entries[last].content = content
    entries[last].reader = reader
    entries[last].encoder.reset()
    write(&entries[last].encoder)
    return entries[last].encoder.bytes
  }

  /// The entry to use for a frame: one of an equal reader, or a new one or, if the limit is
  /// reached, the next one with the same encoder.
  private mutating func place(for reader: Reader) -> Int {
    if let own = entries.firstIndex(where: { $0.reader == reader }) { return own }
    let isFull = entries.count == Self.limit
    for step in 1...Self.limit where isFull {
      let place = (last + step) % Self.limit
      if entries[place].reader.hasSameEncoder(as: reader) { return place }
    }
    let entry = Entry(
      content: Content(
        start: SampleMark(revision: 0, target: .zero), end: SampleMark(revision: 0, target: .zero),
        lead: 0, computed: .zero, epoch: 0),
      reader: reader,
      encoder: WireEncoder(
        reader.encoding, writesRadii: reader.readsRadii, writesLooks: reader.readsLooks))
    guard isFull else {
      entries.append(entry)
      return entries.count - 1
    }
    let place = (last + 1) % Self.limit
    entries[place] = entry
    return place
  }
}
