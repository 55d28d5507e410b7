import SnapbackGestures

/// What the scripts look for: settings with one thing changed.
enum Settings {
  static let tap = GestureSettings.tap(TapSettings())
  static let doubleTap = GestureSettings.tap(TapSettings(taps: 2))
  static let longPress = GestureSettings.longPress(LongPressSettings())
  static let pan = pan { _ in }
  static let edgePan = pan { $0.edge = .left }
  static let swipe = swipe { _ in }
  static let pinch = GestureSettings.pinch(PinchSettings())
  static let rotation = GestureSettings.rotation(RotationSettings())
  /// A pan and a pinch that never come, however long they look.
  static let endlessPan = pan { $0.slop = TouchDistance(points: 1000) }
  static let endlessPinch = pinch { $0.slop = TouchDistance(points: 1000) }

  static func tap(_ change: (inout TapSettings) -> Void) -> GestureSettings {
    var settings = TapSettings()
    change(&settings)
    return .tap(settings)
  }

  static func longPress(_ change: (inout LongPressSettings) -> Void) -> GestureSettings {
    var settings = LongPressSettings()
    change(&settings)
    return .longPress(settings)
  }

  static func pan(_ change: (inout PanSettings) -> Void) -> GestureSettings {
    var settings = PanSettings()
    change(&settings)
    return .pan(settings)
  }

  static func swipe(_ change: (inout SwipeSettings) -> Void) -> GestureSettings {
    var settings = SwipeSettings(direction: .right)
    change(&settings)
    return .swipe(settings)
  }

  static func pinch(_ change: (inout PinchSettings) -> Void) -> GestureSettings {
    var settings = PinchSettings()
    change(&settings)
    return .pinch(settings)
  }

  static func rotation(_ change: (inout RotationSettings) -> Void) -> GestureSettings {
    var settings = RotationSettings()
    change(&settings)
    return .rotation(settings)
  }
}

extension GestureScript {
  /// Every script with an outcome that was drawn by hand.
  static let all: [GestureScript] =
    taps + waitingTaps + longPresses + waitingLongPresses
    + [Settings.pan { $0.direction = .horizontal }, Settings.edgePan].flatMap {
      pans($0) + waitingPans($0)
    }
    + edges + swipes + waitingSwipes
    + [(Settings.pinch, "←", "→"), (Settings.rotation, "↑", "↓")].flatMap {
      pairs($0.0, $0.1, $0.2) + waitingPairs($0.0, $0.1, $0.2)
    }
    + pointers + several

  /// Pointers that scroll or hover ask nobody.
  static let pointers: [GestureScript] = [
    GestureScript(
      "a scroll", [Actor("scroll", .scroll)],
      """
      wheel:scroll  o>>x-ox-o!-o>!-1
      scroll        rcce-re-rx-rcx-(re)
      """),
    GestureScript(
      "what has not begun does not go on", [Actor("scroll", .scroll)],
      """
      wheel:scroll  >x!-o-o>1
      scroll        ----r-(xr)c(xre)
      """),
    GestureScript(
      "a scroll is switched off", [Actor("scroll", .scroll)],
      """
      wheel:scroll  o--o
      off:scroll    -!
      on:scroll     --!
      scroll        rx-r
      """),
    GestureScript(
      "a pointer that hovers", [Actor("hover", .hover)],
      """
      mouse:hover  >>>x-x->x->>-->>
      off:hover    -----------!
      on:hover     ------------!
      hover        rcce---re-r(cx)--rc
      """),
    GestureScript(
      "hovering is switched off as soon as it has begun", [Actor("hover", .hover)],
      """
      mouse:hover  >->
      off:hover    -!-
      hover        rx-
      """),
    GestureScript(
      "fingers are nothing to pointers, and do not take them away",
      [Actor("hover", .hover), Actor("scroll", .scroll), Actor("tap", Settings.tap)],
      """
      a 100,100    -o=x
      mouse:hover  >->->-x
      hover        r-c-c-e
      scroll       -------
      tap          ---r---
      """),
  ]

