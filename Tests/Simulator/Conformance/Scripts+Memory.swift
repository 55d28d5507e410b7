import CSimulatedKernel
import Glibc

/// Shared memories that are mapped, sealed and passed between processes.
extension Script {
  private static let (addSeals, getSeals): (Int32, Int32) = (1033, 1034)

  static let memory = [
    Script("a mapping is the memory") { t in
      let memory = t.note("memfd", ck_memory("name", 3))
      t.note("ftruncate", ftruncate(memory, 4096))
      let mapped = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0)
      guard let mapped, mapped != MAP_FAILED else { return t.note("not mapped") }
      mapped.storeBytes(of: 0x4142_4344, as: UInt32.self)
      t.get(memory, 4)
      t.note("seek", lseek(memory, 0, SEEK_SET))
      t.put(memory, "x")
      t.note("\(mapped.load(as: UInt8.self))")
      t.note("munmap", munmap(mapped, 4096))
      t.poll(memory)
      t.watch(t.makeEpoll(), memory)
    },
    Script("seals hold for everybody") { t in
      let memory = t.note("memfd", ck_memory("name", 3))
      t.note("ftruncate", ftruncate(memory, 4096))
      let mapped = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0)
      t.note("seals", fcntl(memory, getSeals))
      t.note("write seal", fcntl(memory, addSeals, 8))
      t.note("seal", fcntl(memory, addSeals, 2 | 4 | 16 | 1))
      t.note("seals", fcntl(memory, getSeals))
      t.note("more", fcntl(memory, addSeals, 8))
      t.note("grow", ftruncate(memory, 8192))
      t.note("shrink", ftruncate(memory, 100))
      t.put(memory, "x")
      let (a, b) = t.pair()
      t.pass(a, "x", [memory])
      guard let taken = t.take(b).first else { return }
      t.note("seals", fcntl(taken, getSeals))
      let writable = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, taken, 0)
      t.note("write: \(writable == MAP_FAILED ? "refused" : "mapped")")
      let readable = mmap(nil, 4096, PROT_READ, MAP_SHARED, taken, 0)
      t.note("read: \(readable == MAP_FAILED ? "refused" : "mapped")")
      mapped?.storeBytes(of: 7, as: UInt8.self)
      t.note("\(readable?.load(as: UInt8.self) ?? 0)")
      t.note("size \(sizeOf(taken))")
      for address in [mapped, readable] { t.note("munmap", munmap(address, 4096)) }
    },
    Script("a memory that may not be sealed, and what is no memory") { t in
      let memory = t.note("memfd", ck_memory("name", 1))
      t.note("seals", fcntl(memory, getSeals))
      t.note("seal", fcntl(memory, addSeals, 2))
      t.note("close on exec", fcntl(memory, F_GETFD))
      let counter = t.counter()
      t.note("seals", fcntl(counter, getSeals))
      t.note("ftruncate", ftruncate(counter, 4))
      t.note("seek", lseek(t.pair().0, 0, SEEK_SET))
    },
  ]

  private static func sizeOf(_ number: Int32) -> Int {
    var information = stat()
    return fstat(number, &information) == 0 ? Int(information.st_size) : -1
  }
}
