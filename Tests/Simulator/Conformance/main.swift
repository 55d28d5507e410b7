// Runs scripts on the model and on the real kernel, and compares their records.
//
// kernel-conformance [--random N] [--seed S] [--show NAME]

import Glibc

exit(Conformance(CommandLine.arguments.dropFirst().map { $0 }).run() ? 0 : 1)
