// A whole file, read-only, in memory by mapping: it opens in microseconds and its pages are shared
// by all threads and processes that map it.
//
// A file that another process cuts off while it is mapped has pages that cannot be read any more: a
// reader that asks shrank() before it reads can say so, and in a process of its own (the command
// line) explain_shrunk_files() turns the signal, which is all that is left otherwise, into a
// message.
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
  // Whether the file has become shorter than what is mapped; one call of the system.
  bool shrank() const;

 private:
  std::string path_;
  const std::byte* data_ = nullptr;
  std::size_t size_ = 0;
  int file_ = -1;  // stays open, for shrank()
};

// From now on the process ends with a message that names the file and status 2 when it reads a page
// that a mapped file has lost; other signals BUS go where they went before. Does nothing on
// Windows.
void explain_shrunk_files();

}  // namespace manyways
