import CLibevdev
import CSnapbackLinux
import Glibc
public import SnapbackBasics
import SnapbackLinux
public import SnapbackTouches

/// An open input device and its event queue.
///
/// libevdev tracks the device's state. After an overrun of the kernel's buffer (`SYN_DROPPED`),
/// libevdev queries the device and delivers the differences as ordinary events, so callers never
/// see the loss.
public struct EvdevDevice: ~Copyable {
  /// The path that the device was opened by.
  public let path: String
  /// The profile that the device reports.
  public let profile: DeviceProfile
  /// How often events were lost and the state was read again.
  public private(set) var resyncs = 0
  /// Whether events of a resynchronization are being read.
  private var isResyncing = false
  /// Whether events carry `CLOCK_MONOTONIC` times; otherwise they are stamped when they are read.
  public let hasMonotonicTime: Bool

  private let file: Descriptor
  // Owned by this value and freed in deinit; no other object has the pointer.
  let device: OpaquePointer

  /// Opens a device for reading.
  public init(path: String) throws(EvdevError) {
    // Otherwise libevdev would report problems of a device on standard error, where a slow reader
    // could block this process. The decoder's notes report such problems instead.
    snapback_silence_libevdev()
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
    // Do not receive key events, even from a panel that has keys. Kernels before 4.4 and some
    // devices cannot mask key events; the decoder ignores those anyway.
    snapback_mask_keys(raw)
  }

  deinit {
    if isGrabbed { snapback_grab(file.raw, 0) }
    libevdev_free(device)
  }

  /// Whether this program holds a grab and is the only receiver of the device's events.
  public private(set) var isGrabbed = false

  /// Records that the ``GrabGuard`` has released the grab.
  public mutating func forgetGrab() {
    isGrabbed = false
  }

  /// Grabs the device for this program, or releases the grab.
  ///
  /// Throws if another program has grabbed the device.
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

  /// The descriptor to poll.
  public var descriptor: Int32 { file.raw }

  /// The result of reading.
  public enum Outcome: Hashable, Sendable {
    /// Events up to a `SYN_REPORT`, a touch frame, were read; more events may be pending.
    case frame
    /// All pending events were read.
    case drained
    /// The device was unplugged, or access to it was revoked.
    case gone
  }

  /// Reads all pending events and passes them to `handle` in order.
  ///
  /// `now` is the time given to events of a device without monotonic times.
  public mutating func read(at now: Instant, _ handle: (InputEvent) -> Void) -> Outcome {
    while true {
      let outcome = readFrame(at: now, handle)
      if outcome != .frame { return outcome }
    }
  }

  /// Reads events up to the next `SYN_REPORT`. Stops there, so a caller in a hurry avoids the extra
  /// `read` that would only return `EAGAIN`.
  public mutating func readFrame(at now: Instant, _ handle: (InputEvent) -> Void) -> Outcome {
    while true {
      var event = input_event()
      let flag = isResyncing ? LIBEVDEV_READ_FLAG_SYNC : LIBEVDEV_READ_FLAG_NORMAL
      let status = libevdev_next_event(device, flag.rawValue, &event)
      if status == -EAGAIN {
        // Either the resynchronization is complete, or no events are pending.
        guard isResyncing else { return .drained }
        isResyncing = false
        continue
      }
      if status == LIBEVDEV_READ_STATUS_SYNC.rawValue.asStatus {
        if !isResyncing {
          // This event is `SYN_DROPPED` itself; the state follows.
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

  /// Returns the time stamp, or the present time if the stamp is in the future. A stamp in the
  /// future would block the engine until that time.
  ///
  /// `now` may have been read before the event arrived, so the clock is read again before clamping.
  private static func believable(_ stamp: Instant, _ now: Instant) -> Instant {
    stamp <= now ? stamp : min(stamp, MonotonicClock.now())
  }

  /// Seeds a decoder with the device's initial state.
  public func seed(_ decoder: inout DeviceDecoder) {
    for type in [EventCode.key, EventCode.absolute] {
      for code in profile.codes(ofType: type) {
        let isContact = type == EventCode.absolute && code >= EventCode.slot
        guard !isContact else { continue }
        let value = libevdev_get_event_value(device, UInt32(type), UInt32(code))
        // Skip keys that are up: some drivers declare `BTN_TOUCH` but never send that key.
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
      EvdevError("\(path) does not exist (yet)")
    default:
      EvdevError("cannot open \(path): \(String(cString: strerror(code)))")
    }
  }
}

extension UInt32 {
  /// libevdev declares its statuses as a C enumeration but returns them as `int`.
  fileprivate var asStatus: Int32 { Int32(truncatingIfNeeded: self) }
}

/// An error that prevents reading a device.
public struct EvdevError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A one-line message with the device, the problem and, if known, the fix.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Releases grabbed devices when the loop that reads them hangs.
///
/// A grabbed panel whose reader hangs is unusable for all programs. The loop therefore sets a time
/// limit for each piece of work. When the limit passes, a signal handler releases all grabs. If the
/// process is stopped, the watchdog kills the process. If the process is killed, the kernel
/// releases its grabs at once.
public enum GrabGuard {
  /// Starts work that must finish within `seconds`.
  public static func begin(seconds: UInt32) {
    snapback_grab_deadline(seconds)
  }

  /// Ends the work. Returns true if it took too long and all grabs were released.
  public static func end() -> Bool {
    snapback_grab_deadline(0)
    return snapback_grab_lost() != 0
  }
}
