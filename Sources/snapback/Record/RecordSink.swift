import Glibc
import SnapbackBasics
import SnapbackLinux
import SnapbackReplay
import SnapbackTouches

/// Writes recorded touch frames to a file, which is complete after every flush. The format
/// `libinput` is an exception: it lists the devices one after another, so the file is written at
/// the end.
struct RecordSink {
  /// The formats that can be written.
  static let formats: [RecordingFormat] = [.evemu, .libinput, .snapback]

  private let format: RecordingFormat
  private var streams: [RecordedStream]
  private let path: String?
  private let descriptor: Int32
  private let clock: Instant
  private let day: Int64
  /// The time of the first event.
  private var first: Instant?
  private var waiting = ""
  /// The number of events added.
  private(set) var count = 0

  /// Creates a sink for `devices`. Replaces the content of the file at `path`.
  init(
    _ format: RecordingFormat, devices: [RecordedStream], path: String?, clock: Instant, day: Int64
  ) throws(SystemError) {
    self.format = format
    streams = devices
    self.path = path
    self.clock = clock
    self.day = day
    if let path {
      descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
      let code = errno
      guard descriptor >= 0 else {
        throw SystemError("cannot write \(path)", code: code)
      }
    } else {
      descriptor = STDOUT_FILENO
    }
    switch format {
    case .snapback:
      waiting = FrameLinesWriter.head(
        clock: Int64(clamping: clock.nanoseconds), unixTime: day)
      for device in devices { waiting += FrameLinesWriter.device(device) }
    case .evemu:
      waiting = devices.first.map { EvemuWriter.description($0, unixTime: day) } ?? ""
    default: break
    }
    try flush()
  }

  /// Adds complete touch frames of a device.
  mutating func add(_ events: ArraySlice<InputEvent>, device: Int) {
    count += events.count
    if first == nil { first = events.first?.time }
    switch format {
    case .snapback: addFrames(events, device: device)
    case .evemu:
      for event in events {
        waiting += EvemuWriter.line(event, nanoseconds: Self.span(first, event.time))
      }
    default: streams[device].events += events
    }
  }

  /// Writes a line for each run of events in the same touch frame and with the same time.
  private mutating func addFrames(_ events: ArraySlice<InputEvent>, device: Int) {
    var start = events.startIndex
    while start < events.endIndex {
      let time = events[start].time
      let end = FrameLinesWriter.endOfLine(events[start...])
      waiting += FrameLinesWriter.frame(
        events[start..<end], device: device,
        time: Instant(nanoseconds: Self.span(clock, time)))
      start = end
    }
  }

  private static func span(_ start: Instant?, _ time: Instant) -> UInt64 {
    guard let start, time > start else { return 0 }
    return time.nanoseconds - start.nanoseconds
  }

  /// Writes the pending text.
  mutating func flush() throws(SystemError) {
    guard !waiting.isEmpty else { return }
    try Files.writeAll(
      Array(waiting.utf8), to: descriptor, action: "cannot write \(path ?? "the output")")
    waiting.removeAll(keepingCapacity: true)
  }

  /// Writes the remaining text and closes the file.
  mutating func finish() throws(SystemError) {
    if format == .libinput {
      let start = first ?? .zero
      for index in streams.indices {
        for place in streams[index].events.indices {
          let time = streams[index].events[place].time
          streams[index].events[place].time = Instant(nanoseconds: Self.span(start, time))
        }
      }
      waiting = LibinputWriter.text(Recording(streams: streams))
    }
    try flush()
    guard path != nil else { return }
    let result = close(descriptor)
    let code = errno
    guard result == 0 else {
      throw SystemError("cannot write \(path ?? "")", code: code)
    }
  }
}
