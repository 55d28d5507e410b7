/// What an input makes of a recogniser, before the others are asked.
public enum RecognizerStep: Hashable, Sendable {
  /// Nothing that anybody else sees.
  case nothing
  /// What was looked for is there: the recogniser wants to be recognised.
  case recognized
  /// A recognised gesture goes on.
  case changed
  /// The fingers let go of a recognised gesture.
  case ended
  /// A recognised gesture was taken away.
  case cancelled
  /// What was looked for cannot come any more.
  case failed(GestureFailure)
}

/// Why a gesture was not recognised.
public enum GestureFailure: Hashable, Sendable {
  /// A finger moved farther than it may, in points.
  case moved(Double, limit: Double)
  /// The fingers lifted before what was looked for had come.
  case lifted
  /// The fingers were taken away: a palm, or their device has gone.
  case taken
  /// More fingers touched than are looked for.
  case tooManyFingers(Int, limit: Int)
  /// It took longer than it may, in seconds.
  case tooSlow(limit: Double)
  /// The fingers moved another way than the one looked for.
  case wrongWay
  /// The first finger touched too far from the edge, in points.
  case farFromEdge(Double, limit: Double)
  /// Another recogniser was recognised with the same fingers; by its place among all.
  case prevented(by: Int)
  /// The other recogniser, which had to fail first, was recognised; by its place among all.
  case preceded(by: Int)
  /// It was switched off, its view was hidden or removed, or input was taken back.
  case disabled
}
