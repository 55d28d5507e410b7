import SnapbackBasics
import SnapbackDocument
import SnapbackEngine
import SnapbackLayout
import SnapbackProtocol

/// Reads the looks of views, and changes of looks.
extension SceneReader {
  /// The maximum size of the `data` of a view, in bytes of its JSON.
  static var dataLimit: Int { 4096 }
  /// The maximum size of all `data` of a scene together, in bytes of its JSON. The message `looks`
  /// has all of it.
  static var sceneDataLimit: Int { 262_144 }
  /// The maximum length of the name of an image, in characters.
  static var imageLimit: Int { 200 }

  /// Reads the look of a view with its variations; nil for a view without one. `fill` is the
  /// opacity of its fill.
  func readLook(
    _ reader: inout ObjectReader, fill: UInt8,
    variants: [(condition: VariationCondition, variant: DocumentNode)]
  ) throws(DocumentError) -> VariationTable<ViewLook>? {
    func hasLook(_ reader: inout ObjectReader) -> Bool {
      for key in LookKeys.names where reader.has(key) { return true }
      return false
    }
    var isNeeded = hasLook(&reader) || fill != 255
    for (_, node) in variants where !isNeeded {
      var object = try ObjectReader(node, file: file)
      isNeeded = hasLook(&object)
    }
    guard isNeeded else { return nil }
    var base = ViewLook(view: 0)
    base.moving.fillAlpha = Double(fill) / 255
    try readLook(&reader, into: &base)
    return try VariationTable(base, variants: variants, states: states) {
      (node, look) throws(DocumentError) in
      var reader = try ObjectReader(node, file: file)
      try readLook(&reader, into: &look)
    }
  }

  /// Reads the look keys that are present into `look`. Other values are unchanged.
  func readLook(
    _ reader: inout ObjectReader, into look: inout ViewLook
  ) throws(DocumentError) {
    if let color = try LookKeys.textColor(&reader) { look.moving.textColor = color }
    if let weight = try LookKeys.fontWeight(&reader) { look.fontWeight = UInt16(clamping: weight) }
    if let alignment = try LookKeys.textAlignment(&reader) { look.textAlignment = alignment }
    if let alignment = try LookKeys.verticalAlignment(&reader) {
      look.verticalAlignment = alignment
    }
    if let truncation = try LookKeys.truncation(&reader) { look.truncation = truncation }
    if let name = try LookKeys.image(&reader) {
      guard !name.isEmpty, name.unicodeScalars.count <= Self.imageLimit else {
        throw reader.error(
          "the name of an image has 1 to \(Self.imageLimit) characters", atKey: "image")
      }
      look.image = name
    }
    if var border = try LookKeys.border(&reader) {
      let hadBorder = look.moving.borderWidth > 0
      if let color = try BorderKeys.color(&border) { look.moving.borderColor = color }
      if let width = try BorderKeys.width(&border) {
        look.moving.borderWidth = width
      } else if !hadBorder {
        look.moving.borderWidth = 1
      }
      try border.finish()
    }
    if var shadow = try LookKeys.shadow(&reader) {
      let hadShadow = look.moving.shadowOpacity > 0 || look.moving.shadowRadius > 0
      if !hadShadow {
        look.moving.shadowOpacity = 0.25
        look.moving.shadowRadius = 8
        look.moving.shadowOffset = Vector(dx: 0, dy: 4)
      }
      if let color = try ShadowKeys.color(&shadow) { look.shadowColor = Paint(color) }
      if let opacity = try ShadowKeys.opacity(&shadow) { look.moving.shadowOpacity = opacity }
      if let radius = try ShadowKeys.radius(&shadow) { look.moving.shadowRadius = radius }
      if let offset = try ShadowKeys.offset(&shadow) { look.moving.shadowOffset = offset }
      try shadow.finish()
    }
    if let node = LookKeys.data(&reader) { look.data = try readData(node) }
  }

