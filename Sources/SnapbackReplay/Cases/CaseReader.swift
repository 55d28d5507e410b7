public import SnapbackBasics
public import SnapbackDocument
public import SnapbackEngine
import SnapbackProtocol
import SnapbackTouches

/// The names of the parts of a scene, which cases refer to.
public struct SceneNames: Hashable, Sendable {
  /// The names of a state and of its values.
  public struct State: Hashable, Sendable {
    /// The name of the state.
    public var name: String
    /// The names of the values; the first is the initial one.
    public var values: [String]

    /// Makes names from lists.
    public init(_ name: String, values: [String]) {
      self.name = name
      self.values = values
    }
  }

  /// The views.
  public var views: [String]
  /// The names of the named gestures.
  public var gestures: [String]
  /// The actions.
  public var actions: [String]
  /// The states and their values.
  public var states: [State]

  /// Makes names from lists.
  public init(
    views: [String], gestures: [String], actions: [String] = [], states: [State] = []
  ) {
    self.views = views
    self.gestures = gestures
    self.actions = actions
    self.states = states
  }

  /// The names in a scene.
  public init(_ blueprint: SceneBlueprint) {
    views = blueprint.views.map(\.appearance.name)
    gestures = blueprint.gestures.compactMap(\.name)
    actions = blueprint.actions.map(\.name)
    states = blueprint.stateNames.map { State($0.state, values: $0.values) }
  }
}

/// Reads a case; see `docs/replay-tests.md`.
///
/// Errors contain the file, the line and column, and the path within the document. An error about
/// an unknown name suggests a similar known name.
public struct CaseReader {
  /// The largest time that a case may use, in seconds.
  static let timeLimit = 3600.0
  /// The largest magnitude of a number in a case.
  static let numberLimit = 1e12

  let file: String
  /// The names of the scene's views and gestures.
  var names = SceneNames(views: [], gestures: [])

  /// Reads a case.
  ///
  /// `names` reads the scene that a case refers to, on a screen of the given size if that is not
  /// nil, and returns the names in the scene. Rethrows the errors of `names`.
  public static func read(
    _ bytes: [UInt8], file: String,
    names: (ReplayCase.Reference, Size?) throws(DocumentError) -> SceneNames
  ) throws(DocumentError) -> ReplayCase {
    let document = try DocumentNode.parse(bytes, file: file)
    var reader = try ObjectReader(document, file: file)
    var cases = CaseReader(file: file)
    let recording = try cases.reference(&reader, "recording")
    let isLenient = try reader.optionalBoolean("lenient") ?? false
    let scene = try cases.reference(&reader, "scene")
    let rates = FrameSchedule.rates
    let rate = try reader.optionalNumber("rate", in: rates) ?? 60
    let rotation = try reader.optionalRotation()
    let config = reader.has("config") ? try cases.reference(&reader, "config") : nil
    let deviceRules = try DeviceRule.list(&reader)
    let size = try cases.size(&reader)
    // Check the case's own keys before reading the scene, because a misspelling in the case is
    // easier to find.
    let commands = reader.optionalNode("commands")
    let expectations = try reader.optionalArray("expect", count: 0...10_000) ?? []
    let golden = try reader.optionalObject("golden")
    try reader.finish()
    guard !expectations.isEmpty || golden != nil else {
      throw reader.error("nothing is expected: add \"expect\" or \"golden\"", atKey: "expect")
    }
    cases.names = try names(scene, size)
    var claims: [CaseExpectation] = []
    for node in expectations { claims.append(try cases.expectation(node)) }
    var result = ReplayCase(
      file: file, recording: recording, isLenient: isLenient, scene: scene, rate: rate,
      rotation: rotation, config: config, deviceRules: deviceRules, size: size,
      commands: commands, expectations: claims)
    if let golden { result.golden = try cases.golden(golden) }
    return result
  }

  private func reference(
    _ reader: inout ObjectReader, _ key: String
  ) throws(DocumentError) -> ReplayCase.Reference {
    let node = try reader.node(key)
    let path = try node.string(file: file)
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw node.error("expected the path of a file", file: file)
    }
    return ReplayCase.Reference(path: path, node: node)
  }

  private func size(_ reader: inout ObjectReader) throws(DocumentError) -> Size? {
    guard let node = reader.optionalNode("size") else { return nil }
    let text = try node.string(file: file)
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Double(parts[0]), let height = Double(parts[1]),
      (1...100_000).contains(width), (1...100_000).contains(height)
    else {
      throw node.error(
        "expected a size \"WIDTHxHEIGHT\" in points, found \(DocumentError.quoted(text))",
        file: file)
    }
    return Size(width: width, height: height)
  }

  private func golden(
    _ reader: ObjectReader
  ) throws(DocumentError) -> ReplayCase.GoldenReference {
    var reader = reader
    let file = try reference(&reader, "file")
    let tolerance = try reader.optionalNumber("tolerance", in: 0...Self.numberLimit)
    var values: [ViewValue]?
    for node in try reader.optionalArray("values", count: 1...1000) ?? [] {
      let value = try viewValue(node)
      guard values?.contains(value) != true else {
        throw node.error("\"\(value)\" is listed twice", file: self.file)
      }
      values = (values ?? []) + [value]
    }
    try reader.finish()
    return ReplayCase.GoldenReference(
      file: file, tolerance: tolerance ?? ValueBounds.defaultTolerance, values: values)
  }

  // MARK: Names

  func viewName(_ node: DocumentNode) throws(DocumentError) -> String {
    let name = try node.string(file: file)
    guard names.views.contains(name) else {
      throw node.unknownName(name, of: "view", in: names.views, file: file)
    }
    return name
  }

  /// Reads a reference to a number of a view, such as `card.translation.x`.
  func viewValue(_ node: DocumentNode) throws(DocumentError) -> ViewValue {
    let text = try node.string(file: file)
    let name = String(text.prefix { $0 != "." })
    guard names.views.contains(name) else {
      throw node.unknownName(name, of: "view", in: names.views, file: file)
    }
    let rest = String(text.dropFirst(name.count + 1))
    guard let property = ViewProperty(rawValue: rest) else {
      let numbers = ViewProperty.allCases.map(\.rawValue)
      guard !rest.isEmpty else {
        throw node.error(
          "expected a number of a view, as in \"\(name).\(numbers[0])\"", file: file)
      }
      throw node.unknownName(rest, of: "number", in: numbers, file: file)
    }
    return ViewValue(view: name, property: property)
  }
}
