import SnapbackGestures

/// Pans, pans from edges, and swipes.
extension GestureScript {
  /// A horizontal pan, from anywhere or from the left edge: all fingers touch near the edge.
  static func pans(_ pan: GestureSettings) -> [GestureScript] {
    let alone = [Actor("pan", pan)]
    return [
      GestureScript(
        "a pan", alone,
        """
        a 10,100  o→→→=x
        pan       --rcce
        """),
      GestureScript(
        "short pans", alone,
        """
        a 10,100  o→→x-o→→!
        pan       --re---rx
        """),
      GestureScript(
        "palms", alone,
        """
        a 10,100  o→→→!-o→!
        pan       --rcx---T
        """),
      GestureScript(
        "too short", alone,
        """
        a 10,100  o→=x
        pan       ---L
        """),
      GestureScript(
        "another way", alone,
        """
        a 10,100  o↓↓x-o↑↑→x
        pan       --W----W--
        """),
    ] + furtherPans(pan)
  }

  private static func furtherPans(_ pan: GestureSettings) -> [GestureScript] {
    let alone = [Actor("pan", pan)]
    return [
      GestureScript(
        "two views", [Actor("inner", pan), Actor("outer", pan)],
        """
        a 10,100  o→→→x
        inner     --rce
        outer     --P--
        """),
      GestureScript(
        "a press comes before the pan that waits for it", scan: 100,
        [Actor("pan", pan, after: ["press"]), Actor("press", Settings.longPress)],
        """
        a 10,100  o------x
        pan       -----R--
        press     -----r-e
        """),
      GestureScript(
        "off while a finger is down, and while it runs", alone,
        """
        a 10,100  o--x-o→→→=x
        off:pan   -!-------!
        on:pan    --!
        pan       -D-----rcx-
        """),
      GestureScript(
        "fingers that join and leave while it runs", alone,
        """
        a 10,100  o→→===x---
        b 15,200  ---o=→=→x-
        pan       --rccccce-
        """),
      GestureScript("a finger too many", [Actor("pan", limited(pan, 1))], twoFingers("-N--")),
      GestureScript(
        "with fewer fingers than the least it rests", [Actor("pan", limited(pan, 2, least: 2))],
        """
        a 10,100  o=→→→→=x
        b 15,200  -o→→→x--
        pan       ---rccce
        """),
    ]
  }

  private static func twoFingers(_ outcome: String) -> String {
    """
    a 10,100  o==x
    b 15,200  -o=x
    pan       \(outcome)
    """
  }

  private static func limited(
    _ pan: GestureSettings, _ most: Int, least: Int = 1
  ) -> GestureSettings {
    guard case .pan(var settings) = pan else { return pan }
    settings.maximumFingers = most
    settings.minimumFingers = least
    return .pan(settings)
  }

  static func waitingPans(_ pan: GestureSettings) -> [GestureScript] {
    let pair = [
      Actor("pan", pan, after: ["endless"]), Actor("endless", Settings.endlessPinch),
    ]
    let swipe = [Actor("pan", pan, after: ["swipe"]), Actor("swipe", Settings.swipe)]
    return [
      GestureScript(
        "a swipe that it waits for does not come", swipe,
        """
        a 10,100  o→→→→x
        pan       --w--(re)
        swipe     -----L
        """),
      GestureScript(
        "a swipe that it waits for comes", swipe,
        """
        a 10,100  o→→→→→→→→x
        pan       --w---R---
        swipe     ------r---
        """),
      GestureScript(
        "the tap that it waits for fails in the same scan",
        [Actor("pan", pan, after: ["tap"]), Actor("tap", Settings.tap)],
        """
        a 10,100  o→→→x
        pan       --(wr)ce
        tap       --M--
        """),
      GestureScript(
        "the slow swipe that it waits for", scan: 100, swipe,
        """
        a 10,100  o→→-===x
        pan       --w---(rc)e
        swipe     ------S-
        """),
      GestureScript(
        "it lifts while it waits", pair,
        """
        a          10,100  o→→→x--
        b@endless  10,300  o-----x
        pan                --w-L--
        endless            ------L
        """),
      GestureScript(
        "a palm while it waits", pair,
        """
        a          10,100  o→→!--
        b@endless  10,300  o----x
        pan                --wT--
        endless            -----L
        """),
    ] + furtherWaitingPans(pan)
  }

  private static func furtherWaitingPans(_ pan: GestureSettings) -> [GestureScript] {
    let pair = [
      Actor("pan", pan, after: ["endless"]), Actor("endless", Settings.endlessPinch),
    ]
    return [
      GestureScript(
        "a finger too many while it waits",
        [
          Actor("pan", limited(pan, 1), after: ["endless"]),
          Actor("endless", Settings.endlessPinch),
        ],
        """
        a      10,100  o→→-x
        b@pan  10,300  ---ox
        pan            --wN-
        endless        ----L
        """),
      GestureScript(
        "it goes another way while it waits", pair,
        """
        a 10,100  o→→↓↓x
        pan       --w-W-
        endless   -----L
        """),
      GestureScript(
        "another is recognized while it waits",
        [
          Actor("pan", pan, after: ["endless"]),
          Actor("other", Settings.pan { $0.slop.points = 30 }),
          Actor("endless", Settings.endlessPinch),
        ],
        """
        a 10,100  o→→→→x
        pan       --w-P-
        other     ----re
        endless   ----P-
        """),
      GestureScript(
        "off while it waits", pair,
        """
        a 10,100  o→→-x
        off:pan   ---!
        pan       --wD-
        endless   ----L
        """),
    ]
  }

