import Foundation
import SnapbackLinux
import SnapbackTestSupport
import Testing

/// The pictures of `snapback plot`, and the arguments that it refuses.
@Suite struct PlotCommandTests {
  private static let card = Fixture.repository + "/configs/scenes/card.json5"
  private static let fixtures = Fixture.repository + "/Tests/Fixtures/recordings/"

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func synth(_ arguments: [String], to name: String = "r") throws -> String {
    let path = folder.path + "/" + name
    let result = try Command.run("snapback", ["synth"] + arguments + ["--output", path])
    try #require(result.code == 0, "\(result.error)")
    return path
  }

  private func plot(_ arguments: [String]) throws -> PictureReading {
    let result = try Command.run("snapback", ["plot"] + arguments)
    #expect(result.code == 0, "\(arguments): \(result.error)")
    let picture = PictureReading(result.output)
    #expect(picture.isWellFormed, "\(arguments)")
    return picture
  }

  @Test func waysAndDotsAreWhereTheFingerWas() throws {
    let path = try synth([
      "drag", "--from", "60,700", "--to", "330,100", "--noise", "0", "--profile", "constant",
    ])
    let picture = try plot([path, "--size", "390x844"])
    let frame = try #require(picture.all("rect", style: "frame").first)
    let scale = frame.number("width") / 390
    #expect((frame.number("height") / 844 - scale).magnitude < 1e-3)
    func place(_ x: Double, _ y: Double) -> (Double, Double) {
      ((x - frame.number("x")) / scale, (y - frame.number("y")) / scale)
    }
    let dots = picture.all("circle", in: "surface0", style: "fill c0")
    #expect(dots.count > 40)
    for dot in dots {
      let (x, y) = place(dot.number("cx"), dot.number("cy"))
      let share = (x - 60) / 270
      #expect((-0.01...1.01).contains(share))
      #expect((700 - 600 * share - y).magnitude < 0.8)
    }
    let way = try #require(picture.all("path", in: "surface0", style: "way c0").first?.points)
    let (first, last) = (try #require(way.first), try #require(way.last))
    #expect((place(first.x, first.y).0 - 60).magnitude < 0.5)
    #expect((place(last.x, last.y).1 - 100).magnitude < 0.8)
    // At constant speed the dots are equally spaced.
    let xs = dots.map { $0.number("cx") }
    let steps = zip(xs, xs.dropFirst()).map { $1 - $0 }
    #expect((steps.max() ?? 0) < 1.3 * (steps.min() ?? 0))
  }

  @Test func theVelocityOfTheReleaseIsTheOneThatWasAskedFor() throws {
    let path = try synth([
      "flick", "--from", "100,600", "--to", "100,300", "--velocity", "1500", "--noise", "0",
    ])
    let picture = try plot([path, "--size", "390x844"])
    let mark = try #require(
      picture.elements.last { $0.element.name == "circle" && $0.element.style == "mark c0" })
    let value = try picture.value(below: "speed, pt/s")
    #expect((value(mark.element.number("cy")) - 1500).magnitude < 50)
    #expect(picture.words.compactMap { Double($0) }.contains { abs($0 - 1500) < 50 })
    // Without a screen the unit is millimeters: 67.4 mm are 390 points.
    let alone = try plot([path])
    let millimeters: Double = 1500 * 1079 / 1080 * (2339.0 / 16) / 844
    #expect(alone.words.compactMap { Double($0) }.contains { abs($0 - millimeters) < 9 })
    #expect(alone.words.contains { $0.hasPrefix("speed, mm/s") })
  }

  @Test func barsLastAsLongAsTheContacts() throws {
    let script = folder.path + "/script.json5"
    let gestures = """
      {noise: 0, jitter: 0, rate: 100, gestures: [
        {drag: [[100, 100], [300, 100]], duration: 1, rest: 0.5},
        {tap: [100, 500], at: 0.25, hold: 0.5}]}
      """
    try Files.write(Array(gestures.utf8), to: script)
    let picture = try plot([try synth(["script", script])])
    let time = try picture.time()
    let bars = picture.all("rect", in: "lanes").filter { $0.style.hasPrefix("fill pale") }
    #expect(bars.count == 2)
    for (bar, expected) in zip(bars, [(0.0, 1.5), (0.25, 0.75)]) {
      #expect((time(bar.number("x")) - expected.0).magnitude < 0.003)
      #expect((time(bar.number("x") + bar.number("width")) - expected.1).magnitude < 0.003)
    }
    #expect(bars[1].number("y") > bars[0].number("y"))
    // The finger moved for a second and then rested for half a second.
    let awake = try #require(picture.all("rect", in: "lanes", style: "fill c0").last)
    let end = time(awake.number("x") + awake.number("width"))
    #expect((0.9...1.01).contains(end), "\(end)")
  }

