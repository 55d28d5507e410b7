import SnapbackBasics
import SnapbackEvdev
import SnapbackFiles
import SnapbackLinux
import SnapbackReplay
import SnapbackTouches

/// A device that is open for recording.
final class RecordedDevice {
  var device: EvdevDevice
  let path: String
  /// The device's description and its state when it was opened, without events.
  let stream: RecordedStream
  /// The events of the incomplete touch frame.
  var pending: [InputEvent] = []
  var isGone = false

  init(_ device: consuming EvdevDevice) {
    path = device.path
    var initial: [InitialValue] = []
    device.visitState { slot, type, code, value in
      initial.append(InitialValue(slot: slot, type: type, code: code, value: value))
    }
    stream = RecordedStream(device: device.profile, node: device.path, initial: initial)
    self.device = device
  }
}

/// Reads devices until a signal arrives, a time is reached, or the last device is gone.
struct RecordSession: ~Copyable {
  private let devices: [RecordedDevice]
  private let signals: Signals
  private var sink: RecordSink
  private var loop: EventLoop
  private var timer: SnapbackLinux.Timer
  private var isStopping = false

  private enum Token {
    static let signals: UInt64 = 1 << 32
    static let timer: UInt64 = 1 << 33
  }

  init(
    _ devices: [RecordedDevice], signals: consuming Signals, sink: RecordSink
  ) throws(SystemError) {
    let loop = try EventLoop()
    let timer = try SnapbackLinux.Timer()
    try loop.watch(signals.descriptor, token: Token.signals, for: .readable)
    try loop.watch(timer.descriptor, token: Token.timer, for: .readable)
    for (index, device) in devices.enumerated() {
      try loop.watch(device.device.descriptor, token: UInt64(index), for: .readable)
    }
    self.devices = devices
    self.sink = sink
    self.loop = loop
    self.timer = timer
    self.signals = signals
  }

  /// Records until a signal arrives, all devices are gone, or `end`, if given, is reached.
  mutating func run(until end: Instant?) throws(SystemError) {
    timer.set(end)
    while !isStopping, devices.contains(where: { !$0.isGone }) {
      var ready: [UInt64] = []
      try loop.wait(blocking: true) { token, _ in ready.append(token) }
      if ready.contains(Token.signals) || ready.contains(Token.timer) { isStopping = true }
      // When stopping, read all devices, because events that precede the signal belong to the
      // recording.
      for index in devices.indices where isStopping || ready.contains(UInt64(index)) {
        read(index)
      }
      try sink.flush()
    }
    try sink.finish()
  }

  private mutating func read(_ index: Int) {
    let entry = devices[index]
    guard !entry.isGone else { return }
    let outcome = entry.device.read(at: MonotonicClock.now()) { event in
      entry.pending.append(event)
    }
    if let end = entry.pending.lastIndex(where: \.endsFrame) {
      sink.add(entry.pending[...end], device: index)
      entry.pending.removeFirst(end + 1)
    }
    guard outcome == .gone else { return }
    Record.say("\(entry.path) has gone")
    loop.forget(entry.device.descriptor)
    entry.isGone = true
  }

  /// A one-line summary of the recording.
  var summary: String {
    let losses = devices.reduce(0) { $0 + $1.device.resyncs }
    let lost = losses > 0 ? "; events were lost \(losses) times, and the state read again" : ""
    return "recorded \(sink.count) events of \(devices.count) "
      + "device\(devices.count == 1 ? "" : "s")\(lost)"
  }
}
