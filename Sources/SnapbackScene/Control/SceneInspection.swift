public import SnapbackBasics
import SnapbackConstraints
public import SnapbackLayout
import SnapbackProtocol

/// The answer to `inspect`: the constraints and bindings of a scene or of one of its views.
public struct SceneInspection: Sendable {
  /// The layout frame of the inspected view, in its parent's coordinates, in points; nil if the
  /// whole scene is inspected.
  public var frame: Rect?
  /// The size classes and the theme, on which conditions depend.
  public private(set) var context: VariationContext
  /// The states of the scene and their present values.
  public private(set) var states: StateValues
  /// The constraints, including inactive ones and those generated from properties.
  public private(set) var constraints: [ConstraintStatus]
  /// The bindings, in the order of the document.
  public private(set) var bindings: [InspectedBinding]
  /// The required constraints that are not satisfied, with the constraints that they conflict with.
  public private(set) var conflicts: [LayoutReport.Conflict]
  /// The ambiguous attributes; nil if they were not searched for.
  public private(set) var ambiguities: [LayoutAmbiguity]?
  /// The number of entries that were omitted because the lists are limited.
  public private(set) var truncated: Int

  /// Creates an inspection; lists of conflicts and ambiguities are truncated at the limits.
  init(
    frame: Rect?, context: VariationContext, states: StateValues,
    constraints: (list: [ConstraintStatus], count: Int),
    bindings: (list: [InspectedBinding], count: Int), conflicts: [LayoutReport.Conflict],
    ambiguities: [LayoutAmbiguity]?
  ) {
    self.frame = frame
    self.context = context
    self.states = states
    self.constraints = constraints.list
    self.bindings = bindings.list
    self.conflicts = Array(conflicts.prefix(ControlLimits.inspectedFaults))
    self.ambiguities = ambiguities.map { Array($0.prefix(ControlLimits.inspectedFaults)) }
    truncated = constraints.count + conflicts.count + (ambiguities?.count ?? 0)
    truncated += bindings.count - bindings.list.count
    truncated -= constraints.list.count + self.conflicts.count + (self.ambiguities?.count ?? 0)
  }

  /// Writes the inspection as the value of `inspect`.
  func write(to writer: inout JSONWriter) {
    writer.beginObject("inspect")
    if let frame {
      writer.beginArray("frame")
      for number in [frame.left, frame.top, frame.size.width, frame.size.height] {
        writer.length(number)
      }
      writer.endArray()
    }
    writer.beginObject("traits")
    writer.string(context.classes.width.rawValue, "width")
    writer.string(context.classes.height.rawValue, "height")
    writer.string(context.theme.rawValue, "theme")
    writer.endObject()
    Self.write(states, to: &writer)
    writer.beginArray("constraints")
    for status in constraints { Self.write(status, to: &writer) }
    writer.endArray()
    if !bindings.isEmpty {
      writer.beginArray("bindings")
      for binding in bindings { binding.write(to: &writer) }
      writer.endArray()
    }
    writer.beginArray("conflicts")
    for conflict in conflicts { conflict.write(to: &writer) }
    writer.endArray()
    if let ambiguities {
      writer.beginArray("ambiguities")
      for ambiguity in ambiguities { Self.write(ambiguity, to: &writer) }
      writer.endArray()
    }
    if truncated > 0 { writer.integer(UInt64(clamping: truncated), "truncated") }
    writer.endObject()
  }

  /// Writes one object for each state; nothing if there are none.
  private static func write(_ states: StateValues, to writer: inout JSONWriter) {
    guard !states.isEmpty else { return }
    writer.beginArray("states")
    for state in states.states {
      writer.beginObject()
      writer.string(state.name, "state")
      if let value = states[state.name] { writer.string(value, "value") }
      writer.beginArray("values")
      for value in state.values { writer.string(value) }
      writer.endArray()
      writer.endObject()
    }
    writer.endArray()
  }

  private static func write(_ status: ConstraintStatus, to writer: inout JSONWriter) {
    writer.beginObject()
    // A `change` cannot refer to generated constraints.
    if !status.isGenerated { writer.string(status.constraint.identifier, "id") }
    writer.string(status.text, "rule")
    writer.length(status.constraint.priority.rawValue, "priority")
    writer.boolean(status.constraint.isActive, "active")
    switch status.state {
    case .holds: writer.string("holds", "state")
    case .hasRoom: writer.string("room", "state")
    case .inactive: writer.string("inactive", "state")
    case .missed(let points):
      writer.string("gives way", "state")
      writer.length(points, "by")
    }
    writer.string(status.source.rawValue, "source")
    writer.endObject()
  }

  /// Writes one object for each ambiguous attribute.
  private static func write(_ ambiguity: LayoutAmbiguity, to writer: inout JSONWriter) {
    for attribute in ambiguity.attributes {
      writer.beginObject()
      writer.string(ambiguity.item, "view")
      writer.string(attribute.rawValue, "attribute")
      writer.string(ambiguity.cause.rawValue, "cause")
      writer.endObject()
    }
  }
}

extension LayoutReport.Conflict {
  /// Writes the conflict as an object in an array.
  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.string(victim, "constraint")
    writer.beginArray("others")
    for other in others { writer.string(other) }
    writer.endArray()
    writer.endObject()
  }
}
