/// The version of the daemon and the tool.
public enum SnapbackVersion {
  /// The current version, which `scripts/generate project --update` copies from `project.json`.
  public static let text = "0.2.0"
}
