import SnapbackDocument
import SnapbackEngine
import SnapbackGestures
import SnapbackProtocol
import SnapbackScene
import Testing

/// Gestures that name each other, and actions that name gestures.
@Suite struct GestureRelationTests {
  private func recognizers(_ gestures: String) throws -> [GestureDescription] {
    try GestureReaderTests.read(gestures).gestures.map(\.recognizer)
  }

  @Test func relationsAreByNameWhateverComesFirst() throws {
    let found = try recognizers(
      """
      [ { tap: 'card', requireFailureOf: ['twice'] },
        { tap: 'card', taps: 2, name: 'twice' },
        { pinch: 'card', name: 'zoom', simultaneous: ['turn'] },
        { rotation: 'card', name: 'turn' } ]
      """)
    #expect(found.map(\.requiredFailures) == [[1], [], [], []])
    #expect(found.map(\.simultaneous) == [[], [], [3], []])
  }

  @Test func aScrollViewsNameMeansBothOfItsRecognizers() throws {
    let found = try recognizers(
      """
      [ { pan: 'card', name: 'moves', simultaneous: ['scrolls'] },
        { scroll: 'list', name: 'scrolls' },
        { tap: 'list', requireFailureOf: ['scrolls'] } ]
      """)
    #expect(found.map(\.simultaneous) == [[1, 2], [], [], []])
    #expect(found[3].requiredFailures == [1, 2])
  }

  @Test func trueIsEveryGestureThatHasANameAndFalseIsNone() throws {
    let found = try recognizers(
      """
      [ { pinch: 'card', simultaneous: true }, { rotation: 'card', name: 'turn' },
        { pan: 'card', name: 'moves', simultaneous: false }, { tap: 'card' } ]
      """)
    // Naming itself is allowed and has no effect.
    #expect(found.map(\.simultaneous) == [[0, 1, 2], [], [], []])
  }

  @Test func anActionNamesAGestureAndItsPhase() throws {
    let scene = try GestureReaderTests.read(
      """
      [ { tap: 'card', name: 'twice', taps: 2 }, { pan: 'card', name: 'moves' },
        { scroll: 'list', name: 'scrolls' } ]
      """,
      actions: """
        [ { on: { gesture: 'twice' }, changes: [] },
          { on: { gesture: 'twice', phase: 'recognized' }, changes: [] },
          { on: { gesture: 'moves' }, changes: [] },
          { on: [{ gesture: 'moves', phase: 'ended' }, { gesture: 'moves', phase: 'cancelled' }],
            changes: [] },
          { on: { gesture: 'scrolls', phase: 'changed' }, changes: [] },
          { on: { pull: 'scrolls', edge: 'left', distance: 9, phase: 'released' }, changes: [] },
          { on: { pull: 'scrolls', distance: 9 }, changes: [] } ]
        """)
    let wanted: [[SceneAction.Trigger]] = [
      [.gesture(0, .recognized)], [.gesture(0, .recognized)], [.gesture(1, .began)],
      [.gesture(1, .ended), .gesture(1, .cancelled)],
      [.gesture(2, .changed), .gesture(3, .changed)],
      [2, 3].map { .pull(PullTrigger($0, edge: .left, distance: 9, phase: .released)) },
      [2, 3].map { .pull(PullTrigger($0, edge: .top, distance: 9, phase: .reached)) },
    ]
    #expect(scene.actions.map(\.triggers) == wanted)
  }

  @Test func onlyAScrollGestureIsPulled() {
    for (trigger, fault) in [
      ("pull: 'moves', distance: 9", "[0].on.pull: only a scroll gesture can be pulled"),
      ("pull: 'scrols', distance: 9", "unknown gesture \"scrols\" — did you mean \"scrolls\"?"),
      ("pull: 'scrolls'", "[0].on: missing key \"distance\""),
      ("pull: 'scrolls', distance: 0", "[0].on.distance: expected a number from 1 to 1000"),
      ("pull: 'scrolls', distance: 9, gesture: 'moves'", "[0].on.gesture: unknown key"),
    ] {
      do throws(DocumentError) {
        _ = try GestureReaderTests.read(
          "[ { pan: 'card', name: 'moves' }, { scroll: 'list', name: 'scrolls' } ]",
          actions: "[ { on: { \(trigger) }, changes: [] } ]")
        Issue.record("accepted \(trigger)")
      } catch {
        #expect(error.description.contains(fault), "\(error.description)")
      }
    }
  }

  @Test func twoOfAKindAreNoTwinsWhereTheyDiffer() throws {
    for pair in [
      "{ tap: 'card' }, { tap: 'card', taps: 2 }", "{ tap: 'card' }, { tap: 'label' }",
      "{ pan: 'card', fingers: 1 }, { pan: 'card', fingers: 2 }",
      "{ pan: 'card', name: 'one' }, { pan: 'card', simultaneous: ['one'] }",
      "{ swipe: 'card', direction: 'left' }, { swipe: 'card', direction: 'right' }",
      "{ edgePan: 'screen', edge: 'left' }, { edgePan: 'screen', edge: 'right' }",
    ] {
      #expect(try GestureReaderTests.read("[\(pair)]").gestures.count == 2, "\(pair)")
    }
  }
}
