extension GestureScript {
  /// Every script whose outcome was drawn by hand.
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

  /// Pointers that scroll or hover need no arbitration.
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
