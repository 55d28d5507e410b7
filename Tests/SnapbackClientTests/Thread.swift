import Glibc

/// A thread of a test.
final class Thread: @unchecked Sendable {
  private let body: () -> Void
  private var thread = pthread_t()

  init(_ body: @escaping () -> Void) {
    self.body = body
    pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<Thread>.fromOpaque(context).takeRetainedValue().body()
        return nil
      }, Unmanaged.passRetained(self).toOpaque())
  }

  func join() { pthread_join(thread, nil) }
}
