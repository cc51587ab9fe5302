#include "base/mapped_file.h"

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <utility>

#include "base/error.h"

#ifdef _WIN32
#define NOMINMAX
#include <windows.h>
#else
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace manyways {

#ifdef _WIN32

MappedFile::MappedFile(const std::string& path) : path_(path) {
  HANDLE file = CreateFileA(path.c_str(), GENERIC_READ, FILE_SHARE_READ, nullptr, OPEN_EXISTING,
                            FILE_ATTRIBUTE_NORMAL, nullptr);
  if (file == INVALID_HANDLE_VALUE) throw InputError(path, 0, "cannot be opened");
  LARGE_INTEGER size;
  GetFileSizeEx(file, &size);
  size_ = static_cast<std::size_t>(size.QuadPart);
  if (size_ > 0) {
    HANDLE mapping = CreateFileMappingA(file, nullptr, PAGE_READONLY, 0, 0, nullptr);
    if (mapping != nullptr) {
      data_ = static_cast<const std::byte*>(MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0));
      CloseHandle(mapping);
    }
  }
  CloseHandle(file);
  if (size_ > 0 && data_ == nullptr) throw InputError(path, 0, "cannot be mapped into memory");
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) UnmapViewOfFile(data_);
}

bool MappedFile::shrank() const { return false; }  // Windows keeps mapped files whole

void explain_shrunk_files() {}

#else

namespace {

// What is mapped, in a form that a signal handler may read: no locks, no memory of its own.
struct Live {
  std::atomic<const std::byte*> begin{nullptr};
  std::atomic<std::size_t> size{0};
  char path[1024];
};
constexpr std::size_t kMostLive = 128;  // later ones go unnamed
Live live[kMostLive];
std::mutex live_mutex;
struct sigaction action_before;

void enlist(const std::byte* begin, std::size_t size, const std::string& path) {
  const std::lock_guard lock(live_mutex);
  for (Live& slot : live) {
    if (slot.begin.load() != nullptr) continue;
    std::strncpy(slot.path, path.c_str(), sizeof slot.path - 1);
    slot.size = size;
    slot.begin = begin;
    return;
  }
}

void strike(const std::byte* begin) {
  const std::lock_guard lock(live_mutex);
  for (Live& slot : live) {
    if (slot.begin.load() == begin) slot.begin = nullptr;
  }
}

void say(const char* text) {
  if (write(STDERR_FILENO, text, std::strlen(text)) < 0) return;  // nobody listens
}

void explain(int number, siginfo_t* info, void* context) {
  const auto at = reinterpret_cast<std::uintptr_t>(info->si_addr);
  for (const Live& slot : live) {
    const auto begin = reinterpret_cast<std::uintptr_t>(slot.begin.load());
    if (begin == 0 || at < begin || at - begin >= slot.size.load()) continue;
    say("manyways: ");
    say(slot.path);
    say(": became shorter while it was in use\n");
    say("    Copy it again from its source, under a new name, and give it its name when it is "
        "whole.\n");
    _exit(2);
  }
  if ((action_before.sa_flags & SA_SIGINFO) != 0) {
    action_before.sa_sigaction(number, info, context);
  } else if (action_before.sa_handler != SIG_DFL && action_before.sa_handler != SIG_IGN) {
    action_before.sa_handler(number);
  } else {
    sigaction(number, &action_before, nullptr);  // the instruction runs again and meets it
  }
}

}  // namespace

MappedFile::MappedFile(const std::string& path) : path_(path) {
  file_ = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file_ < 0) {
    throw InputError(path, 0, std::string("cannot be opened: ") + std::strerror(errno));
  }
  struct stat info;
  if (fstat(file_, &info) != 0 || !S_ISREG(info.st_mode)) {
    close(file_);
    throw InputError(path, 0, "is not a regular file");
  }
  size_ = static_cast<std::size_t>(info.st_size);
  if (size_ == 0) return;
  void* mapped = mmap(nullptr, size_, PROT_READ, MAP_SHARED, file_, 0);
  if (mapped == MAP_FAILED) {
    const std::string reason = std::strerror(errno);
    close(file_);
    throw InputError(path, 0, "cannot be mapped into memory: " + reason);
  }
  data_ = static_cast<const std::byte*>(mapped);
  enlist(data_, size_, path_);
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) {
    strike(data_);
    munmap(const_cast<std::byte*>(data_), size_);
  }
  if (file_ >= 0) close(file_);
}

bool MappedFile::shrank() const {
  struct stat info;
  return fstat(file_, &info) != 0 || static_cast<std::size_t>(info.st_size) < size_;
}

void explain_shrunk_files() {
  static std::once_flag once;
  std::call_once(once, [] {
    struct sigaction action{};
    action.sa_sigaction = explain;
    action.sa_flags = SA_SIGINFO;
    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, &action, &action_before);
  });
}

#endif

MappedFile::MappedFile(MappedFile&& other) noexcept
    : path_(std::move(other.path_)),
      data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      file_(std::exchange(other.file_, -1)) {}

}  // namespace manyways
