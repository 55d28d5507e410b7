/// The version of the daemon and the tool.
public enum SnapbackVersion {
  /// The current version, as in the change log.
  public static let text = "0.1.0"
}
