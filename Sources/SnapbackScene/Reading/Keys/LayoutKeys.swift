import SnapbackBasics
import SnapbackDocument
import SnapbackLayout

// The keys of views that affect the layout.
//
// scripts/generate wire writes this file from Sources/Wire/scene.json.

// generated: scene keys of layout
/// Keys of a view, the screen and a variation.
enum LayoutKeys {
  /// Whether it is hidden: neither drawn nor touched; a stack closes the gap, other constraints
  /// still apply.
  static func hidden(_ reader: inout ObjectReader) throws(DocumentError) -> Bool? {
    try reader.optionalBoolean("hidden")
  }

  /// The layout margins, on all sides or by side.
  static func margins(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("margins")
  }

  /// Whether each margin is at least the part of the parent's margin that reaches into the view.
  static func preservesParentMargins(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> Bool? {
    try reader.optionalBoolean("preservesParentMargins")
  }

  /// Whether its margins are measured from the safe area.
  static func insetsMarginsFromSafeArea(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> Bool? {
    try reader.optionalBoolean("insetsMarginsFromSafeArea")
  }

  /// Additional insets of its own safe area.
  static func additionalSafeArea(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> EdgeInsets? {
    try reader.optionalEdgeInsets("additionalSafeArea")
  }

  /// From the frame to the alignment rectangle, which constraints use.
  static func alignmentInsets(_ reader: inout ObjectReader) throws(DocumentError) -> EdgeInsets? {
    try reader.optionalEdgeInsets("alignmentInsets")
  }

  /// The size of its content, one or both extents; a `text` overrides it.
  static func contents(_ reader: inout ObjectReader) throws(DocumentError) -> ObjectReader? {
    try reader.optionalObject("contents")
  }

  /// Its text, whose estimated size is the size of its content.
  static func text(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("text")
  }

  /// How strongly it resists growing larger than its content.
  static func hugging(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("hugging")
  }

  /// How strongly it resists becoming smaller than its content.
  static func compressionResistance(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("compressionResistance")
  }

  /// The positions of its baselines if it has no text: from the top, and up from the bottom;
  /// lengths.
  static func baselines(_ reader: inout ObjectReader) throws(DocumentError) -> ObjectReader? {
    try reader.optionalObject("baselines")
  }

  /// How its children are arranged, in a row or a column.
  static func stack(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("stack")
  }
}

/// Keys of margins by side.
enum MarginKeys {
  /// The margin at the leading side; 0 by default.
  static func leading(_ reader: inout ObjectReader) throws(DocumentError) -> Double {
    try reader.optionalNumber("leading", in: SceneRanges.length) ?? 0
  }

  /// The margin at the top; 0 by default.
  static func top(_ reader: inout ObjectReader) throws(DocumentError) -> Double {
    try reader.optionalNumber("top", in: SceneRanges.length) ?? 0
  }

  /// The margin at the trailing side; 0 by default.
  static func trailing(_ reader: inout ObjectReader) throws(DocumentError) -> Double {
    try reader.optionalNumber("trailing", in: SceneRanges.length) ?? 0
  }

  /// The margin at the bottom; 0 by default.
  static func bottom(_ reader: inout ObjectReader) throws(DocumentError) -> Double {
    try reader.optionalNumber("bottom", in: SceneRanges.length) ?? 0
  }
}

/// Keys of the size of a content, along one or both axes.
enum ExtentKeys {
  /// The width in points.
  static func width(_ reader: inout ObjectReader) throws(DocumentError) -> Double? {
    try reader.optionalNumber("width", in: SceneRanges.extent)
  }

  /// The height in points.
  static func height(_ reader: inout ObjectReader) throws(DocumentError) -> Double? {
    try reader.optionalNumber("height", in: SceneRanges.extent)
  }
}

/// Keys of priorities by axis; a missing priority keeps its value.
enum PriorityKeys {
  /// The priority along x.
  static func horizontal(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("horizontal")
  }

  /// The priority along y.
  static func vertical(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("vertical")
  }
}

/// Keys of positions of baselines.
enum BaselineKeys {
  /// From the top edge down to the baseline of the first line.
  static func first(_ reader: inout ObjectReader) throws(DocumentError) -> Double? {
    try reader.optionalNumber("first", in: SceneRanges.length)
  }

  /// From the bottom edge up to the baseline of the last line.
  static func last(_ reader: inout ObjectReader) throws(DocumentError) -> Double? {
    try reader.optionalNumber("last", in: SceneRanges.length)
  }
}

/// Keys of a text with its style.
enum TextKeys {
  /// The words; a newline begins a new line.
  static func string(_ reader: inout ObjectReader) throws(DocumentError) -> String {
    try reader.string("string")
  }

  /// The text style, which gives size and leading; `body` by default.
  static func style(_ reader: inout ObjectReader) throws(DocumentError) -> TextStyle {
    try reader.optionalOneOf("style") ?? .body
  }

  /// The maximum number of lines; 0 for no limit; with 1 the text does not wrap; 1 by default.
  static func lines(_ reader: inout ObjectReader) throws(DocumentError) -> Int {
    try reader.optionalInteger("lines", in: 0...10_000) ?? 1
  }

  /// Whether its size follows the screen's `contentSize`.
  static func adjusts(_ reader: inout ObjectReader) throws(DocumentError) -> Bool? {
    try reader.optionalBoolean("adjusts")
  }

  /// A fixed size in points instead of the style's; a text of fixed size never adjusts.
  static func pointSize(_ reader: inout ObjectReader) throws(DocumentError) -> Double? {
    try reader.optionalNumber("pointSize", in: 1...1000)
  }
}

/// Keys of a stack.
enum StackKeys {
  /// A row or a column.
  static func axis(_ reader: inout ObjectReader) throws(DocumentError) -> Axis? {
    try reader.optionalOneOf("axis")
  }

  /// How the views share the extent along the axis.
  static func distribution(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> StackProperties.Distribution? {
    try reader.optionalOneOf("distribution")
  }

  /// How the views are aligned across the axis; in a row, leading is the top and trailing the
  /// bottom.
  static func alignment(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> StackProperties.Alignment? {
    try reader.optionalOneOf("alignment")
  }

  /// The gap between neighbors.
  static func spacing(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("spacing")
  }

  /// Other gaps, by the name of the view before the gap.
  static func customSpacing(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> [DocumentNode.Member]? {
    try reader.optionalMembers("customSpacing")
  }

  /// Whether gaps of a column are measured from last to first baseline.
  static func baselineRelative(_ reader: inout ObjectReader) throws(DocumentError) -> Bool? {
    try reader.optionalBoolean("baselineRelative")
  }

  /// Whether the views are within the stack's margins.
  static func marginsRelative(_ reader: inout ObjectReader) throws(DocumentError) -> Bool? {
    try reader.optionalBoolean("marginsRelative")
  }
}

/// Keys of a frame by springs and struts.
enum AutoresizingKeys {
  /// The frame in the parent; lengths and extents.
  static func frame(_ reader: inout ObjectReader) throws(DocumentError) -> [DocumentNode] {
    try reader.array("frame", count: 4...4)
  }

  /// The size of the parent for which the frame is given; extents.
  static func parent(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> (x: Double, y: Double) {
    try reader.point("parent", in: SceneRanges.extent)
  }

  /// The parts that change with the parent's size.
  static func flexible(_ reader: inout ObjectReader) throws(DocumentError) -> [DocumentNode] {
    try reader.optionalArray("flexible") ?? []
  }
}
// end of generated
