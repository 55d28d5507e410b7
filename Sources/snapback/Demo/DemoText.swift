import SnapbackBasics
import SnapbackClient
import SnapbackEngine
import SnapbackFiles
import SnapbackLinux
import SnapbackProtocol
import SnapbackReplay
import SnapbackScene

/// `snapback demo` if its output is not a terminal: the motion as text, and a summary.
struct DemoText {
  private static let rate = 60.0

  private let scene: String
  private let recording: String
  private var appearances: [ViewAppearance] = []
  private var seen: [ViewState] = []
  /// The largest distance of a view from its place, in points, with its time in seconds.
  private var farthest = (distance: 0.0, time: 0.0)
  private var rest = 0.0

  init(scene: String, recording: String) {
    self.scene = scene
    self.recording = recording
  }

  /// Prints a line for each view that moves in a frame, then the summary.
  consuming func show() throws(Failure) {
    let blueprint = try InputFiles.scene(scene)
    let input = try InputFiles.recording(recording)
    guard var driver = ReplayDriver(input.recording, scene: blueprint, rate: Self.rate) else {
      throw Failure(.data, "\(recording): no device in it reports positions to replay")
    }
    appearances = driver.appearances
    _ = driver.run { take($0) }
    let (distance, time) = farthest
    print(
      """

      A finger has flicked \(appearances.dropFirst().first?.name ?? "a view") aside: it was \
      \(ReadableNumber.fixed(distance, 0)) points from its place after \
      \(ReadableNumber.fixed(time, 2)) s. Then it sprang back, and since \
      \(ReadableNumber.fixed(rest, 2)) s it has been where the constraints put it.
      """)
  }

  private mutating func take(_ moment: ReplayMoment) {
    switch moment {
    case .start(let frame, _): seen = frame.views
    case .gesture(let event) where event.phase != .changed:
      print("          \(event.kind) on \(appearances[event.view].name) \(event.phase.rawValue)")
    case .frame(let shown): take(shown.frame.views, at: shown.frame.time.seconds(since: .zero))
    default: break
    }
  }

  private mutating func take(_ states: [ViewState], at time: Double) {
    for (index, state) in states.enumerated() where state != seen[index] {
      print(MotionLine.text(SceneMirror.View(appearances[index], state), at: time))
      let moved = state.transform.translation
      let distance = (moved.dx * moved.dx + moved.dy * moved.dy).squareRoot()
      if distance > farthest.distance { farthest = (distance, time) }
      rest = time
    }
    seen = states
  }
}