  @Test func channelsAreThoseOfAReplay() throws {
    let path = try synth(["flick", "--from", "150,470", "--to", "300,420", "--velocity", "900"])
    let picture = try plot([path, "--scene", Self.card])
    let replay = try Command.run("snapback", ["replay", path, "--scene", Self.card, "--json"])
    struct Line: Decodable {
      struct Frame: Decodable {
        struct View: Decodable {
          var id: String
          var translation: [Double]
        }
        var time: Double
        var views: [View]
      }
      var frame: Frame?
    }
    let frames = try replay.output.split(separator: "\n").compactMap {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8)).frame
    }
    let (time, value) = (try picture.time(), try picture.value(below: "card translation, pt"))
    let line = try #require(picture.all("path", in: "channels0", style: "way c0").first?.points)
    var compared = 0
    for frame in frames {
      guard let view = frame.views.first(where: { $0.id == "card" }) else { continue }
      let near = line.min {
        (time($0.x) - frame.time * 1e-9).magnitude < (time($1.x) - frame.time * 1e-9).magnitude
      }
      let point = try #require(near)
      guard (time(point.x) - frame.time * 1e-9).magnitude < 0.002 else { continue }
      #expect((value(point.y) - view.translation[0]).magnitude < 0.3)
      compared += 1
    }
    #expect(compared > frames.count / 2 && compared > 20)
    #expect(picture.words.contains("card pan") && picture.words.contains("layout passes"))
    #expect(picture.words.contains("none"))
  }

  @Test func recognizersHaveTheirStatesAndReasons() throws {
    let folder = Fixture.repository + "/Tests/Fixtures/plot/"
    let path = try synth(["script", folder + "fingers.json5"])
    let scene = folder + "photo.json5"
    let picture = try plot([path, "--scene", scene])
    for label in ["drag", "zoom", "turn", "single", "double", "press", "flip"] {
      #expect(picture.words.contains(label), "\(label)")
    }
    #expect(picture.words.contains("prevented by press"))
    #expect(picture.words.contains("2 fingers of 1"))
    // The gestures' bars span the times that the replay reports.
    let replay = try Command.run("snapback", ["replay", path, "--scene", scene, "--json"])
    struct Line: Decodable {
      struct Gesture: Decodable {
        var time: Double
        var name: String
        var phase: String
      }
      var gesture: Gesture?
    }
    let steps = try replay.output.split(separator: "\n").compactMap {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8)).gesture
    }
    let time = try picture.time()
    let bars = picture.all("rect").filter { $0.style.hasPrefix("fill c") }
    for name in ["drag", "zoom", "press"] {
      let own = steps.filter { $0.name == name && $0.phase != "changed" }
      #expect(!own.isEmpty && own.count.isMultiple(of: 2))
      for place in stride(from: 0, to: own.count - 1, by: 2) {
        let (began, ended) = (own[place].time * 1e-9, own[place + 1].time * 1e-9)
        let isDrawn = bars.contains { bar in
          (time(bar.number("x")) - began).magnitude < 0.005
            && (time(bar.number("x") + bar.number("width")) - ended).magnitude < 0.005
        }
        #expect(isDrawn, "\(name) from \(began) to \(ended)")
      }
    }
  }

  @Test func everyFixtureIsDrawnWithASceneAndWithout() throws {
    for name in RecordingCommandTests.names {
      let path = Self.fixtures + name
      let picture = try plot([path])
      // One of them also has a mouse whose button is pressed.
      let count = name == "libinput.yml" ? 3 : 2
      #expect(picture.words.contains { $0.hasPrefix("\(count) contacts") }, "\(name)")
      _ = try plot([path, "--scene", Self.card])
      for number in picture.text.matches(of: /="(-?[0-9.]+)"/) {
        #expect(Double(number.1).map { $0.magnitude < 1e6 } == true)
      }
      #expect(!picture.text.contains("nan") && !picture.text.contains("inf\""))
    }
  }

  @Test func aManyContactsPictureStaysSmallAndSaysWhatItLeavesOut() throws {
    let path = try synth([
      "tap", "--at", "195,400", "--count", "100", "--fingers", "6", "--gap", "0.02",
    ])
    let picture = try plot([path])
    #expect(picture.words.contains { $0.hasPrefix("600 contacts") })
    #expect(picture.words.contains { $0.hasPrefix("and 5") && $0.contains("longest ways") })
    #expect(picture.text.utf8.count < 1_000_000)
    let bars = picture.all("rect", in: "lanes").filter { $0.style.hasPrefix("fill pale") }
    #expect(bars.count == 600)
  }

  @Test func aPartOfTheTimeIsDrawnByItself() throws {
    let path = try synth(["tap", "--at", "195,400", "--count", "4", "--gap", "0.94"])
    let picture = try plot([path, "--from", "0.9", "--until", "1.5"])
    let time = try picture.time()
    let bars = picture.all("rect", in: "lanes").filter { $0.style.hasPrefix("fill pale") }
    #expect(bars.count == 1)
    #expect((time(bars[0].number("x")) - 1).magnitude < 0.002)
    #expect(picture.words.contains { $0.contains("shown are 0.900 to 1.500 s") })
    // A contact that extends beyond both ends shows neither its touch nor its lift.
    let long = try synth([
      "drag", "--from", "60,700", "--to", "330,100", "--duration", "2", "--noise", "0",
    ])
    let middle = try plot([long, "--from", "0.5", "--until", "1.5"])
    let moment = try middle.time()
    let bar = try #require(
      middle.all("rect", in: "lanes").first { $0.style.hasPrefix("fill pale") })
    #expect(moment(bar.number("x")) < 0.501)
    #expect(moment(bar.number("x") + bar.number("width")) > 1.499)
    #expect(middle.words.contains("0.000") && middle.words.contains("later"))
    #expect(middle.all("circle", in: "surface0").allSatisfy { $0.style == "fill c0" })
  }

  @Test func aTurnedPictureIsTheSameWithASceneAndWithout() throws {
    let path = try synth(["drag", "--from", "60,700", "--to", "330,100", "--size", "390x844"])
    let scene = folder.path + "/s.json5"
    let text = "{snapback: 1, screen: {width: 844, height: 390, background: '#000000'}}"
    try Files.write(Array(text.utf8), to: scene)
    for rotation in ["0", "90", "180", "270"] {
      let turn = [path, "--rotation", rotation]
      let alone = try plot(turn + ["--size", "844x390"])
      let onScene = try plot(turn + ["--scene", scene])
      let ways = [alone, onScene].map {
        $0.all("path", in: "surface0", style: "way c0").first?.points ?? []
      }
      #expect(ways[0].count > 10)
      for (index, place) in ways[0].enumerated() {
        // One of the two may omit a point because of rounding in a distance, but neither may omit
        // an end.
        let isEnd = index == 0 || index == ways[0].count - 1
        #expect(
          ways[1].contains { hypot($0.x - place.x, $0.y - place.y) < (isEnd ? 0.02 : 0.6) },
          "\(rotation): \(place)")
      }
    }
  }

  @Test func darkIsDarkAndElseTheViewerDecides() throws {
    let path = Self.fixtures + "evemu-1.3.evemu"
    let (light, dark) = (try plot([path]), try plot([path, "--dark"]))
    #expect(light.text.contains("prefers-color-scheme:dark"))
    #expect(light.text.contains(".paper{fill:#ffffff}"))
    #expect(!dark.text.contains("prefers-color-scheme"))
    #expect(!dark.text.contains("#ffffff"))
    let again = try plot([path])
    #expect(again.text == light.text)
  }

  @Test func namesCannotBreakThePicture() throws {
    let device = folder.path + "/d.json5"
    try Files.write(Array("{name: '<b>&\"x', x: 99, y: 99}".utf8), to: device)
    let path = try synth(["tap", "--at", "9,9", "--device", device])
    let picture = try plot([path])
    #expect(picture.words.contains { $0.contains("&lt;b&gt;&amp;") })
  }

  @Test func whatCannotBeDrawnIsSaid() throws {
    let tap = try synth(["tap", "--at", "195,400"])
    let faults: [([String], Int32, String)] = [
      (["/nowhere/x"], 66, "/nowhere/x"), ([Self.card], 65, "has no known recording format"),
      ([tap, "--scene", tap], 65, "expected"), ([tap, "--svg", "/nowhere/x"], 74, "/nowhere/x"),
      ([tap, "--from", "9"], 64, "--from: the recording is over after"),
      ([tap, "--rotation", "45"], 64, "--rotation is"), ([tap, "--rate", "0"], 64, "--rate is"),
      ([tap, "--from", "nan"], 64, "--from and --until"),
      ([tap, "--from", "0.2", "--until", "0.1"], 64, "--until comes after"),
      ([tap, "--size", "0x1"], 64, "--size"),
    ]
    for (arguments, code, message) in faults {
      let result = try Command.run("snapback", ["plot"] + arguments)
      #expect(result.code == code, "\(arguments): \(result.error)")
      #expect(result.error.contains(message), "\(arguments): \(result.error)")
      #expect(result.output.isEmpty)
    }
    let full = try Command.shell("\(Command.path("snapback")) plot \(tap) > /dev/full")
    #expect(full.code == 74)
  }

  @Test func damageIsLeftOutWhenItIsAllowed() throws {
    let path = folder.path + "/damaged"
    let bytes = try Fixture.bytes(Self.fixtures + "evtest.txt")
    try Files.write(bytes.dropLast(30) + Array("\nnonsense\n".utf8), to: path)
    #expect(try Command.run("snapback", ["plot", path]).code == 65)
    let lenient = try Command.run("snapback", ["plot", path, "--lenient"])
    #expect(lenient.code == 0 && lenient.error.contains("left out"))
    #expect(PictureReading(lenient.output).isWellFormed)
  }

  @Test func aRecordingWithoutContactsIsAPictureToo() throws {
    let path = try synth(["wheel", "--notches", "2", "--device", "absolutePointer"])
    let picture = try plot([path])
    #expect(picture.words.contains { $0.hasPrefix("0 contacts") })
    #expect(picture.words.contains("no contacts"))
  }
}
