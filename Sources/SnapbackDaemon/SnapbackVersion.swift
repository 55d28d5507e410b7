/// The version of the daemon and the tool.
public enum SnapbackVersion {
  /// As in the change log.
  public static let text = "0.1.0"
}
