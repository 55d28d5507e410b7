import Glibc

/// An open device: its queued events and its event mask.
final class EvdevFile: OpenFile {
  private struct Stamped {
    var nanoseconds: UInt64
    var event: EvdevDevice.Event

    var isReport: Bool { event.type == 0 && event.code == 0 }
  }

  private static let dropped = EvdevDevice.Event(0, 3, 0)
  private static let eventSize = 24

  let device: EvdevDevice
  private let node: Inode
  private let path: String
  private let limit: Int
  private var clock = CLOCK_REALTIME
  private var events: [Stamped] = []
  /// How many queued events belong to complete frames.
  private var whole = 0
  private var masks: [Int: Bits] = [:]
  private var isRevoked = false

  init(
    _ process: Process, _ device: EvdevDevice, _ node: Inode, path: String, status: Int32
  ) throws(Errno) {
    guard device.isThere else { throw Errno(ENODEV) }
    self.device = device
    self.node = node
    self.path = path
    limit = device.bufferSize
    super.init(process, status: status)
    device.readers.append(self)
  }

  override var kind: FileIdentity.Kind { .device }
  override var name: String { path }
  override var isLarge: Bool { true }
  override func describe(_ information: inout stat) { node.describe(&information) }

  private var isGone: Bool { !device.isThere || isRevoked }

  override var readiness: UInt32 {
    (isGone ? Ready.hangup | Ready.error : Ready.writable) | (whole > 0 ? Ready.readable : 0)
  }

  override func close() {
    if device.grabber === self { device.grabber = nil }
    device.readers.removeAll { $0 === self }
  }

  // MARK: Events

  func pass(_ passed: [EvdevDevice.Event]) {
    guard !isRevoked else { return }
    let now = kernel.time(of: clock)
    for event in passed where !isFiltered(event) {
      let stamped = Stamped(nanoseconds: now, event: event)
      // A report ends nothing when the whole frame was filtered out.
      if stamped.isReport, events.count == whole { continue }
      events.append(stamped)
      if events.count >= limit {
        events = [Stamped(nanoseconds: now, event: Self.dropped), stamped]
        whole = 0
      }
      if stamped.isReport {
        whole = events.count
        notify(Ready.readable)
      }
    }
  }

  private func isFiltered(_ event: EvdevDevice.Event) -> Bool {
    let (type, code) = (Int(event.type), Int(event.code))
    if type == 0 { return false }
    if let mask = masks[0], !mask.contains(type) { return true }
    guard let greatest = EvdevDevice.greatestCode(type), code <= greatest else { return false }
    return masks[type].map { !$0.contains(code) } ?? false
  }

  override func read(_ buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
    guard buffer.isEmpty || buffer.count >= Self.eventSize else { throw Errno(EINVAL) }
    try waiting { () throws(Errno) in
      if isGone { throw Errno(ENODEV) }
      if whole == 0 { throw Errno(EAGAIN) }
    }
    let count = min(buffer.count / Self.eventSize, whole)
    for index in 0..<count {
      let stamped = events[index]
      let at = index * Self.eventSize
      let (seconds, rest) = stamped.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
      buffer.storeBytes(of: Int(seconds), toByteOffset: at, as: Int.self)
      buffer.storeBytes(of: Int(rest / 1000), toByteOffset: at + 8, as: Int.self)
      buffer.storeBytes(of: stamped.event.type, toByteOffset: at + 16, as: UInt16.self)
      buffer.storeBytes(of: stamped.event.code, toByteOffset: at + 18, as: UInt16.self)
      buffer.storeBytes(of: stamped.event.value, toByteOffset: at + 20, as: Int32.self)
    }
    events.removeFirst(count)
    whole -= count
    return count * Self.eventSize
  }

  /// Removes queued events of a type whose state the reader has just queried.
  func flush(_ type: UInt16) {
    var kept: [Stamped] = []
    // A frame that begins in the middle of the queue may keep its end.
    var count = 1
    whole = 0
    for event in events {
      if event.event.type == type || event.isReport && count == 0 { continue }
      kept.append(event)
      count += 1
      if event.isReport {
        count = 0
        whole = kept.count
      }
    }
    events = kept
  }

  // MARK: Settings

  func setClock(_ clock: Int32) throws(Errno) {
    guard [CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_BOOTTIME].contains(clock) else {
      throw Errno(EINVAL)
    }
    guard clock != self.clock else { return }
    self.clock = clock
    guard !events.isEmpty else { return }
    events = [Stamped(nanoseconds: kernel.time(of: clock), event: Self.dropped)]
    whole = 0
  }

  func setMask(_ type: Int, _ bits: Bits) { masks[type] = bits }

  func grab(_ wanted: Bool) throws(Errno) {
    if wanted {
      guard device.grabber == nil else { throw Errno(EBUSY) }
      device.grabber = self
    } else {
      guard device.grabber === self else { throw Errno(EINVAL) }
      device.grabber = nil
    }
  }

  override func control(_ request: UInt, _ argument: Int) throws(Errno) -> Int {
    if isGone { throw Errno(ENODEV) }
    return try EvdevControl(request, argument).perform(on: self)
  }
}
