import SnapbackDocument
import SnapbackLinux
import SnapbackTestSupport
import Testing

/// `snapback send` and `snapback status`: their requests, and how they print the reply.
@Suite struct SendCommandTests {
  private static func run(
    _ arguments: [String], reply: String = "\"ok\":true"
  ) throws -> (result: Command.Result, lines: [String]) {
    let daemon = try ScriptedDaemon(reply: reply)
    let verb = Array(arguments.prefix(2)), rest = Array(arguments.dropFirst(2))
    let result = try Command.run("snapback", verb + ["--socket", daemon.path] + rest)
    return (result, daemon.lines)
  }

  @Test(arguments: [
    (["set", "a=200"], #"change":{"id":1,"changes":[{"constraint":"a","constant":200}]}"#),
    (
      ["set", "a+=-5", "b=1", "--uikit", "1.0,0.33"],
      #"change":{"id":1,"changes":[{"constraint":"a","by":-5},{"constraint":"b","constant":1}],"#
        + #""animate":{"spring":{"duration":1,"dampingRatio":0.33}}}"#
    ),
    (
      ["set", "a=1", "--uikit", "0.5,0.7,2", "--delay", "0.1"],
      #"change":{"id":1,"changes":[{"constraint":"a","constant":1}],"animate":{"#
        + #""spring":{"duration":0.5,"dampingRatio":0.7},"velocity":2,"delay":0.1}}"#
    ),
    (
      ["hide", "x", "y", "--spring", "0.5,0.8"],
      #"change":{"id":1,"changes":[{"view":"x","hidden":true},{"view":"y","hidden":true}],"#
        + #""animate":{"spring":{"response":0.5,"dampingRatio":0.8}}}"#
    ),
    (
      ["alpha", "x", "0.5", "--duration", "0.3"],
      #"change":{"id":1,"changes":[{"view":"x","alpha":0.5}],"#
        + #""animate":{"curve":"easeInOut","duration":0.3}}"#
    ),
    (
      ["corner-radius", "x", "24", "--duration", "0.3"],
      #"change":{"id":1,"changes":[{"view":"x","cornerRadius":24}],"#
        + #""animate":{"curve":"easeInOut","duration":0.3}}"#
    ),
    (
      ["text-color", "x", "#ffffff80"],
      ##"change":{"id":1,"changes":[{"view":"x","textColor":"#ffffff80"}]}"##
    ),
    (
      ["border", "x", "2", "--color", "#ff0000", "--duration", "0.3"],
      ##"change":{"id":1,"changes":[{"view":"x","border":{"color":"#ff0000","width":2}}],"##
        + #""animate":{"curve":"easeInOut","duration":0.3}}"#
    ),
    (
      ["shadow", "x", "--opacity", "0.5", "--offset", "-3,4"],
      #"change":{"id":1,"changes":[{"view":"x","shadow":{"opacity":0.5,"offset":[-3,4]}}]}"#
    ),
    (
      ["theme", "dark", "--duration", "0.3"],
      #"change":{"id":1,"changes":[{"screen":{"theme":"dark"}}],"#
        + #""animate":{"curve":"easeInOut","duration":0.3}}"#
    ),
    (
      ["scale", "x", "1.2", "--duration", "1", "--curve", "0,0,1,1"],
      #"change":{"id":1,"changes":[{"view":"x","scale":[1.2,1.2]}],"#
        + #""animate":{"curve":[0,0,1,1],"duration":1}}"#
    ),
    (["show", "x"], #"change":{"id":1,"changes":[{"view":"x","hidden":false}]}"#),
    (
      ["translate", "x", "-10,20"],
      #"change":{"id":1,"changes":[{"view":"x","translation":[-10,20]}]}"#
    ),
    (
      ["translate", "--", "x", "-1,2"],
      #"change":{"id":1,"changes":[{"view":"x","translation":[-1,2]}]}"#
    ),
    (["rotate", "x", "-30"], #"change":{"id":1,"changes":[{"view":"x","rotation":-30}]}"#),
    (["text", "x", "a \"b\""], #"change":{"id":1,"changes":[{"view":"x","text":"a \"b\""}]}"#),
    (["activate", "a"], #"change":{"id":1,"changes":[{"constraint":"a","active":true}]}"#),
    (["deactivate", "a"], #"change":{"id":1,"changes":[{"constraint":"a","active":false}]}"#),
    (
      ["add", "x.top >= 20", "--id", "t"],
      #"change":{"id":1,"changes":[{"addConstraint":"x.top >= 20","id":"t"}]}"#
    ),
    (
      ["set", "a=1", "--named", "keyboard", "--delay", "0.5"],
      #"change":{"id":1,"changes":[{"constraint":"a","constant":1}],"#
        + #""animate":{"named":"keyboard","delay":0.5}}"#
    ),
    (
      ["state", "sheet=open", "mode=a", "--named", "keyboard"],
      #"change":{"id":1,"changes":[{"state":"sheet","value":"open"},"#
        + #"{"state":"mode","value":"a"}],"animate":{"named":"keyboard"}}"#
    ),
    (["remove", "t"], #"change":{"id":1,"changes":[{"removeConstraint":"t"}]}"#),
    (
      ["content-size", "xxl"],
      #"change":{"id":1,"changes":[{"screen":{"contentSize":"extraExtraLarge"}}]}"#
    ),
    (["screen", "844x390"], #"change":{"id":1,"changes":[{"screen":{"size":[844,390]}}]}"#),
    (
      ["retarget", "a", "--to", "x.y.top", "--side", "first"],
      #"retarget":{"id":1,"constraint":"a","side":"first","view":"x.y","attribute":"top"}"#
    ),
    (["message", "--json", #"{run:{action:"a",id:77}}"#], #"run":{"id":1,"action":"a"}"#),
  ])
  func aVerbIsTheMessageThatItStandsFor(arguments: [String], message: String) throws {
    let (result, lines) = try Self.run(["send"] + arguments)
    #expect(result.code == 0, "\(result.error)")
    #expect(lines == ["{\"" + message + "}"])
  }

  /// The arguments in `send` of a vector of `Tests/Fixtures/commands` are those of its message.
  @Test func aVerbSendsTheMessageOfItsVector() throws {
    let path = Fixture.repository + "/Tests/Fixtures/commands/commands.json"
    let vectors = try DocumentNode.parse(try Files.read(path), file: path).array(file: path)
    var commands: Set<String> = []
    for vector in vectors {
      guard let words = vector.member("send") else { continue }
      let arguments = try words.array(file: path).map { try $0.string(file: path) }
      let (result, lines) = try Self.run(["send"] + arguments)
      #expect(result.code == 0, "\(result.error)")
      let line = try #require(lines.first)
      let sent = try DocumentNode.parse(Array(line.utf8), file: "sent")
      let message = try #require(vector.member("message"))
      #expect(sent.messageValues == message.messageValues, "\(arguments)")
      commands.insert(try #require(vector.member("command")).string(file: path))
    }
    #expect(commands.count >= 9)
  }

  @Test func everyCommandOfTheProtocolHasAVerb() throws {
    let path = Fixture.repository + "/Sources/Wire/protocol.json"
    let description = try DocumentNode.parse(try Files.read(path), file: path)
    let help = try Command.run("snapback", ["send", "--help"]).output
    let listed = help.split(separator: "\n").compactMap { $0.split(separator: " ").first }
    for command in try #require(description.member("commands")).array(file: path) {
      let verbs = try #require(command.member("send")).array(file: path)
      #expect(!verbs.isEmpty)
      for verb in verbs {
        let use = try #require(verb.member("use")).string(file: path)
        #expect(listed.contains(try #require(use.split(separator: " ").first)))
      }
    }
  }

  @Test func anInspectionIsALineForEachConstraint() throws {
    let (result, _) = try Self.run(
      ["send", "inspect"],
      reply: #""ok":true,"inspect":{"constraints":[{"id":"a","rule":"x.top = 1","state":"#
        + #""gives way","by":10},{"id":"x.top = 2","rule":"x.top = 2","state":"holds"}]}"#)
    #expect(
      result.output
        == "gives way by 10     a: x.top = 1\nholds               x.top = 2\n")
  }

  @Test func theBindingsOfAnInspectionAreATable() throws {
    let (result, _) = try Self.run(
      ["send", "inspect", "shade"],
      reply: #""ok":true,"inspect":{"constraints":[],"bindings":[{"name":"dim","kind":"linear","#
        + #""from":"sheet.translation.y","to":"shade.alpha","sourceView":"sheet","source":-150,"#
        + #""target":0.3,"rests":false},{"name":"binding12","kind":"follower","from":"w.constant","#
        + ##""to":"shade.color","source":7.5,"target":"#7f4000","rests":true}]}"##)
    #expect(
      result.output == """
        dim        linear    sheet.translation.y = -150  shade.alpha = 0.3      moves
        binding12  follower  w.constant = 7.5            shade.color = #7f4000  rests

        """)
    let traits = try Self.run(
      ["send", "inspect"],
      reply: #""ok":true,"inspect":{"traits":{"width":"compact","height":"regular","#
        + #""theme":"dark"},"constraints":[]}"#)
    #expect(
      traits.result.output == "compact x regular, dark\nno constraints, no bindings\n")
    let empty = try Self.run(
      ["send", "inspect"], reply: #""ok":true,"inspect":{"constraints":[]}"#)
    #expect(empty.result.output == "no constraints, no bindings\n")
  }

  @Test func theDocumentIsPrintedAsItIsOrWithTheReply() throws {
    let reply = #""ok":true,"epoch":2,"document":"{\"snapback\":1,\"views\":[]}""#
    let (text, lines) = try Self.run(["send", "document"], reply: reply)
    #expect(text.output == "{\"snapback\":1,\"views\":[]}\n")
    #expect(lines == [#"{"document":{"id":1}}"#])
    let json = try Self.run(["send", "document", "--json"], reply: reply).result
    #expect(json.output == "{\(reply)}\n")
  }

  @Test func aTapIsAFingerThatComesAndGoesAndADragMovesAtOneSpeed() throws {
    let tap = try Self.run(["send", "tap", "100,200", "--duration", "0.01"]).lines
    #expect(
      tap == [
        #"{"inject":{"id":1,"touches":[{"id":1,"phase":"began","x":100,"y":200}]}}"#,
        #"{"inject":{"id":2,"touches":[{"id":1,"phase":"ended","x":100,"y":200}]}}"#,
      ])
    let drag = try Self.run(["send", "drag", "0,0", "30,0", "30,10", "--duration", "0.1"]).lines
    #expect(drag.count == 13)
    #expect(drag[9].contains(#""phase":"moved","x":30,"y":0"#))
    #expect(drag[12].contains(#""phase":"ended","x":30,"y":10"#))
  }

  @Test(arguments: [
    ("\"ok\":true", "done\n"),
    ("\"ok\":true,\"transaction\":12", "transaction 12 has started\n"),
    (
      #""ok":true,"warnings":["it gives way"],"conflicts":[{"constraint":"a","others":["b"]}]"#,
      "done\nwarning: it gives way\n"
    ),
    (
      #""ok":true,"conflicts":[{"constraint":"a","others":["b","c"]}]"#,
      "done\nwarning: a gives way to b, c\n"
    ),
    (
      #""ok":true,"view":"x","attribute":"top","attributes":["top","bottom"],"views":["y"]"#,
      "x.top is the anchor\nother attributes: bottom\nother views: y\n"
    ),
  ])
  func aReplyIsPrintedForPeople(reply: String, text: String) throws {
    let result = try Self.run(["send", "run", "a"], reply: reply).result
    #expect(result.output == text)
    let line = try Self.run(["send", "run", "a", "--json"], reply: reply).result.output
    #expect(line == "{" + reply + "}\n")
  }

  @Test func aRefusalIsAnErrorWithTheDaemonsWords() throws {
    let reply = #""ok":false,"code":"unknown-name","message":"no b; did you mean \"a\"?""#
    let refused = try Self.run(["send", "run", "b"], reply: reply).result
    #expect(refused.code == 65)
    #expect(refused.error == "snapback: error: no b; did you mean \"a\"? (unknown-name)\n")
    let forbidden = #""ok":false,"code":"forbidden","message":"not you""#
    #expect(try Self.run(["send", "run", "b"], reply: forbidden).result.code == 77)
    let nobody = try Command.run("snapback", ["send", "run", "a", "--socket", "/nowhere/s"])
    #expect(nobody.code == 69)
    #expect(nobody.error.contains("is snapbackd running?"))
  }

  @Test(arguments: [
    (["set", "a"], "expected NAME=VALUE"), (["set", "a=x"], "the constant of \"a\" is a number"),
    (["set", "a=nan"], "is a number"), (["state", "a"], "expected NAME=VALUE, as in sheet=open"),
    (["set", "a=1", "--uikit", "1"], "--uikit: expected DURATION,DAMPING"),
    (["set", "a=1", "--uikit", "1,1", "--spring", "1,1"], "--uikit and --spring exclude"),
    (["set", "a=1", "--named", "push", "--spring", "1,1"], "--spring and --named exclude"),
    (["set", "a=1", "--curve", "ease"], "--curve needs a --duration"),
    (["set", "a=1", "--delay", "1"], "--delay needs one of"),
    (["translate", "x", "1"], "expected DX,DY"), (["rotate", "x"], "expected VIEW DEGREES"),
    (["rotate", "x", "--turn"], "unknown option \"--turn\""),
    (["theme", "drak"], "light or dark"), (["shadow", "x"], "--opacity, --radius and --offset"),
    (["content-size", "XXXXL"], "did you mean"), (["rotation", "45"], "0, 90, 180 or 270"),
    (["retarget", "a", "--to", "x"], "expected VIEW.ATTRIBUTE"), (["motion"], "at least one of"),
    (["tap", "1"], "expected X,Y"), (["drag", "1,1"], "at least two points"),
    (["drag", "1,1", "2,2", "--duration", "61"], "0 to 60 seconds"),
    (["message", "--json", "[]"], "expected an object"), (["message"], "expected a verb"),
    (["message", "--json", "{a:{},b:{}}"], "one key"),
  ])
  func whatMakesNoSenseIsSaidBeforeADaemonIsLookedFor(
    arguments: [String], words: String
  ) throws {
    let result = try Command.run("snapback", ["send"] + arguments)
    #expect(result.code == 64, "\(result.error)")
    #expect(result.error.contains(words), "\(result.error)")
    #expect(result.error.split(separator: "\n").count == 1, "\(result.error)")
  }

  @Test func aSceneIsSentAsADocumentAndNotAsAPath() throws {
    let daemon = try ScriptedDaemon()
    let file = daemon.folder.path + "/scene.json5"
    try Files.write(Array("{ // a note\n snapback: 1, 'views': [.5] }".utf8), to: file)
    let result = try Command.run("snapback", ["send", "load", file, "--socket", daemon.path])
    #expect(result.code == 0, "\(result.error)")
    #expect(daemon.lines == [#"{"load":{"id":1,"scene":{"snapback":1,"views":[0.5]}}}"#])
    let missing = try Command.run("snapback", ["send", "patch", "/nowhere", "--socket", "/s"])
    #expect(missing.code == 66)
  }

  @Test func linesOfTheStandardInputAreMessages() throws {
    let daemon = try ScriptedDaemon()
    let path = Command.path("snapback")
    let words = [#"{"run":{"action":"a"}}"#, "", #"{"resync":{}}"#, #"{"run":{"action":"b"}}"#]
    let input = daemon.folder.path + "/input"
    try Files.write(Array((words.joined(separator: "\n") + "\n").utf8), to: input)
    let result = try Command.shell("'\(path)' send --socket \(daemon.path) --json - < \(input)")
    #expect(result.code == 0, "\(result.error)")
    #expect(result.output == "{\"ok\":true}\n{\"ok\":true}\n")
    #expect(
      daemon.lines == [
        #"{"run":{"id":1,"action":"a"}}"#, #"{"resync":{}}"#, #"{"ping":{"id":2}}"#,
        #"{"run":{"id":3,"action":"b"}}"#,
      ])
  }

  @Test func theStatusNamesTheDaemonItsSceneItsClientsAndItsDevices() throws {
    let reply = """
      "ok":true,"version":"0.1.0","uptime":125,"session":"ab","epoch":2,"scene":{"views":3,\
      "constraints":1,"warnings":["odd"]},"motion":{"atRest":false,"rate":0.5,"transactions":1},\
      "layout":{"passes":4,"solves":1},"clients":[{"name":"r","uid":1000,"pid":7,\
      "roles":["view"],"encoding":"binary","pacing":"push","rate":120,"behind":2,"dropped":1}],\
      "devices":[{"id":1,"name":"Panel","kind":"touchscreen"}]
      """
    let result = try Self.run(["status"], reply: reply).result
    #expect(result.code == 0, "\(result.error)")
    for words in [
      "snapbackd 0.1.0", "up 2 min", "session ab", "epoch 2", "3 views, 1 constraint,",
      "4 layout passes, 1 solve", "warning: odd", "moving, 1 transaction, at 0.5 times the speed",
      "view, control", "pid 7", "uid 1000", "binary", "push", "120/s", "2 behind, 1 dropped",
      "Panel", "touchscreen",
    ] {
      #expect(result.output.contains(words), "\(words) in\n\(result.output)")
    }
  }
}
