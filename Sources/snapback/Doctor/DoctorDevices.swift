import SnapbackDaemon
import SnapbackEvdev
import SnapbackFiles
import SnapbackTouches

/// The findings of `snapback doctor` about the input devices.
struct DoctorDevices {
  private(set) var findings: [DoctorFinding] = []

  /// Assesses every device as the daemon would with `configuration`.
  ///
  /// - Parameter heldByDaemon: the devices that a running daemon reads; nil if no daemon runs. A
  ///   device that the daemon reads is readable even if this user may not open it.
  init(configuration: Configuration, heldByDaemon: [String]?) {
    let paths = DeviceFolder.eventDevices()
    let database = DeviceDatabase()
    var readable = 0
    for path in paths {
      let entry = database?.entry(forNode: path) ?? DeviceDatabase.Entry()
      do throws(EvdevError) {
        let device = try EvdevDevice(path: path)
        let assessment = DeviceAssessment(
          device.profile, path: path, entry: entry, configuration: configuration,
          isNamed: configuration.names(path))
        if add(path, device.profile, assessment) { readable += 1 }
      } catch {
        if heldByDaemon == nil {
          findings.append(.warning("device", error.description))
        }
      }
    }
    if let heldByDaemon {
      sum(heldByDaemon)
    } else if readable == 0 {
      findings.append(
        .fault(
          "devices",
          paths.isEmpty
            ? "\(DeviceFolder.path) has no event devices" : "no device would be read",
          remedy: paths.isEmpty
            ? "plug one in; in a container, pass \(DeviceFolder.path) through"
            : "snapback devices says why"))
    }
  }

  /// Adds the findings about a device and returns whether the daemon would read it.
  private mutating func add(
    _ path: String, _ profile: DeviceProfile, _ assessment: DeviceAssessment
  ) -> Bool {
    let name = "\(path), \(profile.kind.rawValue) \"\(profile.name)\""
    for warning in assessment.warnings {
      findings.append(.warning("device", "\(name): \(warning)"))
    }
    if let refusal = assessment.refusal {
      // Report a refusal only if there is a remedy. For keyboards there is none.
      if let remedy = refusal.remedy {
        findings.append(.warning("device", "\(name): not read: \(refusal)", remedy: remedy))
      }
      return false
    }
    if case .unbelievable = assessment.size {
      findings.append(
        .warning(
          "device", "\(name): its size is implausible",
          remedy: "give \"size\" in a rule of \"deviceRules\", docs/devices.md"))
    }
    findings.append(.ok("device", name))
    return true
  }

  private mutating func sum(_ held: [String]) {
    findings.append(
      held.isEmpty
        ? .fault(
          "devices", "the daemon reads no device",
          remedy: "its log says why: journalctl -u snapbackd; and snapback devices")
        : .ok("devices", "the daemon reads: \(held.joined(separator: ", "))"))
  }
}
