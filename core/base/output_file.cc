#include "base/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <random>
#include <set>
#include <utility>

#include "base/error.h"

#ifdef _WIN32
#include <io.h>
#include <process.h>
#else
#include <sys/file.h>
#include <unistd.h>
#endif

namespace manyways {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSuffix = ".partial";
constexpr std::size_t kDigits = 16;
constexpr std::size_t kLongestName = 255 - kSuffix.size() - kDigits - 2;  // bytes of most systems
constexpr int kMostLinks = 40;

[[noreturn]] void cannot_write(const std::string& path, int error) {
#ifdef EDQUOT
  const bool space = error == ENOSPC || error == EDQUOT;
#else
  const bool space = error == ENOSPC;
#endif
  throw InputError(path, 0, std::string("cannot be written: ") + std::strerror(error),
                   space ? "Free some space, or choose another place." : "");
}

std::string random_digits() {
  static constexpr char kHex[] = "0123456789abcdef";
  std::random_device source;
  std::string digits;
  while (digits.size() < kDigits) {
    std::uint32_t bits = source();
    for (int i = 0; i < 8; ++i, bits >>= 4) digits += kHex[bits & 15];
  }
  return digits;
}

// ".name.<digits>.partial"; a long name is cut between characters.
std::string partial_name(std::string name) {
  if (name.size() > kLongestName) {
    std::size_t end = kLongestName;
    while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0) == 0x80) --end;
    name.resize(end);
  }
  return "." + name + "." + random_digits() + std::string(kSuffix);
}

}  // namespace

#ifdef _WIN32

// No locks and no links here: partials are unique and renamed, which is what matters most.
OutputFile::OutputFile(const std::string& path) : path_(path), target_(path) {
  if (path != "-") {
    open_partial();
  } else if ((descriptor_ = _dup(1)) < 0) {
    fail(errno);
  }
}

std::string output_target(const std::string& path) { return path == "-" ? "" : path; }

void OutputFile::open_partial() {
  const fs::path target(target_);
  partial_ = (target.parent_path() / partial_name(target.filename().string())).string();
  descriptor_ = _open(partial_.c_str(), _O_CREAT | _O_EXCL | _O_RDWR | _O_BINARY, 0666);
  if (descriptor_ < 0) fail(errno);
}

void OutputFile::discard() noexcept {
  if (descriptor_ >= 0) _close(std::exchange(descriptor_, -1));
  if (!partial_.empty()) std::remove(partial_.c_str());
  partial_.clear();
}

void OutputFile::commit() {
  if (!through() && _commit(descriptor_) != 0) fail(errno);
  _close(std::exchange(descriptor_, -1));
  std::error_code error;
  if (!through()) fs::rename(partial_, target_, error);
  if (error) fail(error.value());
  partial_.clear();
}

void remove_partials(const std::string&) {}

int unnamed_file(const std::string& folder) {
  char* name = _tempnam(folder.empty() ? nullptr : folder.c_str(), "manyways");
  const int flags = _O_CREAT | _O_EXCL | _O_RDWR | _O_BINARY | _O_TEMPORARY;
  const int file = name == nullptr ? -1 : _open(name, flags, 0600);
  std::free(name);
  if (file < 0) cannot_write(folder, errno);
  return file;
}

#else

namespace {

bool is_partial(std::string_view name) {
  if (name.size() < kSuffix.size() + kDigits + 3 || name.front() != '.') return false;
  if (name.substr(name.size() - kSuffix.size()) != kSuffix) return false;
  name.remove_suffix(kSuffix.size());
  const std::string_view digits = name.substr(name.size() - kDigits);
  return name[name.size() - kDigits - 1] == '.' &&
         digits.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::string real_path(const std::string& path) {
  char* found = realpath(path.empty() ? "." : path.c_str(), nullptr);
  std::string result = found == nullptr ? "" : found;
  std::free(found);
  return result;
}

// The number of one of our own open files, if that is what the name stands for, else -1.
int own_descriptor(const std::string& directory, const std::string& name) {
  const bool digits = !name.empty() && name.find_first_not_of("0123456789") == std::string::npos;
  if (!digits || name.size() > 9) return -1;
  const std::string ours = "/proc/" + std::to_string(getpid()) + "/";
  const bool is_ours = directory.starts_with(ours) && directory.ends_with("/fd");
  return is_ours || directory == "/dev/fd" ? std::stoi(name) : -1;
}

struct Place {
  std::string path;      // without symbolic links in it
  int descriptor = -1;   // one of our own, if it is that
  int error = 0;         // why it cannot be written
  bool through = false;  // neither a regular file nor nothing
  int mode = -1;         // the permissions of the file that is there
};

// Follows links, also one that points to nothing; the directory must be there.
Place resolve(const std::string& given) {
  if (given == "-") return {given, STDOUT_FILENO};
  fs::path path(given);
  for (int links = 0; links < kMostLinks; ++links) {
    const std::string name = path.filename().string();
    if (name.empty() || name == "." || name == "..") return {given, -1, EISDIR};
    const std::string directory = real_path(path.parent_path().string());
    if (directory.empty()) return {given, -1, errno};
    const int own = own_descriptor(directory, name);
    if (own >= 0) return {given, own};
    path = fs::path(directory) / name;
    std::error_code error;
    const fs::path next = fs::read_symlink(path, error);
    if (error) return {path.string()};
    path = next.is_absolute() ? next : path.parent_path() / next;
  }
  return {given, -1, ELOOP};
}

Place examine(const std::string& given) {
  Place place = resolve(given);
  place.through = place.descriptor >= 0;
  if (place.error != 0 || place.through) return place;
  struct stat info;
  const char* path = place.path.c_str();
  if (lstat(path, &info) != 0) {
    if (errno != ENOENT) place.error = errno;
  } else if (S_ISDIR(info.st_mode)) {
    place.error = EISDIR;
  } else if (!S_ISREG(info.st_mode)) {
    place.through = true;
  } else {
    place.mode = static_cast<int>(info.st_mode & 07777);
    if (faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) != 0) place.error = errno;
  }
  const std::string directory = fs::path(path).parent_path().string();
  if (place.error == 0 && !place.through &&
      faccessat(AT_FDCWD, directory.c_str(), W_OK | X_OK, AT_EACCESS) != 0) {
    place.error = errno;
  }
  return place;
}

bool same_file(int descriptor, const std::string& path) {
  struct stat open_one, named;
  return fstat(descriptor, &open_one) == 0 && lstat(path.c_str(), &named) == 0 &&
         open_one.st_dev == named.st_dev && open_one.st_ino == named.st_ino;
}

// Keeps errno, so that the first thing that went wrong is the one that is told.
void close_quietly(int descriptor) noexcept {
  const int error = errno;
  close(descriptor);
  errno = error;
}

void remove_if_left(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return;
  struct stat info;
  if (fstat(file, &info) == 0 && S_ISREG(info.st_mode) && flock(file, LOCK_EX | LOCK_NB) == 0 &&
      same_file(file, path)) {
    unlink(path.c_str());
  }
  close(file);
}

// Once for a directory and process: a long listing is not read again for each of its files.
void remove_partials_once(const std::string& directory) {
  static std::mutex mutex;
  static std::set<std::pair<dev_t, ino_t>> done;
  struct stat info;
  if (stat(directory.c_str(), &info) != 0) return;
  {
    const std::lock_guard guard(mutex);
    if (!done.insert({info.st_dev, info.st_ino}).second) return;
  }
  remove_partials(directory);
}

int sync_directory(const std::string& directory) {
  const int file = open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return 0;  // one that may be written but not listed
  const int error = fsync(file) == 0 || errno == EINVAL ? 0 : errno;
  close(file);
  return error;
}

}  // namespace

