public import SnapbackBasics
public import SnapbackDocument
public import SnapbackEngine
import SnapbackLinux
public import SnapbackReplay
public import SnapbackScene

/// Reads the files of a command; failures contain the file name and the exit code.
public enum InputFiles {
  /// Reads the bytes of a file.
  public static func bytes(_ path: String) throws(Failure) -> [UInt8] {
    do throws(SystemError) {
      return try Files.read(path)
    } catch {
      throw Failure(.noInput, error.description)
    }
  }

  /// Reads a scene, on a screen of another size if given.
  public static func scene(_ path: String, size: Size? = nil) throws(Failure) -> SceneBlueprint {
    try scene(try bytes(path), named: path, size: size)
  }

  /// Reads a scene from bytes; `path` is for errors.
  public static func scene(
    _ bytes: [UInt8], named path: String, size: Size? = nil
  ) throws(Failure) -> SceneBlueprint {
    do throws(DocumentError) {
      return try SceneReader.read(bytes, file: path, size: size)
    } catch {
      throw Failure(.data, error.description)
    }
  }

  /// Reads a scene, and returns the document that it was read from as well.
  public static func sceneWithDocument(
    _ path: String, size: Size? = nil
  ) throws(Failure) -> (scene: SceneBlueprint, document: DocumentNode) {
    let bytes = try bytes(path)
    do throws(DocumentError) {
      let document = try DocumentNode.parse(bytes, file: path)
      return (try SceneReader.read(document, file: path, size: size), document)
    } catch {
      throw Failure(.data, error.description)
    }
  }

  /// Reads the commands that accompany a recording on a scene.
  public static func commands(
    _ path: String, for desk: ControlDesk
  ) throws(Failure) -> ReplayCommands {
    let bytes = try bytes(path)
    do throws(DocumentError) {
      return try ReplayCommands(DocumentNode.parse(bytes, file: path), file: path, for: desk)
    } catch {
      throw Failure(.data, error.description)
    }
  }

  /// Reads a recording of any format; `isLenient` keeps the intact part of a damaged one.
  public static func recording(
    _ path: String, isLenient: Bool = false
  ) throws(Failure) -> ReadRecording {
    let bytes = try bytes(path)
    do throws(RecordingError) {
      return try RecordingFile.read(bytes, file: path, isLenient: isLenient)
    } catch {
      throw Failure(.data, error.description)
    }
  }

  /// Reads a gesture script; `overrides` replace values in it.
  public static func gestures(
    _ path: String, overrides: GestureScript.Overrides
  ) throws(Failure) -> GestureScript {
    let bytes = try bytes(path)
    do throws(DocumentError) {
      return try GestureScript.read(bytes, file: path, overrides: overrides)
    } catch {
      throw Failure(.data, error.description)
    }
  }
}
