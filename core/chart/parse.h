// Which rules cover which parts of a sentence: a forest without language models, which every chart
// search reads.
//
//   Parser parser(model);                              // one for each thread
//   const Forest& forest = parser.parse(input, target);
//   for (const Cell& cell : forest.cells())            // tails before heads, the goal last
//     for (const Application& a : forest.applications(cell))
//       for (const Rule& rule : a.block->rules)        // best estimate first
//         rule.symbols;  a.tails[0], a.tails[1];       // words, and cells where -1 and -2 stand
//
// A cell is a span of source positions [start, end) and what covers it: X by rules of the table, S
// from the beginning of the sentence by glue, and the goal, which is S with </s>. An application is
// a source side that matches there, with the cells that its gaps cover; the fixed rules of the
// model (<s>, glue, </s>) are blocks like others. A derivation chooses, from the goal down, one
// application in each cell and one rule in its block. Its score is the sum over them of
//   rule.score + model.input_weight() * application.input_score + what the target features say
// (ChartTarget: begin() for S -> <s>, finish() for the goal, join() for all others).
//
// How it parses: CYK+ without a dot chart (Sennrich 2014). Start positions go from right to left;
// from each the trie of source sides is walked by the next words of the input, and by gaps over
// cells that are there. Rules that begin with a word come first: all their gaps begin further
// right, where everything is done. Then those that begin with a gap, for gaps growing: what can
// fill the gap [i, j) is known when all shorter ones are done. Nothing is stored for partly matched
// rules. A rule that is one gap alone is never applied.
//
// Rules of the table cover at most `span_limit` positions; S has no limit. A position that no rule
// covers alone is copied as an unknown word. Given translations are blocks of their own: if
// exclusive, no other rule has a word in their span, and their cells can still fill gaps. Rules
// with forbidden words are left out of their blocks where they have a source word in the span
// concerned. No cell of X crosses a wall, so glue keeps what is before it before what is behind.
//
// Cells that no derivation of the goal can use are not in the forest; where there is no derivation
// at all (only a forced text allows that) it is empty. Order: X by start from right to left, then
// by end; S by end; the goal. Applications in the order of the walk, which is that of all ties.
//
// Cost: O(length * span^g) steps in the trie for rules with g gaps after a word, each a binary
// search. Blocks are scored once for a model (NodeCache); a forest is small: nothing is per rule.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "chart/model.h"
#include "chart/target.h"
#include "search/input.h"

namespace manyways::chart {

using CellId = std::uint32_t;
inline constexpr CellId kNoCell = ~CellId{0};

enum class CellKind : std::uint8_t { kX, kS, kGoal };

struct Cell {
  std::uint32_t start, end;
  CellKind kind;
  std::uint32_t first, last;  // its applications
};

struct Application {
  const RuleBlock* block;       // never without rules
  std::array<CellId, 2> tails;  // of the first and the second gap of the source, or kNoCell
  float input_score;            // of the words that the rule itself covers

  unsigned gaps() const { return tails[0] == kNoCell ? 0 : tails[1] == kNoCell ? 1 : 2; }
};

class Forest {
 public:
  std::span<const Cell> cells() const { return cells_; }
  const Cell& cell(CellId id) const { return cells_[id]; }
  CellId goal() const { return static_cast<CellId>(cells_.size() - 1); }
  bool empty() const { return cells_.empty(); }
  std::span<const Application> applications(const Cell& cell) const {
    return std::span(applications_).subspan(cell.first, cell.last - cell.first);
  }
  std::span<const Application> all_applications() const { return applications_; }

 private:
  friend class ForestMaker;
  std::vector<Cell> cells_;
  std::vector<Application> applications_;
};

class Parser {
 public:
  explicit Parser(const RuleModel& model) : model_(model), words_(model.table().target_words()) {}
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  // `target` is started for this sentence by the call. With `only`, rules with words between gaps
  // that do not occur in this text are left out. The forest is good until the next call. Throws
  // InputError for what the caller gives and the sentence cannot have.
  const Forest& parse(const search::Input& input, ChartTarget& target,
                      const std::vector<std::string_view>* only = nullptr);

  const search::TargetWords& words() const { return words_; }
  std::span<const WordId> only() const { return only_; }  // the ids of that text

 private:
  friend class ForestMaker;
  using Node = phrases::Table::Node;
  struct Draft {  // an application before cells have their numbers
    std::uint32_t end;
    const RuleBlock* block;
    std::array<std::size_t, 2> tails;  // spans, or kNoSpan
    double input_score;
  };
  struct Place {  // on the walk
    std::uint32_t at;
    Node node;
    unsigned words, gaps;
    std::array<std::size_t, 2> tails;
    double score;
  };
  struct Terms {  // something forbidden
    std::uint32_t start, end;
    std::vector<WordId> words;
  };
  static constexpr std::size_t kNoSpan = ~std::size_t{0};

  std::size_t span(std::uint32_t start, std::uint32_t end) const {
    return static_cast<std::size_t>(start) * (length_ + 1) + end;
  }
  void read(const search::Input& input, const std::vector<std::string_view>* only);
  void read_given(const search::Input& input);
  void read_forbidden(const search::Input& input);
  void parse_from(std::uint32_t start, const search::Input& input, ChartTarget& target);
  void walk(const search::Input& input, const Place& place, ChartTarget& target);
  void walk_gap(const search::Input& input, const Place& place, Node next, ChartTarget& target);
  void match(const search::Input& input, const Place& place, ChartTarget& target);
  void add_given(std::uint32_t start, const search::Input& input, ChartTarget& target);
  void add_unknown(std::uint32_t start, const search::Input& input, ChartTarget& target);
  void add(std::uint32_t end, const RuleBlock& block, const Place& place);
  void add_words(std::uint32_t end, std::string_view text, Rule rule, double input_score,
                 ChartTarget& target);
  const RuleBlock& block(Node node, ChartTarget& target);
  template <typename Keep>
  const RuleBlock& filtered(const RuleBlock& block, Keep&& keep);
  const RuleBlock& allowed(const RuleBlock& block, const search::Input& input);
  bool is_taken(const search::InputEdge& edge) const;
  void make_forest();

  const RuleModel& model_;
  search::TargetWords words_;
  Forest forest_;
  std::uint32_t length_ = 0, start_ = 0;
  std::uint32_t wall_ = 0, last_end_ = 0;  // how far cells and rules that start here may reach
  std::vector<std::size_t> edge_starts_;
  std::vector<WordId> edge_words_, only_;
  std::vector<bool> taken_;  // positions of exclusive given translations
  std::vector<Terms> forbidden_;
  bool forced_ = false;
  std::vector<WordId> path_;               // source symbols on the walk
  std::vector<std::uint32_t> own_;         // edges on the walk
  std::vector<Draft> drafts_;              // by start from right to left
  std::vector<std::size_t> start_drafts_;  // where those of each start end
  std::vector<bool> filled_, known_;       // spans; edges whose word some rule covers alone
  std::vector<std::unique_ptr<RuleBlock>> own_blocks_;
};

}  // namespace manyways::chart
