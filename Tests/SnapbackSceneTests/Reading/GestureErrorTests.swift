import SnapbackDocument
import SnapbackScene
import Testing

/// Errors in `gestures`: their messages, positions and suggestions.
@Suite struct GestureErrorTests {
  /// The gestures and the error, starting with its path.
  private static let kinds = [
    ("{}", ": expected an array, found an object"),
    ("[5]", "[0]: expected an object, found a number"),
    (
      "[{}]",
      "[0]: expected the gesture's kind as a key: \"tap\", \"longPress\", \"pan\", \"swipe\", "
        + "\"pinch\", \"rotation\", \"edgePan\", \"scroll\", \"hover\""
    ),
    ("[{ name: 'a' }]", "[0]: expected the gesture's kind as a key"),
    ("[{ pnich: 'card' }]", "[0].pnich: unknown key \"pnich\" — did you mean \"pinch\"?"),
    ("[{ longpress: 'card' }]", "unknown key \"longpress\" — did you mean \"longPress\"?"),
    (
      "[{ tap: 'card', pan: 'card' }]",
      "[0].pan: a gesture has one kind; this one also has \"pan\""
    ),
    (
      "[{ pinch: 'crad' }]", "[0].pinch: unknown view \"crad\" — did you mean \"card\"?"
    ),
    ("[{ hover: 3 }]", "[0].hover: expected a string, found a number"),
    ("[{ tap: 'card', tapps: 2 }]", "[0].tapps: unknown key \"tapps\" — did you mean \"taps\"?"),
    ("[{ tap: 'card', name: 3 }]", "[0].name: expected a string, found a number"),
    (
      "[{ tap: 'card', name: 'a' }, { pan: 'card', name: 'a' }]",
      "[1].name: two gestures are called \"a\""
    ),
    ("[{ tap: 'card', cancelsTouches: 1 }]", "[0].cancelsTouches: expected a boolean"),
    ("[{ tap: 'card', delaysTouchesBegan: 1 }]", "[0].delaysTouchesBegan: expected a boolean"),
    ("[{ pan: 'card', delaysTouchesEnded: 1 }]", "[0].delaysTouchesEnded: expected a boolean"),
  ]

