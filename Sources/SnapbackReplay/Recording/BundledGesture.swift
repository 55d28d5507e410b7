import SnapbackBasics

/// The gestures bundled with the project, drawn for scenes in `configs/scenes`.
public enum BundledGesture: String, CaseIterable, Sendable {
  // Drawn for the card.

  /// A slow pan whose finger rests before it lifts, so that the release velocity is zero.
  case slowPan = "slow-pan"
  /// A quick pan whose finger lifts while it moves.
  case flick
  /// A flick, and a second touch that stops the card while the card springs back.
  case catchInFlight = "catch-in-flight"
  /// A pan that starts beside the card: nothing moves.
  case offCardPan = "off-card-pan"
  /// A pan in which a second finger touches and then the first finger lifts.
  case twoFingers = "two-fingers"

  // Drawn for scenes with actions.

  /// A tap on empty space near the top edge, for scenes whose actions start without a touch.
  case tap
  /// Six taps in the middle of the screen, one per second.
  case taps
  /// Four taps on a bar at the top edge, the last one while the bar still moves.
  case barTaps = "bar-taps"
  /// Taps on the button of a picture that zooms; two of the taps are during one zoom.
  case zoomTaps = "zoom-taps"
  /// A tap outside all controls, a tap on a field, and a tap on the keyboard.
  case focusTaps = "focus-taps"

  // Drawn for scenes with gestures.

  /// Two fingers on a photo that spread, rotate and move sideways at once; then two double taps.
  case photoFingers = "photo-fingers"
  /// A finger pulls a message aside, scrolls the list with a flick, stops the scroll with a tap,
  /// and flicks back.
  case listFingers = "list-fingers"
  /// A sheet pulled up by its grabber, flicked to its full height, and flicked down.
  case sheetDrags = "sheet-drags"
  /// A pan from the left edge, a swipe to the left, and a pan that stops too early.
  case drawerEdge = "drawer-edge"

  // Drawn for scenes with bindings.

  /// A list dragged up a little, flicked up, stopped by a tap, and flicked back beyond its top.
  case headerScrolls = "header-scrolls"
  /// A page pulled aside and released before the middle, flicked aside, opened again by a tap, and
  /// caught on its way.
  case backSwipes = "back-swipes"
  /// The first card of a pile dragged aside and released, then flicked away to the left, and the
  /// next one to the right.
  case deckDrags = "deck-drags"
  /// A page dragged up, flicked up, stopped by a tap, flicked back beyond its top, and pulled down.
  case pageScrolls = "page-scrolls"
  /// A page pulled aside and released before the middle, two pages turned, and the second turn
  /// caught and turned back.
  case pageTurns = "page-turns"
  /// A message of a list swiped open, another one pulled aside too little, and the first one swiped
  /// shut.
  case rowSwipes = "row-swipes"
  /// A drawer pulled in from the left edge, pulled back by less than half, flicked out, and caught
  /// on its way; then pulled in again and closed by a tap beside it.
  case drawerPans = "drawer-pans"
  /// A page turned by a flick and the next one by a slow drag, a drag that stops too early, and a
  /// flick whose motion a finger catches and drags beyond the last page.
  case pageFlicks = "page-flicks"
  /// A page pulled beyond its top, flicked away, stopped on its way, and flicked back to its top.
  case picturePulls = "picture-pulls"
  /// A photo dragged down too little, flicked away, shown again by a tap, flicked away again, and
  /// caught on its way and dragged back.
  case photoDrags = "photo-drags"
  /// A list pulled beyond its top too little, pulled far enough, and pulled once more while a
  /// second finger moves back.
  case listPulls = "list-pulls"
  /// A knob slid by 60 % of its way, slid to the end, tapped there, and flicked.
  case knobSlides = "knob-slides"
  /// The head of a string dragged in an arc and released at rest, then dragged and let go while it
  /// moves.
  case beadDrags = "bead-drags"
  /// A tour of the kiosk: fingers unlock it, flick its cards up and back, open and close its sheet,
  /// open, pinch and flick away a photo, and change the theme and the tab.
  case kioskTour = "kiosk-tour"

