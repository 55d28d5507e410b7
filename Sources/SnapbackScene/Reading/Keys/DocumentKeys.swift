import SnapbackBasics
import SnapbackDocument
import SnapbackEngine
import SnapbackLayout
import SnapbackProtocol

// The keys of a document, its screen and its views.
//
// scripts/generate wire writes this file from Sources/Wire/scene.json.

// generated: scene keys of documents
/// Keys of a scene.
enum DocumentKeys {
  /// The version of the format.
  static func version(_ reader: inout ObjectReader) throws(DocumentError) -> Int {
    try reader.integer("snapback", in: 1...1)
  }

  /// Where an editor finds the schema; ignored by Snapback.
  static func schema(_ reader: inout ObjectReader) throws(DocumentError) -> String? {
    try reader.optionalString("$schema")
  }

  /// The screen.
  static func screen(_ reader: inout ObjectReader) throws(DocumentError) -> ObjectReader {
    try reader.object("screen")
  }

  /// The views on the screen, from back to front.
  static func views(_ reader: inout ObjectReader) throws(DocumentError) -> [DocumentNode] {
    try reader.optionalArray("views") ?? []
  }

  /// Numbers by name, for rules and visual formats.
  static func metrics(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> [DocumentNode.Member] {
    try reader.optionalMembers("metrics") ?? []
  }

  /// Variables with named values, which variations read and changes set.
  static func states(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> [DocumentNode.Member] {
    try reader.optionalMembers("states") ?? []
  }

  /// The layout of the views.
  static func constraints(_ reader: inout ObjectReader) throws(DocumentError) -> [DocumentNode] {
    try reader.optionalArray("constraints") ?? []
  }

  /// The gestures that fingers make.
  static func gestures(_ reader: inout ObjectReader) throws(DocumentError) -> [DocumentNode] {
    try reader.optionalArray("gestures", count: 0...200) ?? []
  }

  /// Changes that the scene makes by itself.
  static func actions(_ reader: inout ObjectReader) throws(DocumentError) -> [DocumentNode] {
    try reader.optionalArray("actions") ?? []
  }

  /// Numbers of views that follow other numbers.
  static func bindings(_ reader: inout ObjectReader) throws(DocumentError) -> [DocumentNode] {
    try reader.optionalArray("bindings") ?? []
  }
}

/// Keys of the screen.
enum ScreenKeys {
  /// The width in points.
  static func width(_ reader: inout ObjectReader) throws(DocumentError) -> Double {
    try reader.number("width", in: SceneRanges.side)
  }

  /// The height in points.
  static func height(_ reader: inout ObjectReader) throws(DocumentError) -> Double {
    try reader.number("height", in: SceneRanges.side)
  }

  /// The range of `scale`.
  static var scaleRange: ClosedRange<Double> { 0.25...16 }

  /// Pixels per point; frames are rounded to pixels; 1 by default.
  static func scale(
    _ reader: inout ObjectReader, in range: ClosedRange<Double>
  ) throws(DocumentError) -> Double {
    try reader.optionalNumber("scale", in: range) ?? 1
  }

  /// The color behind all views; `#000000` by default.
  static func background(_ reader: inout ObjectReader) throws(DocumentError) -> Color {
    try reader.optionalColor("background") ?? Color(red: 0x00, green: 0x00, blue: 0x00)
  }

  /// `"compact"` or `"regular"`, along one or both axes, instead of the classes of the screen's
  /// size.
  static func sizeClass(_ reader: inout ObjectReader) throws(DocumentError) -> ObjectReader? {
    try reader.optionalObject("sizeClass")
  }

  /// The theme, on which conditions can depend; `light` by default.
  static func theme(_ reader: inout ObjectReader) throws(DocumentError) -> Theme {
    try reader.optionalOneOf("theme") ?? .light
  }

  /// The text size that the user prefers; `large` by default.
  static func contentSize(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> ContentSizeCategory {
    try reader.optionalOneOf("contentSize") ?? .large
  }

  /// The reading direction; `leftToRight` by default.
  static func direction(_ reader: inout ObjectReader) throws(DocumentError) -> LayoutDirection {
    try reader.optionalOneOf("direction") ?? .leftToRight
  }

  /// The area taken by bars and rounded corners.
  static func safeArea(_ reader: inout ObjectReader) throws(DocumentError) -> EdgeInsets {
    try reader.optionalEdgeInsets("safeArea") ?? .zero
  }

  /// The height that the keyboard covers, from the bottom edge; 0 by default.
  static func keyboardHeight(_ reader: inout ObjectReader) throws(DocumentError) -> Double {
    try reader.optionalNumber("keyboardHeight", in: SceneRanges.extent) ?? 0
  }
}

/// Keys of size classes that replace those of the screen's size.
enum SizeClassKeys {
  /// The class along x.
  static func width(_ reader: inout ObjectReader) throws(DocumentError) -> SizeClass? {
    try reader.optionalOneOf("width")
  }

  /// The class along y.
  static func height(_ reader: inout ObjectReader) throws(DocumentError) -> SizeClass? {
    try reader.optionalOneOf("height")
  }
}

/// Keys of insets by edge.
enum InsetKeys {
  /// The inset from the left edge; 0 by default.
  static func left(_ reader: inout ObjectReader) throws(DocumentError) -> Double {
    try reader.optionalNumber("left", in: SceneRanges.length) ?? 0
  }

  /// The inset from the top edge; 0 by default.
  static func top(_ reader: inout ObjectReader) throws(DocumentError) -> Double {
    try reader.optionalNumber("top", in: SceneRanges.length) ?? 0
  }

  /// The inset from the right edge; 0 by default.
  static func right(_ reader: inout ObjectReader) throws(DocumentError) -> Double {
    try reader.optionalNumber("right", in: SceneRanges.length) ?? 0
  }

  /// The inset from the bottom edge; 0 by default.
  static func bottom(_ reader: inout ObjectReader) throws(DocumentError) -> Double {
    try reader.optionalNumber("bottom", in: SceneRanges.length) ?? 0
  }
}

/// Keys of a view.
enum ViewKeys {
  /// Its name: ASCII letters, digits and `_`, no digit first; unique among views and guides.
  static func id(_ reader: inout ObjectReader) throws(DocumentError) -> String {
    try reader.string("id")
  }

  /// Its fill; a view without one draws no rectangle.
  static func color(_ reader: inout ObjectReader) throws(DocumentError) -> Paint? {
    try reader.optionalPaint("color")
  }

  /// The corner radius in points; 0 by default.
  static func cornerRadius(_ reader: inout ObjectReader) throws(DocumentError) -> Double {
    try reader.optionalNumber("cornerRadius", in: SceneRanges.cornerRadius) ?? 0
  }

  /// Whether its contents are clipped to its bounds and rounded corners.
  static func clips(_ reader: inout ObjectReader) throws(DocumentError) -> Bool? {
    try reader.optionalBoolean("clips")
  }

  /// Its opacity; below 0.01 neither it nor its contents receive touches; 1 by default.
  static func alpha(_ reader: inout ObjectReader) throws(DocumentError) -> Double {
    try reader.optionalNumber("alpha", in: SceneRanges.opacity) ?? 1
  }

  /// Whether touches hit it and its contents, only its contents, or neither; other touches reach
  /// what is behind it.
  static func touches(_ reader: inout ObjectReader) throws(DocumentError) -> TouchReception? {
    try reader.optionalOneOf("touches")
  }

  /// From its bounds to its hit area, on all sides or by edge; below 0, the hit area is larger
  /// than the view.
  static func hitInsets(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("hitInsets")
  }

  /// The point about which transforms rotate and scale, as shares of the size; [0.5, 0.5] by
  /// default.
  static func anchor(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> (x: Double, y: Double) {
    try reader.optionalPoint("anchor", in: -10...10) ?? (x: 0.5, y: 0.5)
  }

  /// Whether it scrolls, or the offset to which it is scrolled.
  static func scroll(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("scroll")
  }

  /// Whether the parent, if a stack, arranges it; true by default.
  static func arranged(_ reader: inout ObjectReader) throws(DocumentError) -> Bool {
    try reader.optionalBoolean("arranged") ?? true
  }

  /// Its children, in front of it, from back to front.
  static func views(_ reader: inout ObjectReader) throws(DocumentError) -> [DocumentNode] {
    try reader.optionalArray("views") ?? []
  }

  /// A frame by springs and struts instead of constraints.
  static func autoresizing(_ reader: inout ObjectReader) throws(DocumentError) -> ObjectReader? {
    try reader.optionalObject("autoresizing")
  }
}

/// Keys of a view or the screen.
enum ContainerKeys {
  /// Layout guides in it: rectangles that take part in layout and are not drawn.
  static func guides(_ reader: inout ObjectReader) throws(DocumentError) -> [DocumentNode] {
    try reader.optionalArray("guides") ?? []
  }

  /// Layout keys and, except of the screen, look keys for some size classes, states or themes.
  static func variations(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> [DocumentNode.Member] {
    try reader.optionalMembers("variations") ?? []
  }
}
// end of generated
