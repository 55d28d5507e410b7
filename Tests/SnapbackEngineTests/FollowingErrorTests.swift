import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// The errors of approximate motions that add up in a number are at most 0.05 points together.
@Suite struct FollowingErrorTests {
  private static let curve = (try? CubicBezier(0.3, 0.25, 0.7, 0.75)) ?? .linear
  private static let limit = 0.05

  /// A scene without constraints; the screen has one pixel per point.
  private static func scene(_ views: [String], _ bindings: [String]) -> String {
    """
    { snapback: 1, screen: { width: 400, height: 800, scale: 1 },
      views: [ \(views.map { "{ id: \"\($0)\" }" }.joined(separator: ", ")) ],
      bindings: [ \(bindings.joined(separator: ",\n")) ] }
    """
  }

  private static func binding(_ source: String, _ target: String, _ keys: String) -> String {
    "{ from: \"\(source).translation.x\", to: \"\(target).translation.x\", \(keys) }"
  }

  /// Moves the view `head` by 100 points, and reads the views that follow it at each millisecond of
  /// the motion. `check` gets the drawn translations of all views, and what a client was told;
  /// it returns what is wrong.
  private static func follow(
    _ scene: String, _ views: [String],
    _ check: (_ drawn: [Double], _ told: [(value: Double, error: Double)]) -> String?
  ) throws {
    var driver = try EngineDriver(scene: scene)
    var (client, events) = (SegmentClient(), FollowingScene.events[..<0])
    try driver.apply(
      [.translation("head", Vector(dx: 100, dy: 0))], .spring(.critical(response: 0.6)), 0)
    client.listen(&driver, at: .zero)
    for step in 0...2500 {
      let now = EngineDriver.moment(Double(step) / 1000)
      try client.proceed(&driver, &events, to: now)
      let drawn = views.map { driver.see($0, Double(step) / 1000).transform.translation.dx }
      let told = views.map { name in
        let view = driver.place(of: name)
        return (
          value: client.value(.translationX, view, now),
          error: client.statedError(.translationX, view, now)
        )
      }
      let fault = check(drawn, told)
      #expect(fault == nil, "at \(step) ms: \(fault ?? "")")
      guard fault == nil else { return }
    }
  }

  /// Sixteen curves, the most that a number may depend on. Their values are those of the textbook's
  /// formula, applied again and again to the drawn value of the head.
  @Test func theErrorsOfALongChainOfCurvesAddUpToLittle() throws {
    let views = ["head"] + (1...16).map { "v\($0)" }
    let keys = "map: [[0, 0], [100, 100, [0.3, 0.25, 0.7, 0.75]]]"
    let bindings = zip(views, views.dropFirst()).map { Self.binding($0, $1, keys) }
    var worst = 0.0
    try Self.follow(Self.scene(views, bindings), views) { drawn, told in
      var wanted = drawn[0]
      for place in views.indices.dropFirst() {
        wanted = 100 * Textbook.bezier(Self.curve, at: min(max(wanted / 100, 0), 1))
        let (value, error) = told[place]
        worst = max(worst, error)
        if !(abs(drawn[place] - wanted) <= 1e-6) {
          return "\(views[place]) is drawn at \(drawn[place]), not \(wanted)"
        }
        if !(abs(value - wanted) <= error + 1e-6) {
          return "\(views[place]) is told as \(value) ± \(error), not \(wanted)"
        }
        if error > Self.limit { return "\(views[place]) is told to within \(error) only" }
      }
      return nil
    }
    #expect(worst > Self.limit / 4, "the chain is hardly sampled: \(worst)")
  }

  /// A number that is the sum of sixteen followers.
  @Test func theErrorsOfASumOfFollowersAddUpToLittle() throws {
    let views = ["head", "sum"]
    let bindings = (0..<16).map { place in
      let response = Double(20 + 3 * place) / 100
      return Self.binding(
        "head", "sum", "combine: \"add\", follow: { response: \(response), dampingRatio: 0.5 }")
    }
    var worst = 0.0
    try Self.follow(Self.scene(views, bindings), views) { drawn, told in
      let (value, error) = told[1]
      worst = max(worst, error)
      guard abs(value - drawn[1]) <= error + 1e-6 else {
        return "the sum is told as \(value) ± \(error), not \(drawn[1])"
      }
      return error > Self.limit ? "the sum is told to within \(error) only" : nil
    }
    #expect(worst > Self.limit / 4, "the followers are hardly sampled: \(worst)")
  }

  /// A follower computes its motion from exact values, so it does not inherit errors.
  @Test func aFollowerInheritsNoErrors() throws {
    let views = ["head", "v1", "v2", "v3", "tail"]
    let keys = "map: [[0, 0], [100, 100, [0.3, 0.25, 0.7, 0.75]]]"
    let bindings =
      zip(views, views.dropFirst().dropLast()).map { Self.binding($0, $1, keys) } + [
        Self.binding("v3", "tail", "follow: { response: 0.3, dampingRatio: 1 }")
      ]
    try Self.follow(Self.scene(views, bindings), views) { drawn, told in
      let (value, error) = told[4]
      guard abs(value - drawn[4]) <= error + 1e-6 else {
        return "the tail is told as \(value) ± \(error), not \(drawn[4])"
      }
      return error > Self.limit / 2 ? "the tail is told to within \(error) only" : nil
    }
  }
}
