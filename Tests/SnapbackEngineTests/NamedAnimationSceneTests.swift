import SnapbackBasics
import SnapbackEngine
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// A push by the animation of that name: the incoming view comes from the right edge, and the
/// outgoing one makes room by 0.3 of the width.
@Suite struct NamedAnimationSceneTests {
  private static let scene = """
    { snapback: 1, screen: { width: 390, height: 844, scale: 3 },
      views: [ { id: "old" }, { id: "new" } ],
      constraints: [
        { format: "|[old]|" }, { format: "V:|[old]|" },
        { format: "|[new]|" }, { format: "V:|[new]|" } ],
      actions: [
        { name: "prepare", on: "appear", changes: [ { view: "new", translation: [390, 0] } ] },
        { name: "push", on: { tap: "old" }, animate: "push", changes: [
          { view: "old", translation: [-117, 0] }, { view: "new", translation: [0, 0] } ] },
        { name: "pop", on: { tap: "new" }, animate: { named: "push", delay: 0.1 }, changes: [
          { view: "old", translation: [0, 0] }, { view: "new", translation: [390, 0] } ] } ] }
    """

  /// The x of both views 0…1 s after an action, at a millisecond's distance.
  private func run(_ action: String, after others: [String] = []) throws -> [(Double, Double)] {
    var driver = try EngineDriver(scene: Self.scene)
    for other in others { _ = try driver.engine.run(action: other, at: .zero) }
    let start = 100.0
    _ = driver.see("old", start)
    _ = try driver.engine.run(action: action, at: EngineDriver.moment(start))
    return (0...1000).map { step in
      let time = start + Double(step) / 1000
      return (
        driver.seen(.translationX, of: "old", time).value,
        driver.seen(.translationX, of: "new", time).value
      )
    }
  }

  @Test func bothViewsPassTheRecordedPositionsTogether() throws {
    let table = try FixtureTable("uikit/navigation.csv")
    #expect(table.rows.count == 2)
    for row in table.rows {
      let isPush = row.text("kind") == "push"
      let positions = try run(isPush ? "push" : "pop", after: isPush ? [] : ["push"])
      // In a pop, the view that goes is the one on top.
      let (below, above) =
        isPush
        ? (row.number("outgoing_x"), row.number("incoming_x"))
        : (row.number("incoming_x"), row.number("outgoing_x"))
      // Where the lower view is at its recorded position, the upper one is at its own, to a
      // hundredth of a point, the precision of the recording.
      let pairs = zip(positions, positions.dropFirst()).filter {
        ($0.0.0 - below) * ($0.1.0 - below) <= 0 && $0.0.0 != $0.1.0
      }
      #expect(pairs.count == 1, "line \(row.line)")
      for (before, after) in pairs {
        let share = (below - before.0) / (after.0 - before.0)
        #expect(abs(before.1 + share * (after.1 - before.1) - above) < 0.05, "line \(row.line)")
      }
    }
  }

  @Test func theDelayOfANamedAnimationIsKept() throws {
    let positions = try run("pop", after: ["push"])
    #expect(positions[100] == (-117, 0))
    #expect(positions[150].1 > 1)
  }
}