OutputFile::OutputFile(const std::string& path) : path_(path) {
  const Place place = examine(path);
  if (place.error != 0) fail(place.error);
  target_ = place.path;
  mode_ = place.mode;
  if (!place.through) {
    open_partial();
    return;
  }
  descriptor_ = place.descriptor >= 0 ? fcntl(place.descriptor, F_DUPFD_CLOEXEC, 3)
                                      : open(target_.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC);
  if (descriptor_ < 0) fail(errno);
}

std::string output_target(const std::string& path) {
  const Place place = examine(path);
  if (place.error != 0) cannot_write(path, place.error);
  return place.through ? "" : place.path;
}

void OutputFile::open_partial() {
  const fs::path target(target_);
  remove_partials_once(target.parent_path().string());
  while (true) {
    partial_ = (target.parent_path() / partial_name(target.filename().string())).string();
    const int flags = O_CREAT | O_EXCL | O_RDWR | O_NOFOLLOW | O_CLOEXEC;
    descriptor_ = open(partial_.c_str(), flags, mode_ < 0 ? 0666 : 0600);
    if (descriptor_ < 0) {
      const int error = errno;
      partial_.clear();
      if (error == EEXIST) continue;
      fail(error);
    }
    // Until it is locked another process may take it for one that was left, and remove it. Where
    // the system has no locks, nobody can lock it and nobody removes it.
    while (flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) {
    }
    if (same_file(descriptor_, partial_)) return;
    close(std::exchange(descriptor_, -1));
  }
}

void OutputFile::discard() noexcept {
  if (!partial_.empty()) unlink(partial_.c_str());
  partial_.clear();
  if (descriptor_ >= 0) close(std::exchange(descriptor_, -1));
}

void OutputFile::commit() {
  if (through()) {
    if (close(std::exchange(descriptor_, -1)) != 0) fail(errno);
    return;
  }
  if (mode_ >= 0 && fchmod(descriptor_, static_cast<mode_t>(mode_)) != 0) fail(errno);
  if (fsync(descriptor_) != 0) fail(errno);
  if (std::rename(partial_.c_str(), target_.c_str()) != 0) fail(errno);
  partial_.clear();
  if (close(std::exchange(descriptor_, -1)) != 0) fail(errno);
  const int error = sync_directory(fs::path(target_).parent_path().string());
  if (error != 0) fail(error);
}

void remove_partials(const std::string& directory) {
  std::error_code error;
  for (fs::directory_iterator entry(directory, error), end; !error && entry != end;
       entry.increment(error)) {
    if (is_partial(entry->path().filename().string())) remove_if_left(entry->path().string());
  }
}

int unnamed_file(const std::string& given) {
  const char* usual = std::getenv("TMPDIR");
  const std::string folder = !given.empty()                         ? given
                             : usual != nullptr && usual[0] != '\0' ? usual
                                                                    : "/tmp";
  int file = -1;
#ifdef O_TMPFILE
  file = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file >= 0) return file;
  if (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL) cannot_write(folder, errno);
#endif
  remove_partials_once(folder);
  const std::string name = folder + "/" + partial_name("manyways");
  file = open(name.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0600);
  if (file < 0) cannot_write(folder, errno);
  if (unlink(name.c_str()) != 0) {
    close_quietly(file);
    cannot_write(folder, errno);
  }
  return file;
}

#endif

std::string folder_of(const std::string& path) {
  const std::string folder = fs::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

OutputFile::~OutputFile() { discard(); }

void OutputFile::fail(int error) {
  discard();
  cannot_write(path_, error);
}

}  // namespace manyways
