#include "lm/arpa.h"

#include <charconv>
#include <cmath>
#include <numbers>
#include <vector>

#include "base/error.h"
#include "base/foreign.h"
#include "base/limits.h"
#include "base/number.h"
#include "base/split.h"
#include "base/utf8.h"

namespace manyways::lm {
namespace {

constexpr double kLog10 = std::numbers::ln10;
constexpr float kZeroScore = static_cast<float>(-99 * kLog10);  // what toolkits write for log 0
constexpr double kRoundingAboveOne = 1e-3;                      // a log10 up to this is a rounded 0

std::string section_head(std::size_t n) {
  return std::string("\\").append(std::to_string(n)).append("-grams:");
}

class Parser {
 public:
  Parser(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  Ngrams parse() {
    read_counts();
    for (unsigned n = 1; n <= counts_.size(); ++n) read_order(n);
    if (line_ != "\\end\\") fail("expected \\end\\ after the n-grams, found \"" + shown() + "\"");
    return std::move(ngrams_);
  }

 private:
  [[noreturn]] void fail(const std::string& message) const {
    throw InputError(name_, number_, message,
                     "Check that the file is a whole ARPA language model.");
  }
  // A file that has nothing of ARPA may be another tool's, which its first line tells.
  [[noreturn]] void fail_at_the_start(const std::string& message) const {
    throw input_error(name_, number_, message,
                      "Check that the file is a whole ARPA language model.", text_);
  }
  std::string shown() const { return std::string(line_.substr(0, 60)); }

  // False at the end of the text.
  bool next_line() {
    if (position_ >= text_.size()) {
      line_ = {};
      return false;
    }
    const std::size_t end = std::min(text_.find('\n', position_), text_.size());
    line_ = text_.substr(position_, end - position_);
    if (!line_.empty() && line_.back() == '\r') line_.remove_suffix(1);
    position_ = end + 1;
    ++number_;
    check_line_length(line_.size(), name_, number_);
    return true;
  }
  bool next_full_line() {
    while (next_line()) {
      if (line_.find_first_not_of(" \t") != std::string_view::npos) return true;
    }
    return false;
  }
  void split() {
    tokens_.clear();
    for_each_field(line_, [this](std::string_view field) {
      if (tokens_.size() <= kMaxOrder + 2) tokens_.push_back(field);
    });
  }

  void read_counts() {
    // It looks like ARPA, but its numbers mean something else.
    if (text_.starts_with("iARPA")) fail_at_the_start("is no ARPA file");
    do {
      if (!next_line()) fail_at_the_start("no line \\data\\ in it: this is no ARPA file");
    } while (line_ != "\\data\\");
    while (next_full_line() && line_.starts_with("ngram")) {
      const std::string expected = "ngram " + std::to_string(counts_.size() + 1) + "=";
      std::string compact = "ngram ";
      for (const char c : line_.substr(5)) {
        if (c != ' ' && c != '\t') compact += c;
      }
      std::uint64_t count = 0;
      if (!compact.starts_with(expected) ||
          !parse_index(std::string_view(compact).substr(expected.size()), count)) {
        fail("expected \"" + expected + "NUMBER\", found \"" + shown() + "\"");
      }
      if (counts_.size() == kMaxOrder)
        fail("it has n-grams longer than 10 words, the most we read");
      // The shortest possible line says how many n-grams there can be at all.
      if (count > text_.size() / (2 * counts_.size() + 2))
        fail("more n-grams than the file is long");
      counts_.push_back(count);
    }
    if (counts_.empty()) fail("no counts (ngram 1=...) after \\data\\");
  }

  void read_order(unsigned n) {
    const std::string head = section_head(n);
    if (line_ != head) fail("expected " + head + ", found \"" + shown() + "\"");
    NgramOrder& order = ngrams_.orders.emplace_back();
    order.words.reserve(counts_[n - 1] * n);
    order.scores.reserve(counts_[n - 1]);
    if (n < counts_.size()) order.backoffs.reserve(counts_[n - 1]);
    while (next_full_line() && line_[0] != '\\') {
      if (order.size() == counts_[n - 1]) {
        fail("more " + std::to_string(n) + "-grams than the " + std::to_string(counts_[n - 1]) +
             " announced under \\data\\");
      }
      read_ngram(n, order);
    }
    if (order.size() != counts_[n - 1]) {
      fail("only " + std::to_string(order.size()) + " " + std::to_string(n) + "-grams of the " +
           std::to_string(counts_[n - 1]) + " announced under \\data\\");
    }
  }

  void read_ngram(unsigned n, NgramOrder& order) {
    split();
    if (tokens_.size() != n + 1 && tokens_.size() != n + 2) {
      fail("expected a log probability, " + std::to_string(n) + (n == 1 ? " word" : " words") +
           " and perhaps a back-off weight, found \"" + shown() + "\"");
    }
    double score;
    if (!read_number(tokens_[0], score) || score > kRoundingAboveOne) {
      fail("expected a log10 probability of at most 0, found \"" +
           std::string(tokens_[0].substr(0, 40)) + "\"");
    }
    order.scores.push_back(std::isinf(score) ? kZeroScore
                                             : static_cast<float>(std::min(score, 0.0) * kLog10));
    for (unsigned k = 1; k <= n; ++k) order.words.push_back(word(n, tokens_[k]));
    if (n == counts_.size()) return;
    double backoff = 0;
    if (tokens_.size() == n + 2 && !read_number(tokens_[n + 1], backoff)) {
      fail("expected a log10 back-off weight, found \"" +
           std::string(tokens_[n + 1].substr(0, 40)) + "\"");
    }
    if (std::isinf(backoff) && backoff < 0) backoff = -99;
    if (std::isinf(backoff)) fail("a back-off weight is infinite");
    order.backoffs.push_back(static_cast<float>(backoff * kLog10));
  }

  bool read_number(std::string_view token, double& value) const {
    return parse_number(token, text_.data() + text_.size(), value) && !std::isnan(value);
  }

  WordId word(unsigned n, std::string_view text) {
    if (text == "<UNK>") text = "<unk>";
    Vocabulary& vocabulary = ngrams_.vocabulary;
    if (n == 1) {
      if (unicode::invalid_utf8_at(text) != text.size()) {
        fail("the word \"" + std::string(text.substr(0, 40)) + "\" is not UTF-8");
      }
      const WordId id = vocabulary.add(text);
      if (id >= seen_.size()) seen_.resize(std::max<std::size_t>(1024, id * 2));
      if (seen_[id]) fail("the word \"" + std::string(text.substr(0, 40)) + "\" has two unigrams");
      seen_[id] = true;
      return id;
    }
    const WordId id = vocabulary.find(text);
    if (id == kUnknownWord && text != "<unk>") {
      fail("the word \"" + std::string(text.substr(0, 40)) + "\" has no unigram");
    }
    return id;
  }

  std::string_view text_, line_;
  const std::string& name_;
  std::size_t position_ = 0;
  std::uint64_t number_ = 0;
  std::vector<std::uint64_t> counts_;
  std::vector<std::string_view> tokens_;
  std::vector<bool> seen_;
  Ngrams ngrams_;
};

void append_number(std::string& out, float natural) {
  char buffer[32];
  const auto value = static_cast<float>(natural / kLog10);
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value == 0 ? 0.0f : value).ptr;
  out.append(buffer, end);
}

}  // namespace

Ngrams parse_arpa(std::string_view text, const std::string& name) {
  return Parser(text, name).parse();
}

void ArpaWriter::begin(std::span<const std::uint64_t> sizes) {
  order_ = sizes.size();
  text_ = "\\data\\\n";
  for (std::size_t i = 0; i < order_; ++i) {
    text_ += "ngram " + std::to_string(i + 1) + "=" + std::to_string(sizes[i]) + "\n";
  }
}

void ArpaWriter::add(std::span<const WordId> words, float score, float backoff) {
  while (current_ < words.size()) ((text_ += '\n') += section_head(++current_)) += '\n';
  append_number(text_, score);
  char separator = '\t';
  for (const WordId word : words) {
    text_ += separator;
    text_ += vocabulary_.word(word);
    separator = ' ';
  }
  if (words.size() < order_) {
    text_ += '\t';
    append_number(text_, backoff);
  }
  text_ += '\n';
  if (text_.size() < std::size_t{1} << 20) return;
  sink_(text_);
  text_.clear();
}

void ArpaWriter::end() {
  while (current_ < order_) ((text_ += '\n') += section_head(++current_)) += '\n';
  text_ += "\n\\end\\\n";
  sink_(text_);
}

void write_arpa(const Ngrams& ngrams, const TextSink& sink) {
  ArpaWriter writer(ngrams.vocabulary.view(), sink);
  std::vector<std::uint64_t> sizes;
  for (const NgramOrder& order : ngrams.orders) sizes.push_back(order.size());
  writer.begin(sizes);
  for (unsigned n = 1; n <= ngrams.order(); ++n) {
    const NgramOrder& order = ngrams.orders[n - 1];
    for (std::size_t i = 0; i < order.size(); ++i) {
      writer.add(ngrams.words(n, i), order.scores[i],
                 order.backoffs.empty() ? 0 : order.backoffs[i]);
    }
  }
  writer.end();
}

}  // namespace manyways::lm
