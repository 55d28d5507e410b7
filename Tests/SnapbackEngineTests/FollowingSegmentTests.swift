import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// A client that evaluates motions itself draws followers, products and curves to within the errors
/// that their motions state.
@Suite struct FollowingSegmentTests {
  /// The bound channels, and the largest error that their motions may state. A length may be 0.05
  /// points off, an opacity 1/512, and other numbers as much as moves the corner of a view, which
  /// is 40 points wide and high, by a quarter of a pixel.
  private static let list: [(view: String, channel: Channel, limit: Double)] =
    (FollowingScene.channels + FollowingScene.following + FollowingScene.turning).map {
      ($0.view, $0.channel, limit(of: $0.channel))
    }

  private static func limit(of channel: Channel) -> Double {
    switch channel {
    case .alpha: 1.0 / 512
    case .scaleX, .scaleY, .rotation: 0.125 / (20 * 2.0.squareRoot())
    default: 0.05
    }
  }

  /// The first channel that the client draws elsewhere than the engine does, or that states too
  /// large an error. Counts the channels that state one.
  private func fault(
    _ client: SegmentClient, _ driver: inout EngineDriver, at moment: Instant, _ count: inout Int
  ) -> String? {
    var frame = driver.engine.makeFrame()
    driver.engine.sample(&frame, at: moment, resampling: .none)
    let names = driver.engine.appearances.map(\.name)
    for (name, channel, limit) in Self.list {
      let view = names.firstIndex(of: name) ?? 0
      let drawn = FollowingScene.state(channel, frame.views[view]).value
      let told = client.value(channel, view, moment)
      let stated = client.statedError(channel, view, moment)
      if stated > 0 { count += 1 }
      if !(abs(told - drawn) <= stated + 1e-6) {
        return "\(channel) of \(name) is drawn at \(drawn) and told as \(told) ± \(stated)"
      }
      if stated > limit { return "\(channel) of \(name) is told to within \(stated) only" }
    }
    let color = FollowingScene.color(frame, of: names)
    for (wanted, channel) in zip(color, [Channel.red, .green, .blue]) {
      let told = client.value(channel, names.firstIndex(of: "lamp") ?? 0, moment)
      if !(abs(told - wanted) <= 1e-6) { return "\(channel) is told as \(told), not \(wanted)" }
    }
    return nil
  }

  @Test func segmentsAreTheFramesAtEveryMillisecond() throws {
    var driver = try EngineDriver(scene: FollowingScene.text)
    var (client, events, count) = (SegmentClient(), FollowingScene.events[...], 0)
    client.listen(&driver, at: .zero)
    for step in 0...4000 {
      let now = EngineDriver.moment(Double(step) / 1000)
      try client.proceed(&driver, &events, to: now)
      let fault = fault(client, &driver, at: now, &count)
      #expect(fault == nil, "at \(step) ms: \(fault ?? "")")
      guard fault == nil else { return }
    }
    #expect(count > 4000, "hardly any motion is sampled")
  }

  /// The motions of these sources never end, so what was told about their followers is renewed.
  @Test func segmentsOfEndlessMotionsAreRenewed() throws {
    var driver = try FollowingScene.endlessDriver()
    var (client, events, count) = (SegmentClient(), FollowingScene.events[..<0], 0)
    client.listen(&driver, at: .zero)
    for step in 0...6500 {
      let now = EngineDriver.moment(Double(step) / 1000)
      try client.proceed(&driver, &events, to: now)
      guard step < 1500 || step > 5000 else { continue }
      let fault = fault(client, &driver, at: now, &count)
      #expect(fault == nil, "at \(step) ms: \(fault ?? "")")
      guard fault == nil else { return }
    }
    #expect(count > 4000, "hardly any motion is sampled")
  }

  /// What a client is told of a product holds beyond the kinks of its factors, and at rest.
  @Test func aProductIsToldBeyondTheKinksOfItsFactors() throws {
    var driver = try EngineDriver(scene: FollowingScene.text)
    var client = SegmentClient()
    // Both factors of the card pass a kink on this way.
    try driver.apply(
      [.translation("head", Vector(dx: 60, dy: -240))], .curve(.linear, duration: 0.6), 0.1)
    client.listen(&driver, at: EngineDriver.moment(0.1))
    let card = driver.place(of: "card")
    for step in 100...900 {
      let now = EngineDriver.moment(Double(step) / 1000)
      let drawn = driver.see("card", Double(step) / 1000).transform.scale.dx
      let stated = client.statedError(.scaleX, card, now)
      #expect(abs(client.value(.scaleX, card, now) - drawn) <= stated + 1e-6, "at \(step) ms")
    }
    let end = client.value(.scaleX, card, EngineDriver.moment(0.9))
    #expect(abs(end - 0.8 * 0.6) <= 1e-9)
  }

  /// The source of the product comes to rest after 0.1 s, but the factor that follows it moves for
  /// more than a second.
  @Test func aProductIsToldUntilItsLastFactorRests() throws {
    let slow = "follow: { response: 2, dampingRatio: 0.7 }"
    var driver = try EngineDriver(
      scene: """
        { snapback: 1, screen: { width: 400, height: 800, scale: 2 },
          views: [ { id: "a" }, { id: "b" } ],
          constraints: [ "b.left = 0", "b.top = 0", "b.width = 40", "b.height = 40" ],
          bindings: [
            { from: "a.translation.x", to: "b.scale", map: [[0, 1], [100, 3]], \(slow),
              combine: "multiply" },
            { from: "a.translation.y", to: "b.scale", map: [[0, 1], [100, 2]],
              combine: "multiply" } ] }
        """)
    var (client, events) = (SegmentClient(), FollowingScene.events[..<0])
    let way = Vector(dx: 100, dy: 100)
    try driver.apply([.translation("a", way)], .curve(.linear, duration: 0.1), 0)
    client.listen(&driver, at: .zero)
    for step in 0...4000 {
      let now = EngineDriver.moment(Double(step) / 1000)
      try client.proceed(&driver, &events, to: now)
      let drawn = driver.see("b", Double(step) / 1000).transform.scale.dx
      let view = driver.place(of: "b")
      let room = client.statedError(.scaleX, view, now) + 1e-6
      let told = client.value(.scaleX, view, now)
      #expect(abs(told - drawn) <= room, "at \(step) ms")
      guard abs(told - drawn) <= room else { return }
      if step == 1200 { #expect(abs(drawn - 6) > 0.05, "the factor rests too early for this test") }
    }
  }
}
