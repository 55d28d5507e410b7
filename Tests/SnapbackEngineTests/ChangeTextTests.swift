import SnapbackBasics
import SnapbackDocument
import SnapbackEngine
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol
import SnapbackReplay
import SnapbackScene
import SnapbackTestSupport
import Testing

/// Compares what ``ChangeText`` writes with what the reader of commands makes of it.
@Suite struct ChangeTextTests {
  private func parse(_ text: String) throws -> DocumentNode {
    try DocumentNode.parse(Array(text.utf8), file: "text")
  }

  /// Whether two changes are equal but for the rounding of angles in degrees.
  private func matches(_ one: SceneChange, _ other: SceneChange) -> Bool {
    switch (one, other) {
    case (.rotation(let view, let a), .rotation(let other, let b)):
      view == other && abs(a - b) <= a.ulp
    case (.animate(let a, let left), .animate(let b, let right)):
      a == b && left.count == right.count && zip(left, right).allSatisfy(matches)
    default: one == other
    }
  }

  @Test func animationsAreReadAsTheyWere() throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<Effort.cases(20_000, inDebugBuilds: 1000) {
      var animation = try generator.animation()
      if generator.once(in: 5) { animation.repeatCount = .infinity }
      if generator.once(in: 5) { animation.reducedMotion = .keep }
      let text = ChangeText.text(animation)
      let read = try SceneReader.readAnimation(try parse(text), file: "text")
      #expect(animation == read, "\(text)")
    }
  }

  @Test func changesAreReadAsTheyWere() throws {
    let driver = try EngineDriver(scene: InterruptionScene.text)
    let text = ChangeText(views: driver.engine.appearances.map(\.name))
    var generator = SeededGenerator(seed: 2)
    var count = 0
    for _ in 0..<Effort.cases(20_000, inDebugBuilds: 1000) {
      let inner = generator.changes(isDirect: true)
      var changes = generator.changes(isDirect: true)
      changes += [.layoutIfNeeded, .animate(try generator.animation(), inner)]
      changes.append(.animate(nil, [.contentSizeCategory(.accessibility1)]))
      for change in changes {
        guard let written = text.list([change]) else { continue }
        count += 1
        let read = try SceneReader.readChanges(
          try parse(written), of: RunningScene(driver.engine), file: "text")
        #expect(read.count == 1 && matches(change, read[0]), "\(written)")
      }
    }
    #expect(count > 4000)
  }

  @Test func rulesOfTwoViewsAreReadAsTheyWere() throws {
    let driver = try EngineDriver(scene: InterruptionScene.text)
    let text = ChangeText(views: driver.engine.appearances.map(\.name))
    for constant in [0, 3.125, -0.5] {
      for terms in [[], [LayoutConstraint.Term(0.5, Anchor(ViewID(index: 2), .left))]] {
        let rule = LayoutConstraint(
          identifier: "t1", first: Anchor(ViewID(index: driver.place(of: "tail")), .left),
          terms: terms, constant: constant)
        let written = try #require(text.list([.replaceConstraint("t1", rule)]))
        let read = try SceneReader.readChanges(
          try parse(written), of: RunningScene(driver.engine), file: "text")
        #expect(read == [.replaceConstraint("t1", rule)], "\(written)")
      }
    }
  }

  /// A shear has no key in scenes, and a block with one has no form either.
  @Test func aWholeTransformHasNoForm() {
    let text = ChangeText(views: [])
    let change = SceneChange.transform("card", TransformComponents(shear: 0.1))
    #expect(text.text(change) == nil)
    #expect(text.text(.animate(nil, [.layoutIfNeeded, change])) == nil)
  }
}