  private static let settings = [
    (
      "[{ tap: 'card', taps: 0 }]",
      "[0].taps: expected a whole number from 1 to 10, found 0"
    ),
    ("[{ tap: 'card', fingers: 11 }]", "[0].fingers: expected a whole number from 1 to 10"),
    ("[{ tap: 'card', interval: 6 }]", "[0].interval: expected a number from 0.05 to 5, found 6"),
    ("[{ tap: 'card', duration: 0 }]", "[0].duration: expected a number from 0.05 to 60, found 0"),
    ("[{ tap: 'card', slop: -1 }]", "[0].slop: expected a number from 0 to 1000, found -1"),
    (
      "[{ tap: 'card', slop: {} }]",
      "[0].slop: expected \"millimeters\", \"points\" or both"
    ),
    ("[{ tap: 'card', slop: { inches: 3 } }]", "[0].slop.inches: unknown key"),
    ("[{ pinch: 'card', limits: [2, 4] }]", "[0].limits: the limits exclude 1"),
    ("[{ rotation: 'card', limits: [30, 60] }]", "[0].limits: the limits exclude 0"),
    (
      "[{ pan: 'card', name: 'a', simultaneous: true }, { pan: 'card' }]",
      "[1].pan: \"card\" already has the same pan"
    ),
    (
      "[{ tap: 'card', slop: { points: 3, millimeters: 101 } }]",
      "[0].slop.millimeters: expected a number from 0 to 100, found 101"
    ),
    (
      "[{ tap: 'card', slop: { points: 3, milimeters: 1, millimeters: 1 } }]",
      "[0].slop.milimeters: unknown key \"milimeters\" — did you mean \"millimeters\"?"
    ),
    (
      "[{ tap: 'card', slop: { millimetres: 1, millimeters: 1 } }]",
      "[0].slop.millimetres: unknown key \"millimetres\" — did you mean \"millimeters\"?"
    ),
    ("[{ tap: 'card', slop: 'far' }]", "[0].slop: expected a number"),
    ("[{ tap: 'card', direction: 'up' }]", "[0].direction: unknown key \"direction\""),
    ("[{ longPress: 'card', duration: 61 }]", "[0].duration: expected a number from 0.05 to 60"),
    ("[{ longPress: 'card', fingers: 1.5 }]", "[0].fingers: expected a whole number"),
    ("[{ swipe: 'card' }]", "[0]: missing key \"direction\""),
    (
      "[{ swipe: 'card', direction: 'upp' }]",
      "[0].direction: expected one of \"left\", \"right\", \"up\", \"down\", found \"upp\" "
        + "— did you mean \"up\"?"
    ),
    ("[{ swipe: 'card', direction: 'up', distance: [] }]", "[0].distance: expected a number"),
    ("[{ swipe: 'card', direction: 'up', duration: 6 }]", "[0].duration: expected a number from"),
    ("[{ pan: 'card', fingers: [1] }]", "[0].fingers: expected an array with a count of 2"),
    ("[{ pan: 'card', fingers: [1, 0] }]", "[0].fingers[1]: expected a whole number from 1 to 10"),
    ("[{ pan: 'card', fingers: [3, 2] }]", "[0].fingers: minimum of 3 fingers exceeds maximum"),
    (
      "[{ pan: 'card', direction: 'up' }]",
      "[0].direction: expected one of \"any\", \"horizontal\", \"vertical\", found \"up\""
    ),
    (
      "[{ pan: 'card', velocity: 'impuls' }]",
      "[0].velocity: expected one of \"boundedFit\", \"leastSquares\", \"impulse\", "
        + "\"endToEnd\", \"recentTouch\", \"recentTrackpad\", found \"impuls\" — "
        + "did you mean \"impulse\"?"
    ),
    ("[{ edgePan: 'screen' }]", "[0]: missing key \"edge\""),
    (
      "[{ edgePan: 'screen', edge: 'up' }]",
      "[0].edge: expected one of \"left\", \"right\", \"top\", \"bottom\", found \"up\""
    ),
    (
      "[{ edgePan: 'screen', edge: 'top', edgeWidth: 0 }]",
      "[0].edgeWidth: expected a number from 1 to 1000, found 0"
    ),
    ("[{ pinch: 'card', fingers: 2 }]", "[0].fingers: unknown key \"fingers\""),
    ("[{ hover: 'card', slop: 2 }]", "[0].slop: unknown key \"slop\""),
  ]

