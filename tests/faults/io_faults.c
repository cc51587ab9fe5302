/* Preloaded into a process, this lets its N-th call that changes a file kill it, or fail.
 *
 *   faults_arm(0, 0)        count only
 *   faults_arm(17, 0)       SIGKILL in the place of the 17th call
 *   faults_arm(17, ENOSPC)  the 17th call fails with ENOSPC; those after it work
 *   faults_trace()          their names, with spaces between
 *
 * Counted are: opening for writing, write and its kin, fwrite, fflush, fclose, fsync, rename, link, unlink,
 * mkdir, rmdir, ftruncate, fchmod. Standard error (2) is left alone, so that messages can be read.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static int armed, wanted, failure, calls;
static char trace[1 << 16];
static size_t traced;

void faults_arm(int number, int error) {
  wanted = number;
  failure = error;
  calls = 0;
  traced = 0;
  trace[0] = 0;
  armed = 1;
}



const char* faults_trace(void) { return trace; }

/* Whether this call is to fail; does not return if it is to be the last. */
static int strikes(const char* name) {
  if (!armed) return 0;
  const size_t start = __atomic_fetch_add(&traced, strlen(name) + 1, __ATOMIC_SEQ_CST);
  if (start + strlen(name) + 2 < sizeof trace) sprintf(trace + start, "%s ", name);
  if ( __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST) != wanted) return 0;
  if (failure == 0) kill(getpid(), SIGKILL);
  errno = failure;
  return 1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define OPEN(name, before, arguments)                                        \
  int name before {                                                          \
    mode_t mode = 0;                                                         \
    if (flags & (O_CREAT | O_TMPFILE)) {                                     \
      va_list rest;                                                          \
      va_start(rest, flags);                                                 \
      mode = va_arg(rest, mode_t);                                           \
      va_end(rest);                                                          \
    }                                                                        \
    if ((flags & (O_CREAT | O_WRONLY | O_RDWR)) && strikes(#name)) return -1; \
    return REAL(name) arguments;                                             \
  }

OPEN(open, (const char* path, int flags, ...), (path, flags, mode))
OPEN(open64, (const char* path, int flags, ...), (path, flags, mode))
OPEN(openat, (int at, const char* path, int flags, ...), (at, path, flags, mode))
OPEN(openat64, (int at, const char* path, int flags, ...), (at, path, flags, mode))

#define CALL(type, name, parameters, arguments, counts)  \
  type name parameters {                                 \
    if ((counts) && strikes(#name)) return (type)-1;     \
    return REAL(name) arguments;                         \
  }

CALL(ssize_t, write, (int file, const void* data, size_t size), (file, data, size), file != 2)
CALL(ssize_t, writev, (int file, const struct iovec* parts, int size), (file, parts, size), file != 2)
CALL(ssize_t, pwrite, (int file, const void* data, size_t size, off_t at), (file, data, size, at), 1)
CALL(ssize_t, pwrite64, (int file, const void* data, size_t size, off64_t at), (file, data, size, at), 1)
/* Killed processes lose nothing that the system has: these need not wait for the disk. */
int fsync(int file) {
  (void)file;
  return strikes("fsync") ? -1 : 0;
}
CALL(int, ftruncate, (int file, off_t size), (file, size), 1)
CALL(int, ftruncate64, (int file, off64_t size), (file, size), 1)
CALL(int, fchmod, (int file, mode_t mode), (file, mode), 1)
CALL(int, rename, (const char* from, const char* to), (from, to), 1)
CALL(int, renameat, (int a, const char* from, int b, const char* to), (a, from, b, to), 1)
CALL(int, link, (const char* from, const char* to), (from, to), 1)
CALL(int, linkat, (int a, const char* from, int b, const char* to, int flags), (a, from, b, to, flags), 1)
CALL(int, unlink, (const char* path), (path), 1)
CALL(int, unlinkat, (int at, const char* path, int flags), (at, path, flags), 1)
CALL(int, mkdir, (const char* path, mode_t mode), (path, mode), 1)
CALL(int, mkdirat, (int at, const char* path, mode_t mode), (at, path, mode), 1)
CALL(int, rmdir, (const char* path), (path), 1)

/* The C library writes its streams by a way of its own. */
size_t fwrite(const void* data, size_t size, size_t count, FILE* stream) {
  if (stream != stderr && strikes("fwrite")) return 0;
  return REAL(fwrite)(data, size, count, stream);
}

int fflush(FILE* stream) {
  if (stream != NULL && stream != stderr && strikes("fflush")) return EOF;
  return REAL(fflush)(stream);
}

int fclose(FILE* stream) {
  const int strike = strikes("fclose");
  const int error = errno;
  const int result = REAL(fclose)(stream);
  if (!strike) return result;
  errno = error;
  return EOF;
}
