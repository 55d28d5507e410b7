import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// Nothing jumps when a motion that is followed is interrupted: neither a follower nor its
/// velocity, whatever happens to its source, and no other bound number unless its source jumps.
@Suite struct FollowingInterruptionTests {
  /// What happens to the head and the bar half a second after the head was released, while an
  /// animation moves both.
  struct Interruption: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Whether sources jump.
    var jumps = false
    /// The motion rate afterwards.
    var rate = 1.0
    let perform: @Sendable (inout EngineDriver, UInt64, Instant) throws -> Void
  }

  private static let away: [SceneChange] = [
    .translation("head", Vector(dx: -45, dy: 70)), .constant("bw", 110),
  ]

  private static let interruptions: [Interruption] = [
    Interruption(testDescription: "nothing") { driver, _, now in driver.engine.flush(at: now) },
    Interruption(testDescription: "a catch") { driver, _, now in
      let seconds = now.seconds(since: .zero)
      let head = driver.see("head", seconds)
      driver.finger(2, at: head.toScreen(Point(x: 100, y: 100)), seconds)
    },
    Interruption(testDescription: "another goal") { driver, _, now in
      try driver.engine.apply(away, animation: FollowingScene.bouncing, at: now)
    },
    Interruption(testDescription: "a curve to another goal") { driver, _, now in
      try driver.engine.apply(away, animation: .curve(.easeInOut, duration: 0.3), at: now)
    },
    Interruption(testDescription: "a change without animation", jumps: true) { driver, _, now in
      try driver.engine.apply(away, animation: nil, at: now)
    },
    Interruption(testDescription: "a pause") { driver, id, now in
      try driver.engine.pause(id, at: now)
    },
    Interruption(testDescription: "a reversal") { driver, id, now in
      try driver.engine.reverse(id, at: now)
    },
    Interruption(testDescription: "a scrub", jumps: true) { driver, id, now in
      try driver.engine.scrub(id, to: 0.9, at: now)
    },
    Interruption(testDescription: "an end at the goal", jumps: true) { driver, id, now in
      try driver.engine.end(id, at: .end, time: now)
    },
    Interruption(testDescription: "an end at the start", jumps: true) { driver, id, now in
      try driver.engine.end(id, at: .start, time: now)
    },
    Interruption(testDescription: "slow motion", rate: 0.25) { driver, _, now in
      driver.engine.setMotionRate(0.25, at: now)
    },
    Interruption(testDescription: "fast motion", rate: 3) { driver, _, now in
      driver.engine.setMotionRate(3, at: now)
    },
  ]

  private static let list = FollowingScene.following + FollowingScene.channels

  /// Moves the head and the bar from 0.3 s to 1.2 s. Returns the transaction.
  private func begin(_ driver: inout EngineDriver) throws -> UInt64 {
    try driver.apply(
      [.translation("head", Vector(dx: 25, dy: -90)), .constant("bw", 190)],
      .curve(.easeInOut, duration: 0.9), isControlled: true, 0.3)
  }

  private func drawn(_ driver: inout EngineDriver, at moment: Instant) -> [MotionState] {
    var frame = driver.engine.makeFrame()
    driver.engine.sample(&frame, at: moment, resampling: .none)
    return FollowingScene.drawn(Self.list, frame, of: driver.engine.appearances.map(\.name))
  }

  @Test(arguments: interruptions.indices)
  func nothingJumps(index: Int) throws {
    let interruption = Self.interruptions[index]
    var driver = try FollowingScene.driver(through: FollowingScene.release)
    let id = try begin(&driver)
    let moment = EngineDriver.moment(0.7)
    driver.updateFrame(at: moment)
    let before = drawn(&driver, at: moment)
    try interruption.perform(&driver, id, moment)
    let after = drawn(&driver, at: moment)
    let count = FollowingScene.following.count
    for (place, (old, new)) in zip(before, after).enumerated() {
      let isFollower = place < count
      guard isFollower || !interruption.jumps else { continue }
      #expect(abs(old.value - new.value) <= 1e-6, "\(Self.list[place])")
      guard isFollower else { continue }
      let wanted = old.velocity * interruption.rate
      #expect(abs(wanted - new.velocity) <= 1e-6 * max(1, abs(wanted)), "\(Self.list[place])")
    }
    #expect(before.prefix(3).allSatisfy { abs($0.velocity) > 0.5 }, "the beads do not move")
    // Afterwards, too, the formulas hold, and a step of a follower is that of its velocity.
    var last = after
    for step in 1...800 {
      let moment = moment.advanced(bySeconds: Double(step) / 1000)
      driver.updateFrame(at: moment)
      let fault = FollowingScene.fault(&driver, at: moment)
      #expect(fault == nil, "\(step) ms on: \(fault ?? "")")
      guard fault == nil else { return }
      let next = drawn(&driver, at: moment)
      for place in 0..<count {
        let way = next[place].value - last[place].value
        let wanted = (next[place].velocity + last[place].velocity) / 2000
        let bend = abs(next[place].velocity - last[place].velocity) / 1000
        // A motion that comes to rest may drop a quarter of a pixel.
        let room = next[place].velocity == 0 ? 0.125 : 1e-3
        #expect(abs(way - wanted) <= bend + room, "\(Self.list[place]), \(step) ms on")
      }
      last = next
    }
  }

  @Test(arguments: [false, true]) func whatEndsAtOnceIsAtItsGoal(settles: Bool) throws {
    var driver = try FollowingScene.driver(through: FollowingScene.release)
    _ = try begin(&driver)
    let moment = EngineDriver.moment(0.7)
    if settles {
      driver.engine.settle(at: moment)
    } else {
      driver.engine.setCompletesInstantly(true, at: moment)
    }
    let head = driver.see("head", 0.7).transform.translation
    #expect(head == Vector(dx: 25, dy: -90))
    for bead in ["bead1", "bead2", "bead3"] {
      let view = driver.see(bead, 0.7)
      #expect(view.transform.translation.dx == 25 && view.translationVelocity == .zero)
    }
    let twin = driver.see("twin", 0.7).transform.scale.dx
    #expect(abs(twin - 1.4) < 1e-12)
    let fault = FollowingScene.fault(&driver, at: moment)
    #expect(fault == nil, "\(fault ?? "")")
    let isAtRest = driver.engine.isAtRest
    #expect(isAtRest)
    // While motions complete at once, followers equal their inputs; afterwards they move again.
    try driver.apply([.translation("head", Vector(dx: 70, dy: 0))], FollowingScene.soft, 0.8)
    let bead = driver.see("bead3", 0.8).transform.translation.dx
    #expect(bead == (settles ? 25 : 70))
    driver.engine.setCompletesInstantly(false, at: EngineDriver.moment(0.9))
    try driver.apply([.translation("head", .zero)], FollowingScene.soft, 0.9)
    let speed = driver.see("bead3", 1.1).translationVelocity.dx
    #expect(abs(speed) > 1)
  }

  // MARK: Another scene

  /// The scene in which the knob follows its source, a bead has another spring, and the float and
  /// the card are bound differently.
  private static let other = FollowingScene.text
    .replacing(
      "to: \"knob.rotation\",",
      with: "to: \"knob.rotation\", follow: { response: 0.4, dampingRatio: 0.5 },"
    )
    .replacing("response: 0.4, dampingRatio: 1 }", with: "response: 0.25, dampingRatio: 0.8 }")
    .replacing("[10, 0], [50, 15]", with: "[10, 4], [50, 25]")
    .replacing("map: [[0, 1], [40, 0.8]]", with: "map: [[0, 1.2], [40, 0.7]]")

  /// The scene in which the second bead follows nothing.
  private static let plain = FollowingScene.text
    .replacing(
      "{ from: \"bead1.translation.x\", to: \"bead2.translation.x\",\n"
        + "  follow: { response: 0.4, dampingRatio: 1 } },", with: "")

  @Test func theOtherScenesDiffer() {
    #expect(Self.other != FollowingScene.text)
    #expect(Self.plain.count < FollowingScene.text.count - 80)
  }

  /// Scenes that follow each other. The last ones take over channels that are still on their way
  /// from an earlier scene.
  @Test(arguments: [
    [FollowingScene.text, other], [other, FollowingScene.text], [plain, FollowingScene.text],
    [FollowingScene.text, plain], [FollowingScene.text, plain, FollowingScene.text],
    [other, FollowingScene.text, other],
  ])
  func anotherSceneContinuesWithoutAJump(scenes: [String]) throws {
    var driver = try FollowingScene.driver(through: FollowingScene.release, of: scenes[0])
    for (number, scene) in scenes.dropFirst().enumerated() {
      let moment = EngineDriver.moment(0.4 + Double(number) / 10)
      driver.updateFrame(at: moment)
      let before = drawn(&driver, at: moment)
      try driver.replaceScene(by: scene, animation: FollowingScene.bouncing)
      let after = drawn(&driver, at: moment)
      for (place, (old, new)) in zip(before, after).enumerated() {
        let room = 1e-6 * max(1, abs(old.velocity))
        #expect(abs(old.value - new.value) <= 1e-6, "\(Self.list[place])")
        #expect(abs(old.velocity - new.velocity) <= room, "\(Self.list[place])")
      }
    }
    // The models of the new scene are those of its document.
    // A scene appears with its first frame, not before.
    driver.updateFrame(at: EngineDriver.moment(0.6))
    driver.updateFrame(at: EngineDriver.moment(20))
    let (head, bead) = (
      driver.see("head", 20).transform.translation, driver.see("bead1", 20).transform.translation
    )
    #expect(head == .zero && bead == .zero)
    if scenes.last == FollowingScene.text {
      let fault = FollowingScene.fault(&driver, at: EngineDriver.moment(20))
      #expect(fault == nil, "\(fault ?? "")")
    }
    let isAtRest = driver.engine.isAtRest
    #expect(isAtRest)
  }

  /// Without an animation, only followers continue.
  @Test func aSceneWithoutAnimationLeavesFollowersWhereTheyAre() throws {
    var driver = try FollowingScene.driver(through: 0.3)
    let moment = EngineDriver.moment(0.5)
    driver.updateFrame(at: moment)
    let before = drawn(&driver, at: moment)
    try driver.replaceScene(by: Self.other)
    let after = drawn(&driver, at: moment)
    let knob = Self.list.firstIndex { $0.view == "knob" } ?? 0
    for place in Array(0..<FollowingScene.following.count) + [knob] {
      #expect(abs(before[place].value - after[place].value) <= 1e-6, "\(Self.list[place])")
      let room = 1e-6 * max(1, abs(before[place].velocity))
      #expect(abs(before[place].velocity - after[place].velocity) <= room, "\(Self.list[place])")
    }
    // The width of the bar jumped, and with it what its follower moves to.
    let twin = driver.see("twin", 20).transform.scale.dx
    #expect(abs(twin - 0.7) < 1e-12)
  }
}
