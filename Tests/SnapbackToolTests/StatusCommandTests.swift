import SnapbackLinux
import SnapbackTestSupport
import Testing

/// The metrics of `snapback status`.
@Suite struct StatusCommandTests {
  private static let reply = """
    "ok":true,"version":"0.1.0","uptime":125.5,"scene":{"views":3,"constraints":1,\
    "warnings":["odd"]},"motion":{"atRest":false,"rate":0.5,"transactions":1},\
    "layout":{"passes":4,"solves":1},"priority":{"realTime":true,"lowered":8},\
    "late":{"turns":6},"refused":{"requests":7,"clients":2},\
    "memory":{"resident":11534336,"waiting":512},"clients":[{"behind":2,"dropped":1},\
    {"behind":9,"dropped":3}],"devices":[{"id":1,"name":"A \\"pad\\"","kind":"touchscreen"},\
    {"id":2,"name":"B","kind":"pen"},{"id":3,"name":"C","kind":"touchscreen"}]
    """

  private static func status(_ arguments: String...) throws -> Command.Result {
    let daemon = try ScriptedDaemon(reply: reply)
    return try Command.run("snapback", ["status", "--socket", daemon.path] + arguments)
  }

  @Test func metricsHaveTheValuesOfTheReply() throws {
    let result = try Self.status("--format", "prometheus")
    #expect(result.code == 0, "\(result.error)")
    let lines = result.output.split(separator: "\n")
    for sample in [
      "snapback_up 1", "snapback_info{version=\"0.1.0\"} 1", "snapback_uptime_seconds 125.5",
      "snapback_late_turns_total 6", "snapback_real_time 1",
      "snapback_real_time_lowered_total 8", "snapback_at_rest 0", "snapback_transactions 1",
      "snapback_motion_rate 0.5", "snapback_views 3", "snapback_constraints 1",
      "snapback_layout_warnings 1", "snapback_layout_passes_total 4",
      "snapback_layout_solves_total 1", "snapback_memory_resident_bytes 11534336",
      "snapback_memory_waiting_bytes 512", "snapback_refused_requests_total 7",
      "snapback_refused_clients_total 2", "snapback_clients 2", "snapback_client_behind_max 9",
      "snapback_client_dropped_events 4", "snapback_devices{kind=\"pen\"} 1",
      "snapback_devices{kind=\"touchscreen\"} 2",
    ] {
      #expect(lines.contains(sample[...]), "\(sample) in\n\(result.output)")
    }
    for line in lines where !line.hasPrefix("#") {
      let name = line.prefix { $0 != " " && $0 != "{" }
      let kind = name.hasSuffix("_total") ? "counter" : "gauge"
      #expect(lines.contains("# TYPE \(name) \(kind)"), "\(line)")
    }
  }

  @Test func theTextNamesWhatWentWrong() throws {
    let result = try Self.status()
    #expect(
      result.output.contains(
        "health    11.5 MB, 6 late turns, 7 requests refused, 2 clients refused\n"),
      "\(result.output)")
    #expect(
      result.output.contains("priority  real-time, lowered 8 times\n"), "\(result.output)")
  }

  @Test func theOutputIsReplacedAsAWhole() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/snapback.prom"
    try Files.write(Array("old".utf8), to: path)
    let result = try Self.status("--format", "prometheus", "--output", path)
    #expect(result.code == 0 && result.output.isEmpty, "\(result.error)")
    let text = String(decoding: try Files.read(path), as: UTF8.self)
    #expect(text.hasPrefix("# HELP snapback_up ") && text.hasSuffix("\n"))
    #expect(Files.names(in: folder.path) == ["snapback.prom"])
    let missing = try Self.status("--output", folder.path + "/no/where")
    #expect(missing.code == 74)
  }

  @Test func withoutADaemonOnlyTheMetricsSaySo() throws {
    let metrics = try Command.run(
      "snapback", ["status", "--socket", "/nowhere/s", "--format", "prometheus"])
    #expect(metrics.code == 0 && metrics.output.hasSuffix("\nsnapback_up 0\n"))
    let text = try Command.run("snapback", ["status", "--socket", "/nowhere/s"])
    #expect(text.code == 69 && text.output.isEmpty)
  }

  @Test func twoFormsExcludeEachOther() throws {
    let result = try Command.run("snapback", ["status", "--json", "--format", "prometheus"])
    #expect(result.code == 64 && result.error.contains("--json and --format exclude each other"))
  }
}
