public import SnapbackBasics
public import SnapbackDocument
public import SnapbackTouches

/// A recording, a scene, and the expected results: one file of `snapback test`.
public struct ReplayCase: Sendable {
  /// A file that a case refers to, with the position of the reference.
  public struct Reference: Sendable {
    /// The path as written in the case, relative to the case's folder.
    public var path: String
    /// The node of the path, for error positions.
    public var node: DocumentNode
  }

  /// Frames that are compared with those of a file.
  public struct GoldenReference: Sendable {
    /// The file.
    public var file: Reference
    /// The allowed difference from the file's numbers.
    public var tolerance: Double
    /// The numbers to compare; nil for all that change.
    public var values: [ViewValue]?
  }

  /// The path of the case, as shown in errors.
  public var file: String
  /// The recording to play.
  public var recording: Reference
  /// Whether to play the intact part of a damaged recording.
  public var isLenient: Bool
  /// The scene to play it on.
  public var scene: Reference
  /// Frames per second.
  public var rate: Double
  /// The rotation of the picture on the panel; nil for that of ``config``.
  public var rotation: PanelRotation?
  /// The configuration of the daemon whose rules and rotation apply; nil without one.
  public var config: Reference?
  /// The rules for the recorded devices, which apply after those of ``config``.
  public var deviceRules: [DeviceRule]
  /// The screen's size; nil for the scene's own.
  public var size: Size?
  /// The commands of the case, which ``ReplayCommands`` reads; nil without commands.
  public var commands: DocumentNode?
  /// The expectations, in the order of the file.
  public var expectations: [CaseExpectation]
  /// The golden to compare frames with; nil without one.
  public var golden: GoldenReference?
}