  /// The strokes of the fingers, in points of the synthesizer's screen.
  public var strokes: [Stroke] {
    switch self {
    case .slowPan:
      [stroke((195, 400), (272, 340), at: 0, duration: 1.1, rest: 0.2)]
    case .flick:
      [stroke((150, 470), (330, 420), at: 0, duration: 0.32, liftShare: 0.6)]
    case .catchInFlight:
      [
        stroke((150, 470), (330, 420), at: 0, duration: 0.32, liftShare: 0.6),
        stroke((250, 450), (130, 480), at: 0.3, duration: 0.5, rest: 0.1),
      ]
    case .offCardPan:
      [stroke((195, 80), (195, 420), at: 0, duration: 0.6)]
    case .twoFingers:
      [
        stroke((140, 380), (210, 420), at: 0, duration: 0.7),
        stroke((240, 480), (290, 400), at: 0.2, duration: 0.9, liftShare: 0.9),
      ]
    case .tap:
      [tap((195, 40), at: 0)]
    case .taps:
      (0..<6).map { tap((195, 422), at: Double($0)) }
    case .barTaps:
      [0, 1.6, 3.2, 3.5].map { tap((195, 30), at: $0) }
    case .zoomTaps:
      [
        tap((262, 497), at: 0), tap((312, 547), at: 0.5),
        tap((280, 512), at: 1), tap((280, 512), at: 1.08),
        tap((312, 547), at: 1.6), tap((312, 547), at: 2.1),
      ]
    case .focusTaps:
      [tap((195, 40), at: 0), tap((195, 540), at: 1), tap((195, 700), at: 2)]
    case .photoFingers: photoStrokes
    case .listFingers: listStrokes
    case .sheetDrags: sheetStrokes
    case .drawerEdge: drawerStrokes
    case .headerScrolls: strokesOfHeaderScrolls
    case .backSwipes: strokesOfBackSwipes
    case .deckDrags: strokesOfDeckDrags
    case .pageScrolls: strokesOfPageScrolls
    case .pageTurns: strokesOfPageTurns
    case .rowSwipes: strokesOfRowSwipes
    case .drawerPans: strokesOfDrawerPans
    case .pageFlicks: strokesOfPageFlicks
    case .picturePulls: strokesOfPicturePulls
    case .photoDrags: strokesOfPhotoDrags
    case .listPulls: strokesOfListPulls
    case .knobSlides: strokesOfKnobSlides
    case .beadDrags: strokesOfBeadDrags
    case .kioskTour: strokesOfKioskTour
    }
  }

  /// The recording that is bundled as `recordings/<name>.evemu`.
  public var recording: Recording {
    var synthesizer = TouchSynthesizer(seed: 412)
    return synthesizer.recording(of: strokes)
  }

  // MARK: Scenes with gestures

  private var photoStrokes: [Stroke] {
    [
      stroke((150, 460), (80, 480), at: 0, duration: 0.8, rest: 0.1),
      stroke((240, 390), (330, 470), at: 0, duration: 0.8, rest: 0.1),
      tap((195, 422), at: 2), tap((200, 425), at: 2.18),
      tap((195, 422), at: 3.5), tap((190, 420), at: 3.68),
    ]
  }

  private var listStrokes: [Stroke] {
    [
      stroke((300, 225), (170, 235), at: 0, duration: 0.4),
      stroke((195, 650), (200, 470), at: 1.2, duration: 0.4, liftShare: 0.6),
      tap((195, 400), at: 1.9),
      stroke((195, 300), (185, 620), at: 2.8, duration: 0.3, liftShare: 0.6),
    ]
  }

  private var sheetStrokes: [Stroke] {
    [
      stroke((195, 735), (195, 520), at: 0, duration: 0.6, rest: 0.1),
      stroke((200, 470), (200, 220), at: 1.5, duration: 0.3, liftShare: 0.6),
      stroke((190, 150), (195, 650), at: 2.8, duration: 0.35, liftShare: 0.6),
    ]
  }

  private var drawerStrokes: [Stroke] {
    [
      stroke((3, 400), (230, 410), at: 0, duration: 0.5, liftShare: 0.8),
      stroke((260, 500), (120, 490), at: 1.5, duration: 0.25),
      stroke((4, 300), (110, 300), at: 2.8, duration: 0.5, rest: 0.2),
    ]
  }

  // MARK: Strokes

  /// A finger that touches and does not move, by default for 60 ms.
  func tap(_ place: (Double, Double), at time: Double, duration: Double = 0.06) -> Stroke {
    stroke(place, place, at: time, duration: duration)
  }

  /// A finger that lifts at the end of its path, where it is fastest.
  func flick(
    _ start: (Double, Double), _ end: (Double, Double), at time: Double, duration: Double
  ) -> Stroke {
    stroke(start, end, .midway, at: time, duration: duration)
  }

  /// A finger that moves along a line, by default to rest.
  func stroke(
    _ start: (Double, Double), _ end: (Double, Double), _ profile: SpeedProfile = .toRest,
    at time: Double, hold: Double = 0, duration: Double, liftShare: Double = 1, rest: Double = 0
  ) -> Stroke {
    Stroke(
      .line(from: Point(x: start.0, y: start.1), to: Point(x: end.0, y: end.1)), profile: profile,
      at: time, hold: hold, duration: duration, liftShare: liftShare, rest: rest)
  }
}
