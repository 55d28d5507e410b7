import Glibc
import SnapbackBasics
import SnapbackDocument
import SnapbackEngine
import SnapbackFiles
import SnapbackLayout
import SnapbackProtocol
import SnapbackReplay
import SnapbackScene
import SnapbackTouches

/// Feeds Snapback's external inputs from libFuzzer. A trap, a hang or a broken invariant is a
/// finding; an error is a valid answer.
///
/// One program has all targets; `$SNAPBACK_FUZZ` selects the one that runs.
private func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  switch target {
  case .document: _ = try? DocumentNode.parse(bytes, file: "fuzz")
  case .scene: fuzzScene(bytes)
  case .control: fuzzControl(bytes)
  case .rule: fuzzRule(bytes)
  case .format: fuzzFormat(bytes)
  case .recording: fuzzRecording(bytes, as: .evemu)
  case .evtest: fuzzRecording(bytes, as: .evtest)
  case .getevent: fuzzRecording(bytes, as: .getevent)
  case .lines: fuzzRecording(bytes, as: .snapback)
  case .yaml: fuzzRecording(bytes, as: .libinput)
  case .raw: fuzzRecording(bytes, as: .raw)
  case .script: fuzzRecording(bytes, as: .script)
  case .requests: fuzzRequests(bytes)
  case .messages: fuzzMessages(bytes)
  case .session: fuzzSession(bytes)
  case .loop: fuzzLoop(bytes)
  case nil: preconditionFailure("main checks the target")
  }
  return 0
}

/// libFuzzer's own loop. It is called directly because SwiftPM gives executables their own `main`.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<Arguments>,
  _ test: @convention(c) (UnsafePointer<UInt8>, Int) -> CInt
) -> CInt

/// The type of C's `argv`.
public typealias Arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

/// The function that the linker makes `main`.
@_cdecl("fuzz_main")
public func main(_ count: CInt, _ arguments: Arguments) -> CInt {
  guard target != nil else {
    let names = Target.allCases.map(\.rawValue).joined(separator: ", ")
    print("fuzz: SNAPBACK_FUZZ has to name a target: \(names)")
    return 64
  }
  var (count, arguments) = (count, arguments)
  return runFuzzer(&count, &arguments, fuzz)
}

private let target = getenv("SNAPBACK_FUZZ").flatMap { Target(rawValue: String(cString: $0)) }

/// The fuzz targets.
private enum Target: String, CaseIterable {
  case document, scene, rule, format
  /// Lines of commands.
  case control
  /// Recordings: evemu's, evtest's, getevent's, Snapback's own, libinput's, the kernel's, and
  /// umockdev's.
  case recording, evtest, getevent, lines, yaml, raw, script
  /// Messages from clients.
  case requests
  /// Messages from the daemon, as clients read them.
  case messages
  /// Messages from clients to a running daemon, and their effect on its loop.
  case session, loop
}

/// Runs each accepted scene: layout, pans, and the check that every value stays finite.
private func fuzzScene(_ bytes: [UInt8]) {
  guard let scene = try? SceneReader.read(bytes, file: "fuzz"), scene.views.count < 50 else {
    return
  }
  fuzzLayout(scene.layout)
  var engine = Engine(scene)
  var frames = FrameSource(engine)
  let center = Point(x: scene.screen.size.width / 2, y: scene.screen.size.height / 2)
  for step in 0..<12 {
    let phase: Contact.Phase = step == 0 ? .began : step == 8 ? .ended : .moved
    let place = center + Double(step * 9) * Vector(dx: 1, dy: -0.5)
    let time = Instant(nanoseconds: UInt64(step) * 8_000_000)
    if step <= 8 {
      engine.handle(
        TouchFrame(time: time, contacts: [Contact(id: 1, phase: phase, position: place)]))
    }
    frames.update(&engine, at: time)
    requireFinite(frames.frame)
  }
  fuzzActions(scene.actions, &engine, &frames)
}

