/// The scenes for which the bundled gestures are drawn, and their files.
extension BundledGesture {
  /// The name of the scene's file in `configs/scenes`. Where a gesture suits several scenes, one of
  /// them.
  public var scene: String { stem + ".json5" }

  /// The contents of `recordings/<name>.evemu`: the recording, with a note of its scene.
  public var text: String { SceneNote.adding(scene, to: EvemuWriter.text(recording)) }

  private var stem: String {
    switch self {
    case .slowPan, .flick, .catchInFlight, .offCardPan, .twoFingers: "card"
    case .tap: "red-square-by-hand"
    case .taps: "stack"
    case .barTaps: "todo"
    case .zoomTaps: "zoom"
    case .focusTaps: "login-by-constraints"
    case .photoFingers: "photo"
    case .listFingers: "list"
    case .sheetDrags: "sheet"
    case .drawerEdge: "drawer"
    case .headerScrolls: "collapsing-header"
    case .backSwipes: "back-swipe"
    case .deckDrags: "card-deck"
    case .pageScrolls: "parallax"
    case .pageTurns: "carousel"
    case .rowSwipes: "swipe-to-reveal"
    case .drawerPans: "backdrop-drawer"
    case .pageFlicks: "page-dots"
    case .picturePulls: "stretchy-picture"
    case .photoDrags: "photo-dismiss"
    case .listPulls: "pull-to-refresh"
    case .knobSlides: "lock-slider"
    case .beadDrags: "elastic-string"
    case .kioskTour: "kiosk-app"
    }
  }
}
