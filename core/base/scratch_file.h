// Room on disk for what does not fit into memory: a file that nobody else sees.
//
//   ScratchFile file("/var/tmp");                 // an empty folder is $TMPDIR, or /tmp
//   file.append(std::as_bytes(rows));
//   file.read(offset, std::as_writable_bytes(rows));
//
// It has no name, and is gone when its owner is, also if that is killed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>

namespace manyways {

class ScratchFile {
 public:
  // All of these throw InputError when the disk is full or the folder cannot be used.
  explicit ScratchFile(const std::string& folder);
  ~ScratchFile();
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  void append(std::span<const std::byte> data);
  // Fills `data` from `offset`, all of which must have been appended.
  void read(std::uint64_t offset, std::span<std::byte> data);

 private:
  [[noreturn]] void fail(const char* what) const;
  std::string folder_;
  std::FILE* file_ = nullptr;
};

}  // namespace manyways