  static let edges: [GestureScript] = [
    GestureScript(
      "too far from the edge", [Actor("pan", Settings.edgePan)],
      """
      a 31,100  o→→→x
      pan       F----
      """),
    GestureScript(
      "only the first finger has to touch near the edge", [Actor("pan", Settings.edgePan)],
      """
      a 20,100   o-→→→x
      b 400,100  -o→→→x
      pan        ---rce
      """),
  ]

  static let swipes: [GestureScript] = [
    GestureScript(
      "a swipe is there before it lifts", [Actor("swipe", Settings.swipe)],
      """
      a 100,100  o⇒→→⇒=x
      swipe      ---r---
      """),
    GestureScript(
      "a swipe of two fingers", [Actor("swipe", .swipe(SwipeSettings(direction: .up, fingers: 2)))],
      """
      a 100,300  o=⇑⇑x
      b 300,300  -o⇑⇑x
      swipe      ---r-
      """),
    GestureScript(
      "a swipe of two fingers by one", [Actor("swipe", Settings.swipe { $0.fingers = 2 })],
      """
      a 100,300  o⇒⇒x
      swipe      ---L
      """),
    GestureScript(
      "to the side", [Actor("swipe", Settings.swipe)],
      """
      a 100,100  o⇓⇓x
      swipe      --M-
      """),
    GestureScript(
      "too short, and a palm", [Actor("swipe", Settings.swipe)],
      """
      a 100,100  o⇒x-o⇒!
      swipe      --L---T
      """),
    GestureScript(
      "a finger too many", [Actor("swipe", Settings.swipe)],
      """
      a 100,100  o==x
      b 300,100  -o=x
      swipe      -N--
      """),
    GestureScript(
      "too slow", scan: 100, [Actor("swipe", Settings.swipe)],
      """
      a 100,100  o→→-====x
      swipe      ------S--
      """),
    GestureScript(
      "the other way", [Actor("swipe", Settings.swipe)],
      """
      a 100,100  o←←x
      swipe      -W--
      """),
    GestureScript(
      "two views", [Actor("inner", Settings.swipe), Actor("outer", Settings.swipe)],
      """
      a 100,100  o⇒⇒x
      inner      --r-
      outer      --P-
      """),
    GestureScript(
      "a pan comes before the swipe that waits for it",
      [Actor("pan", Settings.pan), Actor("swipe", Settings.swipe, after: ["pan"])],
      """
      a 100,100  o→→x
      pan        --re
      swipe      --R-
      """),
    GestureScript(
      "off while a finger is down", [Actor("swipe", Settings.swipe)],
      """
      a 100,100  o=⇒⇒x
      off:swipe  -!
      swipe      -D---
      """),
  ]

  static let waitingSwipes: [GestureScript] = [
    GestureScript(
      "a swipe waits for a tap that may move",
      [
        Actor("swipe", Settings.swipe, after: ["tap"]),
        Actor(
          "tap",
          Settings.tap {
            $0.slop.points = 999
            $0.duration = 0.05
          }),
      ],
      """
      a 100,100  o⇒⇒===x
      swipe      --w--r-
      tap        -----S-
      """),
    GestureScript(
      "it has lifted while it waits",
      [
        Actor("swipe", Settings.swipe, after: ["endless"]),
        Actor("endless", Settings.endlessPinch),
      ],
      """
      a          100,100  o⇒⇒x--
      b@endless  300,100  o----x
      swipe               --w--r
      endless             -----L
      """),
    GestureScript(
      "a palm while it waits",
      [
        Actor("swipe", Settings.swipe, after: ["endless"]),
        Actor("endless", Settings.endlessPinch),
      ],
      """
      a          100,100  o⇒⇒!--
      b@endless  300,100  o----x
      swipe               --wT--
      endless             -----L
      """),
    GestureScript(
      "another is recognized while it waits",
      [
        Actor("swipe", Settings.swipe, after: ["endless"]),
        Actor("other", Settings.pan { $0.slop.points = 100 }),
        Actor("endless", Settings.endlessPinch),
      ],
      """
      a 100,100  o⇒⇒⇒x
      swipe      --wP-
      other      ---re
      endless    ---P-
      """),
    GestureScript(
      "the one it waits for is recognized",
      [
        Actor("swipe", Settings.swipe, after: ["pan"]),
        Actor("pan", Settings.pan { $0.slop.points = 100 }),
      ],
      """
      a 100,100  o⇒⇒⇒x
      swipe      --wR-
      pan        ---re
      """),
    GestureScript(
      "off while it waits",
      [
        Actor("swipe", Settings.swipe, after: ["endless"]),
        Actor("endless", Settings.endlessPan),
      ],
      """
      a 100,100  o⇒⇒=x
      off:swipe  ---!
      swipe      --wD-
      endless    ----L
      """),
  ]
}
