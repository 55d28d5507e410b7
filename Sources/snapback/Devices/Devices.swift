import ArgumentParser
import SnapbackDaemon
import SnapbackEvdev
import SnapbackFiles
import SnapbackTouches

/// `snapback devices`: lists the input devices and how the daemon treats them.
struct Devices: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists the input devices and how the daemon uses them.",
    discussion: """
      For each device: its kind, its size, the rules of the configuration that apply, its \
      calibration, and if it is not read, the reason and the remedy.
      """)

  @Option(help: "The configuration to apply, JSON5; by default none.", completion: .json5)
  var config: String?

  @Flag(help: "One JSON object per line.")
  var json = false

  func run() throws {
    try Snapback.run { () throws(Failure) in
      list(
        try config.map { path throws(Failure) in try InputFiles.configuration(path) }
          ?? Configuration())
    }
  }

  private func list(_ configuration: Configuration) {
    let paths = DeviceFolder.eventDevices()
    if paths.isEmpty, !json {
      print("no devices: \(DeviceFolder.path) has no event devices")
    }
    let database = DeviceDatabase()
    for path in paths {
      let entry = database?.entry(forNode: path) ?? DeviceDatabase.Entry()
      do throws(EvdevError) {
        let device = try EvdevDevice(path: path)
        let listed = ListedDevice(
          path: path, profile: device.profile,
          assessment: DeviceAssessment(
            device.profile, path: path, entry: entry, configuration: configuration,
            isNamed: configuration.names(path)))
        print(json ? listed.json : listed.text)
      } catch {
        print(json ? ListedDevice.json(path, error) : "\(path)\n  not read: \(error.description)")
      }
    }
  }
}
