// A whole file, read-only, in memory by mapping: it opens in microseconds and its pages are shared
// by all threads and processes that map it.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace manyways {

class MappedFile {
 public:
  // Throws InputError if the file cannot be opened. An empty file maps to an empty span.
  explicit MappedFile(const std::string& path);
  ~MappedFile();
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&&) = delete;
  MappedFile(const MappedFile&) = delete;

  std::span<const std::byte> bytes() const { return {data_, size_}; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  const std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace manyways
