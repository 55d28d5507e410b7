import SnapbackGestures

extension GestureScript {
  /// Every script whose outcome was drawn by hand.
  static let all: [GestureScript] =
    GestureKind.allCases.flatMap { KindExample.all[$0]?.scripts ?? [] } + changing + several

  /// The scripts of a pan, with or without an edge.
  static func allPans(_ settings: GestureSettings) -> [GestureScript] {
    pans(settings) + waitingPans(settings)
  }

  /// The scripts of two fingers; `out` and `back` are their steps.
  static func allPairs(
    _ settings: GestureSettings, _ out: String, _ back: String
  ) -> [GestureScript] {
    pairs(settings, out, back) + waitingPairs(settings, out, back)
  }

  /// Scrolls; pointers need no arbitration.
  static let scrolls: [GestureScript] = [
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
  ]

  static let hovers: [GestureScript] = [
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
