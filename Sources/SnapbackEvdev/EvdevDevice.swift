import CLibevdev
import CSnapbackLinux
import Glibc
import SnapbackLinux
public import SnapbackTiming
public import SnapbackTouches

/// An open input device and its queue of events.
///
/// libevdev keeps the device's state: when the kernel's buffer overran (SYN_DROPPED), what was
/// lost is asked of the device and delivered as ordinary events, so callers never see the loss.
public struct EvdevDevice: ~Copyable {
  /// The path that it was opened by.
  public let path: String
  /// What the device says of itself.
  public let profile: DeviceProfile
  /// How often events were lost and the state was asked again.
  public private(set) var resyncs = 0
  /// Whether what is read is the state after a loss.
  private var isResyncing = false
  /// Whether events carry CLOCK_MONOTONIC; else they are stamped when they are read.
  public let hasMonotonicTime: Bool

  private let file: Descriptor
  // Owned here and freed in deinit; nothing else holds it.
  let device: OpaquePointer

  /// Opens a device for reading.
  public init(path: String) throws(EvdevError) {
    // What it finds wrong with a device it would write to the standard error, and wait for the
    // reader; the decoder has notes of its own.
    libevdev_set_log_function(nil, nil)
    let raw = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    let code = errno
    guard raw >= 0 else { throw Self.cannotOpen(path, code) }
    let file = Descriptor(owning: raw)
    var pointer: OpaquePointer?
    let result = libevdev_new_from_fd(file.raw, &pointer)
    guard result == 0, let pointer else {
      throw EvdevError(
        "\(path) is not an input device: \(String(cString: strerror(-result)))")
    }
    self.path = path
    self.file = file
    device = pointer
    profile = DeviceProfile(device: pointer)
    let clock = libevdev_set_clock_id(pointer, CLOCK_MONOTONIC)
    hasMonotonicTime = clock == 0
    // A panel with keys is still no reason to see them. Kernels before 4.4 cannot mask, nor can
    // every device; the decoder ignores keys anyway.
    snapback_mask_keys(raw)
  }

  deinit {
    if isGrabbed { snapback_grab(file.raw, 0) }
    libevdev_free(device)
  }

  /// Whether this program alone gets the device's events.
  public private(set) var isGrabbed = false

  /// Takes note that the guard has given the device back.
  public mutating func forgetGrab() {
    isGrabbed = false
  }

  /// Takes the device for this program alone, or gives it back.
  ///
  /// Throws when another program holds it.
  public mutating func setGrabbed(_ grabs: Bool) throws(EvdevError) {
    guard grabs != isGrabbed else { return }
    let result = snapback_grab(file.raw, grabs ? 1 : 0)
    let code = errno
    guard result == 0 || !grabs else {
      throw EvdevError(
        code == EBUSY
          ? "\(path) is grabbed by another program; find it with: fuser -v \(path)"
          : "\(path) cannot be grabbed: \(String(cString: strerror(code)))")
    }
    isGrabbed = grabs
  }

  /// The descriptor to watch.
  public var descriptor: Int32 { file.raw }

  /// What reading came to.
  public enum Outcome: Hashable, Sendable {
    /// A frame has been read whole; there may be more.
    case frame
    /// Everything that was there has been read.
    case drained
    /// The device has gone: unplugged, or revoked.
    case gone
  }

  /// Reads all events that wait and hands them on in order.
  ///
  /// `now` is the time for events of a device without monotonic time.
  public mutating func read(at now: Instant, _ handle: (InputEvent) -> Void) -> Outcome {
    while true {
      let outcome = readFrame(at: now, handle)
      if outcome != .frame { return outcome }
    }
  }

  /// The same up to the end of a frame, if there is one. To find that there is no other takes one
  /// more call of the kernel, for which who is in a hurry need not wait.
  public mutating func readFrame(at now: Instant, _ handle: (InputEvent) -> Void) -> Outcome {
    while true {
      var event = input_event()
      let flag = isResyncing ? LIBEVDEV_READ_FLAG_SYNC : LIBEVDEV_READ_FLAG_NORMAL
      let status = libevdev_next_event(device, flag.rawValue, &event)
      if status == -EAGAIN {
        // The end of a resynchronisation, or of what there is to read.
        guard isResyncing else { return .drained }
        isResyncing = false
        continue
      }
      if status == LIBEVDEV_READ_STATUS_SYNC.rawValue.asStatus {
        if !isResyncing {
          // This event is SYN_DROPPED itself; the state follows.
          resyncs += 1
          isResyncing = true
          continue
        }
      } else if status != LIBEVDEV_READ_STATUS_SUCCESS.rawValue.asStatus {
        if status == -EINTR { continue }
        return .gone
      }
      let stamp = Instant(
        seconds: Int64(event.time.tv_sec), microseconds: Int64(event.time.tv_usec))
      handle(
        InputEvent(
          time: hasMonotonicTime ? Self.believable(stamp, now) : now, type: event.type,
          code: event.code,
          value: event.value))
      if event.type == EV_SYN, event.code == SYN_REPORT { return .frame }
    }
  }

  /// The stamp, unless it is of the future: that would hold the engine up until then.
  ///
  /// `now` may have been read before the event came, so the clock is asked again before judging.
  private static func believable(_ stamp: Instant, _ now: Instant) -> Instant {
    stamp <= now ? stamp : min(stamp, MonotonicClock.now())
  }

  /// Tells a decoder the state that the device was found in.
  public func seed(_ decoder: inout DeviceDecoder) {
    for type in [EventCode.key, EventCode.absolute] {
      for code in profile.codes(ofType: type) {
        let isContact = type == EventCode.absolute && code >= EventCode.slot
        guard !isContact else { continue }
        let value = libevdev_get_event_value(device, UInt32(type), UInt32(code))
        // A key that is up says nothing: some drivers declare BTN_TOUCH and never send it.
        guard value != 0 || type == EventCode.absolute else { continue }
        decoder.seed(type: type, code: code, value: value)
      }
    }
    guard profile.hasSlots else { return }
    for slot in 0..<max(0, libevdev_get_num_slots(device)) {
      for (code, _) in profile.axes where code > EventCode.slot {
        decoder.seed(
          slot: slot, type: EventCode.absolute, code: code,
          value: libevdev_get_slot_value(device, UInt32(clamping: slot), UInt32(code)))
      }
    }
    decoder.seed(
      type: EventCode.absolute, code: EventCode.slot, value: libevdev_get_current_slot(device))
  }

  private static func cannotOpen(_ path: String, _ code: Int32) -> EvdevError {
    switch code {
    case EACCES, EPERM:
      EvdevError(
        "no permission to read \(path); add the user to the group \"input\" "
          + "(usermod -aG input USER) or run the daemon as its own service user")
    case ENOENT, ENODEV, ENXIO:
      EvdevError("\(path) is not there (yet)")
    default:
      EvdevError("cannot open \(path): \(String(cString: strerror(code)))")
    }
  }
}

extension UInt32 {
  /// libevdev's statuses are an enumeration in C and an `int` where they are returned.
  fileprivate var asStatus: Int32 { Int32(truncatingIfNeeded: self) }
}
