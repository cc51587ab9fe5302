// Rows of words with a value, in any number: in memory up to a limit, on disk beyond it.
//
//   RowSorter sorter(3, {.memory = 1 << 30, .folder = "tmp"}, /*combine=*/true);
//   sorter.add({key, 3}, value);                    // millions of times
//   RowReader reader = sorter.sorted();             // by key; equal keys are one row, values added
//   while (reader.next()) use(reader.key(), reader.value());
//
// A row is `width` ids, compared from the first to the last, and 8 bytes of value: one double or
// two floats. A sorter whose buffer is full sorts it and writes a run; sorted() merges the runs.
// Runs are cut by the limit and blocks by their size, never by the threads, so that equal input
// gives equal output. Temporary files have no names and are gone when their owner is, also if that
// is killed.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/scratch_file.h"

namespace manyways::lm {

struct RowLimits {
  std::size_t memory = std::size_t{1} << 30;  // bytes that one sequence or sorter may hold
  std::string folder;                         // for temporary files
  unsigned threads = 0;
};

// Two numbers in the place of one double.
struct FloatPair {
  float first, second;
};
static_assert(sizeof(FloatPair) == sizeof(double));

// A part of a file, then a part of memory, read from front to back.
struct RowSource {
  std::shared_ptr<ScratchFile> file;
  std::uint64_t position = 0, end = 0;  // in the file, in numbers
  std::span<const std::uint32_t> tail;  // in memory
  std::vector<std::uint32_t> buffer;
  std::span<const std::uint32_t> rows;  // what is at hand
};

class RowReader {
 public:
  // Merges the sources by key; one source is read as it is. `combine` makes rows with equal keys
  // one and adds their values (doubles). `owner` keeps the memory that sources see.
  RowReader(unsigned width, std::vector<RowSource> sources, bool combine,
            std::shared_ptr<const std::vector<std::uint32_t>> owner);

  // Moves to the next row; false at the end. The key stays valid until the next call.
  bool next();
  std::span<const WordId> key() const { return {row_, width_}; }
  double value() const { return read_value<double>(); }
  FloatPair pair() const { return read_value<FloatPair>(); }

 private:
  template <typename T>
  T read_value() const {
    T value;
    std::memcpy(&value, row_ + width_, sizeof value);
    return value;
  }
  bool refill(RowSource& source);
  void sift(std::size_t i);
  void drop_first();
  const std::uint32_t* first_row() const { return sources_[heap_[0]].rows.data(); }
  bool less(std::size_t a, std::size_t b) const;

  unsigned width_, stride_;
  std::vector<RowSource> sources_;
  std::vector<std::size_t> heap_;  // of sources, the one with the least row first
  bool combine_;
  std::shared_ptr<const std::vector<std::uint32_t>> owner_;
  const std::uint32_t* row_ = nullptr;
  std::vector<std::uint32_t> combined_;
};

// Rows in the order in which they came.
class Rows {
 public:
  Rows(unsigned width, const RowLimits& limits)
      : width_(width), limits_(limits), memory_(std::make_shared<std::vector<std::uint32_t>>()) {}

  void add(std::span<const WordId> key, double value) { add_raw(key, &value); }
  void add(std::span<const WordId> key, FloatPair value) { add_raw(key, &value); }
  std::uint64_t size() const { return size_; }
  RowReader read() const;  // as often as wanted, once no more is added

 private:
  void add_raw(std::span<const WordId> key, const void* value);

  unsigned width_;
  RowLimits limits_;
  std::shared_ptr<std::vector<std::uint32_t>> memory_;
  std::shared_ptr<ScratchFile> file_;
  std::uint64_t size_ = 0, written_ = 0;
};

class RowSorter {
 public:
  RowSorter(unsigned width, const RowLimits& limits, bool combine);

  void add(std::span<const WordId> key, double value) { add_raw(key, &value); }
  void add(std::span<const WordId> key, FloatPair value) { add_raw(key, &value); }
  RowReader sorted();  // once; the sorter is empty afterwards

 private:
  void add_raw(std::span<const WordId> key, const void* value);
  void sort_buffer();
  void spill();

  unsigned width_;
  RowLimits limits_;
  std::size_t limit_;  // of the buffer, in numbers
  bool combine_;
  std::shared_ptr<std::vector<std::uint32_t>> buffer_;
  std::shared_ptr<ScratchFile> file_;
  std::vector<std::uint64_t> runs_;  // where each ends in the file
};

}  // namespace manyways::lm
