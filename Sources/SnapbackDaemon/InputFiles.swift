public import SnapbackControl
public import SnapbackDocument
public import SnapbackEngine
public import SnapbackGeometry
import SnapbackLinux
public import SnapbackRecording
import SnapbackRecordingFiles
import SnapbackScene

/// Reads the files that commands are given, with failures that name the file and the exit code.
public enum InputFiles {
  /// The bytes of a file.
  public static func bytes(_ path: String) throws(Failure) -> [UInt8] {
    do throws(SystemError) {
      return try Files.read(path)
    } catch {
      throw Failure(.noInput, error.description)
    }
  }

  /// A scene, on a screen of another size if given.
  public static func scene(_ path: String, size: Size? = nil) throws(Failure) -> SceneBlueprint {
    try scene(try bytes(path), named: path, size: size)
  }

  /// A scene whose bytes have been read; `path` is for errors.
  public static func scene(
    _ bytes: [UInt8], named path: String, size: Size? = nil
  ) throws(Failure) -> SceneBlueprint {
    do throws(DocumentError) {
      return try SceneReader.read(bytes, file: path, size: size)
    } catch {
      throw Failure(.data, error.description)
    }
  }

  /// A scene, and the document that says what it is.
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

  /// Commands beside a recording on a scene.
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

  /// A configuration.
  public static func configuration(_ path: String) throws(Failure) -> Configuration {
    let bytes = try bytes(path)
    do throws(DocumentError) {
      return try Configuration.read(bytes, file: path)
    } catch {
      throw Failure(.data, error.description)
    }
  }

  /// A recording of any format; lenient, what is intact of it.
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

  /// A script of gestures; `overrides` stand in for its own words.
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
