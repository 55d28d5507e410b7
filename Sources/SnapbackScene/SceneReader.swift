import SnapbackConstraints
public import SnapbackDocument
public import SnapbackEngine
import SnapbackFrames
public import SnapbackGeometry
import SnapbackLayout

/// Reads a scene document, `docs/scene-format.md`, into what an engine starts from.
///
/// Errors name the file, the line and column, the path within the document and, where a name is
/// close to a known one, that name.
public struct SceneReader {
  /// The version of the format that is read.
  public static let version = 1
  /// The name of the root view.
  public static let screenName = "screen"
  /// The longest side of a screen, in points.
  public static let longestSide = 100_000.0

  let file: String
  var views: [SceneBlueprint.View] = []
  var names: [String: ViewID] = [:]

  private init(file: String) {
    self.file = file
  }

  /// Reads a scene.
  ///
  /// `size` stands in for the document's screen size when given.
  public static func read(
    _ bytes: [UInt8], file: String, size: Size? = nil
  ) throws(DocumentError) -> SceneBlueprint {
    try read(try DocumentNode.parse(bytes, file: file), file: file, size: size)
  }

  /// Reads a scene that has been parsed.
  public static func read(
    _ document: DocumentNode, file: String, size: Size? = nil
  ) throws(DocumentError) -> SceneBlueprint {
    var scene = SceneReader(file: file)
    var reader = try ObjectReader(document, file: file)
    _ = try reader.integer("snapback", in: version...version)
    var screen = try scene.readScreen(try reader.object("screen"))
    if let size { screen.size = size }
    var layout: LayoutTree
    do throws(LayoutError) {
      layout = try LayoutTree(screen: screen.size, scale: screen.scale)
    } catch {
      throw reader.error(error.description, atKey: "screen")
    }
    scene.names[screenName] = .root
    scene.views.append(
      SceneBlueprint.View(
        appearance: ViewAppearance(name: screenName, parent: nil, color: screen.background)))
    for node in try reader.optionalArray("views") ?? [] {
      try scene.readView(node, parent: .root, into: &layout)
    }
    for node in try reader.optionalArray("constraints") ?? [] {
      try scene.readConstraint(node, into: &layout)
    }
    var pans: [SceneBlueprint.Pan] = []
    for node in try reader.optionalArray("gestures") ?? [] {
      let pan = try scene.readGesture(node)
      if pans.contains(where: { $0.view == pan.view }) {
        let name = scene.views[pan.view].appearance.name
        throw node.error("\"\(name)\" has a pan already; a view takes one", file: file)
      }
      pans.append(pan)
    }
    try reader.finish()
    return SceneBlueprint(screen: screen, views: scene.views, layout: layout, pans: pans)
  }

  private func readScreen(
    _ object: ObjectReader
  ) throws(DocumentError) -> ScreenDescription {
    var reader = object
    let sides = 1...Self.longestSide
    let size = Size(
      width: try reader.number("width", in: sides), height: try reader.number("height", in: sides))
    let scale = try reader.optionalNumber("scale", in: 0.25...16) ?? 1
    let background = try color(&reader, "background") ?? Color(red: 0, green: 0, blue: 0)
    try reader.finish()
    return ScreenDescription(size: size, scale: scale, background: background)
  }

  func color(
    _ reader: inout ObjectReader, _ key: String
  ) throws(DocumentError) -> Color? {
    guard let text = try reader.optionalString(key) else { return nil }
    guard let color = Color(hexadecimal: text) else {
      throw reader.error("expected a colour \"#rrggbb\", found \"\(text)\"", atKey: key)
    }
    return color
  }

  private mutating func readView(
    _ node: DocumentNode, parent: ViewID, into layout: inout LayoutTree
  ) throws(DocumentError) {
    var reader = try ObjectReader(node, file: file)
    let name = try reader.string("id")
    try checkName(name, reader)
    let color = try color(&reader, "color")
    let radius = try reader.optionalNumber("cornerRadius", in: 0...10_000) ?? 0
    let alpha = try reader.optionalNumber("alpha", in: 0...1) ?? 1
    let anchor = try reader.optionalPoint("anchor", in: -10...10)
    let children = try reader.optionalArray("views") ?? []
    try reader.finish()
    let view: ViewID
    do throws(LayoutError) {
      view = try layout.addView(in: parent)
    } catch {
      throw node.error(error.description, file: file)
    }
    names[name] = view
    views.append(
      SceneBlueprint.View(
        appearance: ViewAppearance(
          name: name, parent: parent.index, color: color, cornerRadius: radius,
          anchor: anchor.map { Point(x: $0.x, y: $0.y) } ?? Point(x: 0.5, y: 0.5)),
        alpha: alpha))
    for child in children { try readView(child, parent: view, into: &layout) }
  }

  private func checkName(_ name: String, _ reader: ObjectReader) throws(DocumentError) {
    let isName =
      name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" }
      && !(name.first?.isNumber ?? true)
    guard isName else {
      throw reader.error(
        "\"\(name)\" cannot be an id: letters, digits and _ only, no digit first", atKey: "id")
    }
    guard names[name] == nil else {
      throw reader.error("two views are called \"\(name)\"", atKey: "id")
    }
  }
}