  /// Several views, several fingers.
  static let several: [GestureScript] = [
    GestureScript(
      "the deepest view's is first in one scan",
      [Actor("inner", Settings.pan), Actor("outer", Settings.pan)],
      """
      a 100,100  o→→→x
      inner      --rce
      outer      --P--
      """),
    GestureScript(
      "the first to be recognised is first, however deep",
      [
        Actor("inner", Settings.pan { $0.slop = TouchDistance(points: 20) }),
        Actor("outer", Settings.pan),
      ],
      """
      a 100,100  o→→→x
      inner      --P--
      outer      --rce
      """),
    GestureScript(
      "fingers on several views are independent",
      [Actor("left", Settings.pan), Actor("right", Settings.pan), Actor("tap", Settings.tap)],
      """
      a@left   100,100  o→→→→→→x--
      b@right  500,100  -o=↓↓=↓↓x-
      c@tap    300,100  --o=x-----
      left              --rcccce--
      right             ----rccce-
      tap               ----r-----
      """),
    GestureScript(
      "three that are simultaneous share a finger",
      [
        Actor("pan", Settings.pan, with: ["press", "tap"]),
        Actor("press", Settings.longPress { $0.duration = 0.03 }, with: ["tap"]),
        Actor("tap", Settings.tap { $0.slop.points = 99 }),
      ],
      """
      a 100,100  o===→→→x
      pan        -----rce
      press      ---(rc)ccce
      tap        -------r
      """),
    GestureScript(
      "who has failed waits until all fingers have lifted",
      [Actor("pan", Settings.pan { $0.maximumFingers = 1 })],
      """
      a 100,100  o==x-------
      b 200,100  -o→→→x-----
      c 300,100  ------o→→→x
      pan        -N------rce
      """),
    GestureScript(
      "who has ended waits until all fingers have lifted",
      [Actor("tap", Settings.tap), Actor("pinch", Settings.pinch, with: ["tap"])],
      """
      a 200,300  o←←x-----
      b 300,300  o→→-=x---
      c 250,300  ------o=x
      tap        N-------r
      pinch      --re----L
      """),
    GestureScript(
      "all fingers are forgotten",
      [
        Actor("single", Settings.tap, after: ["double"]), Actor("double", Settings.doubleTap),
        Actor("pan", Settings.pan, with: ["single", "double"]),
      ],
      """
      a@single,double 100,100  ox-----
      b@pan           300,100  o→→==→x
      c@pan           300,100  ----o→→
      all                      ---!
      double                   ---D---
      single                   -w-D---
      pan                      --rx--r
      """),
    GestureScript(
      "whom all waited for is recognised, and nobody who waited",
      [
        Actor("pan", Settings.pan, after: ["swipe"]),
        Actor("press", Settings.longPress { $0.slop.points = 99 }, after: ["swipe"]),
        Actor("swipe", Settings.swipe),
      ],
      """
      a 100,100  o⇒⇒⇒x
      pan        -wR--
      press      --R--
      swipe      --r--
      """),
    GestureScript(
      "who waits for one that was prevented is prevented by the same",
      [
        Actor("between", Settings.endlessPan),
        Actor("pan", Settings.pan, after: ["between"]),
        Actor("swipe", Settings.swipe),
      ],
      """
      a 100,100  o→⇒⇒x
      between    ---P-
      pan        --wP-
      swipe      ---r-
      """),
    GestureScript(
      "a chain: each waits for the next, and the last to fail lets the first go",
      [
        Actor("single", Settings.tap, after: ["double"]),
        Actor("double", Settings.doubleTap, after: ["triple"]),
        Actor("triple", Settings.tap { $0.taps = 3 }),
      ],
      """
      a 100,100  ox---
      b 100,100  ---ox
      single     -w---|R
      double     ----w|r
      triple     -----|S
      """),
    GestureScript(
      "a chain of pans and a swipe that all end with one lift",
      [
        Actor("first", Settings.pan, after: ["second"]),
        Actor("second", Settings.pan { $0.slop.points = 12 }, after: ["third"]),
        Actor("third", Settings.swipe),
      ],
      """
      a 100,100  o→→→x
      first      --w-R
      second     --w-(re)
      third      ----L
      """),
  ]
}
