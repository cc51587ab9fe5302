// Lists whose lines are columns between ||| : Moses, Marian, cdec, Joshua, Travatar.
//
//   0 ||| das Haus ||| LM0= -7.1 TM0= -1 -2 ||| -4.2 ||| 0-0 1-1
//
// The first line decides what each column after the text is: features (labelled `LM0= -7.1`,
// `lm: -7.1`, `lm=-7.1`, or bare numbers), the total, Pharaoh links, or anything else, which is
// kept as it stands. It also gives the layout, which lets a writer produce the same bytes. Lines
// whose features come in the first line's order, the usual case, are compared with it byte by byte
// instead of being looked up.
//
// A label `WordScores` (Marian) has as many values as the candidate has words: they are kept apart.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "candidates/reader.h"

namespace manyways::candidates {

enum class ColumnRole : std::uint8_t { kId, kText, kFeatures, kScore, kLinks, kExtra };

struct PipedColumn {
  ColumnRole role;
  std::uint8_t lead;   // blanks before
  std::uint8_t trail;  // blanks after
};

struct PipedLayout {
  std::vector<PipedColumn> columns;
  std::string label;  // between a feature's name and its first value: "= ", ": ", "=", or ""
  std::string end;    // of a line: "\n" or "\r\n"
};

class PipedReader : public Reader {
 public:
  // keep_raw: keep every line as it stands, in Block::raw.
  PipedReader(std::string path, bool keep_raw) : Reader(std::move(path)), keep_raw_(keep_raw) {}

  const PipedLayout& layout() const { return layout_; }

 protected:
  void read_line(std::string_view line) override;
  bool open_sentence() const override { return true; }

 private:
  struct Expected {
    std::string label;  // with the blanks around it
    std::uint32_t first;
    std::uint32_t count;  // 0: as many as there are (WordScores)
  };
  void split_columns(std::string_view line);
  void decide_layout(std::string_view line);
  ColumnRole role_of(std::size_t column) const;
  bool read_expected(std::string_view features);
  void read_features(std::string_view features);
  void add_feature(std::string_view label, bool apart);
  void expect_order_of(std::string_view features);
  double read_score(std::string_view field) const;

  bool keep_raw_;
  PipedLayout layout_;
  std::vector<Expected> expected_;
  std::string id_;
  std::vector<std::string_view> fields_;  // the columns of the line at hand, with their blanks
  std::vector<double> values_;
  std::vector<double> row_;
};

}  // namespace manyways::candidates
