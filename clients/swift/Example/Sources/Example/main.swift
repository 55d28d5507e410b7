import SnapbackBasics
import SnapbackClient
import SnapbackLinux
import SnapbackProtocol

// Draws the views as a map of letters, 60 times a second while something moves. There is no message
// per frame, because the daemon sends the motion itself. At rest, the program sleeps in `next`.
func draw(_ views: [ViewAppearance], _ states: [ViewState], on size: Size) {
  var map = Array(repeating: Array(repeating: Character("."), count: 40), count: 24)
  for (view, state) in zip(views, states).dropFirst() where state.isVisible {
    guard let fromScreen = state.toScreen.inverse else { continue }
    for row in 0..<24 {
      for column in 0..<40 {
        let x = (Double(column) + 0.5) / 40 * size.width, y = (Double(row) + 0.5) / 24 * size.height
        let place = fromScreen(Point(x: x, y: y)), extent = state.frame.size
        guard place.x >= 0, place.x < extent.width, place.y >= 0, place.y < extent.height
        else { continue }
        map[row][column] = view.name.first ?? "?"
      }
    }
  }
  print("\u{1B}[H" + map.map { String($0) }.joined(separator: "\n"))
}

let client = try Client(Greeting(name: "example", features: .segments))
var mirror = MotionMirror()
var states: [ViewState] = []
while true {
  let isMoving = mirror.restTime > MonotonicClock.now()
  do throws(ClientError) {
    guard let message = try client.next(within: isMoving ? 1.0 / 60 : nil) else { break }
    mirror.apply(message)
  } catch {
    guard case .late = error else { throw error }
  }
  mirror.evaluate(at: MonotonicClock.now(), into: &states)
  draw(mirror.views, states, on: mirror.screen.size)
}
