#include "candidates/reader.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "base/error.h"
#include "base/foreign.h"
#include "base/limits.h"
#include "base/utf8.h"

namespace manyways::candidates {

std::string quoted(std::string_view text) {
  constexpr std::size_t kShown = 40;
  std::size_t cut = text.size() <= kShown ? text.size() : kShown;
  while (cut > 0 && cut < text.size() && (text[cut] & 0xc0) == 0x80) --cut;
  std::string shown = "'";
  shown += text.substr(0, cut);
  shown += cut < text.size() ? "…'" : "'";
  return shown;
}

void Reader::fail(const std::string& message, const std::string& remedy) const {
  throw input_error(path_, line_, message, remedy, line_ <= 1 ? head_ : std::string_view());
}

void Reader::feed(const char* data, std::size_t size) {
  if (size == 0) return;
  if (head_.size() < kForeignHead) head_.append(data, std::min(size, kForeignHead - head_.size()));
  if (!pending_.empty()) {
    const void* newline = std::memchr(data, '\n', size);
    const std::size_t head =
        newline == nullptr ? size
                           : static_cast<std::size_t>(static_cast<const char*>(newline) - data) + 1;
    pending_.append(data, head);
    check_line_length(pending_.size(), path_, line_ + 1);
    if (newline == nullptr) return;
    const std::string line = std::move(pending_);
    pending_.clear();
    read_lines(line.data(), line.size());
    data += head;
    size -= head;
  }
  std::size_t whole = size;
  while (whole > 0 && data[whole - 1] != '\n') --whole;
  read_lines(data, whole);
  pending_.assign(data + whole, size - whole);
}

void Reader::finish() {
  if (pending_.empty()) return;
  ends_with_newline_ = false;
  const std::string line = std::move(pending_) + "\n";
  pending_.clear();
  read_lines(line.data(), line.size());
}

void Reader::check_bytes(const char* data, std::size_t size) const {
  const std::size_t bad = unicode::invalid_utf8_at({data, size});
  if (bad == size) return;
  const auto line = line_ + 1 + static_cast<std::uint64_t>(std::count(data, data + bad, '\n'));
  if (data[bad] == 0) {
    throw input_error(path_, line, "holds a zero byte: this is a binary file, not a list of texts",
                      "If it is compressed, give it the suffix .gz or unpack it first.", head_);
  }
  char code[8];
  std::snprintf(code, sizeof code, "0x%02x", static_cast<unsigned char>(data[bad]));
  throw input_error(path_, line, std::string("a byte is not UTF-8 (") + code + ")",
                    "Convert the file first: iconv -f latin1 -t utf-8", head_);
}

void Reader::read_lines(const char* data, std::size_t size) {
  check_bytes(data, size);
  const char* const end = data + size;
  readable_ = end;
  while (data < end) {
    const auto* newline =
        static_cast<const char*>(std::memchr(data, '\n', static_cast<std::size_t>(end - data)));
    ++line_;
    guarded_line({data, static_cast<std::size_t>(newline - data)});
    data = newline + 1;
  }
}

void Reader::guarded_line(std::string_view line) {
  if (line_ == 1 && line.substr(0, 3) == "\xef\xbb\xbf") line.remove_prefix(3);
  try {
    read_line(line);
  } catch (const InputError& error) {
    if (error.line() != 0) throw;
    fail(error.what(), error.remedy());
  }
}

void Reader::begin_sentence(std::string_view id) {
  block_.ids.add(id.data(), id.size());
  block_.sentence_lines.push_back(static_cast<std::int64_t>(line_));
  block_.sentence_offsets.push_back(block_.sentence_offsets.back());
}

void Reader::end_candidate(std::string_view text, const char* readable, double score) {
  block_.texts.add(text.data(), text.size());
  words_.add(text, readable, block_.tokens);
  block_.scores.push_back(score);
  block_.lines.push_back(static_cast<std::int64_t>(line_));
  block_.sentence_offsets[block_.sentences()] = static_cast<std::int64_t>(block_.rows());
}

std::size_t Reader::complete() const {
  const std::size_t sentences = block_.sentences();
  return open_sentence() && sentences > 0 ? sentences - 1 : sentences;
}

namespace {

template <typename T>
GrowingArray<T> split(GrowingArray<T>& column, std::size_t row) {
  GrowingArray<T> tail;
  if (row < column.size()) {
    tail.append(column.data() + row, column.size() - row);
    column.cut(row);
  }
  return tail;
}

// A ragged column that no line filled has no rows to split.
template <typename T>
Ragged<T> split(Ragged<T>& column, std::size_t row) {
  return row < column.rows() ? column.split(row) : Ragged<T>();
}

}  // namespace

Block Reader::take(bool all) {
  Block rest;
  const std::size_t sentences = block_.sentences();
  if (!all && open_sentence() && sentences > 0) {
    const auto row = static_cast<std::size_t>(block_.sentence_offsets[sentences - 1]);
    const std::size_t pairs = block_.sparse_values.rows() > row
                                  ? static_cast<std::size_t>(block_.sparse_values.offsets[row])
                                  : 0;
    rest.sentence_offsets.push_back(static_cast<std::int64_t>(block_.rows() - row));
    rest.ids = split(block_.ids, sentences - 1);
    rest.sentence_lines = split(block_.sentence_lines, sentences - 1);
    rest.texts = split(block_.texts, row);
    rest.tokens = split(block_.tokens, row);
    rest.features = split(block_.features, row * table_.width());
    rest.sparse_names = split(block_.sparse_names, pairs);
    rest.sparse_values = split(block_.sparse_values, row);
    rest.scores = split(block_.scores, row);
    rest.links = split(block_.links, row);
    rest.word_scores = split(block_.word_scores, row);
    rest.extra = split(block_.extra, row);
    rest.flags = split(block_.flags, row);
    rest.raw = split(block_.raw, row);
    rest.lines = split(block_.lines, row);
    std::size_t kept = block_.incomplete.size();
    while (kept > 0 && block_.incomplete[kept - 1] >= static_cast<std::int64_t>(row)) --kept;
    rest.incomplete = split(block_.incomplete, kept);
    for (std::size_t i = 0; i < rest.incomplete.size(); ++i) {
      rest.incomplete[i] -= static_cast<std::int64_t>(row);
    }
    block_.sentence_offsets.cut(sentences);
  }
  std::swap(block_, rest);
  return rest;
}

}  // namespace manyways::candidates
