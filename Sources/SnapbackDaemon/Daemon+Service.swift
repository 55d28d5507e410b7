public import Logging
import SnapbackBasics
import SnapbackEngine
public import SnapbackFiles
import SnapbackLinux
import SnapbackProtocol
import SnapbackScene
import SnapbackTouches

/// Reloads the files, and makes the status line for the service manager.
extension Daemon {
  /// Applies the configuration and the scene that were read for a reload. If the files could not be
  /// read, changes nothing.
  ///
  /// An active pan continues if its view still exists and the picture is not rotated. Devices are
  /// reopened if the device rules or kinds have changed. Changes of `socket`, `devices`, `seat` and
  /// `grab` take effect at the next start.
  func adopt(_ result: Result<LoadedFiles, Failure>) {
    defer { service.reportReady(status) }
    let loaded: LoadedFiles
    do throws(Failure) {
      loaded = try result.get()
    } catch {
      log.warning("\(error.description); nothing was changed")
      return
    }
    let files = loaded.files
    let fixed = [
      ("socket", files.configuration.socket != configuration.socket),
      ("devices", files.configuration.devices != configuration.devices),
      ("seat", files.configuration.seat != configuration.seat),
      ("grab", files.configuration.grab != configuration.grab),
    ]
    for (key, isChanged) in fixed where isChanged {
      log.warning("\"\(key)\" has changed; this takes effect at the next start")
    }
    configuration.frameRate = files.configuration.frameRate
    configuration.logLevel = files.configuration.logLevel
    configuration.motion = files.configuration.motion
    configuration.resampling = files.configuration.resampling
    configuration.access = files.configuration.access
    clients.setAccess(loaded.access)
    applyMotion()
    log.setLevel(configuration.logLevel.swiftLogLevel)
    let isLaidOut = loaded.rotation == configuration.rotation
    replaceScene(
      files.scene,
      asItLies: isLaidOut ? loaded.laidOut : files.scene.turned(by: configuration.rotation),
      rotation: files.configuration.rotation, rehearsal: isLaidOut ? loaded.turning : nil)
    desk.restart(
      scene: loaded.document, file: files.sceneFile, rotation: files.configuration.rotation)
    applyRules(of: files.configuration)
    if files.configuration.isRealTime != configuration.isRealTime {
      configuration.isRealTime = files.configuration.isRealTime
      applyPriority()
    }
    do throws(SystemError) {
      try watchScene(of: files.configuration)
    } catch {
      log.warning("the scene file is not watched: \(error)")
    }
    log.info("configuration and scene have been read again")
    reportLayout()
  }

  /// Replaces the running scene. If the rotation has changed, also rotates the picture: the screen,
  /// the safe area and the mapping of touches change together.
  ///
  /// The new scene first runs in the old rotation and is then rotated, so that its actions for a
  /// rotation run. In this case, contacts that are down are ignored until they lift.
  private func replaceScene(
    _ blueprint: SceneBlueprint, asItLies next: SceneBlueprint, rotation: PanelRotation,
    rehearsal: LayoutRehearsal?
  ) {
    let isTurned = rotation != configuration.rotation
    if isTurned { scene.engine.cancelContacts(at: timeline.now) }
    scene.engine.cancelGestures(missingIn: blueprint, at: timeline.now)
    reportDecisions()
    for event in scene.engine.drainGestureEvents() {
      for (_, client) in clients.roster { client.report(event, scene.appearances) }
    }
    scene.engine.replaceScene(next)
    if isTurned {
      do throws(EngineError) {
        try scene.engine.turn(
          to: rotation, of: blueprint, rehearsal: rehearsal, at: timeline.now)
        log.info("the picture is rotated by \(rotation.rawValue) degrees; contacts are cancelled")
      } catch {
        log.error("the picture cannot be rotated: \(error)")
      }
      configuration.rotation = rotation
    }
    scene.engine.flush(at: timeline.now)
    startScene()
  }

  /// Reopens the devices if the device rules or kinds have changed.
  private func applyRules(of next: Configuration) {
    guard next.deviceRules != configuration.deviceRules || next.kinds != configuration.kinds
    else { return }
    configuration.deviceRules = next.deviceRules
    configuration.kinds = next.kinds
    guard !inputs.isReplay else { return }
    log.info("the rules for devices have changed; devices are reopened")
    closeDevices()
    inputs.devices.setRules(next.deviceRules, kinds: next.kinds)
    scanDevices()
  }

  /// Watches the scene file if the configuration says so; otherwise stops watching it.
  func watchScene(of configuration: Configuration) throws(SystemError) {
    let path = configuration.watchesScene ? configuration.scene : nil
    guard path != jobs.sceneWatch.path else { return }
    if let descriptor = jobs.sceneWatch.descriptor { loop.forget(descriptor) }
    try jobs.sceneWatch.follow(path)
    if let descriptor = jobs.sceneWatch.descriptor {
      try loop.watch(descriptor, for: .sceneFile)
    }
  }

  /// Passes the configured motion and resampling settings to the engine.
  func applyMotion() {
    scene.setResampling(configuration.resampling)
    let motion = configuration.motion
    scene.engine.setMotionRate(motion.rate, at: timeline.now)
    scene.engine.setReducesMotion(motion.isReduced, at: timeline.now)
    scene.engine.setCompletesInstantly(motion.isInstant, at: timeline.now)
  }

  /// The line that `systemctl status` shows.
  var status: String {
    func count(_ number: Int, _ noun: String) -> String {
      number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
    }
    let source = inputs.isReplay ? "a recording" : count(inputs.devices.entries.count, "device")
    return "serving \(count(scene.engine.appearances.count - 1, "view")), reading \(source)"
  }
}

extension Configuration.LogLevel {
  /// The corresponding level of swift-log.
  public var swiftLogLevel: Logger.Level {
    switch self {
    case .trace: .trace
    case .debug: .debug
    case .info: .info
    case .warning: .warning
    case .error: .error
    }
  }
}
