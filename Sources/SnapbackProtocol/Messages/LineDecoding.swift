import SnapbackBasics
import SnapbackDocument

/// Decodes the value of each kind of message in the text encoding.
enum LineDecoding {
  // generated: line decoder
  static func welcome(_ reader: inout ObjectReader) throws(DocumentError) -> Welcome {
    let version = UInt16(saturating: try reader.number("version"))
    let clock = Welcome.Clock(rawValue: try reader.string("clock")) ?? .monotonic
    let now = try reader.instant("now")
    let session = try reader.hexadecimal("session")
    let epoch = try reader.count("epoch")
    let rate = try reader.number("rate")
    let roles = Role(names: try reader.strings("roles"))
    let features = Feature(names: try reader.strings("features"))
    let pacing = try reader.optionalString("pacing").flatMap(Pacing.init(rawValue:)) ?? .timer
    let unacknowledged = UInt32(saturating: try reader.optionalNumber("unacknowledged") ?? 0)
    var result = Welcome(
      now: now, session: session, epoch: epoch, rate: rate, roles: roles, features: features)
    result.version = version
    result.clock = clock
    result.pacing = pacing
    result.unacknowledged = unacknowledged
    return result
  }

  static func gesture(_ reader: inout ObjectReader, _ places: [String: Int]) throws(DocumentError)
    -> GestureEvent?
  {
    let id = try reader.count("id")
    let time = try reader.instant("time")
    let view = places[try reader.string("view")] ?? -1
    let kind = try reader.string("kind")
    let name = try reader.optionalString("name")
    let phase = GesturePhase(rawValue: try reader.string("phase"))
    let location = try reader.point("location")
    let translation = try reader.vector("translation")
    let velocity = try reader.vector("velocity")
    let scale = try reader.optionalNumber("scale")
    let scaleVelocity = try reader.optionalNumber("scaleVelocity")
    let rotation = try reader.optionalNumber("rotation")
    let rotationVelocity = try reader.optionalNumber("rotationVelocity")
    let injected = try reader.optionalBoolean("injected") ?? false
    guard let phase else { return nil }
    return GestureEvent(
      id: id, time: time, view: view, kind: kind, name: name, phase: phase, location: location,
      translation: translation, velocity: velocity, scale: .init(scale, scaleVelocity),
      rotation: .init(rotation, rotationVelocity), isInjected: injected)
  }

  static func event(_ reader: inout ObjectReader) throws(DocumentError) -> SceneEvent? {
    let kind = SceneEvent.Kind(rawValue: try reader.string("kind"))
    let time = try reader.instant("time")
    let name = try reader.optionalString("name")
    let view = try reader.optionalString("view")
    let at = try reader.optionalString("at")
    let velocity = try reader.vector("velocity")
    let feedback = try reader.optionalString("feedback")
    let noticed = reader.has("noticed") ? try reader.count("noticed") : nil
    guard let kind else { return nil }
    return SceneEvent(
      kind: kind, time: time, name: name, view: view, place: at, velocity: velocity,
      feedback: feedback, noticed: Instant(told: noticed))
  }

  static func layout(_ reader: inout ObjectReader, _ places: [String: Int]) throws(DocumentError)
    -> LayoutEvent
  {
    let time = try reader.instant("time")
    let transaction = reader.has("transaction") ? try reader.count("transaction") : nil
    var views: [LayoutEvent.Change] = []
    for node in try reader.array("views") {
      var item = try ObjectReader(node, file: MessageLine.file)
      if let value = try layoutChange(&item, places) { views.append(value) }
    }
    return LayoutEvent(time: time, transaction: transaction, changes: views)
  }

  static func touch(_ reader: inout ObjectReader) throws(DocumentError) -> ServerMessage {
    let time = try reader.instant("time")
    var contacts: [TouchContact] = []
    for node in try reader.array("contacts") {
      var item = try ObjectReader(node, file: MessageLine.file)
      if let value = try contact(&item) { contacts.append(value) }
    }
    return .touch(time: time, contacts: contacts)
  }

  static func done(_ reader: inout ObjectReader) throws(DocumentError) -> TransactionEvent {
    let id = try reader.count("id")
    let time = try reader.instant("time")
    let moment = TransactionEvent.Moment(rawValue: try reader.string("moment")) ?? .finished
    let interrupted = try reader.boolean("interrupted")
    return TransactionEvent(id: id, moment: moment, isInterrupted: interrupted, time: time)
  }

  static func device(_ reader: inout ObjectReader) throws(DocumentError) -> DeviceChange {
    let id = try reader.count("id")
    let phase = DeviceChange.Phase(rawValue: try reader.string("phase")) ?? .removed
    let name = try reader.string("name")
    let kind = try reader.string("kind")
    return DeviceChange(id: id, phase: phase, name: name, kind: kind)
  }

  static func idle(_ reader: inout ObjectReader) throws(DocumentError) -> ServerMessage {
    let seq = try reader.count("seq")
    let time = try reader.instant("time")
    return .idle(sequence: seq, time: time)
  }

  static func lagged(_ reader: inout ObjectReader) throws(DocumentError) -> ServerMessage {
    let dropped = try reader.count("dropped")
    return .lagged(dropped: dropped)
  }

  static func error(_ reader: inout ObjectReader) throws(DocumentError) -> ServerMessage {
    let code = try reader.string("code")
    let message = try reader.string("message")
    return .error(code: code, message: message)
  }

