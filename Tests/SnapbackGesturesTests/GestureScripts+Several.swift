import SnapbackGestures

/// Several views and several fingers.
extension GestureScript {
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
      "the first to be recognized is first, however deep",
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
      [
        Actor("tap", Settings.tap),
        Actor(
          "press",
          Settings.longPress {
            $0.fingers = 2
            $0.duration = 0.02
          }, with: ["tap"]),
      ],
      """
      a 200,300  o-=x-----
      b 300,300  o-=-=x---
      c 250,300  ------o=x
      tap        N-------r
      press      --(rc)e----L
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
      "whom all waited for is recognized, and nobody who waited",
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
    GestureScript(
      "whom it waits for is over already",
      [Actor("pan", Settings.pan), Actor("tap", Settings.tap, after: ["pan"])],
      """
      a@pan 100,100  o→→→==x
      b     300,100  ----o=x
      pan            --rccce
      tap            ------R
      """),
    GestureScript(
      "a palm on the one who is waited for",
      [
        Actor("first", Settings.pan, after: ["second"]),
        Actor("second", Settings.pan, after: ["third"]),
        Actor("third", Settings.endlessPinch),
      ],
      """
      a@second,third 100,100  o↓↓!---
      b              300,100  o↓↓--↓x
      first                   --wr-ce
      second                  --wT---
      third                   ---P---
      """),
    GestureScript(
      "all fingers are forgotten, and who waits comes last",
      [Actor("double", Settings.doubleTap), Actor("single", Settings.tap, after: ["double"])],
      """
      a 100,100  ox--
      all        ---!
      double     ---D
      single     -w-D
      """),
    GestureScript(
      "one lift ends a chain from its end",
      [
        Actor("first", Settings.pan, after: ["second"]),
        Actor("second", Settings.pan, after: ["third"]),
        Actor("third", Settings.endlessPinch),
      ],
      """
      a        100,100  o↓↓↓x-
      b@third  300,100  o----x
      first             --w-(re)-
      second            --w-L-
      third             ----P-
      """),
  ]

  /// Fingers that come and go before a pan has begun, or beyond its maximum number.
  static let changing: [GestureScript] = [
    GestureScript(
      "the finger that counts is the one that is down", [Actor("pan", Settings.pan)],
      """
      a 100,100  o→x---
      b 300,100  --o→→x
      pan        ----re
      """),
    GestureScript(
      "the way counts from when enough fingers are down",
      [Actor("pan", Settings.pan { $0.minimumFingers = 2 })],
      """
      a 100,100  o=→→→=→→x
      b 200,100  -ox------
      c 200,100  -----o→→x
      pan        -------re
      """),
    GestureScript(
      "a finger above the most joins nothing",
      [Actor("pan", Settings.pan { $0.maximumFingers = 1 })],
      """
      a 100,100  o→→→x-
      b 200,100  ---o=x
      pan        --rce-
      """),
  ]
}
