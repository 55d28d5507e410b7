import SnapbackBasics
import SnapbackEngine
import SnapbackLayout
import SnapbackScene
import Testing

/// Layout passes that run ahead of the changes that need them.
@Suite struct LayoutRehearsalTests {
  private static let box = """
    { snapback: 1, screen: { width: 400, height: 800 }, views: [ { id: 'box' } ],
      constraints: [ { id: 'place', rule: 'box.left = 100' }, 'box.top = 0', 'box.width = 10',
        'box.height = 10' ] }
    """

  private func engine() throws -> Engine {
    Engine(try SceneReader.read(Array(Self.box.utf8), file: "test"))
  }

  private func left(_ engine: borrowing Engine) -> Double { engine.layoutTree.frames[1].left }

  /// The rehearsal differs from the applied changes, which shows that the engine uses its passes.
  @Test func theEngineTakesThePassesOver() throws {
    var engine = try engine()
    let rehearsal = try #require(
      LayoutRehearsal(of: [.constant("place", 200)], in: RunningScene(engine)))
    #expect(left(engine) == 100)
    try engine.apply([.constant("place", 300)], rehearsal: rehearsal, at: .zero)
    #expect(left(engine) == 200)
  }

  @Test func anotherPassMeanwhileInvalidatesIt() throws {
    var engine = try engine()
    let rehearsal = try #require(
      LayoutRehearsal(of: [.constant("place", 200)], in: RunningScene(engine)))
    let fits = rehearsal.fits(engine)
    #expect(fits)
    try engine.apply([.constant("place", 150)], at: .zero)
    let stillFits = rehearsal.fits(engine)
    #expect(!stillFits)
    try engine.apply([.constant("place", 300)], rehearsal: rehearsal, at: .zero)
    #expect(left(engine) == 300)
  }

  /// Setting a constant to its current value needs no pass, but is a change all the same.
  @Test func aChangeWithoutAPassInvalidatesIt() throws {
    var engine = try engine()
    let rehearsal = try #require(
      LayoutRehearsal(of: [.constant("place", 200)], in: RunningScene(engine)))
    try engine.apply([.constant("place", 100)], at: .zero)
    let fits = rehearsal.fits(engine)
    #expect(!fits)
  }

  @Test func stagedChangesInvalidateIt() throws {
    var engine = try engine()
    let rehearsal = try #require(
      LayoutRehearsal(of: [.constant("place", 200)], in: RunningScene(engine)))
    try engine.stage([.constant("place", 150)], at: .zero)
    let fits = rehearsal.fits(engine)
    #expect(!fits)
    #expect(LayoutRehearsal(of: [], in: RunningScene(engine)) == nil)
  }

  @Test func nothingOfItIsLeftForTheNextChange() throws {
    var engine = try engine()
    let passes: [SceneChange] = [.constant("place", 200), .layoutIfNeeded, .constant("place", 250)]
    let rehearsal = try #require(LayoutRehearsal(of: passes, in: RunningScene(engine)))
    // The second change finds its value in the pass taken over, so that there is no second pass.
    let applied: [SceneChange] = [
      .constant("place", 300), .layoutIfNeeded, .constant("place", 200),
    ]
    try engine.apply(applied, rehearsal: rehearsal, at: .zero)
    #expect(left(engine) == 200)
    try engine.apply([.constant("place", 300)], at: .zero)
    #expect(left(engine) == 300)
  }

  @Test func wrongChangesHaveNone() throws {
    let engine = try engine()
    #expect(LayoutRehearsal(of: [.constant("plcae", 200)], in: RunningScene(engine)) == nil)
  }

  /// Ten passes, of which eight are kept: the engine runs the others.
  @Test func passesBeyondTheLimitAreRunByTheEngine() throws {
    var engine = try engine()
    let passes = (0..<10).flatMap {
      [SceneChange.constantBy("place", Double($0)), .layoutIfNeeded]
    }
    let rehearsal = try #require(LayoutRehearsal(of: passes, in: RunningScene(engine)))
    try engine.apply(passes, rehearsal: rehearsal, at: .zero)
    #expect(left(engine) == 145)
    var twin = try self.engine()
    try twin.apply(passes, at: .zero)
    #expect(engine.layoutPasses == twin.layoutPasses)
  }
}
