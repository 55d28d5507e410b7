import SnapbackBasics
import SnapbackEngine
import SnapbackFiles
import SnapbackProtocol
import SnapbackReplay
import SnapbackTouches
import SnapbackWatch

/// `snapback watch --recording`: plays a recording on a scene into a tape that can be scrubbed.
struct WatchRecording {
  /// Frames per second on the tape.
  private static let rate = 120.0

  private var tape = WatchTape(isLive: false)
  private var explanation: Explanation
  private let appearances: [ViewAppearance]

  private init(_ scene: SceneBlueprint, _ appearances: [ViewAppearance]) {
    explanation = Explanation(scene)
    self.appearances = appearances
  }

  /// Plays a recording as fast as the machine allows, and returns the tape.
  static func tape(recording: String, scene: String) throws(Failure) -> WatchTape {
    let blueprint = try InputFiles.scene(scene)
    let input = try InputFiles.recording(recording)
    SnapbackReplay.warn(of: input, in: recording)
    guard
      var driver = ReplayDriver(input.recording, scene: blueprint, rate: rate, explains: true)
    else {
      throw Failure(.data, "\(recording): no device in it reports positions to replay")
    }
    var maker = WatchRecording(blueprint, driver.appearances)
    _ = driver.run { maker.take($0) }
    maker.note(maker.explanation.finish())
    return maker.tape
  }

  private mutating func take(_ moment: ReplayMoment) {
    switch moment {
    case .start(let frame, let screen):
      let views = zip(appearances, frame.views).map { SceneMirror.View($0, $1) }
      tape.begin(screen: screen, views: views, at: frame.time)
    case .touches(let frame):
      guard !frame.contacts.isEmpty else { return }
      let contacts = frame.contacts.map {
        TouchContact(
          id: $0.id, phase: $0.phase, position: $0.position,
          isInjected: $0.isInjected)
      }
      tape.touch(contacts, at: frame.time)
    case .note(let input):
      tape.note(input.line(explanation.contact).text, .dim, at: input.time)
    case .decision(let decision): note(explanation.add(decision))
    case .gesture(let event): tape.follow(event.view, at: event.time)
    case .layout(let passes, let time):
      tape.note("layout pass \(passes)", .dim, at: time)
    case .transaction(let event):
      let how = event.isInterrupted ? ", interrupted" : ""
      tape.note("transaction \(event.id) is \(event.moment.rawValue)\(how)", .dim, at: event.time)
    case .frame(let shown):
      let changed = shown.frame.views.indices.filter {
        shown.frame.revisions[$0] > shown.since
      }
      tape.append(changed.map { ($0, shown.frame.views[$0]) }, at: shown.frame.time)
      for view in changed {
        if let look = shown.frame.freeLook(of: view) {
          tape.append(look, of: view, at: shown.frame.time)
        }
      }
    case .looks(let looks, let time): tape.take(looks, at: time)
    case .event: break
    case .idle(let time): tape.rest(at: time)
    }
  }

  private mutating func note(_ decisions: [InputDecision]) {
    for decision in decisions {
      tape.note(decision.text, WatchTape.Tone(decision), at: decision.time)
    }
  }
}

/// The `replay` command. The name `Replay` alone means the type in the module `SnapbackReplay`.
private typealias SnapbackReplay = snapback.Replay
