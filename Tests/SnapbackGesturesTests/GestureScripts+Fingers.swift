import SnapbackGestures

/// Taps and long presses.
extension GestureScript {
  static let taps: [GestureScript] = [
    GestureScript(
      "a tap", [Actor("tap", Settings.tap)],
      """
      a 100,100  o→=x
      tap        ---r
      """),
    GestureScript(
      "a tap that moves", [Actor("tap", Settings.tap)],
      """
      a 100,100  o→→x
      tap        --M-
      """),
    GestureScript(
      "two fingers are asked for, one comes", [Actor("tap", .tap(TapSettings(fingers: 2)))],
      """
      a 100,100  o=x
      tap        --L
      """),
    GestureScript(
      "a tap of two fingers that lift one after the other",
      [Actor("tap", .tap(TapSettings(fingers: 2)))],
      """
      a 100,100  o==x-
      b 300,100  -o==x
      tap        ----r
      """),
    GestureScript(
      "two taps of two fingers far apart", [Actor("tap", .tap(TapSettings(taps: 2, fingers: 2)))],
      """
      a 100,100  ox----
      b 300,100  ox----
      c 300,100  ---o=x
      d 100,100  ---o=x
      tap        -----r
      """),
    GestureScript(
      "two taps of two fingers, the second of one only",
      [Actor("tap", .tap(TapSettings(taps: 2, fingers: 2)))],
      """
      a 100,100  ox---
      b 300,100  ox---
      c 100,100  ---ox
      tap        ----L
      """),
    GestureScript(
      "a second tap that is too far away", [Actor("tap", Settings.doubleTap)],
      """
      a 100,100  ox----
      b 150,100  ---o=x
      tap        ---M--
      """),
    GestureScript(
      "a palm", [Actor("tap", Settings.tap)],
      """
      a 100,100  o=!
      tap        --T
      """),
    GestureScript(
      "a finger too many", [Actor("tap", Settings.tap)],
      """
      a 100,100  o==x
      b 300,100  -o=x
      tap        -N--
      """),
    GestureScript(
      "a tap that takes its time", [Actor("tap", Settings.tap { $0.duration = 0.05 })],
      """
      a 100,100  o=======x
      tap        -----S---
      """),
    GestureScript(
      "two taps", [Actor("tap", Settings.doubleTap)],
      """
      a 100,100  ox---
      b 120,100  ---ox
      tap        ----r
      """),
    GestureScript(
      "a tap leaves a double tap alone",
      [Actor("double", Settings.doubleTap), Actor("single", Settings.tap)],
      """
      a 100,100  ox---
      b 120,100  ---ox
      double     ----r
      single     -r--P
      """),
    GestureScript(
      "one tap of two", [Actor("tap", Settings.doubleTap)],
      """
      a 100,100  ox
      tap        --|S
      """),
    GestureScript(
      "off while a finger is down", [Actor("tap", Settings.tap)],
      """
      a 100,100  o==x-ox
      off:tap    -!
      on:tap     --!
      tap        -D----r
      """),
    GestureScript(
      "two views", [Actor("inner", Settings.tap), Actor("outer", Settings.tap)],
      """
      a 100,100  o=x
      inner      --r
      outer      --P
      """),
    GestureScript(
      "a press comes before the tap that waits for it", scan: 100,
      [Actor("tap", Settings.tap, after: ["press"]), Actor("press", Settings.longPress)],
      """
      a 100,100  o------x
      tap        -----R--
      press      -----r-e
      """),
  ]

  static let waitingTaps: [GestureScript] = [
    GestureScript(
      "one tap waits for two, and two come",
      [Actor("single", Settings.tap, after: ["double"]), Actor("double", Settings.doubleTap)],
      """
      a 100,100  ox---
      b 100,100  ---ox
      single     -w--R
      double     ----r
      """),
    GestureScript(
      "one tap waits for two, and one comes",
      [Actor("single", Settings.tap, after: ["double"]), Actor("double", Settings.doubleTap)],
      """
      a 100,100  ox
      single     -w|r
      double     --|S
      """),
    GestureScript(
      "one tap waits for two, and the second moves away or is a palm",
      [Actor("single", Settings.tap, after: ["double"]), Actor("double", Settings.doubleTap)],
      """
      a 100,100  ox--------------
      b 100,100  ---o→→x---------
      c 100,100  --------ox------
      d 100,100  -----------o!---
      single     -w---r---w--r---
      double     -----M------T---
      """),
    GestureScript(
      "one tap waits for two, and another is recognized",
      [
        Actor("other", Settings.doubleTap), Actor("single", Settings.tap, after: ["double"]),
        Actor("double", Settings.doubleTap),
      ],
      """
      a 100,100  ox---
      b 100,100  ---ox
      other      ----r
      single     -w--P
      double     ----P
      """),
    GestureScript(
      "off while it waits",
      [Actor("single", Settings.tap, after: ["double"]), Actor("double", Settings.doubleTap)],
      """
      a 100,100   ox--
      off:single  ---!
      single      -w-D
      double      ----|S
      """),
  ]

