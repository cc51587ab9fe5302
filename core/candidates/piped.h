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

#include "candidates/piped_features.h"
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
  void split_columns(std::string_view line);
  void decide_layout(std::string_view line);
  ColumnRole role_of(std::size_t column) const;
  void check_columns() const;
  void read_id(std::string_view id);
  double read_score(std::string_view field) const;

  bool keep_raw_;
  PipedLayout layout_;
  PipedFeatures features_;
  std::string id_;
  std::vector<std::string_view> fields_;  // the columns of the line at hand, with their blanks
};

}  // namespace manyways::candidates
