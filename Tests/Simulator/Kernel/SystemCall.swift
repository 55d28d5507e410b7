import CSimulatedKernel

/// A call of the C library that the model answers, named after the function.
public enum SystemCall: String, CaseIterable, Sendable {
  case accept, accept4, access, alarm, bind, clock_gettime, close, closedir, connect, dirfd, dup
  case dup2, dup3, epoll_create1, epoll_ctl, epoll_wait, eventfd, exit, faccessat, fcntl, flock
  case fstat, fstatat, ftruncate, getegid, getenv, geteuid, getgid, getgrnam, getpid, getpwnam
  case getrandom, getsockname, getsockopt, gettid, getuid, inotify_add_watch, inotify_init1
  case inotify_rm_watch, ioctl, isatty, kill, listen, lseek, lstat, memfd_create, mkdir, mmap,
    munmap
  case open, openat, opendir, pipe2, poll, ppoll, pthread_create, pthread_detach, pthread_join
  case pthread_sigmask, read, readdir, readlink, readlinkat, recv, recvmsg, rename, rmdir, send
  case sendmsg, sendto, setsockopt, shutdown, sigaction, signal, signalfd, sigprocmask, socket
  case socketpair, stat, syscall, time, timerfd_create, timerfd_settime, umask, unlink, unsetenv
  case usleep, write, fchmod, setpriority, getrlimit

  /// The calls in the order of their numbers in the hooks.
  static let numbered: [SystemCall] = (0..<Int32(bitPattern: CK_CALL_COUNT.rawValue)).map {
    let name = String(cString: ck_name($0))
    guard let call = SystemCall(rawValue: name) else {
      preconditionFailure("The hooks forward \(name), which the model does not know.")
    }
    return call
  }

  /// Whether the first argument is a descriptor.
  var takesDescriptor: Bool {
    switch self {
    case .accept, .accept4, .bind, .close, .connect, .dup, .dup2, .dup3, .epoll_ctl, .epoll_wait,
      .fcntl, .flock, .fstat, .ftruncate, .getsockname, .getsockopt, .inotify_add_watch,
      .inotify_rm_watch, .ioctl, .isatty, .listen, .lseek, .read, .recv, .recvmsg, .send,
      .sendmsg, .sendto, .setsockopt, .shutdown, .timerfd_settime, .write, .fchmod:
      true
    default: false
    }
  }

  /// Whether the call costs less than a system call: it reads a page shared by the kernel, or does
  /// nothing.
  var isCheap: Bool {
    switch self {
    case .clock_gettime, .time, .getenv, .getpid, .readdir, .dirfd, .unsetenv: true
    default: false
    }
  }
}

/// A call made by guest code.
public struct Call {
  /// The function.
  public let name: SystemCall
  /// The index of the call: the number of earlier calls.
  public let sequence: Int
  /// Its first argument where that is a descriptor.
  public let descriptor: Int32?
  /// Its arguments as words; only as many as the function takes are meaningful.
  public let arguments: InlineArray<6, Int>
  let open: OpenFile?
  /// The file of the descriptor; nil if it is not open.
  public var file: FileIdentity? { open?.identity }
}

/// A fault injected into a call.
public enum Fault: Hashable, Sendable {
  /// The call fails without doing anything.
  case fail(Errno)
  /// Limits a read or write to so many bytes, at least 1. Does not affect calls that the real
  /// kernel never cuts short.
  case short(Int)
}

/// An open file description as seen from outside the kernel.
public struct FileIdentity: Hashable, Sendable {
  /// The kind of a description.
  public enum Kind: Hashable, Sendable {
    case regular, directory, device, socket, listener, counter, pipe, timer, signals, epoll, inotify
    case memory
  }

  /// Unique among all descriptions of the kernel, including closed ones.
  public let id: Int
  /// The kind of the description.
  public let kind: Kind
  /// The process that created it; of an accepted socket, the one that accepted it.
  public let creator: Int32
  /// The process that created the other end of a connected socket.
  public let peer: Int32?
  /// Its path or name, if it has one.
  public let name: String
}

/// How a guest's run ended.
public enum GuestEnd: CustomStringConvertible {
  /// The guest returned.
  case returned
  /// The guest called exit(3).
  case exited(Int32)
  /// The guest waits for something that can never happen.
  case frozen(Call)
  /// The guest made more calls than ``Kernel/callLimit``.
  case spinning(Call)
  /// A signal terminated the guest.
  case killed(Int32)
  /// The simulation ended the guest: ``Kernel/endGuest(_:)``, or an error thrown by
  /// ``Kernel/idle``.
  case stopped(String)

  /// The end as one line.
  public var description: String {
    switch self {
    case .returned: "returned"
    case .exited(let code): "exited with \(code)"
    case .frozen(let call): "frozen in \(call)"
    case .spinning(let call): "spinning in \(call)"
    case .killed(let signal): "killed by signal \(signal)"
    case .stopped(let reason): "stopped: \(reason)"
    }
  }
}

extension Call: CustomStringConvertible {
  /// The call's name and arguments, and the file of its descriptor.
  public var description: String {
    let words = (0..<4).map { String(arguments[$0]) }.joined(separator: ", ")
    let what = file.map { " on \($0.kind) \($0.id)\($0.name.isEmpty ? "" : " " + $0.name)" } ?? ""
    return "\(name.rawValue)(\(words))\(what)"
  }
}
