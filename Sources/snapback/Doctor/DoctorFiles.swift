import Glibc
import SnapbackDaemon
import SnapbackEngine
import SnapbackFiles
import SnapbackLayout
import SnapbackLinux

/// The findings of `snapback doctor` about the configuration and its scene.
struct DoctorFiles {
  private(set) var findings: [DoctorFinding] = []
  /// The configuration in effect; nil if there is none or it cannot be read.
  private(set) var configuration: Configuration?

  /// The configuration paths of the systemd units. The path of the user's unit is first; see
  /// docs/service.md.
  private static var places: [String] {
    let home = getenv("HOME").map { [String(cString: $0) + "/.config/snapback/snapbackd.json5"] }
    return (home ?? []) + ["/etc/snapback/snapbackd.json5"]
  }

  /// Reads the configuration at `config`, or the configuration of the installed service, if any, if
  /// `config` is nil.
  init(config: String?) {
    guard let path = config ?? Self.places.first(where: { access($0, F_OK) == 0 }) else {
      findings.append(
        .ok(
          "configuration",
          "none: there is no \(Self.places.joined(separator: ", no ")); --config names another"))
      return
    }
    do throws(Failure) {
      let read = try InputFiles.configuration(path)
      configuration = read
      findings.append(.ok("configuration", path))
      try look(at: read, path)
    } catch {
      findings.append(
        .fault(
          "configuration", error.description,
          remedy: "fix the file, then: snapbackd --config \(path) --check"))
    }
  }

  private mutating func look(at configuration: Configuration, _ path: String) throws(Failure) {
    guard let file = configuration.scene else {
      findings.append(
        .warning(
          "scene", "\(path) names no scene",
          remedy: "add \"scene\", or start the daemon with --scene"))
      return
    }
    let scene: SceneBlueprint
    do throws(Failure) {
      scene = try InputFiles.scene(file)
    } catch {
      findings.append(
        .fault("scene", error.description, remedy: "fix it, then: snapback check \(file)"))
      return
    }
    var layout = scene.layout
    let laidOut = LaidOutScene(&layout, of: scene)
    let count = scene.views.count - 1
    findings.append(.ok("scene", "\(file): \(count) view\(count == 1 ? "" : "s")"))
    let warnings =
      laidOut.report.warnings + laidOut.ambiguities.map { "\($0)" } + scene.layout.textWarnings
    for warning in warnings {
      findings.append(.warning("scene", warning, remedy: "snapback layout \(file) shows it"))
    }
    for warning in scene.lookWarnings {
      findings.append(.warning("scene", warning, remedy: "snapback check \(file) shows it"))
    }
  }
}
