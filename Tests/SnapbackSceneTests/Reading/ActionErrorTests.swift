import SnapbackDocument
import SnapbackScene
import Testing

/// Errors in `actions`: their messages, positions and suggestions.
@Suite struct ActionErrorTests {
  /// The actions and the error, starting with its path.
  private static let faults = [
    // Actions.
    ("{}", ": expected an array, found an object"),
    ("[5]", "[0]: expected an object, found a number"),
    ("[{ changes: [] }]", "[0]: missing key \"on\""),
    ("[{ on: 'appear' }]", "[0]: missing key \"changes\""),
    ("[{ on: 'appear', changes: [], stpes: [] }]", "[0].stpes: unknown key \"stpes\" — did"),
    ("[{ on: 'appear', changes: [], steps: [[]] }]", "[0].changes: unknown key \"changes\""),
    (
      "[{ on: 'appear', steps: [] }]",
      "[0].steps: expected an array with a count from 1 to 1000, found a count of 0"
    ),
    ("[{ on: 'appear', steps: [{}] }]", "[0].steps[0]: expected an array, found an object"),
    (
      "[{ on: 'appear', changes: [], advance: 'completon' }]",
      "[0].advance: expected one of \"start\", \"completion\", found \"completon\" "
        + "— did you mean \"completion\"?"
    ),
    ("[{ name: 3, on: 'appear', changes: [] }]", "[0].name: expected a string"),
    (
      "[{ name: 'a', on: [], changes: [] }, { name: 'a', on: [], changes: [] }]",
      "[1].name: two actions are called \"a\""
    ),
    (
      "[{ name: 'action2', on: [], changes: [] }, { on: [], changes: [] }]",
      "[1]: two actions are called \"action2\""
    ),

    // Triggers.
    (
      "[{ on: 'apear', changes: [] }]",
      "[0].on: expected one of \"appear\", \"rotate\", found \"apear\" — did you mean \"appear\"?"
    ),
    ("[{ on: 5, changes: [] }]", "[0].on: expected an object, found a number"),
    ("[{ on: {}, changes: [] }]", "[0].on: expected one trigger, found 0"),
    (
      "[{ on: { tap: 'card', focus: 'card' }, changes: [] }]",
      "[0].on: expected one trigger, found 2"
    ),
    (
      "[{ on: ['appear', { tpa: 'card' }], changes: [] }]",
      "[0].on[1].tpa: unknown key \"tpa\" — did you mean \"tap\"?"
    ),
    (
      "[{ on: { tap: 'crad' }, changes: [] }]",
      "[0].on.tap: unknown view \"crad\" — did you mean \"card\"?"
    ),
    ("[{ on: { focus: 3 }, changes: [] }]", "[0].on.focus: expected a string, found a number"),
    (
      "[{ name: 'open', on: { completion: 'opne' }, changes: [] }]",
      "[0].on.completion: unknown action \"opne\" — did you mean \"open\"?"
    ),

    // Timings.
    (
      timed("{}"),
      "[0].animate: expected one of \"spring\", \"curve\", \"keyframes\" and \"named\", found 0"
    ),
    (
      timed("{ curve: 'linear', duration: 1, keyframes: [] }"),
      "[0].animate: expected one of \"spring\", \"curve\", \"keyframes\" and \"named\", found 2"
    ),
    (timed("null"), "[0].animate: expected an object, found null"),
    (timed("{ curve: 'linear' }"), "[0].animate: missing key \"duration\""),
    (
      timed("{ curve: 'ease-out', duration: 1 }"),
      "found \"ease-out\" — did you mean \"easeOut\"?"
    ),
    (
      timed("{ curve: [0.1, 0, 0.5], duration: 1 }"),
      "[0].animate.curve: expected an array with a count of 4, found a count of 3"
    ),
    (
      timed("{ curve: [0, 0, 1.5, 1], duration: 1 }"),
      "[0].animate.curve: x2 is 1.5, but must be in 0...1"
    ),
    (
      timed("{ curve: 'linear', duration: 3601 }"),
      "[0].animate.duration: expected a number from 0 to 3600, found 3601"
    ),
    (
      timed("{ curve: 'linear', duration: 1, velocity: 3 }"),
      "[0].animate.velocity: unknown key \"velocity\""
    ),
    (
      timed("{ spring: { response: 1, dampingRatio: 1 }, duration: 1 }"),
      "[0].animate.duration: unknown key \"duration\""
    ),
    (timed("{ spring: { response: 1 } }"), "[0].animate.spring: missing key \"dampingRatio\""),
    (
      timed("{ spring: { duration: 1, dampingRatio: 1 }, velocity: 2000 }"),
      "[0].animate.velocity: expected a number from -1000 to 1000, found 2000"
    ),
    (
      timed("{ curve: 'linear', duration: 1, delay: -1 }"),
      "[0].animate.delay: expected a number from 0 to 3600, found -1"
    ),
    (
      timed("{ curve: 'linear', duration: 1, repeat: 'always' }"),
      "[0].animate.repeat: expected one of \"forever\", found \"always\""
    ),
    (
      timed("{ curve: 'linear', duration: 1, repeat: -1 }"),
      "[0].animate.repeat: expected a number from 0 to 1000000, found -1"
    ),
    (
      timed("{ curve: 'linear', duration: 1, autoreverse: 1 }"),
      "[0].animate.autoreverse: expected a boolean, found a number"
    ),
    (
      timed("{ curve: 'linear', duration: 1, reducedMotion: 'fade' }"),
      "[0].animate.reducedMotion: expected one of"
    ),
    (
      timed("{ keyframes: [{ time: 1 }], duration: 1 }"),
      "[0].animate.keyframes[0]: missing key \"value\""
    ),
    (
      timed("{ keyframes: [{ time: 0.5, value: 1 }], duration: 1 }"),
      "[0].animate.keyframes: time is 0.5, but must be 1 for the last key"
    ),
    (
      timed("{ keyframes: [{ time: 1, value: 0.5 }], duration: 1 }"),
      "[0].animate.keyframes: value is 0.5, but must be 1 for the last key"
    ),
    (
      timed("{ keyframes: [{ time: 0.6, value: 2 }, { time: 0.5, value: 1 }], duration: 1 }"),
      "[0].animate.keyframes: time is 0.5, but must be above 0.6 and at most 1"
    ),

    // Changes.
    (changed("5"), "[0].changes[0]: expected an object, found a number"),
    (
      changed("'layoutIfNeded'"),
      "[0].changes[0]: unknown change \"layoutIfNeded\" — did you mean \"layoutIfNeeded\"?"
    ),
    (
      changed("{ alpha: 1 }"),
      "[0].changes[0]: expected one of \"view\", \"constraint\", \"addConstraint\", "
        + "\"removeConstraint\", \"gesture\", \"state\", \"screen\", "
        + "\"changes\""
    ),
    (
      changed("{ view: 'lable', alpha: 1 }"),
      "[0].changes[0].view: unknown view \"lable\" — did you mean \"label\"?"
    ),
    (changed("{ view: 'card' }"), "[0].changes[0]: no property of \"card\" is changed"),
    (
      changed("{ view: 'card', alhpa: 1, alpha: 1 }"),
      "[0].changes[0].alhpa: unknown key \"alhpa\" — did you mean \"alpha\"?"
    ),
    (
      changed("{ view: 'card', alpha: 2 }"),
      "[0].changes[0].alpha: expected a number from 0 to 1, found 2"
    ),
    (
      changed("{ view: 'card', hidden: 'togle' }"),
      "[0].changes[0].hidden: expected one of \"toggle\", found \"togle\" — did"
    ),
    (changed("{ view: 'card', stack: {} }"), "[0].changes[0].stack: \"card\" is not a stack"),
    (
      changed("{ view: 'row', stack: { customSpacing: { card: 3 } } }"),
      "[0].changes[0].stack.customSpacing.card: \"card\" is not a view of this stack"
    ),
    (changed("{ view: 'card', text: 'x' }"), "[0].changes[0].text: \"card\" shows no text"),
    (
      changed("{ view: 'label', text: '\(String(repeating: "x", count: 10_001))' }"),
      "[0].changes[0].text: the text has over 10000 characters"
    ),
    (
      changed("{ view: 'card', scrollOffset: [0, 1] }"),
      "[0].changes[0].scrollOffset: \"card\" does not scroll"
    ),
    (
      changed("{ view: 'card', scrollToVisible: 'label' }"),
      "[0].changes[0].scrollToVisible: \"card\" does not scroll"
    ),
    (
      changed("{ view: 'list', scrollToVisible: 'card' }"),
      "[0].changes[0].scrollToVisible: \"card\" is not in \"list\""
    ),
    (
      changed("{ view: 'list', scrollToVisible: [0, 0, 10, -1] }"),
      "[0].changes[0].scrollToVisible: width and height must not be negative"
    ),
    (
      changed("{ view: 'list', scrollToVisible: [0, 0] }"),
      "[0].changes[0].scrollToVisible: expected an array with a count of 4, found a count of 2"
    ),
    (
      changed("{ view: 'card', center: { z: 1 } }"),
      "[0].changes[0].center.z: unknown key \"z\""
    ),
    (changed("{ view: 'card', centerBy: 3 }"), "[0].changes[0].centerBy: expected a point [x, y]"),
    (changed("{ view: 'card', color: 'red' }"), "[0].changes[0].color: expected a color"),
    (
      changed("{ constraint: 'wied', constant: 1 }"),
      "[0].changes[0].constraint: unknown constraint \"wied\" — did you mean \"wide\"?"
    ),
    (
      changed("{ constraint: 'gap', constant: 1 }"),
      "[0].changes[0].constraint: unknown constraint \"gap\""
    ),
    (changed("{ constraint: 'wide' }"), "[0].changes[0]: no property of \"wide\" is changed"),
    (
      changed("{ constraint: 'wide', view: 'card', alpha: 1 }"),
      "[0].changes[0].constraint: unknown key \"constraint\""
    ),
    (
      changed("{ constraint: 'wide', priority: 0 }"),
      "[0].changes[0].priority: expected a number from 1 to 1000, found 0"
    ),
    (
      changed("{ constraint: 'wide', replaceBy: 'crad.width = 3' }"),
      "unknown view \"crad\" in \"crad.width = 3\" — did you mean \"card\"?"
    ),
    (
      changed("{ addConstraint: 'card.width = 3', id: 'wide' }"),
      "[0].changes[0].addConstraint: a constraint is already called \"wide\""
    ),
    (
      changed("{ removeConstraint: 'more' }"),
      "[0].changes[0].removeConstraint: unknown constraint \"more\""
    ),
    (changed("{ screen: {} }"), "[0].changes[0].screen: no property of the screen is changed"),
    (
      changed("{ screen: { size: [0, 1] } }"),
      "[0].changes[0].screen.size[0]: expected a number from 1 to 100000, found 0"
    ),
    (
      changed("{ screen: { contentSize: 'xLarge' } }"),
      "[0].changes[0].screen.contentSize: expected one of"
    ),
    (
      changed("{ screen: { keyboardHeight: -1 } }"),
      "[0].changes[0].screen.keyboardHeight: expected a number from 0 to 100000, found -1"
    ),
    (
      changed("{ animate: { curve: 'linear' }, changes: [] }"),
      "[0].changes[0].animate: missing key \"duration\""
    ),
    (
      changed("{ changes: [{ view: 'nobody', alpha: 1 }] }"),
      "[0].changes[0].changes[0].view: unknown view \"nobody\""
    ),
  ]

