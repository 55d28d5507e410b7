import SnapbackBasics

extension PayloadDecoding {
  // generated: binary decoder
  static func welcome(_ head: MessageHeader, _ reader: inout PayloadReader) throws(Fault) -> Welcome
  {
    let now = head.time
    let version: UInt16 = try reader.integer("version")
    let roles = Role(rawValue: try reader.integer("roles"))
    let features = Feature(rawValue: try reader.integer("features"))
    let session: UInt64 = try reader.integer("session")
    let epoch: UInt64 = try reader.integer("epoch")
    let rate = try reader.number("rate")
    let clock = Welcome.Clock(number: try reader.integer("clock")) ?? .monotonic
    let pacing = Pacing(number: try reader.integer("pacing")) ?? .timer
    try reader.skip(2)
    let unacknowledged: UInt32 = try reader.integer("unacknowledged")
    var result = Welcome(
      now: now, session: session, epoch: epoch, rate: rate, roles: roles, features: features)
    result.version = version
    result.clock = clock
    result.pacing = pacing
    result.unacknowledged = unacknowledged
    return result
  }

  static func gesture(_ head: MessageHeader, _ reader: inout PayloadReader) throws(Fault)
    -> GestureEvent?
  {
    let time = head.time
    let id: UInt64 = try reader.integer("id")
    let view = Int(clamping: try reader.integer("view", as: UInt32.self))
    let kind = GestureNames.kind(try reader.integer("kind"))
    let phase = GesturePhase(number: try reader.integer("phase"))
    let flags: UInt8 = try reader.integer("flags")
    let injected = flags & 4 != 0
    try reader.skip(1)
    let location = try reader.point("location")
    let translation = try reader.vector("translation")
    let velocity = try reader.vector("velocity")
    let scale = try reader.short("scale", if: flags & 1 != 0)
    let scaleVelocity = try reader.short("scaleVelocity", if: flags & 1 != 0)
    let rotation = try reader.short("rotation", if: flags & 2 != 0)
    let rotationVelocity = try reader.short("rotationVelocity", if: flags & 2 != 0)
    let name = try reader.optionalString("name")
    guard let kind, let phase else { return nil }
    return GestureEvent(
      id: id, time: time, view: view, kind: kind, name: name, phase: phase, location: location,
      translation: translation, velocity: velocity, scale: .init(scale, scaleVelocity),
      rotation: .init(rotation, rotationVelocity), isInjected: injected)
  }

  static func event(_ head: MessageHeader, _ reader: inout PayloadReader) throws(Fault)
    -> SceneEvent?
  {
    let time = head.time
    let kind = SceneEvent.Kind(number: try reader.integer("kind"))
    try reader.skip(7)
    let noticed = try reader.optionalInteger("noticed")
    let velocity = try reader.vector("velocity")
    let name = try reader.optionalString("name")
    let view = try reader.optionalString("view")
    let at = try reader.optionalString("at")
    let feedback = try reader.optionalString("feedback")
    guard let kind else { return nil }
    return SceneEvent(
      kind: kind, time: time, name: name, view: view, place: at, velocity: velocity,
      feedback: feedback, noticed: Instant(told: noticed))
  }

  static func layout(_ head: MessageHeader, _ reader: inout PayloadReader) throws(Fault)
    -> LayoutEvent
  {
    let time = head.time
    let transaction = try reader.optionalInteger("transaction")
    let count = try reader.count("views", atLeast: 40)
    var views: [LayoutEvent.Change] = []
    for _ in 0..<count {
      views.append(try layoutChange(&reader))
    }
    return LayoutEvent(time: time, transaction: transaction, changes: views)
  }

  static func touch(_ head: MessageHeader, _ reader: inout PayloadReader) throws(Fault)
    -> ServerMessage
  {
    let time = head.time
    let count = try reader.count("contacts", atLeast: 24)
    var contacts: [TouchContact] = []
    for _ in 0..<count {
      if let item = try contact(&reader) { contacts.append(item) }
    }
    return .touch(time: time, contacts: contacts)
  }

  static func done(_ head: MessageHeader, _ reader: inout PayloadReader) throws(Fault)
    -> TransactionEvent
  {
    let time = head.time
    let id: UInt64 = try reader.integer("id")
    let moment = TransactionEvent.Moment(number: try reader.integer("moment")) ?? .finished
    let interrupted = try reader.integer("interrupted", as: UInt8.self) == 1
    try reader.skip(6)
    return TransactionEvent(id: id, moment: moment, isInterrupted: interrupted, time: time)
  }

  static func device(_ reader: inout PayloadReader) throws(Fault) -> DeviceChange {
    let id: UInt64 = try reader.integer("id")
    let phase = DeviceChange.Phase(number: try reader.integer("phase")) ?? .removed
    try reader.skip(7)
    let name = try reader.string("name")
    let kind = try reader.string("kind")
    return DeviceChange(id: id, phase: phase, name: name, kind: kind)
  }

