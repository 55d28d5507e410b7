import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

@testable import SnapbackClient

/// A mirror that receives segments must show what the engine draws.
@Suite struct MotionMirrorTests {
  /// A mirror that has received, in bytes, all motions of an engine's channels from now on.
  private static func mirror(_ driver: borrowing EngineDriver) throws -> MotionMirror {
    var encoder = WireEncoder(.binary)
    encoder.snapshot(
      driver.frame, screen: driver.engine.screen, appearances: driver.engine.appearances,
      sequence: 1, epoch: 1)
    var motions: [ChannelMotion] = []
    for view in driver.engine.appearances.indices {
      for channel in Channel.allCases {
        if let motion = driver.engine.motion(of: channel, view: view) { motions.append(motion) }
      }
      let levers = driver.engine.levers(of: view)
      motions += [levers.x, levers.y]
    }
    encoder.segment(
      motions, revision: driver.frame.revision, at: driver.frame.time,
      appearances: driver.engine.appearances, sequence: 2)
    var inbox = Inbox(.binary)
    inbox.append(encoder.bytes[...])
    var mirror = MotionMirror()
    while let message = try inbox.next() { mirror.apply(message) }
    return mirror
  }

  /// The largest difference of any number of two states.
  private static func difference(_ left: ViewState, _ right: ViewState) -> Double {
    func numbers(_ state: ViewState) -> [Double] {
      let (frame, transform, matrix) = (state.frame, state.transform, state.toScreen)
      return [
        frame.left, frame.top, frame.size.width, frame.size.height, transform.translation.dx,
        transform.translation.dy, transform.rotation, transform.shear, transform.scale.dx,
        transform.scale.dy, matrix.a, matrix.b, matrix.c, matrix.d, matrix.tx, matrix.ty,
        state.alpha, state.cornerRadius, state.frameVelocity.x, state.frameVelocity.y,
        state.frameVelocity.width, state.frameVelocity.height, state.translationVelocity.dx,
        state.translationVelocity.dy, state.rotationVelocity, state.scaleVelocity.dx,
        state.scaleVelocity.dy, state.shearVelocity,
      ]
    }
    let pairs = zip(numbers(left), numbers(right))
    let colors = left.color == right.color ? 0 : Double.infinity
    return pairs.reduce(colors) { max($0, ($1.0 - $1.1).magnitude / max(1, $1.0.magnitude)) }
  }

  @Test(arguments: ["card", "photo", "list"])
  func mirroredFramesAreTheEnginesWhateverMoves(scene: String) throws {
    var driver = try EngineDriver(bundled: scene)
    let size = driver.engine.screen.size
    let start = Point(x: size.width / 2, y: size.height / 2)
    driver.drag(from: start, to: Point(x: start.x + 40, y: start.y - 120), 0.1...0.2)
    driver.lift(0.205)
    var states: [ViewState] = []
    var (worst, moved) = (0.0, false)
    driver.updateFrame(at: EngineDriver.moment(0.21))
    let mirror = try Self.mirror(driver)
    for step in 0...200 {
      let seconds = 0.21 + Double(step) / 143
      driver.updateFrame(at: EngineDriver.moment(seconds))
      mirror.evaluate(at: EngineDriver.moment(seconds), into: &states)
      #expect(states.count == driver.frame.views.count)
      for (mirrored, drawn) in zip(states, driver.frame.views) {
        worst = max(worst, Self.difference(mirrored, drawn))
        moved = moved || drawn.translationVelocity != .zero || drawn.frameVelocity != .zero
      }
    }
    #expect(moved && worst <= 1e-9, "\(scene): \(worst)")
    print("\(scene): worst relative difference \(worst)")
  }

  @Test func untilItsSegmentHasComeAViewIsWhereTheSnapshotSays() throws {
    var driver = try EngineDriver(bundled: "card")
    driver.updateFrame(at: EngineDriver.moment(0.1))
    var encoder = WireEncoder(.binary)
    encoder.snapshot(
      driver.frame, screen: driver.engine.screen, appearances: driver.engine.appearances,
      sequence: 1, epoch: 1)
    var inbox = Inbox(.binary)
    inbox.append(encoder.bytes[...])
    var mirror = MotionMirror()
    mirror.apply(try #require(try inbox.next()))
    var states: [ViewState] = []
    mirror.evaluate(at: EngineDriver.moment(5), into: &states)
    #expect(states.count == 2 && states[1].frame.size.width == 312)
    #expect(mirror.restTime == .zero)
  }

  /// Segments tell that a view is hidden by an opacity of 0, and say nothing about what is in it.
  @Test func aHiddenViewThatIsShownIsVisibleAndSoIsWhatIsInIt() throws {
    let scene = """
      { snapback: 1, screen: { width: 400, height: 800 },
        views: [{ id: "sheet", hidden: true, views: [{ id: "label" }] }],
        constraints: [
          "sheet.left = 20", "sheet.top = 40", "sheet.width = 200", "sheet.height = 120",
          "label.left = sheet.left", "label.top = sheet.top",
          "label.width = 50", "label.height = 20" ] }
      """
    let driver = try EngineDriver(scene: scene)
    var encoder = WireEncoder(.binary)
    encoder.snapshot(
      driver.frame, screen: driver.engine.screen, appearances: driver.engine.appearances,
      sequence: 1, epoch: 1)
    var mirror = MotionMirror()
    var inbox = Inbox(.binary)
    inbox.append(encoder.bytes[...])
    mirror.apply(try #require(try inbox.next()))
    var states: [ViewState] = []
    mirror.evaluate(at: EngineDriver.moment(1), into: &states)
    #expect(states.map(\.isVisible) == [true, false, false])
    for (step, opacity) in [0.0, 1, 0, 0.5].enumerated() {
      let time = EngineDriver.moment(Double(step + 2))
      let motion = ChannelMotion(
        view: 1, channel: .animated(.alpha), generation: UInt64(step + 1),
        held: MotionState(value: opacity))
      encoder.reset()
      encoder.segment(
        [motion], revision: UInt64(step + 2), at: time, appearances: driver.engine.appearances,
        sequence: UInt64(step + 2))
      inbox.append(encoder.bytes[...])
      mirror.apply(try #require(try inbox.next()))
      mirror.evaluate(at: time, into: &states)
      #expect(states.map(\.isVisible) == [true, opacity > 0, opacity > 0])
      #expect(states[1].alpha == opacity)
    }
  }

  @Test func handlesThatAreNoViewsAreIgnored() throws {
    var encoder = WireEncoder(.binary)
    let motions = [0, 5, 70_000].map {
      ChannelMotion(view: $0, channel: .leverX, generation: 1, held: .init(value: 1))
    }
    encoder.segment(motions, revision: 1, at: .zero, appearances: [], sequence: 1)
    var inbox = Inbox(.binary)
    inbox.append(encoder.bytes[...])
    var mirror = MotionMirror()
    mirror.apply(try #require(try inbox.next()))
    for view in [-1, 0, 5, 70_000, Int.max] {
      #expect(mirror.motion(of: .leverX, view: view, at: .zero) == nil)
      #expect(mirror.value(of: .leverX, view: view, at: .zero).value == 0)
    }
    var states: [ViewState] = []
    mirror.evaluate(at: .distantFuture, into: &states)
    #expect(states.isEmpty)
  }
}
