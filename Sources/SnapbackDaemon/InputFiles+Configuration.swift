import SnapbackDocument
public import SnapbackFiles

extension InputFiles {
  /// Reads a configuration.
  public static func configuration(_ path: String) throws(Failure) -> Configuration {
    let bytes = try bytes(path)
    do throws(DocumentError) {
      return try Configuration.read(bytes, file: path)
    } catch {
      throw Failure(.data, error.description)
    }
  }
}