  static func idle(_ head: MessageHeader, _ reader: inout PayloadReader) throws(Fault)
    -> ServerMessage
  {
    let seq = head.sequence
    let time = head.time
    return .idle(sequence: seq, time: time)
  }

  static func lagged(_ reader: inout PayloadReader) throws(Fault) -> ServerMessage {
    let dropped: UInt64 = try reader.integer("dropped")
    return .lagged(dropped: dropped)
  }

  static func error(_ reader: inout PayloadReader) throws(Fault) -> ServerMessage {
    let code = try reader.string("code")
    let message = try reader.string("message")
    return .error(code: code, message: message)
  }

  static func pong(_ head: MessageHeader, _ reader: inout PayloadReader) throws(Fault)
    -> ServerMessage
  {
    let now = head.time
    let id: UInt64 = try reader.integer("id")
    return .pong(id: id, now: now)
  }

  static func sharedMemory(_ reader: inout PayloadReader) throws(Fault) -> ServerMessage {
    let size: UInt64 = try reader.integer("size")
    return .sharedMemory(size: size)
  }

  static func looks(_ head: MessageHeader, _ reader: inout PayloadReader) throws(Fault)
    -> ServerMessage
  {
    let time = head.time
    let count = try reader.count("views", atLeast: 52)
    var views: [ViewLook] = []
    for _ in 0..<count {
      views.append(try look(&reader))
    }
    return .looks(time: time, views: views)
  }

  static func screen(_ reader: inout PayloadReader) throws(Fault) -> ScreenDescription {
    let width = try reader.short("width")
    let height = try reader.short("height")
    let scale = try reader.short("scale")
    let background = Color(bits: try reader.integer("background")) ?? .black
    return ScreenDescription(
      size: Size(width: width, height: height), scale: scale, background: background)
  }

  static func view(_ handle: Int, _ reader: inout PayloadReader) throws(Fault) -> (
    ViewAppearance, ViewState
  ) {
    let parent = try reader.earlier("parent", than: handle)
    let flags: UInt32 = try reader.integer("flags")
    let clips = flags & 1 != 0
    let cornerRadius = try reader.short("cornerRadius")
    let anchor = try reader.point("anchor")
    let state = try state(of: handle, &reader)
    let id = try reader.string("id")
    let text = flags & 2 != 0 ? try text(&reader) : nil
    return (
      ViewAppearance(
        name: id, parent: parent, color: state.color, cornerRadius: cornerRadius, clips: clips,
        anchor: anchor, text: text), state
    )
  }

  static func text(_ reader: inout PayloadReader) throws(Fault) -> TextAppearance {
    let string = try reader.string("string")
    let style = try reader.optionalString("style")
    let size = try reader.short("size")
    let lineHeight = try reader.short("lineHeight")
    let firstBaseline = try reader.short("firstBaseline")
    let lastBaseline = try reader.short("lastBaseline")
    let lines: UInt32 = try reader.integer("lines")
    return TextAppearance(
      string: string, style: style, size: size, lineHeight: lineHeight,
      firstBaseline: firstBaseline, lastBaseline: lastBaseline, lineLimit: lines)
  }

  static func contact(_ reader: inout PayloadReader) throws(Fault) -> TouchContact? {
    let id: UInt64 = try reader.integer("id")
    let phase = ContactPhase(number: try reader.integer("phase"))
    let flags: UInt8 = try reader.integer("flags")
    let injected = flags & 1 != 0
    try reader.skip(2)
    let x = try reader.short("x")
    let y = try reader.short("y")
    try reader.skip(4)
    guard let phase else { return nil }
    return TouchContact(id: id, phase: phase, position: Point(x: x, y: y), isInjected: injected)
  }

  static func layoutChange(_ reader: inout PayloadReader) throws(Fault) -> LayoutEvent.Change {
    let id = Int(clamping: try reader.integer("id", as: UInt32.self))
    try reader.skip(4)
    let from = try reader.rect("from")
    let to = try reader.rect("to")
    return LayoutEvent.Change(view: id, from: from, to: to)
  }

  static func look(_ reader: inout PayloadReader) throws(Fault) -> ViewLook {
    let id = Int(clamping: try reader.integer("id", as: UInt32.self))
    let textColor = Paint(bits: try reader.integer("textColor"))
    let borderColor = Paint(bits: try reader.integer("borderColor"))
    let fillAlpha = try reader.short("fillAlpha")
    let borderWidth = try reader.short("borderWidth")
    let shadowOpacity = try reader.short("shadowOpacity")
    let shadowRadius = try reader.short("shadowRadius")
    let shadowOffset = try reader.vector("shadowOffset")
    let shadowColor = Paint(bits: try reader.integer("shadowColor"))
    let fontWeight: UInt16 = try reader.integer("fontWeight")
    let textAlignment =
      ViewLook.TextAlignment(number: try reader.integer("textAlignment")) ?? .leading
    let verticalAlignment =
      ViewLook.VerticalAlignment(number: try reader.integer("verticalAlignment")) ?? .top
    let truncation = ViewLook.Truncation(number: try reader.integer("truncation")) ?? .tail
    try reader.skip(3)
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
