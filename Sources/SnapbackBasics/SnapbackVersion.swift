/// The version of the daemon and the tool.
public enum SnapbackVersion {
  /// The current version. `scripts/generate project --update` takes it from `project.json`.
  public static let text = "0.1.0"
}
