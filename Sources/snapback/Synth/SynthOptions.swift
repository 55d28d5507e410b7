import ArgumentParser
import SnapbackBasics
import SnapbackDocument
import SnapbackFiles
import SnapbackLinux
import SnapbackReplay
import SnapbackTouches

/// The options that all `snapback synth` commands share: device, noise and output.
struct SynthOptions: ParsableArguments {
  @Option(
    help: """
      The device: \
      \(SyntheticDevice.Kind.allCases.map(\.rawValue).joined(separator: ", ")), or a description \
      of a device, JSON5.
      """, completion: .list(SyntheticDevice.Kind.allCases.map(\.rawValue)))
  var device: String?

  @Option(help: "Use the device of this recording.", completion: .file())
  var like: String?

  @Option(help: "The screen in points, WIDTHxHEIGHT; 390x844 unless given.")
  var size: SizeArgument?

  @Option(help: "Scans per second, 1 to 1000.")
  var rate: Double?

  @Option(help: "How irregular the scans are, as a share of the time between them, 0 to 1.")
  var jitter: Double?

  @Option(help: "The standard deviation of a position, in the device's units.")
  var noise: Double?

  @Option(help: "The seed of jitter and noise; the same seed gives the same bytes.")
  var seed: UInt64?

  @Option(
    help: "evemu, libinput (YAML) or snapback (nanoseconds).",
    completion: .list(RecordSink.formats.map(\.rawValue)))
  var format = "evemu"

  @Option(
    name: .shortAndLong, help: "The file to write; by default the standard output.",
    completion: .file())
  var output: String?

  func validate() throws {
    guard device == nil || like == nil else {
      throw ValidationError("give one of --device and --like")
    }
    if let rate, !SyntheticDevice.rates.contains(rate) {
      throw ValidationError("--rate is 1 to 1000 scans per second")
    }
    if let jitter, !(0...1).contains(jitter) {
      throw ValidationError("--jitter is a share of the time between scans, 0 to 1")
    }
    if let noise, !(0...1e6).contains(noise) {
      throw ValidationError("--noise must be from 0 to 1000000 of the device's units")
    }
    guard let kind = RecordingFormat(rawValue: format), RecordSink.formats.contains(kind) else {
      throw ValidationError("--format must be evemu, libinput or snapback")
    }
  }

  /// Returns the values on the command line that override values in a script.
  func overrides() throws(Failure) -> GestureScript.Overrides {
    var overrides = GestureScript.Overrides()
    overrides.screen = size?.size
    overrides.device = try chosenDevice()
    overrides.rate = rate
    overrides.jitter = jitter
    overrides.noise = noise
    overrides.seed = seed
    return overrides
  }

  private func chosenDevice() throws(Failure) -> SyntheticDevice? {
    if let like {
      let recording = try InputFiles.recording(like).recording
      let devices = recording.streams.map { SyntheticDevice($0.device) }
      let touching = devices.first { $0.isUsable && $0.profile.kind.touches }
      guard let device = touching ?? devices.first(where: \.isUsable) else {
        throw Failure(.data, "\(like): has no device that reports positions or steps")
      }
      return device
    }
    guard let device else { return nil }
    if let kind = SyntheticDevice.Kind(rawValue: device) { return .standard(kind) }
    let names = SyntheticDevice.Kind.allCases.map(\.rawValue)
    // A word without a slash or dot is treated as a misspelled kind, not as a file.
    if !device.contains("/"), !device.contains(".") {
      let hint = Spelling.hint(for: device, in: names).map { "; \($0)" } ?? ""
      throw Failure(
        .usage, "--device: there is \(names.joined(separator: ", ")), or a file.json5\(hint)")
    }
    let bytes = try InputFiles.bytes(device)
    do throws(DocumentError) {
      return try SyntheticDevice.read(bytes, file: device)
    } catch {
      throw Failure(.data, error.description)
    }
  }

  /// Writes the recording of one gesture, which may depend on the size of the screen.
  func write(
    _ gesture: (Size) throws(GestureFault) -> SyntheticGesture
  ) throws {
    try Snapback.run { () throws(Failure) in
      var script = GestureScript(try overrides())
      do throws(GestureFault) {
        script.entries = [.init(try gesture(script.screen))]
      } catch {
        throw Self.failure(error)
      }
      try write(script)
    }
  }

  /// Writes the recording of a script. Prints a summary unless the recording is written to the
  /// standard output.
  func write(_ script: GestureScript) throws(Failure) {
    let recording: Recording
    do throws(GestureFault) {
      recording = try script.recording()
    } catch {
      throw Self.failure(error)
    }
    let text =
      switch RecordingFormat(rawValue: format) {
      case .libinput: LibinputWriter.text(recording)
      case .snapback: FrameLinesWriter.text(recording)
      default: EvemuWriter.text(recording)
      }
    do throws(SystemError) {
      if let output {
        try Files.write(Array(text.utf8), to: output)
      } else {
        try Files.writeAll(Array(text.utf8), to: 1, action: "cannot write the output")
      }
    } catch {
      throw Failure(.output, error.description)
    }
    if output != nil { print(SynthText.lines(script, recording).joined(separator: "\n")) }
  }

  private static func failure(_ fault: GestureFault) -> Failure {
    Failure(.usage, (fault.part.map { "--\($0): " } ?? "") + fault.description)
  }
}

/// A summary of a synthetic recording and the strokes in it, as lines of text.
enum SynthText {
  /// The maximum number of strokes that are listed.
  private static let strokeLimit = 12

  static func lines(_ script: GestureScript, _ recording: Recording) -> [String] {
    let frames = recording.events.count(where: \.endsFrame)
    var lines = [
      "\(DocumentError.quoted(recording.device.name)): \(recording.events.count) events, "
        + "\(frames) frames, \(number(script.duration)) s"
    ]
    let strokes = script.strokes
    for stroke in strokes.prefix(strokeLimit) {
      let velocity = stroke.releaseVelocity
      var line =
        "  \(number(stroke.time)) s  \(place(stroke.start)) to \(place(stroke.end)), lifts at "
        + "\(number(stroke.liftTime)) s"
      if velocity != .zero {
        line +=
          " with (\(ReadableNumber.signed(velocity.dx)), "
          + "\(ReadableNumber.signed(velocity.dy))) pt/s"
      }
      lines.append(line)
    }
    if strokes.count > strokeLimit {
      lines.append("  and \(strokes.count - strokeLimit) more strokes")
    }
    let notches = script.notches
    if !notches.isEmpty {
      lines.append("  \(notches.count) notch\(notches.count == 1 ? "" : "es") of a wheel")
    }
    return lines
  }

  private static func place(_ point: Point) -> String { "\(number(point.x)),\(number(point.y))" }

  private static func number(_ value: Double) -> String {
    ReadableNumber.trimmed(ReadableNumber.fixed(value, 3))
  }
}
