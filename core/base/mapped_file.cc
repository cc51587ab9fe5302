#include "base/mapped_file.h"

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/error.h"

#ifdef _WIN32
#define NOMINMAX
#include <windows.h>
#else
#include <fcntl.h>
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

#else

MappedFile::MappedFile(const std::string& path) : path_(path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) throw InputError(path, 0, std::string("cannot be opened: ") + std::strerror(errno));
  struct stat info;
  if (fstat(file, &info) != 0 || !S_ISREG(info.st_mode)) {
    close(file);
    throw InputError(path, 0, "is not a regular file");
  }
  size_ = static_cast<std::size_t>(info.st_size);
  if (size_ > 0) {
    void* mapped = mmap(nullptr, size_, PROT_READ, MAP_SHARED, file, 0);
    if (mapped == MAP_FAILED) {
      close(file);
      throw InputError(path, 0,
                       std::string("cannot be mapped into memory: ") + std::strerror(errno));
    }
    data_ = static_cast<const std::byte*>(mapped);
  }
  close(file);
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) munmap(const_cast<std::byte*>(data_), size_);
}

#endif

MappedFile::MappedFile(MappedFile&& other) noexcept
    : path_(std::move(other.path_)),
      data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)) {}

}  // namespace manyways
