#include "lm/rows.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "base/error.h"
#include "base/threads.h"
#include "lm/ngrams.h"

namespace manyways::lm {
namespace {

constexpr std::size_t kReadNumbers = std::size_t{1} << 16;  // per source and read
constexpr std::size_t kBlockRows = std::size_t{1} << 15;    // sorted by one thread at a time

template <unsigned width>
struct Row {
  std::array<WordId, width> key;
  std::array<std::uint32_t, 2> value;

  friend bool operator<(const Row& a, const Row& b) { return a.key < b.key; }
};

double sum(const std::uint32_t* a, const std::uint32_t* b) {
  double x, y;
  std::memcpy(&x, a, sizeof x);
  std::memcpy(&y, b, sizeof y);
  return x + y;
}

void append_row(std::vector<std::uint32_t>& rows, std::span<const WordId> key, const void* value) {
  const std::size_t at = rows.size();
  rows.resize(at + key.size() + 2);
  std::memcpy(&rows[at], key.data(), key.size_bytes());
  std::memcpy(&rows[at + key.size()], value, sizeof(double));
}

// Sorts; with `combine`, adds the values of equal keys and returns how many rows remain.
template <unsigned width>
std::size_t sort_rows(std::span<std::uint32_t> numbers, bool combine, unsigned threads) {
  using R = Row<width>;
  static_assert(sizeof(R) == (width + 2) * sizeof(std::uint32_t));
  R* const rows = reinterpret_cast<R*>(numbers.data());
  const std::size_t size = numbers.size() / (width + 2);
  const std::size_t blocks = (size + kBlockRows - 1) / kBlockRows;
  parallel_for(blocks, threads, [&](std::size_t b) {
    std::sort(rows + b * kBlockRows, rows + std::min(size, (b + 1) * kBlockRows));
  });
  std::vector<R> other(blocks > 1 ? size : 0);
  R *from = rows, *to = other.data();
  for (std::size_t run = kBlockRows; run < size; run *= 2, std::swap(from, to)) {
    parallel_for((size + 2 * run - 1) / (2 * run), threads, [&](std::size_t b) {
      const std::size_t first = b * 2 * run, middle = std::min(size, first + run);
      const std::size_t last = std::min(size, first + 2 * run);
      std::merge(from + first, from + middle, from + middle, from + last, to + first);
    });
  }
  if (from != rows) std::copy(from, from + size, rows);
  if (!combine || size == 0) return size;
  std::size_t kept = 0;
  for (std::size_t i = 1; i < size; ++i) {
    if (rows[i].key == rows[kept].key) {
      const double total = sum(rows[kept].value.data(), rows[i].value.data());
      std::memcpy(rows[kept].value.data(), &total, sizeof total);
    } else {
      rows[++kept] = rows[i];
    }
  }
  return kept + 1;
}

using SortFunction = std::size_t (*)(std::span<std::uint32_t>, bool, unsigned);
template <std::size_t... i>
constexpr std::array<SortFunction, sizeof...(i)> sort_functions(std::index_sequence<i...>) {
  return {&sort_rows<i + 1>...};
}
constexpr auto kSort = sort_functions(std::make_index_sequence<kMaxOrder>());

}  // namespace

RowReader::RowReader(unsigned width, std::vector<RowSource> sources, bool combine,
                     std::shared_ptr<const std::vector<std::uint32_t>> owner)
    : width_(width),
      stride_(width + 2),
      sources_(std::move(sources)),
      combine_(combine && sources_.size() > 1),
      owner_(std::move(owner)),
      combined_(stride_) {
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    if (refill(sources_[i])) heap_.push_back(i);
  }
  for (std::size_t i = heap_.size(); i-- > 0;) sift(i);
}

bool RowReader::refill(RowSource& source) {
  if (source.position == source.end) {
    source.rows = std::exchange(source.tail, {});
    return !source.rows.empty();
  }
  source.buffer.resize(kReadNumbers / stride_ * stride_);
  const auto wanted = static_cast<std::size_t>(
      std::min<std::uint64_t>(source.buffer.size(), source.end - source.position));
  const std::span<std::uint32_t> part = std::span(source.buffer).first(wanted);
  source.file->read(source.position * sizeof part[0], std::as_writable_bytes(part));
  source.position += wanted;
  source.rows = std::span(source.buffer).first(wanted);
  return true;
}

