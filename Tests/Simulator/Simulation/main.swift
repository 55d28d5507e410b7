// Runs the daemon on a simulated kernel: snapback-simulate [OPTIONS]
//   --seeds N     that many seeds (500), beginning with --first (1), two at a time
//   --seed S      one seed, with its script
//   --script FILE a script, as it was printed
//   --folder DIR  all scripts of a folder
//   --trace       prints the calls between the loop and the socket for a touch
// A failing seed is shrunk to a short script, which is printed. Exit codes: 0 no problems, 1 some.

import Glibc

exit(Simulation(Array(CommandLine.arguments.dropFirst())).run())
