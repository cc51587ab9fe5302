// Our table file becomes Moses's text tables, block by block.
//
//   MosesExport text(table, MosesExport::Kind::phrases);
//   for (std::string block; !(block = text.next()).empty();) out.write(block);
//
// Lines stand in the order of their bytes (LC_ALL=C sort), as Moses's own tools want them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "phrases/table.h"

namespace manyways::phrases {

class MosesExport {
 public:
  // Of a rule table, each side ends with [X], and the vocabulary's entries for gaps (which have a
  // space, as no word has) are written as [X][X].
  enum class Kind { phrases, reordering, rules };
  // The table must outlive the export.
  MosesExport(const Table& table, Kind kind);
  // About 1 MiB of whole lines; nothing at the end.
  std::string next();

 private:
  struct Step {
    Table::Node node;
    std::size_t depth;
    bool options;  // write the node's own options; else go to its children
  };
  void open(Table::Node node, std::size_t depth);
  void write_options(Options options, std::string& out);
  void write_option(Option option, std::string& out) const;

  const Table& table_;
  const Kind kind_;
  std::vector<std::uint32_t> source_ranks_, target_ranks_;  // the last is that of the end
  std::vector<Step> stack_;
  std::vector<WordId> words_;
  std::string source_;
};

}  // namespace manyways::phrases
