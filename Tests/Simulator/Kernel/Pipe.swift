import Glibc

/// The contents of a pipe: pages, of which the last is filled before another one is added.
final class Pipe {
  fileprivate struct Page {
    var bytes: [UInt8]
    var start = 0
    /// A page's space is not free again until the whole page has been read.
    var end: Int { bytes.count }
  }

  static let page = 4096
  fileprivate let pageLimit = 16
  fileprivate var pages: [Page] = []
  fileprivate weak var reader: PipeEnd?
  fileprivate weak var writer: PipeEnd?

  init() {}
}

/// An end of a pipe.
final class PipeEnd: OpenFile {
  private let pipe: Pipe
  private let isWriter: Bool

  init(_ process: Process, _ pipe: Pipe, isWriter: Bool, status: Int32) {
    self.pipe = pipe
    self.isWriter = isWriter
    super.init(process, status: (isWriter ? O_WRONLY : O_RDONLY) | status & O_NONBLOCK)
    if isWriter { pipe.writer = self } else { pipe.reader = self }
  }

  override var kind: FileIdentity.Kind { .pipe }
  override var mayBeShort: Bool { true }
  override func describe(_ information: inout stat) { information.st_mode = S_IFIFO | 0o600 }

  override var readiness: UInt32 {
    if isWriter {
      return (pipe.pages.count < pipe.pageLimit ? Ready.writable : 0)
        | (pipe.reader == nil ? Ready.error : 0)
    }
    return (pipe.pages.isEmpty ? 0 : Ready.readable) | (pipe.writer == nil ? Ready.hangup : 0)
  }

  override func close() {
    if isWriter { pipe.writer = nil } else { pipe.reader = nil }
    (isWriter ? pipe.reader : pipe.writer)?.notify()
  }

  override func read(_ buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
    guard !buffer.isEmpty else { return 0 }
    return try waiting { () throws(Errno) in
      guard !pipe.pages.isEmpty else {
        if pipe.writer == nil { return 0 }
        throw Errno(EAGAIN)
      }
      let wasFull = pipe.pages.count == pipe.pageLimit
      var count = 0
      while count < buffer.count, let page = pipe.pages.first {
        let part = min(page.end - page.start, buffer.count - count)
        UnsafeMutableRawBufferPointer(rebasing: buffer[count..<(count + part)])
          .copyBytes(from: page.bytes[page.start..<(page.start + part)])
        count += part
        pipe.pages[0].start += part
        if pipe.pages[0].start == page.end { pipe.pages.removeFirst() }
      }
      if wasFull { pipe.writer?.notify(Ready.writable) }
      return count
    }
  }

  override func write(_ bytes: UnsafeRawBufferPointer) throws(Errno) -> Int {
    var written = 0
    while written < bytes.count {
      do throws(Errno) {
        try waiting { () throws(Errno) in
          guard pipe.reader != nil else { throw Errno(EPIPE) }
          if pipe.pages.count == pipe.pageLimit, !fitsLast(bytes.count, written) {
            throw Errno(EAGAIN)
          }
        }
      } catch {
        if error.code == EPIPE { kernel.brokenPipe() }
        if written > 0 { return written }
        throw error
      }
      put(bytes, &written)
      pipe.reader?.notify(Ready.readable)
    }
    return written
  }

  /// The bytes beyond whole pages go into the last page if all of them fit, but only at the start
  /// of a write.
  private func fitsLast(_ count: Int, _ written: Int) -> Bool {
    let rest = count % Pipe.page
    guard written == 0, rest > 0, let last = pipe.pages.last else { return false }
    return last.end + rest <= Pipe.page
  }

  private func put(_ bytes: UnsafeRawBufferPointer, _ written: inout Int) {
    if fitsLast(bytes.count, written) {
      let rest = bytes.count % Pipe.page
      pipe.pages[pipe.pages.count - 1].bytes.append(contentsOf: bytes[..<rest])
      written += rest
    }
    while written < bytes.count, pipe.pages.count < pipe.pageLimit {
      let end = min(bytes.count, written + Pipe.page)
      pipe.pages.append(Pipe.Page(bytes: Array(bytes[written..<end])))
      written = end
    }
  }
}
