import SnapbackBasics
import SnapbackDocument
import SnapbackEngine
import SnapbackLayout
import SnapbackProtocol

// The keys of changes.
//
// scripts/generate wire writes this file from Sources/Wire/scene.json.

// generated: scene keys of changes
/// Keys of a change of a view.
enum ViewChangeKeys {
  /// Whether the object has `view`, which selects this form.
  static func hasView(_ reader: inout ObjectReader) -> Bool {
    reader.has("view")
  }

  /// The view.
  static func view(_ reader: inout ObjectReader) throws(DocumentError) -> DocumentNode {
    try reader.node("view")
  }

  /// Whether it is hidden; `"toggle"` inverts the present state.
  static func hidden(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("hidden")
  }

  /// How it arranges its views; missing keys keep their value; only of a stack.
  static func stack(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("stack")
  }

  /// The size of its content; a missing extent means none.
  static func contents(_ reader: inout ObjectReader) throws(DocumentError) -> ObjectReader? {
    try reader.optionalObject("contents")
  }

  /// The positions of its baselines, lengths; a missing one is that of its text, or none.
  static func baselines(_ reader: inout ObjectReader) throws(DocumentError) -> ObjectReader? {
    try reader.optionalObject("baselines")
  }

  /// Its text, at most 10 000 characters; only of a view with one.
  static func text(_ reader: inout ObjectReader) throws(DocumentError) -> String? {
    try reader.optionalString("text")
  }

  /// Its scroll offset, lengths; only of a view that scrolls.
  static func scrollOffset(_ reader: inout ObjectReader) throws(DocumentError) -> Vector? {
    try reader.optionalVector("scrollOffset")
  }

  /// The insets around the content that extend the range of the scroll offset; only of a view
  /// that scrolls.
  static func contentInset(_ reader: inout ObjectReader) throws(DocumentError) -> EdgeInsets? {
    try reader.optionalEdgeInsets("contentInset")
  }

  /// Scrolls the view by the smallest distance that makes a view in it, or a rectangle of its
  /// content, visible.
  static func scrollToVisible(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("scrollToVisible")
  }

  /// By hand: the center of the frame in the parent's coordinates; a missing coordinate keeps its
  /// value.
  static func center(_ reader: inout ObjectReader) throws(DocumentError) -> ObjectReader? {
    try reader.optionalObject("center")
  }

  /// By hand: moves its center by this vector, lengths.
  static func centerBy(_ reader: inout ObjectReader) throws(DocumentError) -> Vector? {
    try reader.optionalVector("centerBy")
  }

  /// The translation of its transform, lengths.
  static func translation(_ reader: inout ObjectReader) throws(DocumentError) -> Vector? {
    try reader.optionalVector("translation")
  }

  /// The rotation of its transform, in degrees, clockwise; 360 is a whole turn.
  static func rotation(_ reader: inout ObjectReader) throws(DocumentError) -> Double? {
    try reader.optionalNumber("rotation", in: SceneRanges.turn)
  }

  /// The scale of its transform.
  static func scale(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> (x: Double, y: Double)? {
    try reader.optionalPoint("scale", in: -1000...1000)
  }

  /// Its opacity.
  static func alpha(_ reader: inout ObjectReader) throws(DocumentError) -> Double? {
    try reader.optionalNumber("alpha", in: SceneRanges.opacity)
  }

  /// Its fill.
  static func color(_ reader: inout ObjectReader) throws(DocumentError) -> Paint? {
    try reader.optionalPaint("color")
  }

  /// The color of its text; only of a view with a look.
  static func textColor(_ reader: inout ObjectReader) throws(DocumentError) -> Paint? {
    try reader.optionalPaint("textColor")
  }

  /// Its border; missing keys keep their value; only of a view with a look.
  static func border(_ reader: inout ObjectReader) throws(DocumentError) -> ObjectReader? {
    try reader.optionalObject("border")
  }

  /// Its shadow; missing keys keep their value; only of a view with a look.
  static func shadow(_ reader: inout ObjectReader) throws(DocumentError) -> ObjectReader? {
    try reader.optionalObject("shadow")
  }

  /// Its corner radius in points.
  static func cornerRadius(_ reader: inout ObjectReader) throws(DocumentError) -> Double? {
    try reader.optionalNumber("cornerRadius", in: SceneRanges.cornerRadius)
  }

  /// Whether touches hit it and its contents, only its contents, or neither; fingers that are
  /// down are not affected.
  static func touches(_ reader: inout ObjectReader) throws(DocumentError) -> TouchReception? {
    try reader.optionalOneOf("touches")
  }
}

/// Keys of a position; a missing coordinate keeps its value.
enum PositionKeys {
  /// The position along x, in points.
  static func x(_ reader: inout ObjectReader) throws(DocumentError) -> Double? {
    try reader.optionalNumber("x", in: SceneRanges.length)
  }

  /// The position along y, in points.
  static func y(_ reader: inout ObjectReader) throws(DocumentError) -> Double? {
    try reader.optionalNumber("y", in: SceneRanges.length)
  }
}

/// Keys of a change of a constraint.
enum ConstraintChangeKeys {
  /// Whether the object has `constraint`, which selects this form.
  static func hasConstraint(_ reader: inout ObjectReader) -> Bool {
    reader.has("constraint")
  }

  /// The constraint; one of a format is `row[0]`, `row[1]` ….
  static func constraint(_ reader: inout ObjectReader) throws(DocumentError) -> DocumentNode {
    try reader.node("constraint")
  }

  /// Its constant, which replaces the sum of the rule's numbers.
  static func constant(_ reader: inout ObjectReader) throws(DocumentError) -> Double? {
    try reader.optionalNumber("constant", in: SceneRanges.length)
  }

