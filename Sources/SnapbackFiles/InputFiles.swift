public import SnapbackBasics
public import SnapbackDocument
public import SnapbackEngine
import SnapbackLinux
public import SnapbackReplay
public import SnapbackScene

/// Reads the input files of a command. A failure contains the file name and the exit code.
public enum InputFiles {
  /// Reads the bytes of a file.
  public static func bytes(_ path: String) throws(Failure) -> [UInt8] {
    do throws(SystemError) {
      return try Files.read(path)
    } catch {
      throw Failure(.noInput, error.description)
    }
  }

  /// Reads a scene. `size` replaces the screen size of the scene.
  public static func scene(_ path: String, size: Size? = nil) throws(Failure) -> SceneBlueprint {
    try scene(try bytes(path), named: path, size: size)
  }

  /// Reads a scene from bytes. `path` is the file name for error messages.
  public static func scene(
    _ bytes: [UInt8], named path: String, size: Size? = nil
  ) throws(Failure) -> SceneBlueprint {
    do throws(DocumentError) {
      return try SceneReader.read(bytes, file: path, size: size)
    } catch {
      throw Failure(.data, error.description)
    }
  }

  /// Reads a scene and returns it with its document.
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

  /// Reads the commands that are executed on a scene during the replay of a recording.
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

  /// Reads a recording of any format. If `isLenient` is true, reads the intact part of a damaged
  /// recording.
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

  /// Reads a gesture script. `overrides` replace values in the script.
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
