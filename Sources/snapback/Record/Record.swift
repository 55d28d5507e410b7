import ArgumentParser
import Glibc
import SnapbackBasics
import SnapbackEvdev
import SnapbackFiles
import SnapbackLinux
import SnapbackReplay
import SnapbackTouches

/// `snapback record`: writes what devices send into a file.
struct Record: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Records touch devices.",
    discussion: """
      Lift all fingers, then press Ctrl-C to end the recording. Without --device, every pointing \
      device is recorded: touchscreens, touchpads, pens, mice and absolute pointers, but never \
      keyboards. The file is played with snapback replay and snapbackd --replay.
      """)

  @Option(help: "A device to record; may be given several times.", completion: .devices)
  var device: [String] = []

  @Option(
    help: "evemu (one device), libinput (YAML) or snapback (with nanoseconds and the time of day).",
    completion: .list(RecordSink.formats.map(\.rawValue)))
  var format = "snapback"

  @Option(help: "The file to write; by default the standard output.", completion: .file())
  var output: String?

  @Option(help: "End after this many seconds.")
  var seconds: Double?

  func validate() throws {
    guard let kind = RecordingFormat(rawValue: format), RecordSink.formats.contains(kind) else {
      throw ValidationError("--format must be evemu, libinput or snapback")
    }
    if let seconds, !(0.001...1_000_000).contains(seconds) {
      throw ValidationError("--seconds must be from 0.001 to 1000000")
    }
    for path in device where !path.hasPrefix("/") {
      throw ValidationError("\(path): give the device's full path, /dev/input/…")
    }
  }

  func run() throws {
    try Snapback.run { () throws(Failure) in
      let start = (clock: MonotonicClock.now(), day: MonotonicClock.timeOfDay())
      // Install the signal handling before devices are opened, so that a signal ends the recording
      // properly.
      let signals: Signals
      do throws(SystemError) {
        signals = try Signals([SIGINT, SIGTERM])
      } catch {
        throw Failure(.system, error.description)
      }
      let devices = try device.isEmpty ? Self.findDevices() : Self.openDevices(device)
      let kind = RecordingFormat(rawValue: format) ?? .snapback
      guard kind != .evemu || devices.count == 1 else {
        throw Failure(
          .usage, "evemu holds one device per file; give --device, or choose another --format")
      }
      for device in devices {
        let profile = device.stream.device
        Self.say(
          "recording \(device.path) \"\(profile.name)\" (\(profile.kind.rawValue)); "
            + "Ctrl-C ends it")
      }
      do throws(SystemError) {
        let sink = try RecordSink(
          kind, devices: devices.map(\.stream), path: output, clock: start.clock, day: start.day)
        var session = try RecordSession(devices, signals: signals, sink: sink)
        let end = seconds.map { MonotonicClock.now().advanced(bySeconds: $0) }
        try session.run(until: end)
        Self.say(session.summary)
      } catch {
        throw Failure(.output, error.description)
      }
    }
  }

  static func say(_ text: String) {
    Files.writeError("snapback: \(text)\n")
  }

  /// Opens the named devices. Throws if one of them cannot be recorded.
  private static func openDevices(_ paths: [String]) throws(Failure) -> [RecordedDevice] {
    var devices: [RecordedDevice] = []
    for path in paths {
      let device: RecordedDevice
      do throws(EvdevError) {
        device = RecordedDevice(try EvdevDevice(path: path))
      } catch {
        throw Failure(.noInput, error.description)
      }
      guard device.stream.device.kind != .keyboard else {
        throw Failure(
          .data,
          "\(path) \"\(device.stream.device.name)\" is a keyboard, and a recording of it "
            + "would contain what is typed; keyboards are never recorded")
      }
      devices.append(device)
    }
    return devices
  }

  /// Opens all pointing devices that can be opened. Throws if there are none.
  private static func findDevices() throws(Failure) -> [RecordedDevice] {
    var devices: [RecordedDevice] = []
    var reasons: [String] = []
    for path in DeviceFolder.eventDevices() {
      do throws(EvdevError) {
        let device = RecordedDevice(try EvdevDevice(path: path))
        if device.stream.device.kind.touches { devices.append(device) }
      } catch {
        reasons.append(error.description)
      }
    }
    guard devices.isEmpty else {
      for reason in reasons { say("warning: \(reason)") }
      return devices
    }
    throw Failure(
      .noInput,
      reasons.first
        ?? "there is no pointing device to record; run snapback devices, and give --device")
  }
}
