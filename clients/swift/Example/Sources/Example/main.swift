import SnapbackClient
import SnapbackFrames
import SnapbackGeometry
import SnapbackLinux
import SnapbackTiming

// Draws the views as a map of letters, 60 times a second while something moves: no message per
// frame, the motion itself was sent. At rest it sleeps in `next`.
let client = try Client(Greeting(name: "example", features: .segments))
var mirror = MotionMirror()
var states: [ViewState] = []

func draw(at now: Instant) {
  mirror.evaluate(at: now, into: &states)
  let size = mirror.screen.size
  var map = Array(repeating: Array(repeating: Character("."), count: 40), count: 24)
  for (index, state) in states.enumerated().dropFirst() where state.isVisible {
    guard let inverse = state.toScreen.inverse else { continue }
    for (row, column) in (0..<24).flatMap({ row in (0..<40).map { (row, $0) } }) {
      let x = (Double(column) + 0.5) / 40 * size.width, y = (Double(row) + 0.5) / 24 * size.height
      let place = inverse(Point(x: x, y: y))
      if (0..<state.frame.size.width).contains(place.x),
        (0..<state.frame.size.height).contains(place.y)
      {
        map[row][column] = mirror.views[index].name.first ?? "?"
      }
    }
  }
  print("\u{1B}[H" + map.map { String($0) }.joined(separator: "\n"))
}

while true {
  let now = MonotonicClock.now()
  let isMoving = mirror.restTime > now
  do throws(ClientError) {
    guard let message = try client.next(within: isMoving ? 1.0 / 60 : nil) else { break }
    mirror.apply(message)
  } catch {
    guard case .late = error else { throw error }
  }
  draw(at: MonotonicClock.now())
}
