// Reading candidate lists line by line from blocks of bytes, as they come from a file or a pipe.
//
//   PipedReader reader("nbest.txt");
//   while (...) {
//     reader.feed(data, size);
//     if (reader.complete() >= 1000) use(reader.take(false));
//   }
//   reader.finish();
//   use(reader.take(true));
//
// Bytes are checked to be UTF-8 without zero bytes before a line is looked at. All errors are
// InputErrors that name the file and the line. Cost: one pass over the bytes; memory: what take()
// hands out, and the last unfinished line, which may not exceed kLongestLine.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "candidates/block.h"
#include "candidates/features.h"
#include "candidates/word_cache.h"

namespace manyways::candidates {

class Reader {
 public:
  explicit Reader(std::string path)
      : path_(std::move(path)), words_(std::make_shared<Vocabulary>()) {}
  virtual ~Reader() = default;
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  void feed(const char* data, std::size_t size);
  // The end of the file: a last line without a newline is read now.
  void finish();

  // Sentences that no later line can add to.
  std::size_t complete() const;
  // Those, or all of them (after finish), and forgets them.
  Block take(bool all);

  const FeatureTable& features() const { return table_; }
  FeatureTable& features() { return table_; }
  const std::shared_ptr<Vocabulary>& vocabulary() const { return words_.vocabulary(); }
  std::uint64_t lines() const { return line_; }
  // False once finish() met a last line without one.
  bool ends_with_newline() const { return ends_with_newline_; }

 protected:
  // One line without its newline, with line_ its number.
  virtual void read_line(std::string_view line) = 0;
  // Whether the next line can add to the sentence at hand.
  virtual bool open_sentence() const = 0;

  [[noreturn]] void fail(const std::string& message, const std::string& remedy = "") const;

  void begin_sentence(std::string_view id);
  // What all readers do for a candidate; features and the rest come before it. `readable` is how
  // far the bytes behind the text may be looked at.
  void end_candidate(std::string_view text, const char* readable, double score);

  Block block_;
  FeatureTable table_;
  std::uint64_t line_ = 0;
  const char* readable_ = nullptr;  // the end of the bytes that the line at hand stands in

 private:
  void read_lines(const char* data, std::size_t size);
  void check_bytes(const char* data, std::size_t size) const;
  void guarded_line(std::string_view line);

  std::string path_, head_;  // head_: how the file begins
  WordCache words_;
  std::string pending_;
  bool ends_with_newline_ = true;
};

// "'abc'", cut to a readable length at a character's border.
std::string quoted(std::string_view text);

}  // namespace manyways::candidates