  private static let bindings = [
    (
      "[{ pan: 'screen' }]",
      "[0].pan: the screen does not move; name one of its views, or let the gesture drive "
        + "\"nothing\""
    ),
    ("[{ pinch: 'screen' }]", "[0].pinch: the screen does not move"),
    ("[{ rotation: 'screen' }]", "[0].rotation: the screen does not move"),
    (
      "[{ edgePan: 'screen', edge: 'top', drives: 'translation' }]",
      "[0].edgePan: the screen does not move"
    ),
    (
      "[{ pan: 'card', drives: 'nothin' }]",
      "[0].drives: expected one of \"translation\", \"nothing\", found \"nothin\" — did you"
    ),
    ("[{ pan: 'card', drives: 'nothing', follow: 'point' }]", "[0].follow: unknown key \"follow\""),
    ("[{ edgePan: 'card', edge: 'top', release: 'stay' }]", "[0].release: unknown key"),
    ("[{ tap: 'card', drives: 'nothing' }]", "[0].drives: unknown key \"drives\""),
    (
      "[{ scroll: 'card' }]", "[0].scroll: \"card\" does not scroll; give the view \"scroll: true\""
    ),
    ("[{ scroll: 'screen' }]", "[0].scroll: \"screen\" does not scroll"),
    (
      "[{ scroll: 'list', release: 'spring' }]",
      "[0].release: expected one of \"momentum\", \"stay\", \"snap\", found \"spring\""
    ),
    ("[{ scroll: 'list', bounces: 1 }]", "[0].bounces: expected a boolean"),
    (
      "[{ scroll: 'list', paging: true, release: 'stay' }]",
      "[0].release: \"paging\" takes the place of \"release\""
    ),
    ("[{ scroll: 'list', sheet: 'up' }]", "[0].sheet: unknown gesture \"up\""),
    (
      "[{ scroll: 'list', sheet: 'pull' }, { pan: 'card', name: 'pull', axes: 'vertical', "
        + "release: 'snap', snap: { y: [0, 300] } }]",
      "[0].sheet: a sheet is moved by a pan on a view around \"list\""
    ),
    ("[{ scroll: 'list', limits: {} }]", "[0].limits: unknown key \"limits\""),
    (
      "[{ scroll: 'list', release: 'snap' }]",
      "[0].release: release \"snap\" needs \"snap\" with \"x\" or \"y\""
    ),
    (
      "[{ pinch: 'card', release: 'momentum' }]",
      "[0].release: expected one of \"spring\", \"stay\", \"reset\", found \"momentum\""
    ),
    ("[{ pinch: 'card', limits: [0, 2] }]", "[0].limits[0]: expected a number from 0.01 to 100"),
    (
      "[{ pinch: 'card', limits: [2, 1] }]",
      "[0].limits: the lower limit is greater than the upper limit"
    ),
    ("[{ pinch: 'card', limits: [1] }]", "[0].limits: expected an array with a count of 2"),
    ("[{ pinch: 'card', rubberBand: true }]", "[0].rubberBand: a rubber band needs \"limits\""),
    (
      "[{ rotation: 'card', limits: [-36001, 0] }]",
      "[0].limits[0]: expected a number from -36000 to 36000, found -36001"
    ),
    ("[{ rotation: 'card', follow: 'point' }]", "[0].follow: unknown key \"follow\""),
    (
      constant("constant: 'wied', axis: 'vertical'"),
      "[0].drives.constant: unknown constraint \"wied\" — did you mean \"wide\"?"
    ),
    (constant("axis: 'vertical'"), "[0].drives: missing key \"constant\""),
    (constant("constant: 'wide'"), "[0].drives: missing key \"axis\""),
    (
      constant("constant: 'wide', axis: 'x'"),
      "[0].drives.axis: expected one of \"horizontal\", \"vertical\", found \"x\""
    ),
    (
      constant("constant: 'wide', axis: 'vertical', factor: 101"),
      "[0].drives.factor: expected a number from -100 to 100, found 101"
    ),
    (
      constant("constant: 'wide', axis: 'vertical', limits: [3, 2]"),
      "[0].drives.limits: the lower limit is greater than the upper limit"
    ),
    (
      constant("constant: 'wide', axis: 'vertical', release: 'snap'"),
      "[0].drives.release: release \"snap\" needs a \"snap\" with places"
    ),
    (
      constant("constant: 'wide', axis: 'vertical', release: 'momentum'"),
      "[0].drives.release: expected one of \"stay\", \"spring\", \"snap\", found \"momentum\""
    ),
    (
      constant("constant: 'wide', axis: 'vertical', snap: []"),
      "[0].drives.snap: expected an array with a count from 1 to 10000, found a count of 0"
    ),
    (
      constant("constant: 'wide', axis: 'vertical', sping: {}"),
      "[0].drives.sping: unknown key \"sping\" — did you mean \"spring\"?"
    ),
  ]