  static let longPresses: [GestureScript] = [
    GestureScript(
      "a press", scan: 100, [Actor("press", Settings.longPress)],
      """
      a 100,100  o------x
      press      -----r-e
      """),
    GestureScript(
      "a press that moves when it has begun", scan: 100, [Actor("press", Settings.longPress)],
      """
      a 100,100  o-→---=⇒⇒x
      press      -----rccce
      """),
    GestureScript(
      "palms", scan: 100, [Actor("press", Settings.longPress)],
      """
      a 100,100  o------!-o-----=!-o-!
      press      -----r-x------rcx---T
      """),
    GestureScript(
      "a press that moves too early", scan: 100, [Actor("press", Settings.longPress)],
      """
      a 100,100  o→→x
      press      --M-
      """),
    GestureScript(
      "a press that is too short", scan: 100, [Actor("press", Settings.longPress)],
      """
      a 100,100  o---x
      press      ----L
      """),
    GestureScript(
      "a finger too many", scan: 100, [Actor("press", Settings.longPress)],
      """
      a 100,100  o--x
      b 300,100  -o-x
      press      -N--
      """),
    GestureScript(
      "the time of two fingers counts from the second", scan: 100,
      [Actor("press", .longPress(LongPressSettings(fingers: 2)))],
      """
      a 100,100  o--------=x
      b 300,100  ---o-----x-
      press      --------re-
      """),
    GestureScript(
      "a finger that touches when it has begun is none of it", scan: 100,
      [Actor("press", Settings.longPress)],
      """
      a 100,100  o-------x--
      b 300,100  ------o=-=x
      press      -----rcce--
      """),
    GestureScript(
      "two views", scan: 100,
      [Actor("inner", Settings.longPress), Actor("outer", Settings.longPress)],
      """
      a 100,100  o-----x
      inner      -----re
      outer      -----P-
      """),
    GestureScript(
      "a pan comes before the press that waits for it", scan: 100,
      [
        Actor("pan", Settings.pan),
        Actor("press", Settings.longPress { $0.slop.points = 99 }, after: ["pan"]),
      ],
      """
      a 100,100  o→→x
      pan        --re
      press      --R-
      """),
    GestureScript(
      "off while a finger is down, and while it runs", scan: 100,
      [Actor("press", Settings.longPress)],
      """
      a 100,100  o--x-o-------x
      off:press  -!----------!
      on:press   --!
      press      -D--------r-x-
      """),
  ]

  static let waitingLongPresses: [GestureScript] = [
    GestureScript(
      "a press waits for a tap", scan: 100,
      [
        Actor("press", Settings.longPress, after: ["tap"]),
        Actor("tap", Settings.tap { $0.duration = 0.7 }),
      ],
      """
      a 100,100  o--------x
      press      -----w-r-e
      tap        -------S--
      """),
    GestureScript(
      "it moves while it waits", scan: 100,
      [
        Actor("press", Settings.longPress, after: ["endless"]),
        Actor("endless", Settings.endlessPan),
      ],
      """
      a 100,100  o-----→→x
      press      -----w-M-
      endless    --------L
      """),
    GestureScript(
      "it lifts while it waits", scan: 100,
      [
        Actor("press", Settings.longPress, after: ["endless"]),
        Actor("endless", Settings.endlessPinch),
      ],
      """
      a          100,100  o------x-
      b@endless  300,100  o-------x
      press               -----w-L-
      endless             --------L
      """),
    GestureScript(
      "a palm while it waits", scan: 100,
      [
        Actor("press", Settings.longPress, after: ["endless"]),
        Actor("endless", Settings.endlessPan),
      ],
      """
      a 100,100  o------!
      press      -----w-T
      endless    -------T
      """),
    GestureScript(
      "a finger too many while it waits", scan: 100,
      [
        Actor("press", Settings.longPress, after: ["endless"]),
        Actor("endless", Settings.endlessPan),
      ],
      """
      a        100,100  o------x
      b@press  300,100  ------ox
      press             -----wN-
      endless           -------L
      """),
    GestureScript(
      "another is recognized while it waits", scan: 100,
      [
        Actor("press", Settings.longPress, after: ["endless"]),
        Actor("other", Settings.longPress { $0.duration = 0.6 }),
        Actor("endless", Settings.endlessPan),
      ],
      """
      a 100,100  o------x
      press      -----wP-
      other      ------re
      endless    ------P-
      """),
    GestureScript(
      "the one it waits for is recognized", scan: 100,
      [
        Actor("press", Settings.longPress, after: ["other"]),
        Actor("other", Settings.longPress { $0.duration = 0.7 }),
      ],
      """
      a 100,100  o-------x
      press      -----w-R-
      other      -------re
      """),
    GestureScript(
      "off while it waits", scan: 100,
      [
        Actor("press", Settings.longPress, after: ["endless"]),
        Actor("endless", Settings.endlessPan),
      ],
      """
      a 100,100  o------x
      off:press  ------!
      press      -----wD-
      endless    -------L
      """),
  ]
}
