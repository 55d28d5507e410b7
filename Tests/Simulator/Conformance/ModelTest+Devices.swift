import CLibevdev
import Glibc
import SimulatedKernel

/// Devices, read by libevdev.
extension ModelTest {
  private typealias Event = EvdevDevice.Event

  /// Opens the device as a daemon does, and passes it to `body`.
  private static func withDevice(_ body: (Int32, OpaquePointer) -> Void) {
    let file = open("/dev/input/event0", O_RDONLY | O_NONBLOCK)
    var device: OpaquePointer?
    guard libevdev_new_from_fd(file, &device) == 0, let device else { return }
    libevdev_set_clock_id(device, CLOCK_MONOTONIC)
    body(file, device)
    libevdev_free(device)
    close(file)
  }

  private static func read(_ device: OpaquePointer) -> [String] {
    var events: [String] = []
    var event = input_event()
    var flag = LIBEVDEV_READ_FLAG_NORMAL.rawValue
    while true {
      let status = libevdev_next_event(device, flag, &event)
      if status == -EAGAIN, flag == LIBEVDEV_READ_FLAG_SYNC.rawValue {
        flag = LIBEVDEV_READ_FLAG_NORMAL.rawValue
        continue
      }
      guard status >= 0 else { return events + ["\(status)"] }
      if status == 1 { flag = LIBEVDEV_READ_FLAG_SYNC.rawValue }
      events.append("\(event.type) \(event.code) \(event.value)")
    }
  }

  private static let down: [Event] = [
    Event(3, 0x2F, 0), Event(3, 0x39, 7), Event(3, 0x35, 100), Event(3, 0x36, 200), .report,
  ]

  static let devices = [
    ModelTest("libevdev reads a frame of a device") { s in
      let panel = s.kernel.plug(.touchscreen(), number: 0, gid: 500)
      panel.emit(down)
      nonisolated(unsafe) var found: [String] = []
      nonisolated(unsafe) var slots: [Int32] = []
      let end = s.run {
        withDevice { _, device in
          slots = [
            libevdev_get_num_slots(device),
            libevdev_get_slot_value(device, 0, 0x39), libevdev_get_slot_value(device, 1, 0x39),
            libevdev_get_abs_maximum(device, 0x35),
          ]
          panel.emit([Event(3, 0x35, 101), Event(3, 0x35, 101), .report, .report])
          panel.emit([Event(3, 0x2F, 1), Event(3, 0x39, 8), .report])
          found = read(device)
        }
      }
      s.expect("the end", end, "returned")
      s.expect("the state", slots, [10, 7, -1, 4095])
      let frames = ["3 53 101", "0 0 0", "3 47 1", "3 57 8", "0 0 0", "-11"]
      s.expect("what was read", found, frames)
    },
    ModelTest("events that nobody reads are lost, and the state is asked again") { s in
      var profile = EvdevDevice.Profile.touchscreen()
      profile.bufferSize = 8
      let panel = s.kernel.plug(profile, number: 0, gid: 500)
      nonisolated(unsafe) var found: [String] = []
      _ = s.run {
        withDevice { _, device in
          panel.emit(down)
          for step: Int32 in 1...9 { panel.emit([Event(3, 0x35, 100 + step), .report]) }
          found = read(device)
        }
      }
      s.expect("the first event", found.first, "0 3 0")
      s.expect("has the last place", found.contains("3 53 109"), true)
      s.expect("has a place between", found.contains("3 53 105"), false)
    },
    ModelTest("a device that is taken out, and a grab") { s in
      let panel = s.kernel.plug(.touchscreen(), number: 0, mode: 0o666)
      nonisolated(unsafe) var found: [String] = []
      let rival = try s.other.open(panel.path)
      _ = s.run {
        withDevice { file, device in
          found.append("\(libevdev_grab(device, LIBEVDEV_GRAB))")
          found.append("\(panel.isGrabbed)")
          panel.emit(down)
          panel.unplug()
          var wait = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
          poll(&wait, 1, 0)
          found.append("\(wait.revents & Int16(POLLHUP))")
          found.append(read(device).last ?? "")
          found.append("\(access("/dev/input/event0", F_OK))")
        }
      }
      s.expect("what was found", found, ["0", "true", "16", "-19", "-1"])
      s.expect("the rival", try s.other.readiness(rival) & 1, 0)
      s.expect("readers", panel.readerCount, 1)
    },
    ModelTest("a device that a user may not read") { s in
      let panel = s.kernel.plug(.touchscreen(), number: 0, gid: 7)
      s.expect("the failure", s.failure { _ = try s.client.open(panel.path) }, "EACCES")
    },
  ]
}