/// Triggers every action of a scene twice, then advances the time by a week.
private func fuzzActions(
  _ actions: [SceneAction], _ engine: inout Engine, _ frames: inout FrameSource
) {
  var now = Instant(nanoseconds: 1_000_000_000)
  for action in actions.prefix(20) + actions.prefix(20) {
    _ = try? engine.run(action: action.name, at: now)
    for step in [0.0, 0.003, 0.1] {
      now = now.advanced(bySeconds: step)
      frames.update(&engine, at: now)
      requireFinite(frames.frame)
    }
    engine.setMotionRate(engine.motionRate == 1 ? 0.3 : 1, at: now)
  }
  frames.update(&engine, at: now.advanced(bySeconds: 600_000))
  requireFinite(frames.frame)
  engine.setCompletesInstantly(true, at: now)
  frames.update(&engine, at: now.advanced(bySeconds: 600_001))
  requireFinite(frames.frame)
}

/// Feeds client requests line by line: each is done or refused, and every value stays finite.
private func fuzzControl(_ bytes: [UInt8]) {
  guard let document = try? DocumentNode.parse(card, file: "fuzz"),
    let scene = try? SceneReader.read(document, file: "fuzz")
  else { return }
  var engine = Engine(scene)
  var desk = ControlDesk(scene: document, file: "fuzz")
  var injector = TouchInjector()
  var now = Instant(nanoseconds: 1_000_000_000)
  for line in bytes.split(separator: UInt8(ascii: "\n")).prefix(20) {
    guard let message = try? DocumentNode.parse(Array(line), file: "fuzz"),
      let member = try? message.members(file: "fuzz").first,
      let command = Command(rawValue: member.key)
    else { continue }
    now = now.advanced(bySeconds: 0.05)
    _ = desk.drainMeasureRequests(of: engine)
    _ = try? injector.add(member.value, from: 1, at: now)
    while let touches = injector.next(at: now) { engine.handle(touches) }
    _ = try? desk.perform(command, member.value, on: &engine, at: now)
    var frames = FrameSource(engine)
    frames.update(&engine, at: now)
    requireFinite(frames.frame)
  }
}

private func requireFinite(_ frame: SceneFrame) {
  for view in frame.views {
    precondition(view.toScreen.tx.isFinite && view.toScreen.a.isFinite, "a view is nowhere")
    precondition(view.translationVelocity.isFinite, "a velocity is no number")
    precondition(view.alpha.isFinite, "an opacity is no number")
  }
}

/// Lays a tree out in both directions, and asks for everything that it can answer.
private func fuzzLayout(_ layout: LayoutTree) {
  var tree = layout
  for direction in LayoutDirection.allCases {
    var traits = tree.traits
    traits.direction = direction
    traits.contentSize = direction == .leftToRight ? .xSmall : .accessibility5
    traits.heightClass = direction == .leftToRight ? .compact : .regular
    try? tree.setTraits(traits)
    tree.layoutIfNeeded()
    _ = tree.ambiguities()
    for status in tree.constraintStatuses {
      precondition(status.violation.isFinite, "a violation is no number")
    }
    for frame in tree.frames {
      precondition(frame.left.isFinite && frame.bottom.isFinite, "a frame is nowhere")
    }
  }
  _ = try? tree.fittingSize(of: .root)
}

/// Adds the constraints of each accepted format to a tree, which accepts or refuses them.
private func fuzzFormat(_ bytes: [UInt8]) {
  guard let format = try? VisualFormat(parsing: String(decoding: bytes, as: UTF8.self)),
    var tree = try? LayoutTree(screen: Size(width: 300, height: 200))
  else { return }
  var names: [String: LayoutItem] = [:]
  for name in ["a", "b", "c", "button"] {
    names[name] = (try? tree.addView(in: .root, name: name)).map(LayoutItem.view)
  }
  let constraints = try? format.constraints(
    identifier: "row", superview: .view(.root), metrics: ["gap": 12, "low": 250]
  ) { names[$0] }
  for constraint in constraints ?? [] { try? tree.add(constraint) }
  tree.layoutIfNeeded()
}