  static func pong(_ reader: inout ObjectReader) throws(DocumentError) -> ServerMessage {
    let id = try reader.count("id")
    let now = try reader.instant("now")
    return .pong(id: id, now: now)
  }

  static func sharedMemory(_ reader: inout ObjectReader) throws(DocumentError) -> ServerMessage {
    let size = try reader.count("size")
    return .sharedMemory(size: size)
  }

  static func looks(_ reader: inout ObjectReader, _ places: [String: Int]) throws(DocumentError)
    -> ServerMessage
  {
    let time = try reader.instant("time")
    var views: [ViewLook] = []
    for node in try reader.array("views") {
      var item = try ObjectReader(node, file: MessageLine.file)
      if let value = try look(&item, places) { views.append(value) }
    }
    return .looks(time: time, views: views)
  }

  static func screen(_ reader: inout ObjectReader) throws(DocumentError) -> ScreenDescription {
    let width = try reader.number("width")
    let height = try reader.number("height")
    let scale = try reader.number("scale")
    let background = Color(hexadecimal: try reader.string("background")) ?? .black
    return ScreenDescription(
      size: Size(width: width, height: height), scale: scale, background: background)
  }

  static func view(_ reader: inout ObjectReader, _ places: [String: Int]) throws(DocumentError) -> (
    ViewAppearance, ViewState
  ) {
    let id = try reader.string("id")
    let parent = try reader.optionalString("parent").flatMap { places[$0] }
    let cornerRadius = try reader.number("cornerRadius")
    let clips = try reader.optionalBoolean("clips") ?? false
    let anchor = try reader.point("anchor")
    let state = try state(&reader)
    var text: TextAppearance?
    if var inner = try reader.optionalObject("text") {
      text = try Self.text(&inner)
    }
    return (
      ViewAppearance(
        name: id, parent: parent, color: state.color, cornerRadius: cornerRadius, clips: clips,
        anchor: anchor, text: text), state
    )
  }

  static func text(_ reader: inout ObjectReader) throws(DocumentError) -> TextAppearance {
    let string = try reader.string("string")
    let style = try reader.optionalString("style")
    let size = try reader.number("size")
    let lineHeight = try reader.number("lineHeight")
    let firstBaseline = try reader.number("firstBaseline")
    let lastBaseline = try reader.number("lastBaseline")
    let lines = UInt32(saturating: try reader.optionalNumber("lines") ?? 0)
    return TextAppearance(
      string: string, style: style, size: size, lineHeight: lineHeight,
      firstBaseline: firstBaseline, lastBaseline: lastBaseline, lineLimit: lines)
  }

  static func contact(_ reader: inout ObjectReader) throws(DocumentError) -> TouchContact? {
    let id = try reader.count("id")
    let phase = ContactPhase(rawValue: try reader.string("phase"))
    let x = try reader.number("x")
    let y = try reader.number("y")
    let injected = try reader.optionalBoolean("injected") ?? false
    guard let phase else { return nil }
    return TouchContact(id: id, phase: phase, position: Point(x: x, y: y), isInjected: injected)
  }

  static func layoutChange(_ reader: inout ObjectReader, _ places: [String: Int])
    throws(DocumentError) -> LayoutEvent.Change?
  {
    guard let id = places[try reader.string("id")] else { return nil }
    let from = try reader.rect("from")
    let to = try reader.rect("to")
    return LayoutEvent.Change(view: id, from: from, to: to)
  }

  static func look(_ reader: inout ObjectReader, _ places: [String: Int]) throws(DocumentError)
    -> ViewLook?
  {
    guard let id = places[try reader.string("id")] else { return nil }
    let textColor = Paint(hexadecimal: try reader.string("textColor")) ?? .black
    let borderColor = Paint(hexadecimal: try reader.string("borderColor")) ?? .black
    let fillAlpha = try reader.number("fillAlpha")
    let borderWidth = try reader.number("borderWidth")
    let shadowOpacity = try reader.number("shadowOpacity")
    let shadowRadius = try reader.number("shadowRadius")
    let shadowOffset = try reader.vector("shadowOffset")
    let shadowColor = Paint(hexadecimal: try reader.string("shadowColor")) ?? .black
    let fontWeight = UInt16(saturating: try reader.number("fontWeight"))
    let textAlignment =
      ViewLook.TextAlignment(rawValue: try reader.string("textAlignment")) ?? .leading
    let verticalAlignment =
      ViewLook.VerticalAlignment(rawValue: try reader.string("verticalAlignment")) ?? .top
    let truncation = ViewLook.Truncation(rawValue: try reader.string("truncation")) ?? .tail
    let image = try reader.optionalString("image")
    let data = try reader.optionalString("data")
    var result = ViewLook(
      view: id,
      moving: MovingLook(
        textColor: textColor, borderColor: borderColor, fillAlpha: fillAlpha,
        borderWidth: borderWidth, shadowOpacity: shadowOpacity, shadowRadius: shadowRadius,
        shadowOffset: shadowOffset))
    result.shadowColor = shadowColor
    result.fontWeight = fontWeight
    result.textAlignment = textAlignment
    result.verticalAlignment = verticalAlignment
    result.truncation = truncation
    result.image = image
    result.data = data
    return result
  }
  // end of generated
}
