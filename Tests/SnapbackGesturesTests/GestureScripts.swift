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
    + edges + changing + swipes + waitingSwipes
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
}
