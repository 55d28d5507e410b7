import SnapbackGestures

/// What the tests of all kinds need to know about one kind of gesture.
struct KindExample: Sendable {
  /// Its name in scenes and messages.
  var name: String
  /// The possible transitions: from `p` possible, `w` waiting, `r` began or `c` changed to an
  /// outcome as scripts draw it.
  var transitions: [String]
  /// Scripts that were drawn by hand and together make every transition.
  var scripts: [GestureScript]
  /// How it is recognized and fails under ``fingers``; nil for pointers.
  var meeting: Meeting?

  /// A recognizer under ``KindExample/fingers``, and a variant of it that fails.
  struct Meeting: Sendable {
    var settings: GestureSettings
    /// The scan in which it is recognized when it is alone.
    var moment: Int
    var failing: GestureSettings
    /// The scan in which the variant fails, and the reason as scripts draw it.
    var failure: (scan: Int, sign: String)
  }

  private static let continuous = ["pr", "pw", "wr", "rc", "cc", "re", "ce", "rx", "cx"]

  /// Two fingers 100 points apart, at the left edge, a scan of 50 ms:
  /// - they rest for 500 ms;
  /// - one goes right by 8 points, twice: they turn by 4.6, then by 9.1 degrees (threshold 3.5, and
  ///   1.4 for the assumed noise), and are 101.3 points apart;
  /// - they spread once, by 8 points each, to 117.1 points (threshold 5 %);
  /// - both go right by 8 points a scan, seven times;
  /// - rest, and lift.
  static let fingers = """
    a 18,300  o----------→→↑→→→→→→→=x
    b 18,400  o----------==↓→→→→→→→=x
    """

  /// The example of each kind.
  static let all: [GestureKind: KindExample] = [
    .tap: KindExample(
      name: "tap",
      transitions: [
        "pr", "pw", "wr",
        "pM", "pL", "pT", "pN", "pS", "pP", "pR", "pD",
        // Its fingers have lifted when it waits, so they can neither move nor become a palm.
        "wP", "wR", "wD",
      ],
      scripts: GestureScript.taps + GestureScript.waitingTaps,
      meeting: Meeting(
        settings: Settings.tap {
          $0.fingers = 2
          $0.slop.points = 999
        }, moment: 22,
        failing: .tap(TapSettings(fingers: 2)), failure: (12, "M"))),
    .longPress: KindExample(
      name: "longPress",
      transitions: continuous + [
        "pM", "pL", "pT", "pN", "pP", "pR", "pD",
        "wM", "wL", "wT", "wN", "wP", "wR", "wD",
      ],
      scripts: GestureScript.longPresses + GestureScript.waitingLongPresses,
      meeting: Meeting(
        settings: Settings.longPress {
          $0.fingers = 2
          $0.slop.points = 999
        }, moment: 10,
        failing: .longPress(LongPressSettings(duration: 5, fingers: 2)), failure: (12, "M"))),
    .pan: KindExample(
      name: "pan",
      transitions: continuous + [
        "pL", "pT", "pN", "pW", "pP", "pR", "pD",
        "wL", "wT", "wN", "wW", "wP", "wR", "wD",
      ],
      scripts: GestureScript.allPans(Settings.pan { $0.direction = .horizontal }),
      meeting: Meeting(
        // Their middle has gone 16 points to the right, more than the slop of 10.
        settings: Settings.pan, moment: 14,
        failing: Settings.pan { $0.maximumFingers = 1 }, failure: (0, "N"))),
    .edgePan: KindExample(
      name: "edgePan",
      transitions: continuous + [
        "pF", "pL", "pT", "pN", "pW", "pP", "pR", "pD",
        "wL", "wT", "wN", "wW", "wP", "wR", "wD",
      ],
      scripts: GestureScript.allPans(Settings.edgePan) + GestureScript.edges,
      meeting: Meeting(
        // 24 points exceed a slop of 20.
        settings: Settings.pan {
          $0.edge = .left
          $0.slop.points = 20
        }, moment: 15,
        failing: Settings.pan {
          $0.edge = .left
          $0.edgeWidth.points = 17
        }, failure: (0, "F"))),
    .swipe: KindExample(
      name: "swipe",
      transitions: [
        "pr", "pw", "wr",
        "pM", "pL", "pT", "pN", "pS", "pW", "pP", "pR", "pD",
        // It is complete when it waits, but its fingers may still be down and become a palm.
        "wT", "wP", "wR", "wD",
      ],
      scripts: GestureScript.swipes + GestureScript.waitingSwipes,
      meeting: Meeting(
        // The second finger has gone 48 points; after 0.95 s of 5 s, 45.5 are required.
        settings: Settings.swipe {
          $0.fingers = 2
          $0.duration = 5
        }, moment: 19,
        failing: Settings.swipe { $0.fingers = 2 }, failure: (11, "S"))),
    .pinch: KindExample(
      name: "pinch",
      transitions: continuous + ["pL", "pT", "pP", "pR", "pD", "wL", "wT", "wP", "wR", "wD"],
      scripts: GestureScript.allPairs(Settings.pinch, "←", "→"),
      meeting: Meeting(
        settings: .pinch(PinchSettings()), moment: 13,
        failing: Settings.endlessPinch, failure: (22, "L"))),
    .rotation: KindExample(
      name: "rotation",
      transitions: continuous + ["pL", "pT", "pP", "pR", "pD", "wL", "wT", "wP", "wR", "wD"],
      scripts: GestureScript.allPairs(Settings.rotation, "↑", "↓"),
      meeting: Meeting(
        settings: .rotation(RotationSettings()), moment: 12,
        failing: Settings.rotation { $0.slop = TouchDistance(points: 999) }, failure: (22, "L"))),
    // Pointers are recognized at once, without arbitration.
    .scroll: KindExample(
      name: "scroll", transitions: ["pr", "rc", "cc", "re", "ce", "rx", "cx"],
      scripts: GestureScript.scrolls),
    .hover: KindExample(
      name: "hover", transitions: ["pr", "rc", "cc", "re", "ce", "rx", "cx"],
      scripts: GestureScript.hovers),
  ]
}
