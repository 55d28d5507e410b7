import ArgumentParser
import SnapbackLinux
import SnapbackMotion

/// The completions that several options share. The scripts for the shells, which
/// `--generate-completion-script` prints, contain lists and kinds of files; for all other
/// completions they ask the tool.
extension CompletionKind {
  /// Scenes, configurations and other JSON5 files.
  static var json5: Self { .file(extensions: ["json5"]) }

  /// The quarter turns of a panel, in degrees.
  static var rotations: Self { .list(["0", "90", "180", "270"]) }

  static var springPresets: Self { .list(Spring.presetNames) }

  static var curveNames: Self { .list(NamedCurve.allCases.map(\.rawValue)) }

  /// The event devices of this machine.
  static var devices: Self {
    .custom { _, _, _ in
      Files.names(in: "/dev/input").filter { $0.hasPrefix("event") }.map { "/dev/input/\($0)" }
    }
  }

  /// The views of the running daemon.
  static var views: Self {
    .custom { words, _, _ in RunningScene(words).views }
  }

  /// The named constraints of the running daemon.
  static var constraints: Self {
    .custom { words, _, _ in RunningScene(words).constraints }
  }

  /// The states of the running daemon's scene, with their values.
  static var states: Self {
    .custom { words, _, _ in RunningScene(words).states }
  }

  /// The views of the scene on the command line.
  static var sceneViews: Self {
    .custom { words, _, _ in SceneOnCommandLine(words).views }
  }

  /// The constraints of the scene on the command line.
  static var sceneConstraints: Self {
    .custom { words, _, _ in SceneOnCommandLine(words).constraints }
  }
}
