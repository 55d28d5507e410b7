import SnapbackBasics
import SnapbackDocument

/// Snapshots and frames.
extension LineDecoding {
  static func snapshot(_ reader: inout ObjectReader) throws(DocumentError) -> SceneSnapshot {
    var screen = try reader.object("screen")
    let background = Color(hexadecimal: try screen.string("background"))
    var snapshot = SceneSnapshot(
      sequence: try reader.count("seq"), time: try reader.instant("time"),
      revision: try reader.count("revision"), epoch: try reader.count("epoch"),
      screen: ScreenDescription(
        size: Size(width: try screen.number("width"), height: try screen.number("height")),
        scale: try screen.number("scale"),
        background: background ?? Color(red: 0, green: 0, blue: 0)),
      appearances: [], states: [])
    var places: [String: Int] = [:]
    for node in try reader.array("views") {
      var view = try ObjectReader(node, file: MessageLine.file)
      let name = try view.string("id")
      let state = try state(&view)
      let anchor = try view.optionalPair("anchor") ?? Vector(dx: 0.5, dy: 0.5)
      var appearance = ViewAppearance(
        name: name, parent: try view.optionalString("parent").flatMap { places[$0] },
        color: state.color, cornerRadius: try view.number("cornerRadius"),
        clips: try view.optionalBoolean("clips") ?? false,
        anchor: Point(x: anchor.dx, y: anchor.dy))
      if var text = try view.optionalObject("text") { appearance.text = try Self.text(&text) }
      places[name] = snapshot.states.count
      snapshot.appearances.append(appearance)
      snapshot.states.append(state)
    }
    return snapshot
  }

  private static func text(_ reader: inout ObjectReader) throws(DocumentError) -> TextAppearance {
    TextAppearance(
      string: try reader.string("string"), style: try reader.optionalString("style"),
      size: try reader.number("size"), lineHeight: try reader.number("lineHeight"),
      firstBaseline: try reader.number("firstBaseline"),
      lastBaseline: try reader.number("lastBaseline"),
      lineLimit: UInt32(saturating: try reader.number("lines")))
  }

  static func frame(
    _ reader: inout ObjectReader, _ views: [String: Int]
  ) throws(DocumentError) -> FrameUpdate {
    let time = try reader.instant("time")
    var update = FrameUpdate(
      sequence: try reader.count("seq"), time: time,
      computed: reader.has("computed") ? try reader.instant("computed") : time,
      revision: try reader.count("revision"), views: [])
    for node in try reader.array("views") {
      var view = try ObjectReader(node, file: MessageLine.file)
      guard let place = views[try view.string("id")] else { continue }
      update.views.append(ViewUpdate(view: place, parts: .all, state: try state(&view)))
    }
    return update
  }

  /// Reads the state of a view from a snapshot or frame.
  private static func state(_ reader: inout ObjectReader) throws(DocumentError) -> ViewState {
    let matrix = try reader.numbers("toScreen", 6)
    var state = ViewState(
      frame: try reader.rect("frame"),
      transform: TransformComponents(
        translation: try reader.pair("translation"), rotation: try reader.number("rotation"),
        shear: try reader.optionalNumber("shear") ?? 0, scale: try reader.pair("scale")),
      alpha: try reader.number("alpha"),
      color: try reader.optionalString("color").flatMap { Color(hexadecimal: $0) },
      toScreen: AffineTransform(
        a: matrix[0], b: matrix[1], c: matrix[2], d: matrix[3], tx: matrix[4], ty: matrix[5]),
      isVisible: try reader.optionalBoolean("visible") ?? true)
    var velocity = try reader.object("velocity")
    state.translationVelocity = try velocity.pair("translation")
    state.rotationVelocity = try velocity.number("rotation")
    state.scaleVelocity = try velocity.optionalPair("scale") ?? .zero
    state.shearVelocity = try velocity.optionalNumber("shear") ?? 0
    if velocity.has("frame") {
      let rates = try velocity.numbers("frame", 4)
      state.frameVelocity = FrameVelocity(
        x: rates[0], y: rates[1], width: rates[2], height: rates[3])
    }
    return state
  }
}
