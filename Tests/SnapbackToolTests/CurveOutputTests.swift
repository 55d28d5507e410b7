import Foundation
import SnapbackLinux
import SnapbackTestSupport
import Testing

/// The pictures of `snapback curve`, and the arguments that it refuses.
@Suite struct CurveOutputTests {
  private func numbers(_ text: some StringProtocol) -> [Double] {
    text.split { !"0123456789.-".contains($0) }.compactMap { Double($0) }
  }

  /// The points of the first line of a class in a picture.
  private func points(_ picture: String, _ style: String) -> [(x: Double, y: Double)] {
    let found = picture.split(separator: "\n").first {
      $0.hasPrefix("<path") && $0.hasSuffix("class=\"\(style)\"/>")
    }
    guard let path = found?.split(separator: "\"").dropFirst().first else { return [] }
    let numbers = numbers(path)
    return stride(from: 0, to: numbers.count - 1, by: 2).map { (numbers[$0], numbers[$0 + 1]) }
  }

  /// A numeric attribute of the first element of a class.
  private func attribute(_ name: String, _ picture: String, _ style: String) -> Double? {
    let line = picture.split(separator: "\n").first { $0.hasSuffix("class=\"\(style)\"/>") }
    let parts = line?.split(separator: "\"") ?? []
    return parts.firstIndex { $0.hasSuffix(" \(name)=") }.flatMap { Double(parts[$0 + 1]) }
  }

  // MARK: Pictures

