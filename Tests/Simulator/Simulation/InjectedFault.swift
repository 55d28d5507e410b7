import Glibc
import SimulatedKernel

/// The faults that a script can inject, by index.
enum InjectedFault {
  static func applies(_ kind: Int, to call: Call) -> Bool {
    switch kind {
    case 0: call.name == .accept4
    case 1: [.recv, .send, .sendmsg, .read, .epoll_wait].contains(call.name)
    case 2, 3: call.name == .recv && call.file?.kind == .socket
    case 4: call.name == .send || call.name == .sendmsg
    case 5: call.name == .sendmsg
    case 6: [.socketpair, .memfd_create, .open].contains(call.name)
    default: call.name == .accept4
    }
  }

  static func fault(_ kind: Int) -> Fault {
    switch kind {
    case 0: .fail(Errno(EMFILE))
    case 1: .fail(Errno(EINTR))
    case 2: .short(1)
    case 3: .short(7)
    case 4: .short(100)
    case 5: .fail(Errno(ETOOMANYREFS))
    case 6: .fail(Errno(EMFILE))
    default: .fail(Errno(ECONNABORTED))
    }
  }
}