  /// Increases its constant by this length.
  static func by(_ reader: inout ObjectReader) throws(DocumentError) -> Double? {
    try reader.optionalNumber("by", in: SceneRanges.length)
  }

  /// Whether it is in force.
  static func active(_ reader: inout ObjectReader) throws(DocumentError) -> Bool? {
    try reader.optionalBoolean("active")
  }

  /// Its priority.
  static func priority(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("priority")
  }

  /// A rule that replaces it under the same id.
  static func replaceBy(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("replaceBy")
  }
}

/// Keys of an added constraint.
enum ConstraintAdditionKeys {
  /// The name of `addConstraint`.
  static var addConstraintKey: String { "addConstraint" }

  /// Whether the object has `addConstraint`, which selects this form.
  static func hasAddConstraint(_ reader: inout ObjectReader) -> Bool {
    reader.has("addConstraint")
  }

  /// The rule of the constraint.
  static func addConstraint(_ reader: inout ObjectReader) throws(DocumentError) -> DocumentNode {
    try reader.node("addConstraint")
  }

  /// The name of `id`.
  static var idKey: String { "id" }

  /// Its name in reports and in changes; optional, unique.
  static func id(_ reader: inout ObjectReader) throws(DocumentError) -> String? {
    try reader.optionalString("id")
  }
}

/// Keys of a removed constraint.
enum ConstraintRemovalKeys {
  /// The name of `removeConstraint`.
  static var removeConstraintKey: String { "removeConstraint" }

  /// Whether the object has `removeConstraint`, which selects this form.
  static func hasRemoveConstraint(_ reader: inout ObjectReader) -> Bool {
    reader.has("removeConstraint")
  }

  /// The constraint.
  static func removeConstraint(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> DocumentNode {
    try reader.node("removeConstraint")
  }
}

/// Keys of a change of a gesture.
enum GestureChangeKeys {
  /// Whether the object has `gesture`, which selects this form.
  static func hasGesture(_ reader: inout ObjectReader) -> Bool {
    reader.has("gesture")
  }

  /// The gesture.
  static func gesture(_ reader: inout ObjectReader) throws(DocumentError) -> DocumentNode {
    try reader.node("gesture")
  }

  /// Whether it is enabled; disabling cancels a gesture that runs.
  static func enabled(_ reader: inout ObjectReader) throws(DocumentError) -> Bool {
    try reader.boolean("enabled")
  }
}

/// Keys of a change of a state.
enum StateChangeKeys {
  /// Whether the object has `state`, which selects this form.
  static func hasState(_ reader: inout ObjectReader) -> Bool {
    reader.has("state")
  }

  /// The state.
  static func state(_ reader: inout ObjectReader) throws(DocumentError) -> DocumentNode {
    try reader.node("state")
  }

  /// The name of its new value.
  static func value(_ reader: inout ObjectReader) throws(DocumentError) -> DocumentNode {
    try reader.node("value")
  }
}

/// Keys of a change of the screen.
enum ScreenChangeKeys {
  /// Whether the object has `screen`, which selects this form.
  static func hasScreen(_ reader: inout ObjectReader) -> Bool {
    reader.has("screen")
  }

  /// New values of the screen, at least one.
  static func screen(_ reader: inout ObjectReader) throws(DocumentError) -> ObjectReader {
    try reader.object("screen")
  }
}

/// Keys of new values of the screen.
enum ScreenValueKeys {
  /// Its size in points.
  static func size(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> (x: Double, y: Double)? {
    try reader.optionalPoint("size", in: SceneRanges.side)
  }

  /// The theme.
  static func theme(_ reader: inout ObjectReader) throws(DocumentError) -> Theme? {
    try reader.optionalOneOf("theme")
  }

  /// The text size that the user prefers.
  static func contentSize(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> ContentSizeCategory? {
    try reader.optionalOneOf("contentSize")
  }

  /// The height that the keyboard covers, from the bottom edge.
  static func keyboardHeight(_ reader: inout ObjectReader) throws(DocumentError) -> Double? {
    try reader.optionalNumber("keyboardHeight", in: SceneRanges.extent)
  }

  /// `"compact"`, `"regular"` or `"bySize"`, which derives it from the screen's size, along one
  /// or both axes.
  static func sizeClass(_ reader: inout ObjectReader) throws(DocumentError) -> ObjectReader? {
    try reader.optionalObject("sizeClass")
  }

  /// The reading direction.
  static func direction(_ reader: inout ObjectReader) throws(DocumentError) -> LayoutDirection? {
    try reader.optionalOneOf("direction")
  }

  /// The area taken by bars and rounded corners.
  static func safeArea(_ reader: inout ObjectReader) throws(DocumentError) -> EdgeInsets? {
    try reader.optionalEdgeInsets("safeArea")
  }
}

/// Keys of new size classes.
enum SizeClassWordKeys {
  /// The class along x.
  static func width(_ reader: inout ObjectReader) throws(DocumentError) -> SizeClassWord? {
    try reader.optionalOneOf("width")
  }

  /// The class along y.
  static func height(_ reader: inout ObjectReader) throws(DocumentError) -> SizeClassWord? {
    try reader.optionalOneOf("height")
  }
}

/// Keys of a nested block of changes.
enum BlockKeys {
  /// Whether the object has `changes`, which selects this form.
  static func hasChanges(_ reader: inout ObjectReader) -> Bool {
    reader.has("changes")
  }

  /// The changes of the block.
  static func changes(_ reader: inout ObjectReader) throws(DocumentError) -> DocumentNode {
    try reader.node("changes")
  }

  /// The animation of the block; without it, that of the list around it.
  static func animate(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("animate")
  }
}
// end of generated
