import SnapbackGestures

/// Pinches and rotations: two fingers 100 points apart, moved by `out` and `back`.
extension GestureScript {
  static func pairs(_ pair: GestureSettings, _ out: String, _ back: String) -> [GestureScript] {
    let alone = [Actor("pair", pair)]
    let (a, b) = ("a 200,300 ", "b 300,300 ")
    return [
      GestureScript(
        "two fingers", alone,
        """
        \(a) o\(out)\(out)=\(out)x
        \(b) o\(back)\(back)==x
        pair --rcce
        """),
      GestureScript(
        "two fingers, and the second comes later", alone,
        """
        \(a) o=\(out)\(out)x-
        \(b) -o\(back)\(back)-x
        pair ---rce
        """),
      GestureScript(
        "a finger that lifts and one that returns", alone,
        """
        \(a) o\(out)\(out)x--------
        \(b) o\(back)\(back)-==---\(back)x
        c 200,300 ------o\(out)x--
        pair --rccccccce-
        """),
      GestureScript(
        "two fingers that lift at once", alone,
        """
        \(a) o\(out)\(out)x
        \(b) o\(back)\(back)x
        pair --re
        """),
      GestureScript(
        "palms", alone,
        """
        \(a) o\(out)\(out)!--o\(out)\(out)=!--o!
        \(b) o\(back)\(back)-x-o\(back)\(back)=-x-o!
        pair --rx----rcx---T
        """),
      GestureScript(
        "too little", alone,
        """
        \(a) o\(out)=x
        \(b) o\(back)=x
        pair ---L
        """),
      GestureScript(
        "a third finger is none of it", alone,
        """
        \(a) o\(out)\(out)==x
        \(b) o\(back)\(back)==-x
        c 500,300 -o⇒x--
        pair --rccce
        """),
    ] + furtherPairs(pair, out, back)
  }

  private static func furtherPairs(_ pair: GestureSettings, _ out: String, _ back: String)
    -> [GestureScript]
  {
    let alone = [Actor("pair", pair)]
    let (a, b) = ("a 200,300 ", "b 300,300 ")
    return [
      GestureScript(
        "fingers that travel together", alone,
        """
        \(a) o⇒⇒⇒⇒x
        \(b) o⇒⇒⇒⇒x
        pair -----L
        """),
      GestureScript(
        "two views", [Actor("inner", pair), Actor("outer", pair)],
        """
        \(a) o\(out)\(out)=x
        \(b) o\(back)\(back)=x
        inner --rce
        outer --P--
        """),
      GestureScript(
        "a press comes before the pair that waits for it",
        [Actor("pair", pair, after: ["press"]), Actor("press", Self.press(0.05))],
        """
        \(a) o-----x
        \(b) o-----x
        pair  -----R-
        press -----re
        """),
      GestureScript(
        "off while fingers are down, and while it runs", alone,
        """
        \(a) o--x-o\(out)\(out)-x
        \(b) o--x-o\(back)\(back)-x
        off:pair -!------!
        on:pair --!
        pair -D-----rx-
        """),
    ]
  }

  private static func press(_ duration: Double) -> GestureSettings {
    Settings.longPress {
      $0.duration = duration
      $0.fingers = 2
      $0.slop.points = 999
    }
  }

  static func waitingPairs(
    _ pair: GestureSettings, _ out: String, _ back: String
  ) -> [GestureScript] {
    let waiting = [
      Actor("pair", pair, after: ["endless"]), Actor("endless", Settings.endlessPan),
    ]
    let (a, b) = ("a 200,300 o\(out)\(out)", "b 300,300 o\(back)\(back)")
    return [
      GestureScript(
        "it waits for a tap that may move",
        [
          Actor("pair", pair, after: ["tap"]),
          Actor(
            "tap",
            Settings.tap {
              $0.fingers = 2
              $0.slop.points = 999
              $0.duration = 0.05
            }),
        ],
        """
        \(a)===x
        \(b)===x
        pair --w--(rc)e
        tap -----S-
        """),
      GestureScript(
        "one of its fingers lifts while it waits", waiting,
        """
        \(a)x-
        \(b)-x
        pair    --wL-
        endless ----L
        """),
      GestureScript(
        "a palm while it waits", waiting,
        """
        \(a)!-
        \(b)-x
        pair    --wT-
        endless ----L
        """),
    ] + furtherWaitingPairs(pair, out, back)
  }

  private static func furtherWaitingPairs(
    _ pair: GestureSettings, _ out: String, _ back: String
  ) -> [GestureScript] {
    let waiting = [
      Actor("pair", pair, after: ["endless"]), Actor("endless", Settings.endlessPan),
    ]
    let (a, b) = ("a 200,300 o\(out)\(out)", "b 300,300 o\(back)\(back)")
    return [
      GestureScript(
        "another is recognized while it waits",
        [
          Actor("pair", pair, after: ["endless"]), Actor("other", press(0.04)),
          Actor("endless", Settings.endlessPan),
        ],
        """
        \(a)==x
        \(b)==x
        pair    --w-P-
        other   ----(rc)e
        endless ----P-
        """),
      GestureScript(
        "the one it waits for is recognized",
        [Actor("pair", pair, after: ["press"]), Actor("press", press(0.04))],
        """
        \(a)==x
        \(b)==x
        pair  --w-R-
        press ----(rc)e
        """),
      GestureScript(
        "off while it waits", waiting,
        """
        \(a)-x
        \(b)-x
        off:pair ---!
        pair    --wD-
        endless ----L
        """),
    ]
  }
}
