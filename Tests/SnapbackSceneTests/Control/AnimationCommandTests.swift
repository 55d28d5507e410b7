import SnapbackEngine
import SnapbackMotion
import SnapbackScene
import Testing

/// Actions and transactions by command.
@Suite struct AnimationCommandTests {
  private static let growing =
    "{changes: [{constraint: \"barHeight\", constant: 160}], controlled: true,"
    + " animate: {curve: \"linear\", duration: 1}}"

  @Test func aTransactionIsPausedScrubbedReversedAndStopped() throws {
    var controlled = try Controlled(barScene)
    let id = try #require(try controlled.send("change", Self.growing).transaction)
    func height(_ controlled: inout Controlled, _ seconds: Double) throws -> Double {
      try controlled.frame(of: "bar", at: seconds).size.height
    }
    var shown = try height(&controlled, 0.25)
    #expect(abs(shown - 85) < 1e-9)
    try controlled.send("animation", "{transaction: \(id), do: \"pause\"}", at: 0.25)
    shown = try height(&controlled, 5)
    #expect(abs(shown - 85) < 1e-9)
    let scrubbed = try controlled.send(
      "animation", "{transaction: \(id), do: \"scrub\", fraction: 0.75}", at: 5)
    #expect(scrubbed.fraction == 0.75 && scrubbed.transaction == id)
    shown = try height(&controlled, 5)
    #expect(shown == 135)
    try controlled.send("animation", "{transaction: \(id), do: \"continue\"}", at: 6)
    shown = try height(&controlled, 6.1)
    #expect(abs(shown - 145) < 1e-9)
    try controlled.send("animation", "{transaction: \(id), do: \"reverse\"}", at: 6.1)
    shown = try height(&controlled, 6.2)
    #expect(abs(shown - 135) < 1e-9)
    try controlled.send("animation", "{transaction: \(id), do: \"stop\"}", at: 6.2)
    shown = try height(&controlled, 9)
    #expect(abs(shown - 135) < 1e-9)
    let error = try controlled.refusal("animation", "{transaction: \(id), do: \"pause\"}", at: 9)
    #expect(error?.code == .unknownName)
  }

