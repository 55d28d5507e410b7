import SnapbackBasics
import SnapbackDocument

/// Decodes snapshots and frames.
extension LineDecoding {
  static func snapshot(_ reader: inout ObjectReader) throws(DocumentError) -> SceneSnapshot {
    var screenReader = try reader.object("screen")
    var snapshot = SceneSnapshot(
      sequence: try reader.count("seq"), time: try reader.instant("time"),
      revision: try reader.count("revision"), epoch: try reader.count("epoch"),
      screen: try screen(&screenReader), appearances: [], states: [])
    var places: [String: Int] = [:]
    for node in try reader.array("views") {
      var item = try ObjectReader(node, file: MessageLine.file)
      let (appearance, state) = try view(&item, places)
      places[appearance.name] = snapshot.states.count
      snapshot.append(appearance, state)
    }
    return snapshot
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
      var news = ViewUpdate(view: place, parts: .all, state: try state(&view))
      if let radius = try view.optionalNumber("cornerRadius") {
        news.parts.insert(.cornerRadius)
        news.state.cornerRadius = radius
        news.state.hasMovingRadius = true
      }
      if var look = try view.optionalObject("look") {
        news.parts.insert(.look)
        news.look = try movingLook(&look)
      }
      update.views.append(news)
    }
    return update
  }

  private static func movingLook(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> MovingLook {
    MovingLook(
      textColor: Paint(hexadecimal: try reader.string("textColor")) ?? .black,
      borderColor: Paint(hexadecimal: try reader.string("borderColor")) ?? .black,
      fillAlpha: try reader.number("fillAlpha"), borderWidth: try reader.number("borderWidth"),
      shadowOpacity: try reader.number("shadowOpacity"),
      shadowRadius: try reader.number("shadowRadius"),
      shadowOffset: try reader.vector("shadowOffset"))
  }

  /// Decodes the state of a view in a snapshot or frame.
  static func state(_ reader: inout ObjectReader) throws(DocumentError) -> ViewState {
    let matrix = try reader.numbers("toScreen", 6)
    var state = ViewState(
      frame: try reader.rect("frame"),
      transform: TransformComponents(
        translation: try reader.vector("translation"), rotation: try reader.number("rotation"),
        shear: try reader.optionalNumber("shear") ?? 0, scale: try reader.vector("scale")),
      alpha: try reader.number("alpha"),
      color: try reader.optionalString("color").flatMap { Color(hexadecimal: $0) },
      toScreen: AffineTransform(
        a: matrix[0], b: matrix[1], c: matrix[2], d: matrix[3], tx: matrix[4], ty: matrix[5]),
      isVisible: try reader.optionalBoolean("visible") ?? true)
    var velocity = try reader.object("velocity")
    state.translationVelocity = try velocity.vector("translation")
    state.rotationVelocity = try velocity.number("rotation")
    state.scaleVelocity = try velocity.optionalVector("scale") ?? .zero
    state.shearVelocity = try velocity.optionalNumber("shear") ?? 0
    if velocity.has("frame") {
      let rates = try velocity.numbers("frame", 4)
      state.frameVelocity = FrameVelocity(
        x: rates[0], y: rates[1], width: rates[2], height: rates[3])
    }
    return state
  }
}