/// Decodes messages as a client does, in both encodings. Decoded motions can be evaluated, and
/// encoding and decoding them again gives the same motions.
private func fuzzMessages(_ bytes: [UInt8]) {
  var mirror = SceneMirror()
  var decoder = BinaryDecoder(limit: 1 << 20)
  decoder.feed(bytes)
  while let message = try? decoder.nextMessage() {
    mirror.apply(message)
    guard case .segment(let update) = message else { continue }
    let motions = update.channels.map(\.motion)
    for motion in motions {
      _ = motion.presentation(at: update.time)
      _ = motion.presentation(at: motion.end)
    }
    var encoder = BinaryEncoder()
    encoder.segment(
      motions, revision: update.revision, at: update.time, isAhead: update.isAhead, sequence: 1)
    var again = BinaryDecoder()
    again.feed(encoder.bytes)
    guard case .segment(let copy) = try? again.nextMessage() else {
      preconditionFailure("a segment that was read cannot be written")
    }
    precondition(copy.channels.map(\.motion) == motions, "a segment changed on its way")
  }
  for line in bytes.split(separator: 10).prefix(20) { _ = try? mirror.apply(Array(line)) }
}

private func fuzzRule(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  guard let rule = try? ConstraintExpression(parsing: text) else { return }
  precondition(rule.constant.isFinite && rule.terms.allSatisfy(\.multiplier.isFinite))
}

/// Checks that a recording accepted in strict mode reads the same in lenient mode, survives writing
/// and reading without loss, and can be replayed until the scene is at rest.
private func fuzzRecording(_ bytes: [UInt8], as format: RecordingFormat) {
  // An input without a known head is only an error; prepend one so that the targets get further.
  let head = format == .libinput ? Array("# libinput record\n".utf8) : []
  let whole = try? read(head + bytes, as: format, isLenient: false)
  guard let intact = try? read(head + bytes, as: format, isLenient: true) else {
    precondition(whole == nil, "strict reading is the lenient one")
    return
  }
  if let whole {
    precondition(intact.omissions.count == 0 && intact.recording == whole.recording)
  }
  let recording = intact.recording
  for stream in recording.streams { _ = RecordingReport(stream) }
  fuzzWriters(recording)
  guard let scene = try? SceneReader.read(card, file: "fuzz"),
    var replay = Replay(recording, scene: scene, rate: 10)
  else { return }
  let summary = replay.run { lines in
    precondition(!lines.isEmpty)
  }
  precondition(summary.isAtRest, "something moves for ever")
}

private func read(
  _ bytes: [UInt8], as format: RecordingFormat, isLenient: Bool
) throws(RecordingError) -> ReadRecording {
  guard format == .libinput else {
    return try RecordingReader.read(bytes, as: format, file: "fuzz", isLenient: isLenient)
  }
  return try RecordingFile.read(bytes, file: "fuzz", isLenient: isLenient)
}

/// Checks that written recordings can be read, and that every event is the same.
private func fuzzWriters(_ recording: Recording) {
  let lines = Array(FrameLinesWriter.text(recording).utf8)
  let yaml = Array(LibinputWriter.text(recording).utf8)
  guard let again = try? read(lines, as: .snapback, isLenient: false),
    let other = try? read(yaml, as: .libinput, isLenient: false)
  else {
    // A device's name may hold text that no document may: runs of combining marks, odd characters.
    precondition(recording.streams.contains { !$0.device.name.utf8.allSatisfy { $0 < 0x7f } })
    return
  }
  precondition(again.recording.streams.map(\.events) == recording.streams.map(\.events))
  precondition(again.recording.origin == recording.origin)
  precondition(
    other.recording.streams.map { $0.events.map(\.value) }
      == recording.streams.map { $0.events.map(\.value) })
  for index in recording.streams.indices where !recording.streams[index].events.isEmpty {
    let text = Array(EvemuWriter.text(recording, stream: index).utf8)
    let evemu = try? RecordingReader.read(text, as: .evemu, file: "fuzz").recording
    precondition(evemu?.events.map(\.value) == recording.streams[index].events.map(\.value))
  }
}

private let card = Array(
  """
  { snapback: 1, screen: { width: 390, height: 844, scale: 3 }, views: [ { id: "card" } ],
    constraints: [ "card.left = 0", "card.top = 0", "card.width = screen.width",
      "card.height = screen.height" ],
    gestures: [ { pan: "card", follow: "point", tilt: { degrees: 12, reach: 160 } } ] }
  """.utf8)
