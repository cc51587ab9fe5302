// Rows of different lengths, all their values in one array; and the growing array they are made of.
//
//   Ragged<WordId> sentences;
//   sentences.values.push_back(7);  sentences.end_row();
//   RaggedView<WordId> view = sentences.view();
//   std::span<const WordId> first = view[0];
//
// A GrowingArray holds plain values and can be handed over without a copy.
//
// Unlike std::vector it grows by realloc, which moves pages instead of bytes for large arrays, so
// that reading a file needs little more memory than what it holds in the end.
//
//   GrowingArray<double> scores;
//   scores.push_back(1.0);
//   double* owned = scores.release();   // the caller frees it with std::free
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace manyways {

template <typename T>
class GrowingArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  GrowingArray() = default;
  GrowingArray(GrowingArray&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        capacity_(std::exchange(other.capacity_, 0)) {}
  GrowingArray& operator=(GrowingArray&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    return *this;
  }
  ~GrowingArray() { std::free(data_); }

  std::size_t size() const { return size_; }
  std::span<const T> span() const { return {data_, size_}; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  const T& back() const { return data_[size_ - 1]; }

  void push_back(T value) {
    if (size_ == capacity_) reserve(size_ + 1);
    data_[size_++] = value;
  }
  void append(const T* values, std::size_t count) {
    if (count == 0) return;
    std::memcpy(extend(count), values, count * sizeof(T));
  }
  // Room for `count` more values, to be written by the caller.
  T* extend(std::size_t count) {
    if (size_ + count > capacity_) reserve(size_ + count);
    size_ += count;
    return data_ + size_ - count;
  }
  void cut(std::size_t size) { size_ = size; }

  // Gives the memory away, cut to size; never null.
  T* release() {
    void* shrunk = std::realloc(data_, (size_ == 0 ? 1 : size_) * sizeof(T));
    if (shrunk == nullptr) throw std::bad_alloc();
    data_ = nullptr;
    size_ = capacity_ = 0;
    return static_cast<T*>(shrunk);
  }

 private:
  void reserve(std::size_t wanted) {
    std::size_t capacity = capacity_ + capacity_ / 2;
    if (capacity < wanted) capacity = wanted;
    if (capacity < 64) capacity = 64;
    void* grown = std::realloc(data_, capacity * sizeof(T));
    if (grown == nullptr) throw std::bad_alloc();
    data_ = static_cast<T*>(grown);
    capacity_ = capacity;
  }

  T* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

// Row r is values[offsets[r]] .. values[offsets[r + 1]]; there is one more offset than there are rows.
template <typename T>
struct RaggedView {
  std::span<const T> values;
  std::span<const std::int64_t> offsets;

  std::size_t size() const { return offsets.empty() ? 0 : offsets.size() - 1; }
  bool has(std::size_t row) const { return row < size(); }
  std::span<const T> operator[](std::size_t row) const {
    return values.subspan(static_cast<std::size_t>(offsets[row]),
                          static_cast<std::size_t>(offsets[row + 1] - offsets[row]));
  }
};

template <typename T>
struct Ragged {
  Ragged() { offsets.push_back(0); }

  RaggedView<T> view() const { return {values.span(), offsets.span()}; }
  std::size_t rows() const { return offsets.size() - 1; }
  void add(const T* row, std::size_t count) {
    values.append(row, count);
    end_row();
  }
  void end_row() { offsets.push_back(static_cast<std::int64_t>(values.size())); }
  // Moves the rows from `row` on to a new Ragged.
  Ragged split(std::size_t row) {
    Ragged tail;
    const auto start = offsets[row];
    for (std::size_t r = row; r < rows(); ++r) tail.offsets.push_back(offsets[r + 1] - start);
    tail.values.append(values.data() + start, values.size() - static_cast<std::size_t>(start));
    values.cut(static_cast<std::size_t>(start));
    offsets.cut(row + 1);
    return tail;
  }

  GrowingArray<T> values;
  GrowingArray<std::int64_t> offsets;
};

// Rows in vectors behind other rows: their values, and where each begins.
template <typename T>
void join(std::vector<T>& all, const std::vector<T>& more) {
  all.insert(all.end(), more.begin(), more.end());
}
// The same of columns of a struct: join_columns(all, more, &Rows::words, &Rows::scores).
template <typename Rows, typename... Values>
void join_columns(Rows& all, const Rows& more, std::vector<Values> Rows::*... columns) {
  (join(all.*columns, more.*columns), ...);
}
inline void join_offsets(std::vector<std::int64_t>& all, const std::vector<std::int64_t>& more) {
  const std::int64_t base = all.back();
  for (std::size_t i = 1; i < more.size(); ++i) all.push_back(base + more[i]);
}

}  // namespace manyways