  @Test func theLineOfAPictureIsTheMotion() throws {
    let result = try CurveRun.plain(["--spring", "response=0.5,damping=0.6", "--svg", "-"])
    #expect(result.code == 0)
    #expect(result.output.hasPrefix("<svg ") && result.output.hasSuffix("</svg>\n"))
    let points = points(result.output, "line c0")
    let level = try #require(attribute("y1", result.output, "target"))
    let settle = try #require(attribute("x1", result.output, "settle c0"))
    let settleTime = try #require(
      try CurveRun.curve(["--spring", "response=0.5,damping=0.6"]).figures.settleTime)
    let (left, start) = try #require(points.first)
    let second = (settle - left) / settleTime
    // The oracle is the closed form of x(t), with the picture's own start, target and settle mark.
    let (ratio, frequency) = (0.6, 4 * Double.pi)
    let damped = frequency * 0.8
    func height(_ x: Double) -> Double {
      let time = (x - left) / second
      let wave = cos(damped * time) + ratio / 0.8 * sin(damped * time)
      return start + (level - start) * (1 - exp(-ratio * frequency * time) * wave)
    }
    #expect(points.count > 100)
    for (point, next) in zip(points, points.dropFirst()) {
      #expect((height(point.x) - point.y).magnitude < 0.5)
      // The straight line to the next point is as close.
      #expect((height((point.x + next.x) / 2) - (point.y + next.y) / 2).magnitude < 0.5)
    }
  }

  @Test func picturesAreTheSameEachTimeAndWellFormed() throws {
    let timings = [
      ["--uikit", "1.0,0.33"], ["--preset", "smooth", "--bezier", "ease,0.4"],
      ["--decay", "normal", "--velocity", "2000"],
      ["--spring", "response=0.3,damping=0.8", "--repeat", "3", "--autoreverse"],
    ]
    for timing in timings {
      let picture = try CurveRun.plain(timing + ["--svg", "-"]).output
      let again = try CurveRun.plain(timing + ["--svg", "-"]).output
      #expect(again == picture)
      // Every element must be closed, in the reverse order of opening.
      var open: [Substring] = []
      for match in picture.matches(of: /<(\/?)([a-zA-Z]+)[^<>]*?(\/?)>/) {
        if !match.1.isEmpty {
          #expect(open.popLast() == match.2)
        } else if match.3.isEmpty {
          open.append(match.2)
        }
      }
      #expect(open.isEmpty && picture.matches(of: /<|>/).count > 100)
      for number in picture.matches(of: /="(-?[0-9.]+)"/) {
        #expect(Double(number.1).map { $0.magnitude < 1e6 } == true)
      }
    }
  }

  @Test func aPictureInAFileComesWithTheNumbers() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/spring.svg"
    let timing = ["--spring", "response=0.5,damping=0.6"]
    let result = try CurveRun.plain(timing + ["--svg", path])
    let text = try CurveRun.plain(timing).output
    #expect(result.code == 0 && result.output == text)
    let picture = String(decoding: try Files.read(path), as: UTF8.self)
    let written = try CurveRun.plain(timing + ["--svg", "-"]).output
    #expect(picture == written)
    let nowhere = try CurveRun.plain(timing + ["--svg", "/nowhere/x.svg"])
    #expect(nowhere.code == 74)
    #expect(nowhere.error.hasPrefix("snapback: error: cannot write /nowhere/x.svg"))
  }

  @Test func theDotsOfAPlotAreTheMotion() throws {
    let result = try CurveRun.plain(["--bezier", "linear,1", "--until", "1"])
    #expect(result.code == 0)
    let rows = result.output.split(separator: "\n").filter { $0.contains("┤") || $0.contains("│") }
    #expect(rows.count == 14)
    let width = 80 - 6
    var seen = 0
    for (row, line) in rows.enumerated() {
      let cells = line.unicodeScalars.drop { !"┤│".unicodeScalars.contains($0) }.dropFirst()
      #expect(cells.count <= width)
      for (column, cell) in cells.enumerated() where (0x2801...0x28FF).contains(cell.value) {
        let bits = cell.value - 0x2800
        for (dot, bit) in [0x01, 0x02, 0x04, 0x40, 0x08, 0x10, 0x20, 0x80].enumerated()
        where bits & UInt32(bit) != 0 {
          let time = (Double(2 * column + dot / 4) + 0.5) / Double(2 * width)
          let height = 1 - Double(4 * row + dot % 4) / 55
          #expect((time - height).magnitude < 0.03)
          seen += 1
        }
      }
    }
    #expect(seen >= 2 * width)
  }

  @Test func theSummaryHasTheFigures() throws {
    let text = try CurveRun.plain(["--spring", "response=0.5,damping=0.6"]).output
    for line in [
      "spring response=0.5,damping=0.6\n", "  spring          under-damped, damping ratio 0.6\n",
      "  constants       mass 1, stiffness 157.9, damping 15.08\n",
      "  overshoot       9.478 pt (9.478 %) at 0.3125 s\n", "  logical end     0.5 s\n",
    ] {
      #expect(text.contains(line), "\(line)")
    }
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  // MARK: Refusals

  @Test func whatIsWrongIsNamedWithItsOption() throws {
    let faults: [([String], String)] = [
      (["--spring", "response=0.5"], "--spring: \"response=0.5\" has too few or too many keys"),
      (["--spring", "response=0.5,dampng=1"], "did you mean \"damping\"?"),
      (["--spring", "response=0.5,damping=x"], "--spring: damping is a number, not \"x\""),
      (["--spring", "response=0.5,damping=-1"], "--spring: damping is -1, but must be"),
      (
        ["--spring", "response=0.5,dampingRatio=-1"],
        "--spring: dampingRatio is -1, but must be"
      ),
      (
        ["--spring", "response=1,dampingRatio=1,damping=1"],
        "has too few or too many keys; it takes response and dampingRatio"
      ),
      (["--spring", "response=0,damping=1"], "--spring: response is 0, but must be"),
      (["--spring", "mass=0,stiffness=1,damping=1"], "--spring: mass is 0, but must be"),
      (["--spring", "duration=1,bounce=2"], "--spring: bounce is 2, but must be"),
      (["--spring", "damping=1,damping=2"], "--spring: \"damping\" is given twice"),
      (["--spring", "response"], "--spring: expected KEY=VALUE, found \"response\""),
      (["--spring", ""], "--spring: expected KEY=VALUE, found \"\""),
      (["--spring", "a\nb"], "--spring: expected KEY=VALUE, found \"a b\""),
      (["--uikit", "1"], "--uikit: expected DURATION,DAMPING"),
      (["--uikit", "1,nan"], "--uikit: the damping ratio is a number, not \"nan\""),
      (
        ["--preset", "bouncey"],
        "--preset: no spring is called \"bouncey\"; did you mean \"bouncy\"?"
      ),
      (["--preset", "x"], "there are smooth, "),
      (["--bezier", "eas,1"], "--bezier: no curve is called \"eas\"; did you mean \"ease\"?"),
      (["--bezier", "0,0,1,1"], "--bezier: expected X1,Y1,X2,Y2,DURATION or NAME,DURATION"),
      (["--bezier", "2,0,1,1,1"], "--bezier: x1 is 2"),
      (["--bezier", "ease,-1"], "--bezier: the duration is 0 or from 1.6e-5 to 1000000 seconds"),
      (["--keyframes", "1:1"], "--keyframes: expected TIME:VALUE,…,DURATION"),
      (["--keyframes", "0.5:1,0.8"], "--keyframes: time is 0.5, but must be 1 for the last key"),
      (["--keyframes", "1:2,1"], "--keyframes: value is 2, but must be 1 for the last key"),
      (["--keyframes", "0.5:1:2,1:1,1"], "--keyframes: no curve is called \"2\""),
      (["--decay", "slow", "--velocity", "1"], "--decay: expected normal, fast"),
      (["--decay", "1.5", "--velocity", "1"], "--decay: the share is 1.5, but must be"),
      (["--decay", "fast"], "--decay: give --velocity"),
      (["--decay", "fast", "--velocity", "9", "--to", "1"], "--to: the velocity decides"),
      (["--decay", "fast", "--velocity", "9", "--repeat", "2"], "--decay: momentum runs once"),
      (["--bezier", "ease,1", "--velocity", "9"], "--velocity: a curve has its own"),
      (["--uikit", "1,1,2", "--velocity", "9"], "--velocity: --uikit already has a velocity"),
      (["--bezier", "ease,1000000", "--csv"], "--rate: 127200000 rows are too many"),
    ]
    for (arguments, message) in faults {
      let result = try CurveRun.plain(arguments)
      #expect(result.code == 64, "\(arguments)")
      #expect(result.output == "")
      #expect(result.error.hasPrefix("snapback: error: --"), "\(arguments): \(result.error)")
      #expect(result.error.contains(message), "\(arguments): \(result.error)")
      #expect(result.error.split(separator: "\n").count == 1)
    }
  }

  @Test func whatNoCommandLineMayBeIsAUsageError() throws {
    let spring = ["--spring", "response=0.5,damping=0.6"]
    for arguments in [
      [], ["--from", "0"], spring + ["--json", "--csv"], spring + ["--svg", "-", "--json"],
      spring + ["--from", "nan"], spring + ["--to", "1e7"], spring + ["--velocity", "inf"],
      spring + ["--delay", "-1"], spring + ["--threshold", "0"], spring + ["--rate", "0"],
      spring + ["--until", "nan"], spring + ["--repeat", "-1"], spring + ["--repeat", "nan"],
      spring + ["--repeat", "often"], Array(repeating: spring, count: 7).flatMap { $0 },
    ] {
      #expect(try CurveRun.plain(arguments).code == 64, "\(arguments)")
    }
  }

  @Test func extremesAreDrawnOrRefusedAndNeverTrap() throws {
    let timings = [
      ["--spring", "response=1e300,damping=1"], ["--spring", "response=1.6e-5,damping=1e9"],
      ["--spring", "response=1e-5,damping=1"], ["--spring", "mass=1,stiffness=0,damping=5"],
      ["--spring", "mass=1e300,stiffness=1e-300,damping=1"],
      ["--spring", "mass=1,stiffness=0,damping=0"], ["--spring", "stiffness=1e-12,damping=1e9"],
      ["--spring", "response=0.5,damping=1e-300"], ["--uikit", "0,0"], ["--uikit", "1e300,1e300"],
      ["--bezier", "ease,0"], ["--bezier", "1,-1e6,0,1e6,1.6e-5"], ["--bezier", "0,1,0,1,1e6"],
      ["--keyframes", "1e-300:1e6,1:1,1"], ["--keyframes", "1:1,0"],
      ["--decay", "0", "--velocity", "1e7"], ["--decay", "1e-300", "--velocity", "0"],
      ["--decay", "0.9999999999", "--velocity", "-1e7"],
    ]
    let frames = [
      [], ["--from", "100"], ["--repeat", "forever"], ["--repeat", "0"],
      ["--repeat", "1e6", "--autoreverse"], ["--threshold", "1e6"], ["--until", "1e6"],
      ["--from", "1e6", "--to", "-1e6", "--delay", "3600"],
    ]
    for (index, timing) in timings.enumerated() {
      for (other, frame) in frames.enumerated() {
        let output = (index + other).isMultiple(of: 2) ? [] : ["--svg", "-"]
        let result = try CurveRun.plain(timing + frame + output)
        #expect([0, 64].contains(result.code), "\(timing + frame + output)")
        #expect(!result.output.lowercased().contains("nan"), "\(timing + frame + output)")
      }
    }
  }

  @Test func outputThatCannotBeWrittenIsSaid() throws {
    for output in ["", "--json", "--csv", "--svg -"] {
      let line = "\(Command.path("snapback")) curve --preset smooth \(output) > /dev/full"
      let result = try Command.shell(line)
      #expect(result.code == 74, "\(output)")
      #expect(result.error.contains("cannot write the output: No space left on device"))
    }
  }
}
