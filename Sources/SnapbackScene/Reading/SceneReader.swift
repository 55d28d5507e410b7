public import SnapbackBasics
import SnapbackConstraints
public import SnapbackDocument
public import SnapbackEngine
import SnapbackLayout
import SnapbackProtocol

/// Reads a scene document (`docs/scene-format.md`). The result is the blueprint from which an
/// engine starts.
///
/// Errors contain the file, the line and column, and the path within the document. An error about
/// an unknown name suggests the closest known name.
public struct SceneReader {
  /// The supported version of the format.
  public static let version = 1
  /// The name of the root view.
  public static let screenName = "screen"
  /// The maximum number of sums in the gestures of a scene, in its bindings, and in its triggers.
  /// Each layout pass evaluates all of them.
  static let sumLimit = 1000
  /// The longest side of a screen, in points.
  public static let longestSide = SceneRanges.side.upperBound

  let file: String
  let limits: SceneLimits
  /// The metrics of rules and visual formats, by name.
  var metrics: [String: Double] = [:]
  var views: [SceneBlueprint.View] = []
  /// Views and guides by name.
  var names: [String: LayoutItem] = [:]
  var pending: [PendingView] = []
  /// The views whose content scrolls.
  var scrollingViews: Set<ViewID> = []
  /// The states that conditions and changes may name.
  var states: [SceneState] = []
  /// Indices of gestures by name.
  var gestureNames: [String: [Int]] = [:]
  /// The gestures, once all of them are read.
  var gestures: [SceneGesture] = []
  /// The identifiers of the constraints that changes may name.
  var constraintNames = NameList()
  /// Whether an added constraint without an `id` is named after its text instead of its position in
  /// the document.
  var namesRulesByText = false
  /// The identifiers of the scene's constraints that no action removes. An added constraint must
  /// not reuse such an identifier.
  var lastingNames: Set<String> = []
  /// The parts of the document that set channels of views.
  var writers = ChannelWriters()
  /// The layout to which numbers in gestures refer; set before gestures are read.
  private(set) var layout: LayoutTree?

  init(file: String, limits: SceneLimits = SceneLimits()) {
    self.file = file
    self.limits = limits
  }

  /// Reads a scene.
  ///
  /// `size`, if given, replaces the screen size in the document.
  public static func read(
    _ bytes: [UInt8], file: String, size: Size? = nil
  ) throws(DocumentError) -> SceneBlueprint {
    try read(try DocumentNode.parse(bytes, file: file), file: file, size: size)
  }

  /// Reads a parsed scene and enforces `limits`.
  public static func read(
    _ document: DocumentNode, file: String, size: Size? = nil, limits: SceneLimits = SceneLimits()
  ) throws(DocumentError) -> SceneBlueprint {
    var scene = SceneReader(file: file, limits: limits)
    var reader = try ObjectReader(document, file: file)
    _ = try DocumentKeys.version(&reader)
    _ = try DocumentKeys.schema(&reader)
    try checkData(of: document, reader)
    var screenReader = try DocumentKeys.screen(&reader)
    var (screen, traits) = try scene.readScreen(&screenReader)
    if let size { screen.size = size }
    var layout: LayoutTree
    do throws(LayoutError) {
      layout = try LayoutTree(screen: screen.size, scale: screen.scale)
      try layout.setTraits(traits)
    } catch {
      throw reader.error(error.description, atKey: "screen")
    }
    scene.states = try scene.readStates(&reader)
    layout.declare(scene.states)
    try scene.readTree(&reader, screenReader, screen, into: &layout)
    scene.layout = layout
    scene.gestures = try scene.readGestures(&reader, on: screen, layout)
    try prepare(
      scene.gestures.flatMap(\.places.numbers), of: "limits, snap positions and detents",
      in: &layout, reader, key: "gestures")
    let (bindings, progressNodes, progressSources) = try scene.readBindings(&reader)
    try prepare(
      bindings.flatMap { $0.layoutMap?.numbers ?? [] }, of: "maps", in: &layout, reader,
      key: "bindings")
    let actions = try scene.readActions(&reader, layout)
    try scene.checkProgressSources(progressSources, in: actions)
    let progressBindings = try scene.readProgressBindings(progressNodes, to: actions)
    try prepare(
      actions.flatMap(\.crossings).flatMap(\.numbers), of: "thresholds", in: &layout, reader,
      key: "actions")
    try reader.finish()
    return SceneBlueprint(
      screen: screen, views: scene.views, layout: layout, gestures: scene.gestures,
      actions: actions, bindings: bindings, progressBindings: progressBindings)
  }

  /// Makes the guides that sums refer to. `what` names the parts of the document that have them.
  private static func prepare(
    _ numbers: [LayoutNumber], of what: String, in layout: inout LayoutTree,
    _ reader: ObjectReader, key: String
  ) throws(DocumentError) {
    let sums = numbers.filter { !$0.isConstant }
    guard sums.count <= sumLimit else {
      throw reader.error("\(what) have more than \(sumLimit) sums", atKey: key)
    }
    do throws(LayoutError) {
      for sum in sums { try layout.prepare(sum) }
    } catch {
      throw reader.error(error.description, atKey: key)
    }
  }

  /// Reads the views, then their properties, then the constraints.
  private mutating func readTree(
    _ reader: inout ObjectReader, _ screenReader: ObjectReader, _ screen: ScreenDescription,
    into layout: inout LayoutTree
  ) throws(DocumentError) {
    names[Self.screenName] = .view(.root)
    views.append(
      SceneBlueprint.View(
        appearance: ViewAppearance(
          name: Self.screenName, parent: nil, color: screen.background)))
    var screenReader = screenReader
    try readGuides(&screenReader, in: .root, into: &layout)
    pending.append(PendingView(view: .root, reader: screenReader))
    for node in try DocumentKeys.views(&reader) {
      let (view, isArranged) = try readView(node, parent: .root, into: &layout)
      if !isArranged { pending[0].loose.insert(view) }
    }
    try readProperties(into: &layout)
    try readMetrics(&reader)
    layout.metrics = metrics
    for node in try DocumentKeys.constraints(&reader) {
      try readConstraint(node, into: &layout)
      // `Int.max` means no limit.
      guard limits.constraints == .max || layout.constraintCount <= limits.constraints else {
        throw beyond(limits.constraints, "constraints", at: node)
      }
    }
  }

  func beyond(_ limit: Int, _ what: String, at node: DocumentNode) -> DocumentError {
    DocumentError(
      file: file, position: node.position, path: node.path,
      message: "the scene has more than \(limit) \(what)", isLimit: true)
  }
}
