// Starting a program that does not outlive the program that starts it.

#ifndef SNAPBACK_PROCESS_H
#define SNAPBACK_PROCESS_H

#include <sys/types.h>

/// Starts the program `arguments[0]`, a path, and passes a listening socket to it as a service
/// manager does: by sd_listen_fds(3), as descriptor 3. Its standard input and output are /dev/null,
/// its standard error output is that of the caller, and it has no other descriptor.
///
/// The kernel kills the program when the thread that called this function ends, and so at the
/// latest when the process ends.
///
/// Returns the id of the process, for which the caller has to wait; -1 with errno set if the
/// program cannot be started.
pid_t snapback_process_start(char *const *arguments, int socket);

#endif
