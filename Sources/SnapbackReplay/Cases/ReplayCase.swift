public import SnapbackBasics
public import SnapbackDocument
public import SnapbackTouches

/// A recording, a scene, and the expected results; one file for `snapback test`.
public struct ReplayCase: Sendable {
  /// A file that a case refers to, with the position of the reference.
  public struct Reference: Sendable {
    /// The path as written in the case, relative to the case's folder.
    public var path: String
    /// The node of the path, for error positions.
    public var node: DocumentNode
  }

  /// The golden file with which the frames of the replay are compared.
  public struct GoldenReference: Sendable {
    /// The golden's file.
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
  /// The scene on which the recording is played.
  public var scene: Reference
  /// Frames per second.
  public var rate: Double
  /// The rotation of the picture on the panel; nil for the rotation in ``config``.
  public var rotation: PanelRotation?
  /// The daemon's configuration whose device rules and rotation apply; nil if the case names none.
  public var config: Reference?
  /// The rules for the recorded devices. They apply after the rules in ``config``.
  public var deviceRules: [DeviceRule]
  /// The screen's size; nil for the size in the scene.
  public var size: Size?
  /// The commands of the case, which ``ReplayCommands`` reads; nil without commands.
  public var commands: DocumentNode?
  /// The expectations, in the order of the file.
  public var expectations: [CaseExpectation]
  /// The golden with which frames are compared; nil if the case has none.
  public var golden: GoldenReference?
}
