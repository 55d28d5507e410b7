public import SnapbackDocument
public import SnapbackGeometry
public import SnapbackTouches

/// A recording, a scene, and what must come of them: one file of `snapback test`.
public struct ReplayCase: Sendable {
  /// A file that a case names, and where it does.
  public struct Reference: Sendable {
    /// The path as the case has it, from the case's own folder.
    public var path: String
    /// The text's place, for errors.
    public var node: DocumentNode
  }

  /// Frames that are compared with those of a file.
  public struct GoldenReference: Sendable {
    /// The file.
    public var file: Reference
    /// How far a number may be from the file's.
    public var tolerance: Double
    /// The numbers; nil for all that change.
    public var values: [ViewValue]?
  }

  /// The case's own path, as errors show it.
  public var file: String
  /// What is played.
  public var recording: Reference
  /// Whether what is intact of a damaged recording is played.
  public var isLenient: Bool
  /// What it is played on.
  public var scene: Reference
  /// Frames per second.
  public var rate: Double
  /// How the picture is turned on the panel.
  public var rotation: PanelRotation
  /// The screen's size; nil for the scene's own.
  public var size: Size?
  /// The commands beside the recording, which ``ReplayCommands`` reads; nil without commands.
  public var commands: DocumentNode?
  /// What must be so, in the order of the file.
  public var expectations: [CaseExpectation]
  /// What its frames are compared with; nil when with nothing.
  public var golden: GoldenReference?
}
