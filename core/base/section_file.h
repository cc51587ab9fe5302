// The one container of all our binary model files: named arrays behind a checked header.
//
//   SectionWriter writer("lm.bin", "lm", 1);          // kind and version of what is inside
//   writer.add("unigrams", std::span(unigrams));      // any array of plain data, 64-byte aligned
//   writer.finish();                                  // only now does lm.bin exist (OutputFile)
//
//   SectionFile file("lm.bin", "lm", 1);              // maps; checks the header's checksum only
//   auto unigrams = file.section<Unigram>("unigrams");
//   file.verify("unigrams");                          // or verify_range(...), or verify_all()
//
// Every block of 64 KiB has a checksum. Opening reads the header alone; a reader verifies what it
// is about to trust, once: verify_range is one load and compare when the block was seen before.
//
// A checksum says that a file is what was written, not that it is sound: anybody can write one.
// What a reader indexes with is expected to be good, and looked at when its block is first
// verified:
//
//   file.expect<WordId>("targets", [words](std::size_t, std::span<const WordId> ids) { ... });
//
// Layout: header (128 bytes) | sections | checksums of blocks | section table. Little-endian.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/mapped_file.h"
#include "base/output_file.h"

namespace manyways {

class SectionWriter {
 public:
  // The file is there, whole, after finish(). Throws InputError when it cannot be written. What
  // goes to a pipe or a device lies in a file without a name until then: the header is written
  // last.
  SectionWriter(std::string path, std::string_view kind, std::uint32_t version);
  ~SectionWriter();  // leaves nothing unless finished
  SectionWriter(const SectionWriter&) = delete;
  SectionWriter& operator=(const SectionWriter&) = delete;

  template <typename T>
  void add(std::string_view name, std::span<const T> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    begin(name);
    write(std::as_bytes(values));
  }
  template <typename T>
  void add(std::string_view name, const std::vector<T>& values) {
    add(name, std::span<const T>(values));
  }
  // A section that is too large to hold: begin it, then write it piece by piece.
  void begin(std::string_view name);
  void write(std::span<const std::byte> bytes);
  void finish();

 private:
  struct Entry {
    std::string name;
    std::uint64_t offset, bytes;
  };
  void put(const void* data, std::size_t size);
  void seal_block();
  void write_end();
  void close();
  [[noreturn]] void fail();

  std::string path_;
  OutputFile output_;
  int scratch_ = -1;  // the file without a name
  std::string kind_;
  std::uint32_t version_;
  std::FILE* file_ = nullptr;
  std::uint64_t position_ = 0;
  std::vector<Entry> entries_;
  std::vector<std::byte> block_;
  std::vector<std::uint64_t> checksums_;
};

class SectionFile {
 public:
  SectionFile(const std::string& path, std::string_view kind, std::uint32_t version);
  // Whatever its kind: for `manyways check`.
  explicit SectionFile(const std::string& path);

  const std::string& path() const { return file_.path(); }
  const std::string& kind() const { return kind_; }
  std::uint32_t version() const { return version_; }
  bool has(std::string_view name) const;
  std::vector<std::string> names() const;

  // Throws InputError if there is no such section or its size is no multiple of sizeof(T).
  template <typename T>
  std::span<const T> section(std::string_view name) const {
    static_assert(std::is_trivially_copyable_v<T>);
    const std::span<const std::byte> raw = bytes(name, sizeof(T));
    return {reinterpret_cast<const T*>(raw.data()), raw.size() / sizeof(T)};
  }

  // From now on each block of the section that is verified must also be `good`, which is given the
  // index of the first element and the elements. Elements must not straddle blocks: their size
  // divides 64. Not while other threads read.
  template <typename T>
  void expect(std::string_view name, std::function<bool(std::size_t, std::span<const T>)> good) {
    static_assert(64 % sizeof(T) == 0);
    const std::span<const T> values = section<T>(name);
    forget(std::as_bytes(values));  // what was verified was not looked at like this
    expectations_.push_back({std::string(name), std::as_bytes(values),
                             [values, good = std::move(good)](std::size_t begin, std::size_t end) {
                               const std::size_t first = begin / sizeof(T);
                               return good(first, values.subspan(first, end / sizeof(T) - first));
                             }});
  }

  // Throws InputError if a block that holds any byte of [data, data + size) is damaged.
  void verify_range(const void* data, std::size_t size) const;
  void verify(std::string_view name) const;
  void verify_all() const;

 private:
  struct Entry {
    std::string name;
    std::uint64_t offset, bytes;
  };
  struct Expectation {
    std::string name;
    std::span<const std::byte> bytes;
    std::function<bool(std::size_t, std::size_t)> good;  // of the section's bytes [begin, end)
  };
  void read_header();
  std::span<const std::byte> bytes(std::string_view name, std::size_t element) const;
  struct Blocks {
    std::uint64_t first, end;
  };
  void verify_blocks(Blocks blocks) const;
  void verify_block(std::size_t block) const;
  Blocks blocks_of(const void* data, std::size_t size) const;
  void forget(std::span<const std::byte> bytes);

  MappedFile file_;
  std::string kind_;
  std::uint32_t version_ = 0;
  bool old_checksums_ = false;
  std::vector<Entry> entries_;
  std::uint64_t data_end_ = 0;
  std::vector<std::uint64_t> checksums_;
  std::unique_ptr<std::atomic<std::uint8_t>[]> seen_;
  std::vector<Expectation> expectations_;
};

}  // namespace manyways