  private static func timed(_ animation: String) -> String {
    "[{ on: 'appear', animate: \(animation), changes: [] }]"
  }

  private static func changed(_ change: String) -> String {
    "[{ on: 'appear', changes: [\(change)] }]"
  }

  @Test(arguments: faults)
  func aFaultIsNamedWithItsPlaceAndWhatWasMeant(actions: String, expected: String) {
    do throws(DocumentError) {
      _ = try ActionReaderTests.read(actions)
      Issue.record("accepted \(actions)")
    } catch {
      let text = error.description
      // The actions are on line 8; messages that begin with a bracket or colon have a path.
      #expect(text.hasPrefix("scene.json5:8:"), "\(text)")
      let isNamed =
        expected.hasPrefix("[") || expected.hasPrefix(":")
        ? text.contains(": actions\(expected)") : text.contains(expected)
      #expect(isNamed, "\(text)")
      #expect(!text.contains("\n"))
    }
  }

  @Test func theColumnIsThatOfTheFault() {
    let places = [
      ("[{ on: { tap: 'crad' }, changes: [] }]", 15),
      // Within a rule, the position of the character.
      ("[{ on: [], changes: [{ addConstraint: 'card.widht = 3' }] }]", 45),
    ]
    for (actions, column) in places {
      do throws(DocumentError) {
        _ = try ActionReaderTests.read(actions)
        Issue.record("accepted \(actions)")
      } catch {
        #expect(error.position.line == 8 && error.position.column == column, "\(error)")
      }
    }
  }
}