  @Test func scrubbingIsLinearUnlessItIsByTime() throws {
    var controlled = try Controlled(barScene)
    let id = try #require(
      try controlled.send(
        "change",
        """
        {changes: [{constraint: "barHeight", constant: 160}], controlled: true,
          animate: {curve: [0, 0, 0, 1], duration: 1}}
        """
      ).transaction)
    for (keys, height, fraction) in [
      // The control points give x = s³ and y = s²(3 − 2s), which is 0.896 at s = 0.8.
      ("", 60 + 51.2, 0.512), ("linearly: true", 60 + 51.2, 0.512),
      ("linearly: false", 60 + 89.6, 0.512),
    ] {
      let reply = try controlled.send(
        "animation", "{transaction: \(id), do: 'scrub', fraction: 0.512, \(keys)}", at: 0.1)
      #expect(reply.fraction == fraction)
      let shown = try controlled.frame(of: "bar", at: 0.1).size.height
      #expect(abs(shown - height) < 1e-9, "\(keys)")
    }
  }

  @Test func itContinuesWithAnotherAnimation() throws {
    var controlled = try Controlled(barScene)
    let id = try #require(try controlled.send("change", Self.growing).transaction)
    try controlled.send("animation", "{transaction: \(id), do: 'scrub', fraction: 0.5}", at: 0.1)
    try controlled.send(
      "animation",
      "{transaction: \(id), do: 'continue', animate: {curve: 'linear', duration: 2}}", at: 1)
    #expect(abs(try controlled.frame(of: "bar", at: 2).size.height - 135) < 1e-9)
    #expect(try controlled.frame(of: "bar", at: 3).size.height == 160)
  }

  @Test func stoppingTakesItToEitherEnd() throws {
    for (place, height) in [("start", 60.0), ("end", 160), ("current", 110)] {
      var controlled = try Controlled(barScene)
      let id = try #require(try controlled.send("change", Self.growing).transaction)
      _ = controlled.views(at: 0.5)
      try controlled.send(
        "animation", "{transaction: \(id), do: \"stop\", at: \"\(place)\"}", at: 0.5)
      #expect(try controlled.frame(of: "bar", at: 0.5).size.height == height)
    }
  }

  @Test func uikitsThreeNumbersAreASpring() throws {
    var controlled = try Controlled(barScene)
    try controlled.send(
      "change",
      """
      {changes: [{constraint: "barHeight", constant: 160}],
        animate: {spring: {duration: 1, dampingRatio: 0.33}, velocity: 2}}
      """)
    var twin = try Controlled(barScene)
    let spring = try Spring(uikitDuration: 1, dampingRatio: 0.33, initialVelocity: 2)
    let animation = Animation(.spring(spring, initialVelocity: 2))
    try twin.engine.apply([.constant("barHeight", 160)], animation: animation, at: .zero)
    #expect(controlled.views(at: 0.3) == twin.views(at: 0.3))
  }

  @Test func anActionIsRunOrSaysWhyNot() throws {
    var controlled = try Controlled(barScene)
    #expect(try controlled.send("run", "{action: \"open\"}").transaction != nil)
    #expect(try controlled.frame(of: "bar", at: 0.5).size.height == 110)
    try controlled.send("run", "{action: \"again\"}", at: 2)
    let error = try controlled.refusal("run", "{action: \"again\"}", at: 3)
    #expect(error?.code == .conflict && error?.message.contains("most") == true)
    let unknown = try controlled.refusal("run", "{action: \"opem\"}", at: 3)
    #expect(unknown?.code == .unknownName && unknown?.message.contains("open") == true)
  }

  @Test func whatIsWrongIsSaid() throws {
    let faults: [(String, String, ControlError.Code)] = [
      ("animation", "{transaction: 9, do: \"pause\"}", .unknownName),
      ("animation", "{transaction: -1, do: \"pause\"}", .badMessage),
      ("animation", "{transaction: 1, do: \"play\"}", .badMessage),
      ("animation", "{transaction: 1, do: \"scrub\"}", .badMessage),
      ("animation", "{transaction: 1, do: \"scrub\", fraction: 2}", .badMessage),
      ("animation", "{transaction: 1, do: \"pause\", fraction: 0.5}", .badMessage),
      ("animation", "{transaction: 1, do: \"reverse\", animate: \"push\"}", .badMessage),
      ("animation", "{transaction: 1, do: \"continue\", animate: \"pull\"}", .badMessage),
      ("animation", "{transaction: 1, do: \"continue\", linearly: true}", .badMessage),
      (
        "animation", "{transaction: 1, do: \"scrub\", fraction: 1, linearly: 1}", .badMessage
      ),
      ("animation", "{transaction: 1, do: \"stop\", at: \"here\"}", .badMessage),
      ("motion", "{}", .badMessage), ("motion", "{rate: 0}", .badMessage),
      ("motion", "{rate: \"fast\"}", .badMessage), ("rotate", "{rotation: 45}", .badMessage),
      ("rotate", "{}", .badMessage), ("run", "{}", .badMessage),
      ("inject", "{touches: []}", .badMessage),
    ]
    for (command, body, code) in faults {
      var controlled = try Controlled(barScene)
      #expect(try controlled.refusal(command, body)?.code == code, "\(command) \(body)")
    }
  }

  @Test func motionRunsAsItIsTold() throws {
    var controlled = try Controlled(barScene)
    try controlled.send("motion", "{rate: 0.5, reduced: false}")
    try controlled.send("run", "{action: \"open\"}")
    #expect(try controlled.frame(of: "bar", at: 1).size.height == 110)
    try controlled.send("motion", "{instant: true}", at: 1)
    #expect(try controlled.frame(of: "bar", at: 1).size.height == 160)
    try controlled.send("motion", "{reduced: true}", at: 1)
    #expect(controlled.engine.reducesMotion && controlled.engine.motionRate == 0.5)
  }
}