// Of equal rows, those of the earlier source come first.
bool RowReader::less(std::size_t a, std::size_t b) const {
  const std::uint32_t* x = sources_[heap_[a]].rows.data();
  const std::uint32_t* y = sources_[heap_[b]].rows.data();
  for (unsigned i = 0; i < width_; ++i) {
    if (x[i] != y[i]) return x[i] < y[i];
  }
  return heap_[a] < heap_[b];
}

void RowReader::sift(std::size_t i) {
  for (;;) {
    std::size_t least = i;
    for (std::size_t child = 2 * i + 1; child <= 2 * i + 2 && child < heap_.size(); ++child) {
      if (less(child, least)) least = child;
    }
    if (least == i) return;
    std::swap(heap_[i], heap_[least]);
    i = least;
  }
}

void RowReader::drop_first() {
  RowSource& source = sources_[heap_[0]];
  source.rows = source.rows.subspan(stride_);
  if (source.rows.empty() && !refill(source)) {
    heap_[0] = heap_.back();
    heap_.pop_back();
  }
  if (heap_.size() > 1) sift(0);
}

bool RowReader::next() {
  if (!combine_) {
    if (row_ != nullptr && !heap_.empty()) drop_first();
    row_ = heap_.empty() ? nullptr : first_row();
    return row_ != nullptr;
  }
  if (heap_.empty()) return false;
  std::copy(first_row(), first_row() + stride_, combined_.begin());
  drop_first();
  while (!heap_.empty() && std::equal(first_row(), first_row() + width_, combined_.begin())) {
    const double total = sum(&combined_[width_], first_row() + width_);
    std::memcpy(&combined_[width_], &total, sizeof total);
    drop_first();
  }
  row_ = combined_.data();
  return true;
}

void Rows::add_raw(std::span<const WordId> key, const void* value) {
  std::vector<std::uint32_t>& memory = *memory_;
  if ((memory.size() + width_ + 2) * sizeof(std::uint32_t) > limits_.memory && !memory.empty()) {
    if (file_ == nullptr) file_ = std::make_shared<ScratchFile>(limits_.folder);
    file_->append(std::as_bytes(std::span(memory)));
    written_ += memory.size();
    memory.clear();
  }
  append_row(memory, key, value);
  ++size_;
}

RowReader Rows::read() const {
  std::vector<RowSource> sources(1);
  sources[0] = {file_, 0, written_, *memory_, {}, {}};
  return RowReader(width_, std::move(sources), false, memory_);
}

RowSorter::RowSorter(unsigned width, const RowLimits& limits, bool combine)
    : width_(width),
      limits_(limits),
      // Half of the memory is for merging.
      limit_(std::max<std::size_t>(limits.memory / sizeof(std::uint32_t) / 2, 64 * (width + 2))),
      combine_(combine),
      buffer_(std::make_shared<std::vector<std::uint32_t>>()) {}

void RowSorter::add_raw(std::span<const WordId> key, const void* value) {
  if (buffer_->size() + width_ + 2 > limit_) spill();
  append_row(*buffer_, key, value);
}

void RowSorter::sort_buffer() {
  const std::size_t rows = kSort[width_ - 1](*buffer_, combine_, limits_.threads);
  buffer_->resize(rows * (width_ + 2));
}

void RowSorter::spill() {
  sort_buffer();
  if (combine_ && buffer_->size() < limit_ / 2) return;  // combining made room enough
  if (file_ == nullptr) file_ = std::make_shared<ScratchFile>(limits_.folder);
  file_->append(std::as_bytes(std::span(*buffer_)));
  runs_.push_back((runs_.empty() ? 0 : runs_.back()) + buffer_->size());
  buffer_->clear();
}

RowReader RowSorter::sorted() {
  sort_buffer();
  std::vector<RowSource> sources;
  std::uint64_t start = 0;
  for (const std::uint64_t end : runs_) {
    sources.push_back({file_, start, end, {}, {}, {}});
    start = end;
  }
  sources.push_back({nullptr, 0, 0, *buffer_, {}, {}});
  return RowReader(width_, std::move(sources), combine_, std::exchange(buffer_, nullptr));
}

}  // namespace manyways::lm