  private static let relations = [
    (
      "[{ tap: 'card', requireFailureOf: ['twise'] }, { pan: 'card', name: 'twice' }]",
      "[0].requireFailureOf[0]: unknown gesture \"twise\" — did you mean \"twice\"?"
    ),
    ("[{ tap: 'card', requireFailureOf: 'a' }]", "[0].requireFailureOf: expected an array"),
    (
      "[{ tap: 'card', simultaneous: ['a'] }]", "[0].simultaneous[0]: unknown gesture \"a\""
    ),
    ("[{ tap: 'card', simultaneous: 'a' }]", "[0].simultaneous: expected an array"),
    (
      "[{ tap: 'card', name: 'a', requireFailureOf: ['a'] }]",
      "[0].requireFailureOf: a gesture cannot wait for itself to fail"
    ),
    (
      "[{ tap: 'card', name: 'a', requireFailureOf: ['b'] }, "
        + "{ pan: 'card', name: 'b', requireFailureOf: ['a'] }]",
      "[0]: gestures wait in a circle for each other to fail: \"a\", \"b\"; none would"
    ),
    (
      "[{ pan: 'card' }, { pan: 'card', drives: 'nothing' }]",
      "[1].pan: \"card\" already has the same pan; one of the two would never be recognized"
    ),
    (
      "[{ scroll: 'list' }, { scroll: 'list' }]", "[1].scroll: \"list\" already has the same scroll"
    ),
  ]

  private static func constant(_ keys: String) -> String {
    "[{ pan: 'card', drives: { \(keys) } }]"
  }

  @Test(arguments: kinds + settings + bindings + relations)
  func aFaultIsNamedWithItsPlaceAndWhatWasMeant(gestures: String, expected: String) {
    do throws(DocumentError) {
      _ = try GestureReaderTests.read(gestures)
      Issue.record("accepted \(gestures)")
    } catch {
      let text = error.description
      // The gestures are on line 6; messages that begin with a bracket or colon have a path.
      #expect(text.hasPrefix("scene.json5:6:"), "\(text)")
      let isNamed =
        expected.hasPrefix("[") || expected.hasPrefix(":")
        ? text.contains(": gestures\(expected)") : text.contains(expected)
      #expect(isNamed, "\(text)")
      #expect(!text.contains("\n"))
    }
  }

  /// Gesture triggers and the error, starting with its path; the pan is `moves`, the tap `once`.
  private static let triggers = [
    ("{ gesture: 'movse' }", ".gesture: unknown gesture \"movse\" — did you mean \"moves\"?"),
    ("{ gesture: 3 }", ".gesture: expected a string, found a number"),
    (
      "{ gesture: 'moves', phase: 'end' }",
      ".phase: expected one of \"recognized\", \"began\", \"changed\", \"ended\", \"cancelled\", "
        + "found \"end\" — did you mean \"ended\"?"
    ),
    (
      "{ gesture: 'once', phase: 'began' }",
      ".phase: \"once\" is discrete; its only phase is \"recognized\""
    ),
    (
      "{ gesture: 'moves', phase: 'recognized' }",
      ".phase: \"moves\" is continuous; it has no phase \"recognized\""
    ),
    ("{ phase: 'began' }", ".phase: unknown key \"phase\""),
    ("{ gesture: 'moves', tap: 'card' }", ": expected one trigger, found 2"),
  ]

  @Test(arguments: triggers)
  func aFaultOfATriggerIsNamed(trigger: String, expected: String) {
    do throws(DocumentError) {
      _ = try GestureReaderTests.read(
        "[{ pan: 'card', name: 'moves' }, { tap: 'card', name: 'once' }]",
        actions: "[{ on: \(trigger), changes: [] }]")
      Issue.record("accepted \(trigger)")
    } catch {
      #expect(error.description.hasPrefix("scene.json5:7:"), "\(error)")
      #expect(error.description.contains(": actions[0].on\(expected)"), "\(error)")
    }
  }

  @Test func theColumnIsThatOfTheFault() {
    let places = [
      ("[{ tap: 'card' }, { pinch: 'crad' }]", 28),
      ("[{ pan: 'card', fingers: [1, 0] }]", 30),
      ("[{ tap: 'card', requireFailureOf: ['a'] }]", 36),
    ]
    for (gestures, column) in places {
      do throws(DocumentError) {
        _ = try GestureReaderTests.read(gestures)
        Issue.record("accepted \(gestures)")
      } catch {
        #expect(error.position.line == 6 && error.position.column == column, "\(error)")
      }
    }
  }
}
