// Declarations shared by the files of the hooks.

#ifndef HOOKS_H
#define HOOKS_H

#define _GNU_SOURCE

#include "simulated_kernel.h"

#include <dlfcn.h>
#include <errno.h>

/// Whether the calling thread runs guest code just now.
extern _Thread_local int ck_guest;

/// Asks the model with its calls going to the C library; sets errno as a system call does.
intptr_t ck_forward(int call, const intptr_t *arguments);

/// The function of the C library that a hook stands before.
#define REAL(R, X, parameters)                                                                    \
  ({                                                                                              \
    static R(*real) parameters;                                                                   \
    if (!real) real = (R(*) parameters)dlsym(RTLD_NEXT, #X);                                      \
    real;                                                                                         \
  })

#endif
