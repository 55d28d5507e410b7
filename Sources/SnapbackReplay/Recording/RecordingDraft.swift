import SnapbackBasics
import SnapbackTouches

/// A recording while its file is being read.
struct RecordingDraft {
  /// The most devices in one file.
  static let deviceLimit = 64
  /// The most events in one file.
  static let eventLimit = 4_000_000

  /// The devices read so far. The times of their events are the time stamps in the file, as the
  /// bits of an `Int64`.
  var streams: [RecordedStream] = []
  /// The time of day at `unixStamp`, in nanoseconds since 1970.
  var unixTime: Int64?
  /// The value of the recording's clock at `unixTime`.
  var unixStamp: Int64 = 0
  /// Warnings for users of the recording.
  var warnings: [String] = []
  /// The line number of each stream's last event; 0 if the file has no lines.
  private var lastLines: [Int] = []
  /// For each device, the absolute axes that the file declares.
  private var declaredAxes: [Set<UInt16>] = []
  private var count = 0

  /// Adds a device and returns its index.
  mutating func addStream(_ stream: RecordedStream) throws(LineFault) -> Int {
    guard streams.count < Self.deviceLimit else {
      throw LineFault(message: "exceeds the limit of \(Self.deviceLimit) devices per file")
    }
    streams.append(stream)
    lastLines.append(0)
    declaredAxes.append([])
    return streams.count - 1
  }

  /// Adds codes of an event type that a device has. The ranges of axes are elsewhere in the file.
  mutating func declare(_ codes: [UInt16], ofType type: UInt16, stream: Int) {
    if type == EventCode.absolute { declaredAxes[stream].formUnion(codes) }
    streams[stream].device.add(codes: codes, ofType: type)
  }

  /// Adds an event with the file's time stamp, in nanoseconds.
  mutating func add(
    _ stamp: Int64, _ type: UInt16, _ code: UInt16, _ value: Int32, to stream: Int, line: Int
  ) throws(LineFault) {
    guard count < Self.eventLimit else {
      throw LineFault(message: "exceeds the limit of \(Self.eventLimit) events per file")
    }
    count += 1
    lastLines[stream] = line
    streams[stream].events.append(
      InputEvent(
        time: Instant(nanoseconds: UInt64(bitPattern: stamp)), type: type, code: code,
        value: value))
  }

  var hasEvents: Bool { count > 0 }

  /// Returns the recording, with times relative to the lowest time stamp. Incomplete frames at the
  /// end are faults.
  mutating func finish(_ faults: inout FaultList) throws(RecordingError) -> Recording {
    for index in streams.indices {
      guard let last = streams[index].events.last, !last.endsFrame else { continue }
      try faults.note(
        "is cut off: the last frame has no SYN_REPORT; record it again or delete that frame",
        at: lastLines[index] > 0 ? lastLines[index] : nil)
      while let event = streams[index].events.last, !event.endsFrame {
        streams[index].events.removeLast()
      }
    }
    guard streams.contains(where: { !$0.events.isEmpty }) else {
      throw faults.error("has no complete frame", at: nil)
    }
    var origin = Int64.max
    for stream in streams {
      for event in stream.events { origin = min(origin, Int64(bitPattern: event.time.nanoseconds)) }
    }
    for index in streams.indices {
      for place in streams[index].events.indices {
        let stamp = streams[index].events[place].time.nanoseconds
        streams[index].events[place].time = Instant(
          nanoseconds: stamp &- UInt64(bitPattern: origin))
      }
      describe(index)
    }
    let shift = origin.subtractingReportingOverflow(unixStamp).partialValue
    return Recording(
      streams: streams, origin: origin,
      unixTime: unixTime.map { $0.addingReportingOverflow(shift).partialValue })
  }

  /// Completes the profile of a device that the file describes incompletely or not at all.
  private mutating func describe(_ index: Int) {
    let device = streams[index].device
    guard !streams[index].events.isEmpty else { return }
    guard device.axes.isEmpty else { return completeAxes(index) }
    let seen = DeviceProfile.seen(in: streams[index].events, completing: device)
    guard seen != device else { return }
    streams[index].device = seen
    guard !seen.axes.isEmpty else { return }
    let name = numbered(index)
    var ranges = ""
    if let (x, y) = seen.positionAxes {
      ranges = ": x \(x.minimum)...\(x.maximum), y \(y.minimum)...\(y.maximum)"
    }
    warnings.append(
      "has no description of its device\(name); ranges are taken from the values that occur"
        + "\(ranges)")
  }

  private func numbered(_ index: Int) -> String {
    streams.count > 1 ? " (device \(index + 1))" : ""
  }

  /// Adds axes that are missing in the description of a device.
  private mutating func completeAxes(_ index: Int) {
    let lost = streams[index].device.addLostAxes(
      events: streams[index].events, declared: declaredAxes[index])
    for axis in lost {
      var source = "no event tells it; add it to the description"
      if let range = axis.range {
        let values = "\(range.minimum)...\(range.maximum)"
        source =
          axis.twin.map { "it is that of \(EventNames.axis($0)), \(values)" }
          ?? "it is taken from the values that occur, \(values)"
      }
      warnings.append(
        "lacks the range of \(EventNames.axis(axis.code))\(numbered(index)); \(source)")
    }
  }
}

/// The faults in a file. The first fault is thrown; in lenient mode, all faults are counted
/// instead.
struct FaultList {
  let file: String
  let isLenient: Bool
  private(set) var omissions = Omissions()

  init(file: String, isLenient: Bool) {
    self.file = file
    self.isLenient = isLenient
  }

  func error(_ message: String, at line: Int?) -> RecordingError {
    RecordingError(file: file, line: line, message: message)
  }

  /// Throws the fault, or counts it in lenient mode.
  mutating func note(_ message: String, at line: Int?) throws(RecordingError) {
    let error = error(message, at: line)
    guard isLenient else { throw error }
    omissions.add(error)
  }
}