  /// Adds the look keys of a view, or of one of its variations, as writers of the numbers that they
  /// set. `writer` names a key. Defaults are not among them: a binding may set the opacity of a
  /// shadow whose other numbers the key `shadow` gives.
  mutating func addLookWriters(
    _ node: DocumentNode, of view: ViewID, by writer: (String) -> ChannelWriters.Writer
  ) {
    let keys: [(path: [String], channels: [LookChannel])] = [
      (["textColor"], LookChannel.text), (["border", "color"], LookChannel.border),
      (["border", "width"], [.borderWidth]), (["shadow", "opacity"], [.shadowOpacity]),
      (["shadow", "radius"], [.shadowRadius]), (["shadow", "offset"], [.shadowX, .shadowY]),
    ]
    for (path, channels) in keys {
      var place: DocumentNode? = node
      for key in path { place = place?.member(key) }
      guard place != nil else { continue }
      writers.add(
        writer(path.joined(separator: ".")), of: channels.map(MotionChannel.look), view.index)
    }
  }

  /// The size of all `data` of a document, those of variations included, in bytes of its JSON.
  static func dataBytes(in document: DocumentNode) -> Int {
    guard case .array(let views)? = document.member("views")?.value else { return 0 }
    return views.reduce(0) { sum, view in
      var nodes = [view]
      if case .object(let variations)? = view.member("variations")?.value {
        nodes += variations.map(\.value)
      }
      let own = nodes.compactMap { $0.member("data") }.reduce(0) { $0 + json($1).bytes.count }
      return sum + own + dataBytes(in: view)
    }
  }

  /// Rejects a document whose `data` is too large in all.
  static func checkData(
    of document: DocumentNode, _ reader: ObjectReader
  ) throws(DocumentError) {
    let bytes = dataBytes(in: document)
    guard bytes > sceneDataLimit else { return }
    throw reader.error(
      "the \"data\" of all views has \(bytes) bytes as JSON; the limit is \(sceneDataLimit)",
      atKey: "views")
  }

  private static func json(_ node: DocumentNode) -> JSONWriter {
    var writer = JSONWriter(precision: .shortest)
    writer.document(node)
    return writer
  }

  /// Reads a value for renderers: any value, as a text in JSON. The order of keys is that of the
  /// document; numbers have their shortest form.
  private func readData(_ node: DocumentNode) throws(DocumentError) -> String {
    let writer = Self.json(node)
    guard writer.bytes.count <= Self.dataLimit else {
      throw node.error(
        "\"data\" has \(writer.bytes.count) bytes as JSON; the limit is \(Self.dataLimit)",
        file: file)
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Reads the changes of the look of a view.
  func readLookChanges(
    _ reader: inout ObjectReader, of id: ViewID, named name: String
  ) throws(DocumentError) -> [SceneChange] {
    var values: [LookChannel: Double] = [:]
    func add(_ paint: Paint, to channels: [LookChannel]) {
      let look = MovingLook(textColor: paint, borderColor: paint)
      for channel in channels { values[channel] = look[channel] }
    }
    if reader.has("color") { try refuseBound([.look(.fillAlpha)], reader, "color", of: id) }
    for key in ["textColor", "border", "shadow"] where reader.has(key) {
      // The engine checks the changes of a running scene.
      guard !namesRulesByText, views[id.index].look == nil else { continue }
      throw reader.error(
        "\"\(name)\" has no look; give the view the key \"\(key)\", too", atKey: key)
    }
    func refuse(_ channels: [LookChannel], _ key: String) throws(DocumentError) {
      let set = channels.filter { values[$0] != nil }
      try refuseBound(set.map(MotionChannel.look), reader, key, of: id)
    }
    if let color = try ViewChangeKeys.textColor(&reader) { add(color, to: LookChannel.text) }
    try refuse(LookChannel.text, "textColor")
    if var border = try ViewChangeKeys.border(&reader) {
      if let color = try BorderChangeKeys.color(&border) { add(color, to: LookChannel.border) }
      if let width = try BorderChangeKeys.width(&border) { values[.borderWidth] = width }
      try border.finish()
    }
    try refuse(LookChannel.border + [.borderWidth], "border")
    if var shadow = try ViewChangeKeys.shadow(&reader) {
      if let opacity = try ShadowChangeKeys.opacity(&shadow) { values[.shadowOpacity] = opacity }
      if let radius = try ShadowChangeKeys.radius(&shadow) { values[.shadowRadius] = radius }
      if let offset = try ShadowChangeKeys.offset(&shadow) {
        values[.shadowX] = offset.dx
        values[.shadowY] = offset.dy
      }
      try shadow.finish()
    }
    try refuse([.shadowOpacity, .shadowRadius, .shadowX, .shadowY], "shadow")
    return values.isEmpty ? [] : [.look(name, values)]
  }
}
